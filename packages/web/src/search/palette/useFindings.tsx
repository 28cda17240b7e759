import { listMyChannels } from '@folkmoot/contract/channels/api.ts';
import { findPeople } from '@folkmoot/contract/communities/api.ts';
import type { RailView } from '@folkmoot/contract/communities/schema.ts';
import { DEBOUNCE, PEOPLE_SEARCH_ABOVE } from '@folkmoot/contract/core/client.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRail } from '../../communities/queries.ts';
import { lazyPart } from '../../core/lazy.ts';
import { apiQuery } from '../../core/queries.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import { ChannelIcon, CommunityAvatar } from '../../ui/identity/CommunityAvatar.tsx';
import { best } from '../find.ts';
import { recents } from './recents.ts';
import { useActionFindings } from './useActionFindings.tsx';
import { useChatFindings } from './useChatFindings.tsx';
import { useEventFindings } from './useEventFindings.tsx';
import { useMessageFindings } from './useMessageFindings.tsx';

const ProfileDialog = lazyPart(() => import('../../communities/members/ProfileDialog.tsx'), 'ProfileDialog');

const MOST = 6;
const RECENT = 5;

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

/**
 * What a search finds: my channels, communities and what can be done at once; conversations, events and messages after a pause,
 * people so too and above three letters. Without a search, what was opened last comes first.
 */
export function useFindings(
  search: string,
  current: RailView | undefined,
  close: () => void,
): { groups: FindingGroup[]; busy: boolean } {
  const navigate = useNavigate();
  const show = useShowDialog();
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

  const chats = useChatFindings(settled, then);
  const actions = useActionFindings(current, then);
  const asChannel = (channel: (typeof mine)[number]): Finding => ({
    key: channel.id,
    name: channel.name,
    note: channel.serverName,
    picture: <ChannelIcon emoji={channel.avatar} size={30} />,
    leads: true,
    open: then(() => navigate({ to: '/channel/$channelId', params: { channelId: channel.id } })),
  });
  const isEmpty = search.trim() === '';
  const isSettled = search.trim() === settled;
  const open = useLocation({ select: ({ pathname }) => pathname });
  const recent = isEmpty
    ? recents()
        .filter(({ kind, id }) => open !== `/${kind}/${id}`)
        .flatMap(({ kind, id }) => {
          if (kind === 'chat') return chats.newest.find(({ key }) => key === id) ?? [];
          const channel = mine.find((one) => one.id === id);
          return channel ? asChannel(channel) : [];
        })
        .slice(0, RECENT)
    : [];
  const shownAbove = new Set(recent.map(({ key }) => key));

  const groups: FindingGroup[] = [
    { title: 'Recent', items: recent },
    {
      title: 'Channels',
      items: best(
        mine.filter(({ id }) => !shownAbove.has(id)),
        search,
        MOST,
      ).map(asChannel),
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
    // What is known at once comes first, so that nothing moves under the Enter key.
    { title: 'Actions', items: best(actions, search, MOST) },
    { title: 'Conversations', items: isSettled ? chats.found : [] },
    { title: 'Events', items: isSettled ? events.items : [] },
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
    { title: 'Messages', items: isSettled ? messages.items : [] },
  ];
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    busy: channels.isPending || people.isFetching || messages.busy || events.busy || chats.busy,
  };
}
