import type { RailView } from '@folkmoot/contract/communities/schema.ts';
import type { Permission } from '@folkmoot/contract/core/permissions.ts';
import { listUnread, readAll } from '@folkmoot/contract/inbox/api.ts';
import { useMantineColorScheme } from '@mantine/core';
import {
  IconBookmark,
  IconBuildingCommunity,
  IconCalendarPlus,
  IconCompass,
  IconHash,
  IconInbox,
  IconKeyboard,
  IconListCheck,
  IconLogout,
  IconMessagePlus,
  IconMessages,
  IconMoon,
  IconPlus,
  IconSettings,
  IconSun,
  IconUserCircle,
  IconUserPlus,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { markLeaving } from '../../core/paths.ts';
import { apiQueryKey, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { PaletteTile } from './PaletteItem.tsx';
import type { Finding } from './useFindings.tsx';

const BrowseDialog = lazyPart(() => import('../../channels/browse/BrowseDialog.tsx'), 'BrowseDialog');
const ChannelDialog = lazyPart(() => import('../../channels/editing/ChannelDialog.tsx'), 'ChannelDialog');
const CreateCommunityDialog = lazyPart(
  () => import('../../communities/home/CreateCommunityDialog.tsx'),
  'CreateCommunityDialog',
);
const InviteDialog = lazyPart(() => import('../../communities/joining/InviteDialog.tsx'), 'InviteDialog');
const StartConversationDialog = lazyPart(
  () => import('../../personal/StartConversationDialog.tsx'),
  'StartConversationDialog',
);

type Action = Omit<Finding, 'picture' | 'note'> & {
  Icon: ComponentType<{ size?: number }>;
  /** In the current community, for those who may. */
  needs?: Permission;
  note?: string;
};

/** Written here: shared with the inbox, it would be one more file for its screen. */
function refreshUnread(): void {
  void queryClient.invalidateQueries({ queryKey: apiQueryKey(listUnread) });
}

/** What can be done from anywhere, the most usual first. */
export function useActionFindings(
  current: RailView | undefined,
  then: (act: () => unknown) => () => void,
  showShortcuts: () => void,
): Finding[] {
  const navigate = useNavigate();
  const show = useShowDialog();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { mutate: markAllRead } = useApiMutation(readAll, { onDone: refreshUnread });
  const dark = document.documentElement.dataset.mantineColorScheme === 'dark';
  const held = current?.viewer.permissions ?? [];
  const go = (to: string, search?: object) => then(() => navigate({ to, search: search as never }));
  const here = current === undefined ? [] : actionsIn(current);

  function actionsIn(community: RailView): Action[] {
    const { id: serverId, name: note, slug } = community;
    const within = { serverId };
    return [
      {
        key: 'create-channel',
        name: 'Create channel',
        note,
        needs: 'CREATE_CHANNEL',
        Icon: IconPlus,
        open: then(() => show(<ChannelDialog {...within} />)),
      },
      {
        key: 'browse',
        name: 'Browse channels',
        note,
        needs: 'VIEW_CHANNEL',
        Icon: IconHash,
        open: then(() => show(<BrowseDialog {...within} />)),
      },
      {
        key: 'invite',
        name: 'Invite people',
        note,
        needs: 'INVITE_MEMBERS',
        Icon: IconUserPlus,
        open: then(() => show(<InviteDialog community={community} />)),
      },
      {
        key: 'community-settings',
        name: 'Community settings',
        note,
        needs: 'MANAGE_SERVER',
        Icon: IconSettings,
        leads: true,
        open: go(`/${slug}/settings`),
      },
    ];
  }

  const actions: Action[] = [
    {
      key: 'new-message',
      name: 'New message',
      Icon: IconMessagePlus,
      open: then(() => show(<StartConversationDialog />)),
    },
    {
      key: 'create-event',
      name: 'Create event',
      ...(held.includes('CREATE_EVENT') && current ? { note: current.name } : {}),
      Icon: IconCalendarPlus,
      leads: true,
      open: go('/events/create', held.includes('CREATE_EVENT') ? { serverId: current?.id } : {}),
    },
    ...here,
    { key: 'inbox', name: 'Inbox', Icon: IconInbox, leads: true, open: go('/inbox') },
    { key: 'threads', name: 'Threads', Icon: IconMessages, leads: true, open: go('/inbox', { show: 'threads' }) },
    { key: 'saved', name: 'Saved messages', Icon: IconBookmark, leads: true, open: go('/inbox', { show: 'saved' }) },
    { key: 'read-all', name: 'Mark everything as read', Icon: IconListCheck, open: then(() => markAllRead({})) },
    {
      key: 'scheme',
      name: dark ? 'Switch to light mode' : 'Switch to dark mode',
      ...(colorScheme === 'auto' ? { note: 'now follows your system' } : {}),
      Icon: dark ? IconSun : IconMoon,
      open: then(() => setColorScheme(dark ? 'light' : 'dark')),
    },
    { key: 'settings', name: 'Settings and profile', Icon: IconUserCircle, leads: true, open: go('/settings/profile') },
    { key: 'shortcuts', name: 'Keyboard shortcuts', Icon: IconKeyboard, open: then(showShortcuts) },
    { key: 'discover-events', name: 'Discover events', Icon: IconCompass, leads: true, open: go('/events/discover') },
    { key: 'discover', name: 'Discover communities', Icon: IconCompass, leads: true, open: go('/discover') },
    {
      key: 'create-community',
      name: 'Create community',
      Icon: IconBuildingCommunity,
      open: then(() => show(<CreateCommunityDialog />)),
    },
    {
      key: 'sign-out',
      name: 'Sign out',
      Icon: IconLogout,
      leads: true,
      open: then(() => {
        markLeaving();
        return navigate({ to: '/logout' });
      }),
    },
  ];
  return actions
    .filter(({ needs }) => needs === undefined || held.includes(needs))
    .map(({ Icon, needs: _, ...action }) => ({
      ...action,
      picture: (
        <PaletteTile>
          <Icon size={17} />
        </PaletteTile>
      ),
    }));
}
