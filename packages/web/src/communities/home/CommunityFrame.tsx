import { getRouteApi, Navigate, Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ErrorState, NotFound } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, Skeleton, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { CommunityContext, useCommunityAt } from '../queries.ts';
import css from './community.module.css';

const route = getRouteApi('/frame/$alias');

/** What visitors may see besides the home. */
const OPEN = new Set(['events']);

/** Everything under `/{alias}`: finds the community, follows an address that has moved, and gives it to its screens. */
export function CommunityFrame() {
  const { alias } = route.useParams();
  const at = useCommunityAt(alias);
  const { pathname, searchStr } = useLocation();
  const within = pathname.split('/')[2] ?? '';
  const insideMembers = within !== '' && !OPEN.has(within);
  if (at.movedTo) return <Moved from={pathname} to={at.movedTo} search={searchStr} />;
  if (at.other) return <NotFound />;
  if (at.community) {
    // Browse, members and settings are for members; to others the community's home says how to join.
    if (insideMembers && !at.community.viewer) return <Navigate to="/$alias" params={{ alias }} replace />;
    return (
      <CommunityContext value={at.community}>
        <Outlet />
      </CommunityContext>
    );
  }
  if (at.error) return <ErrorState error={at.error} again={at.again} level={1} />;
  return (
    <div className={css.page}>
      <LoadingFallback label="Loading the community">
        <Skeleton h={320} radius="xl" />
        <div className={css.skeleton}>
          <SkeletonRows rows={2} size={72} />
        </div>
      </LoadingFallback>
    </div>
  );
}

/** Redirects to the current address, with the rest of the old path. */
function Moved({ from, to, search }: { from: string; to: string; search: string }) {
  const { history } = useRouter();
  const rest = from.split('/').slice(2).join('/');
  useEffect(() => history.replace(`/${to}${rest ? `/${rest}` : ''}${search}`), [history, to, rest, search]);
  return null;
}
