import { listMyChannels } from '@folkmoot/contract/channels/api.ts';
import { findPeople } from '@folkmoot/contract/communities/api.ts';
import type { RailView } from '@folkmoot/contract/communities/schema.ts';
import { DEBOUNCE, PEOPLE_SEARCH_ABOVE } from '@folkmoot/contract/core/client.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconHash, IconMoon, IconSun, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRail } from '../communities/queries.ts';
import { lazyPart } from '../core/lazy.ts';
import { apiQuery } from '../core/queries.ts';
import { useShowDialog } from '../ui/dialog/DialogProvider.tsx';
import { Avatar } from '../ui/identity/Avatar.tsx';
import { ChannelIcon, CommunityAvatar } from '../ui/identity/CommunityAvatar.tsx';
import { best } from './find.ts';
import { PaletteTile } from './PaletteItem.tsx';
import { useEventFindings } from './useEventFindings.tsx';
import { useMessageFindings } from './useMessageFindings.tsx';

const BrowseDialog = lazyPart(() => import('../channels/browse/BrowseDialog.tsx'), 'BrowseDialog');
const InviteDialog = lazyPart(() => import('../communities/joining/InviteDialog.tsx'), 'InviteDialog');
const ProfileDialog = lazyPart(() => import('../communities/members/ProfileDialog.tsx'), 'ProfileDialog');

const MOST = 6;

export type Finding = {
  key: string;
  name: string;
  note?: string;
  picture: ReactNode;
  open: () => void;
  /** It leads to another screen, which has its own place for the focus. */
  leads?: true;
  /** Shows the note below the name, where the name may be long. */
  lines?: 2;
  /** The matched part of the name; if absent, the search text is looked up in it. */
  marks?: [number, number][];
};
export type FindingGroup = { title: string; items: Finding[] };

/** What a search finds: my channels and communities at once; messages after a pause, people so too and above three letters. */
export function useFindings(
  search: string,
  current: RailView | undefined,
  close: () => void,
): { groups: FindingGroup[]; busy: boolean } {
  const navigate = useNavigate();
  const show = useShowDialog();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [settled] = useDebouncedValue(search.trim(), DEBOUNCE.people);
  const worthAsking = lengthOf(settled) > PEOPLE_SEARCH_ABOVE;
  const channels = useQuery(apiQuery(listMyChannels, {}));
  const rail = useRail();
  const people = useQuery({ ...apiQuery(findPeople, { search: settled }), enabled: worthAsking });

  const then = (act: () => unknown) => () => {
    close();
    act();
  };
  const messages = useMessageFindings(settled, then);
  const events = useEventFindings(settled, then);
  const here = (channel: { serverId: string }) => (channel.serverId === current?.id ? 0 : 1);
  const mine = [...(channels.data?.data ?? [])].sort((a, b) => here(a) - here(b));
  const dark = document.documentElement.dataset.mantineColorScheme === 'dark';

  const actions: Finding[] = [
    ...(current?.viewer.permissions.includes('VIEW_CHANNEL')
      ? [
          {
            key: 'browse',
            name: 'Browse channels',
            note: current.name,
            picture: tile(<IconHash size={17} />),
            open: then(() => show(<BrowseDialog serverId={current.id} />)),
          },
        ]
      : []),
    ...(current?.viewer.permissions.includes('INVITE_MEMBERS')
      ? [
          {
            key: 'invite',
            name: 'Invite people',
            note: current.name,
            picture: tile(<IconUserPlus size={17} />),
            open: then(() => show(<InviteDialog community={current} />)),
          },
        ]
      : []),
    {
      key: 'scheme',
      name: dark ? 'Use light colours' : 'Use dark colours',
      ...(colorScheme === 'auto' ? { note: 'currently follows the system' } : {}),
      picture: tile(dark ? <IconSun size={17} /> : <IconMoon size={17} />),
      open: then(() => setColorScheme(dark ? 'light' : 'dark')),
    },
  ];

  const groups: FindingGroup[] = [
    {
      title: 'Channels',
      items: best(mine, search, MOST).map((channel) => ({
        key: channel.id,
        name: channel.name,
        note: channel.serverName,
        picture: <ChannelIcon emoji={channel.avatar} size={30} />,
        leads: true,
        open: then(() => navigate({ to: '/channel/$channelId', params: { channelId: channel.id } })),
      })),
    },
    {
      title: 'Communities',
      items: best(rail.data?.data ?? [], search, MOST).map((community) => ({
        key: community.id,
        name: community.name,
        picture: <CommunityAvatar community={community} size={30} />,
        leads: true,
        open: then(() => navigate({ to: '/$alias', params: { alias: community.slug } })),
      })),
    },
    { title: 'Events', items: search.trim() === settled ? events.items : [] },
    {
      title: 'People',
      items: (worthAsking ? (people.data?.data ?? []) : []).slice(0, MOST).map((person) => ({
        key: person.id,
        name: `${person.firstName} ${person.lastName}`.trim(),
        note: `@${person.username}`,
        picture: <Avatar person={person} size={30} />,
        open: then(() => show(<ProfileDialog userId={person.id} />)),
      })),
    },
    { title: 'Messages', items: search.trim() === settled ? messages.items : [] },
    { title: 'Actions', items: best(actions, search, MOST) },
  ];
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    busy: channels.isPending || people.isFetching || messages.busy || events.busy,
  };
}

function tile(icon: ReactNode): ReactNode {
  return <PaletteTile>{icon}</PaletteTile>;
}
