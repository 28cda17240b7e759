import { listMyChannels } from '@folkmoot/contract/channels/api.ts';
import type { RailView } from '@folkmoot/contract/communities/schema.ts';
import { DEBOUNCE } from '@folkmoot/contract/core/client.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { IconWorldSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRail } from '../../communities/queries.ts';
import { useUnreadCountOf } from '../../conversations/unread/useUnreadCounts.ts';
import { apiQuery } from '../../core/queries.ts';
import { ChannelIcon, CommunityAvatar } from '../../ui/identity/CommunityAvatar.tsx';
import { best, rank } from '../../ui/inputs/find.ts';
import { PaletteTile } from './PaletteItem.tsx';
import { recents } from './recents.ts';
import { useActionFindings } from './useActionFindings.tsx';
import { useChatFindings } from './useChatFindings.tsx';
import { useEventFindings } from './useEventFindings.tsx';
import { useMessageFindings } from './useMessageFindings.tsx';
import { usePeopleFindings } from './usePeopleFindings.tsx';

const MOST = 6;
const FEW = 5;

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
  /** How many messages in it are meant for the reader. */
  waiting?: number;
};
/** `known`: what it holds is all that fits, without asking the server. */
export type FindingGroup = { title: string; items: Finding[]; known?: true };
/** What the server has found; `isEarlier` while it is the answer to an earlier search. */
export type Found = { items: Finding[]; busy: boolean; failed: boolean; isEarlier: boolean };

type Asked = {
  search: string;
  /** The community on the screen, which comes first. */
  current: RailView | undefined;
  /** The only community whose people, events and messages are searched; and a way to search them all. */
  within: RailView | undefined;
  widen: () => void;
  close: () => void;
  showShortcuts: () => void;
};

/**
 * What a search finds: my channels, communities and what can be done at once; conversations, people, events and messages
 * after a pause. Without a search, what was opened last and what is unread come first.
 */
export function useFindings({ search, current, within, widen, close, showShortcuts }: Asked): {
  groups: FindingGroup[];
  busy: boolean;
  /** Whether a part of it could not be asked for. */
  failed: boolean;
} {
  const navigate = useNavigate();
  const typed = search.trim();
  const [settled] = useDebouncedValue(typed, DEBOUNCE.people);
  const channels = useQuery(apiQuery(listMyChannels, {}));
  const rail = useRail();
  const newsIn = useUnreadCountOf();

  const then = (act: () => unknown) => () => {
    close();
    act();
  };
  const messages = useMessageFindings(settled, within?.id, then);
  const events = useEventFindings(settled, within?.id, then);
  const people = usePeopleFindings(settled, within?.id, then);
  const chats = useChatFindings(settled, then);
  const actions = useActionFindings(current, then, showShortcuts);

  const isHere = (channel: { serverId: string }) => channel.serverId === current?.id;
  const mine = [...(channels.data?.data ?? [])].sort((a, b) => Number(isHere(b)) - Number(isHere(a)));
  const asChannel = (channel: (typeof mine)[number]): Finding => ({
    key: channel.id,
    name: channel.name,
    note: channel.serverName,
    picture: <ChannelIcon emoji={channel.avatar} size={30} />,
    leads: true,
    open: then(() => navigate({ to: '/channel/$channelId', params: { channelId: channel.id } })),
  });
  const isSettled = typed === settled;
  // Of an earlier search, only what the present one would find as well.
  const fitting = ({ items, isEarlier }: Found) => {
    if (typed === '') return [];
    return isSettled && !isEarlier ? items : items.filter(({ name }) => rank(name, typed) > 0);
  };

  const open = useLocation({ select: ({ pathname }) => pathname });
  const isOpen = (kind: 'channel' | 'chat', id: string) => open === `/${kind}/${id}`;
  const recent = recents()
    .filter(({ kind, id }) => !isOpen(kind, id))
    .flatMap(({ kind, id }) => {
      if (kind === 'chat') return chats.newest.find(({ key }) => key === id) ?? [];
      const channel = mine.find((one) => one.id === id);
      return channel ? asChannel(channel) : [];
    })
    .slice(0, FEW);
  const isRecent = ({ key }: Finding) => recent.some((one) => one.key === key);
  // What is meant for the reader first, then the community on the screen.
  const unread = [
    ...chats.newest
      .filter(({ key }) => !isOpen('chat', key) && newsIn(key).unread > 0)
      .map((chat) => ({ ...chat, waiting: newsIn(chat.key).unread })),
    ...mine
      .filter(({ id, conversationId }) => !isOpen('channel', id) && newsIn(conversationId).unread > 0)
      .map((channel) => ({ ...asChannel(channel), waiting: newsIn(channel.conversationId).mentions })),
  ]
    .filter((one) => !isRecent(one))
    .sort((a, b) => Math.sign(b.waiting) - Math.sign(a.waiting))
    .slice(0, FEW);
  const before = typed === '' ? [...recent, ...unread] : [];
  const isAbove = ({ id }: { id: string }) => before.some(({ key }) => key === id);

  const everywhere: Finding = {
    key: 'everywhere',
    name: `Search everywhere for “${typed}”`,
    marks: [],
    picture: (
      <PaletteTile>
        <IconWorldSearch size={17} />
      </PaletteTile>
    ),
    open: widen,
  };

  const groups: FindingGroup[] = [
    { title: 'Recent', known: true, items: typed === '' ? recent : [] },
    { title: 'Unread', known: true, items: typed === '' ? unread : [] },
    {
      title: 'Channels',
      known: true,
      items: best(
        mine.filter((channel) => !isAbove(channel)),
        search,
        MOST,
      ).map(asChannel),
    },
    {
      title: 'Communities',
      known: true,
      items: best(rail.data?.data ?? [], search, MOST).map((community) => ({
        key: community.id,
        name: community.name,
        picture: <CommunityAvatar community={community} size={30} />,
        leads: true,
        open: then(() => navigate({ to: '/$alias', params: { alias: community.slug } })),
      })),
    },
    // What is known at once comes first, so that nothing moves under the Enter key.
    { title: 'Do something', known: true, items: best(actions, search, MOST) },
    { title: 'Conversations', items: fitting(chats.found) },
    { title: 'Events', items: fitting(events) },
    { title: 'People', items: fitting(people) },
    { title: 'Messages', items: isSettled ? messages.items : [] },
    { title: 'Elsewhere', items: within && typed !== '' ? [everywhere] : [] },
  ];
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    failed: [channels.isError, rail.isError, people.failed, messages.failed, events.failed, chats.found.failed].some(
      Boolean,
    ),
    busy: !isSettled || channels.isPending || people.busy || messages.busy || events.busy || chats.found.busy,
  };
}
