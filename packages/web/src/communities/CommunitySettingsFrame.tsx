import { Navigate, Outlet } from '@tanstack/react-router';
import { PlainLink } from '../ui/links.tsx';
import { TabNav, tabClass, tabOn } from '../ui/Nav.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { PermissionGate } from '../ui/PermissionGate.tsx';
import css from '../ui/screen.module.css';
import { useCommunity, useViewer } from './queries.ts';

/** Around the screens of a community's settings; each is there for those who hold what it needs. */
export function CommunitySettingsFrame() {
  const community = useCommunity();
  const held = useViewer(community.id)?.permissions;
  const params = { alias: community.slug };
  if (held && !held.some((name) => name === 'MANAGE_SERVER' || name === 'MANAGE_MEMBERS' || name === 'DELETE_CHANNEL'))
    return <Navigate to="/$alias" params={params} replace />;
  return (
    <>
      <PageHead title="Community settings" note={<bdi>{community.name}</bdi>} />
      <TabNav label="Community settings">
        <PlainLink
          to="/$alias/settings"
          params={params}
          className={tabClass}
          activeOptions={{ exact: true }}
          activeProps={tabOn}
        >
          Overview
        </PlainLink>
        <PermissionGate held={held} needs={['MANAGE_MEMBERS']}>
          <PlainLink to="/$alias/settings/invitations" params={params} className={tabClass} activeProps={tabOn}>
            Invitations
          </PlainLink>
        </PermissionGate>
        <PermissionGate held={held} needs={['DELETE_CHANNEL']}>
          <PlainLink to="/$alias/settings/archive" params={params} className={tabClass} activeProps={tabOn}>
            Archived channels
          </PlainLink>
        </PermissionGate>
      </TabNav>
      <div className={css.scroll}>
        <Outlet />
      </div>
    </>
  );
}
