import { canLeaveCommunity } from '@folkmoot/contract/communities/rules.ts';
import type { RailView } from '@folkmoot/contract/communities/schema.ts';
import { Menu } from '@mantine/core';
import { IconChevronDown, IconDoorExit, IconSettings, IconUserPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { PermissionGate } from '../../ui/feedback/PermissionGate.tsx';
import { CommunityAvatar } from '../../ui/identity/CommunityAvatar.tsx';
import { UnreadBadge } from '../../ui/identity/UnreadBadge.tsx';
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx';
import { MenuLink } from '../../ui/layout/MenuLink.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { useRail, useViewer } from '../queries.ts';
import css from './community-menu.module.css';
import { useLeaveCommunity } from './useLeaveCommunity.tsx';

const InviteDialog = lazyPart(() => import('../joining/InviteDialog.tsx'), 'InviteDialog');

/** On phones, where the rail is not there: your other communities. */
function Switcher({ currentId }: { currentId: string }) {
  const others = useRail().data?.data.filter(({ id }) => id !== currentId) ?? [];
  if (!useMedia('phone') || others.length === 0) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Switch to</Menu.Label>
      {others.map((community) => (
        <MenuLink
          key={community.id}
          to="/channels"
          search={{ community: community.slug }}
          leftSection={<CommunityAvatar community={community} size={24} />}
        >
          <span dir="auto">{community.name}</span>
          {community.mentions > 0 && <UnreadBadge count={community.mentions} label="mention" />}
        </MenuLink>
      ))}
    </>
  );
}

/**
 * The community's name at the top of the sidebar, with a menu of its actions.
 *
 * @param children entries that later slices add.
 */
export function CommunityMenu({ community, children }: { community: RailView; children?: ReactNode }) {
  const viewer = useViewer(community.id);
  const show = useShowDialog();
  const leave = useLeaveCommunity();
  const mayLeave = viewer && canLeaveCommunity(viewer);
  return (
    <div className={css.head}>
      <ActionMenu position="bottom" width={248}>
        <Menu.Target>
          <button type="button" className={css.name} aria-label={`${community.name}, community menu`}>
            <span dir="auto">{community.name}</span>
            <IconChevronDown size={16} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <PermissionGate held={viewer?.permissions} needs={['INVITE_MEMBERS']}>
            <Menu.Item
              leftSection={<IconUserPlus size={18} />}
              onClick={() => show(<InviteDialog community={community} />)}
            >
              Invite people
            </Menu.Item>
          </PermissionGate>
          <PermissionGate
            held={viewer?.permissions}
            needs={['MANAGE_SERVER', 'MANAGE_MEMBERS', 'MANAGE_MESSAGES', 'DELETE_CHANNEL', 'VIEW_AUDIT_LOG']}
            any
          >
            <MenuLink to="/$alias/settings" params={{ alias: community.slug }} leftSection={<IconSettings size={18} />}>
              Community settings
            </MenuLink>
          </PermissionGate>
          {children}
          <Switcher currentId={community.id} />
          <Menu.Divider />
          <Menu.Item
            data-danger
            leftSection={<IconDoorExit size={18} />}
            disabled={!mayLeave?.ok}
            onClick={() => leave(community)}
          >
            Leave community
            {mayLeave && !mayLeave.ok && <span className={css.reason}>{mayLeave.refusal.message}</span>}
          </Menu.Item>
        </Menu.Dropdown>
      </ActionMenu>
    </div>
  );
}
