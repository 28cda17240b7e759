import {
  browseChannels,
  getChannel,
  joinChannel,
  leaveChannel,
  listArchivedChannels,
  listCategories,
  listMyChannels,
  listSidebar,
  resolveChannel,
} from '@folkmoot/contract/channels/api.ts';
import type { BrowseQuery, BrowseView, ChannelView } from '@folkmoot/contract/channels/schema.ts';
import { listMyCommunities } from '@folkmoot/contract/communities/api.ts';
import { type QueryKey, useMutation, useQuery } from '@tanstack/react-query';
import type { ChannelMark } from '../conversations/composer/useMentionTargets.ts';
import { useUnreadCountOf } from '../conversations/unread/useUnreadCounts.ts';
import { call } from '../core/api-client.ts';
import { apiQuery, apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { toast } from '../core/toasts/toast.ts';

/** The channels you have joined in a community, each with its unread counts and notification level. */
export function useSidebar(serverId: string | undefined) {
  const newsIn = useUnreadCountOf();
  return useQuery({
    ...apiQuery(listSidebar, { serverId: serverId ?? '' }),
    enabled: serverId !== undefined,
    select: (view) => ({
      ...view,
      channels: view.channels.map((channel) => ({ ...channel, ...newsIn(channel.conversationId) })),
    }),
  });
}

/** Channels of a community that you can see, to name and link to them; fetched when they are needed. */
export function useChannelMarks(serverId: string, wanted: boolean): readonly ChannelMark[] | undefined {
  const query = useQuery({
    ...apiQuery(browseChannels, { serverId }),
    enabled: wanted && serverId !== '',
    staleTime: MARKS_FRESH_MS,
    select: marksOf,
  });
  return query.data;
}

const MARKS_FRESH_MS = 60_000;

function marksOf({ channels, categories }: BrowseView): ChannelMark[] {
  return [...channels, ...categories.flatMap((category) => category.channels)].map(({ id, name, avatar }) => ({
    id,
    name,
    avatar,
  }));
}

/** A channel by its id alone, with its community and the facts of its conversation. */
export function useChannel(channelId: string | undefined) {
  return useQuery({ ...apiQuery(resolveChannel, { channelId: channelId ?? '' }), enabled: channelId !== undefined });
}

/** Refetches every list of a community's channels, after one of them changed. */
export function refreshChannels(serverId: string, channelId?: string): void {
  for (const endpoint of [browseChannels, listSidebar, listCategories, listArchivedChannels]) {
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [name, input] }) =>
        name === apiQueryKey(endpoint)[0] && (input as { serverId?: string } | undefined)?.serverId === serverId,
    });
  }
  void queryClient.invalidateQueries({ queryKey: apiQueryKey(listMyChannels) });
  void queryClient.invalidateQueries({ queryKey: apiQueryKey(listMyCommunities) });
  if (!channelId) return;
  void queryClient.invalidateQueries({ queryKey: apiQueryKey(resolveChannel, { channelId }) });
  void queryClient.invalidateQueries({ queryKey: apiQueryKey(getChannel, { serverId, channelId }) });
}

/** Whether a community has a channel that everybody may join; undefined if no list here tells. */
export function hasPublicChannel(serverId: string): boolean | undefined {
  const lists = queryClient
    .getQueriesData<BrowseView>({ queryKey: apiQueryKey(browseChannels) })
    .flatMap(([key, list]) => {
      const {
        serverId: of,
        search = '',
        view = 'all',
        mode = 'any',
      } = (key[1] ?? {}) as Partial<BrowseQuery> & { serverId?: string };
      return of === serverId && list ? [{ list, isWhole: search === '' && view === 'all' && mode !== 'private' }] : [];
    });
  const isPublic = ({ mode }: Pick<ChannelView, 'mode'>) => mode === 'public';
  const found = lists.some(({ list }) =>
    [...list.channels, ...list.categories.flatMap(({ channels }) => channels)].some(isPublic),
  );
  return found || (lists.some(({ isWhole }) => isWhole) ? false : undefined);
}

type Shown = Pick<ChannelView, 'id' | 'name' | 'serverId'>;
type Move = { channel: Shown; join: boolean };

/**
 * Joins or leaves a channel: shown at once, and rolled back with a toast if the server refuses. The specification only
 * logs such a failure; we also say why.
 */
export function useMembership() {
  const mutation = useMutation({
    mutationFn: ({ channel, join }: Move) =>
      call(join ? joinChannel : leaveChannel, { serverId: channel.serverId, channelId: channel.id }),
    onMutate: async ({ channel, join }) => {
      await queryClient.cancelQueries({ queryKey: apiQueryKey(browseChannels) });
      await queryClient.cancelQueries({ queryKey: apiQueryKey(resolveChannel, { channelId: channel.id }) });
      const before: [QueryKey, unknown][] = [
        ...queryClient.getQueriesData({ queryKey: apiQueryKey(browseChannels) }),
        ...queryClient.getQueriesData({ queryKey: apiQueryKey(resolveChannel, { channelId: channel.id }) }),
      ];
      patchChannel(channel.id, (shown) => moved(shown, join));
      return { before };
    },
    onSuccess: (channel) => patchChannel(channel.id, (shown) => ({ ...shown, ...channel })),
    onError: (error, move, kept) => {
      for (const [key, data] of kept?.before ?? []) queryClient.setQueryData(key, data);
      toast.failed(error, {
        fallback: move.join ? 'Could not join the channel.' : 'Could not leave the channel.',
        again: () => mutation.mutate(move),
      });
    },
    onSettled: (_channel, _error, { channel }) => {
      void queryClient.invalidateQueries({ queryKey: apiQueryKey(listSidebar, { serverId: channel.serverId }) });
      void queryClient.invalidateQueries({ queryKey: apiQueryKey(listMyChannels) });
      void queryClient.invalidateQueries({ queryKey: apiQueryKey(resolveChannel, { channelId: channel.id }) });
    },
  });
  return mutation;
}

/** A channel as it is after you have joined or left it. */
export function moved<Channel extends ChannelView>(channel: Channel, join: boolean): Channel {
  if (channel.joined === join) return channel;
  return { ...channel, joined: join, memberCount: Math.max(0, channel.memberCount + (join ? 1 : -1)) };
}

/** Changes a channel wherever it is shown. */
export function patchChannel(
  channelId: string,
  change: <Channel extends ChannelView>(channel: Channel) => Channel,
): void {
  const each = (channels: ChannelView[]) =>
    channels.map((channel) => (channel.id === channelId ? change(channel) : channel));
  queryClient.setQueriesData<BrowseView>({ queryKey: apiQueryKey(browseChannels) }, (view) =>
    view
      ? {
          ...view,
          channels: each(view.channels),
          categories: view.categories.map((category) => ({ ...category, channels: each(category.channels) })),
        }
      : view,
  );
  const key = apiQueryKey(resolveChannel, { channelId });
  queryClient.setQueryData<ChannelView & { facts: { joined: boolean; following: boolean } }>(key, (detail) => {
    if (!detail) return detail;
    const next = change(detail);
    return { ...next, facts: { ...next.facts, joined: next.joined, following: next.joined } };
  });
}
