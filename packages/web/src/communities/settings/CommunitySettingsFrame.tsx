import { holds } from '@folkmoot/contract/core/permission-rules.ts';
import type { Permission } from '@folkmoot/contract/core/permissions.ts';
import { Navigate, Outlet } from '@tanstack/react-router';
import { PermissionGate } from '../../ui/feedback/PermissionGate.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import { TabNav, tabClass, tabOn } from '../../ui/layout/Nav.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import css from '../../ui/layout/screen.module.css';
import { useCommunity, useViewer } from '../queries.ts';

/** Any of these has something to do in the settings. */
const IN_SETTINGS: readonly Permission[] = [
  'MANAGE_SERVER',
  'MANAGE_MEMBERS',
  'MANAGE_MESSAGES',
  'DELETE_CHANNEL',
  'VIEW_AUDIT_LOG',
];

/** The frame around a community's settings; each screen is shown to people with its permission. */
export function CommunitySettingsFrame() {
  const community = useCommunity();
  const held = useViewer(community.id)?.permissions;
  const params = { alias: community.slug };
  if (held && !holds(held, IN_SETTINGS, 'any')) return <Navigate to="/$alias" params={params} replace />;
  return (
    <>
      <PageHeader title="Community settings" note={<bdi>{community.name}</bdi>} />
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
        <PermissionGate held={held} needs={['MANAGE_MESSAGES']}>
          <PlainLink
            to="/$alias/settings/reports"
            params={params}
            className={tabClass}
            activeOptions={{ includeSearch: false }}
            activeProps={tabOn}
          >
            Reports
          </PlainLink>
        </PermissionGate>
        <PermissionGate held={held} needs={['DELETE_CHANNEL']}>
          <PlainLink to="/$alias/settings/archive" params={params} className={tabClass} activeProps={tabOn}>
            Archived channels
          </PlainLink>
        </PermissionGate>
        <PermissionGate held={held} needs={['VIEW_AUDIT_LOG']}>
          <PlainLink to="/$alias/settings/audit-log" params={params} className={tabClass} activeProps={tabOn}>
            Audit log
          </PlainLink>
        </PermissionGate>
      </TabNav>
      <div className={css.scroll}>
        <Outlet />
      </div>
    </>
  );
}
