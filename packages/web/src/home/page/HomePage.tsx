import type { CommunityView } from '@folkmoot/contract/communities/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo, useRef } from 'react';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { HomeFooter } from '../footer/HomeFooter.tsx';
import { homeQuery, mayReadHome, refreshHome } from '../queries.ts';
import { hasHouseRules } from './rows.ts';
import { Sections } from './Sections.tsx';
import css from './sections.module.css';
import { useHomeLive } from './useHomeLive.ts';
import { PageLiveContext } from './usePageLive.ts';

/** The published page of a community below its banner. */
export function HomePage({ community }: { community: CommunityView }) {
  const mayRead = mayReadHome(community);
  const home = useQuery({ ...homeQuery(community.id), enabled: mayRead });
  useHomeLive(community.id);
  // Members see more than visitors: it is asked for again when you are let in, or leave.
  const isMember = Boolean(community.viewer);
  const wasMember = useRef(isMember);
  useEffect(() => {
    if (wasMember.current === isMember) return;
    wasMember.current = isMember;
    refreshHome(community.id);
  }, [isMember, community.id]);
  const data = home.data?.data;
  const alias = community.slug;
  const live = useMemo(() => data && { ...data, alias, editing: false }, [data, alias]);
  if (!mayRead) return null;
  if (!data && home.error) return <ErrorState error={home.error} again={home.refetch} />;
  const loading = (
    <div className={css.sections}>
      <LoadingFallback label="Loading the page">
        <Skeleton w={220} h={28} radius="md" />
        <Skeleton h={280} radius="lg" />
      </LoadingFallback>
    </div>
  );
  if (!data || !live) return loading;
  return (
    <PageLiveContext value={live}>
      <Suspense fallback={loading}>
        <Sections sections={data.sections} />
        <HomeFooter
          community={community}
          hasRules={hasHouseRules(data.sections)}
          isOwn={community.viewer?.permissions.includes('MANAGE_HOME') ?? false}
        />
      </Suspense>
    </PageLiveContext>
  );
}
