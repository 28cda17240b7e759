import { browseChannels, listSidebar, orderCategory, orderChannel } from '@folkmoot/contract/channels/api.ts';
import type { BrowseView, SidebarView } from '@folkmoot/contract/channels/schema.ts';
import { type QueryKey, useMutation } from '@tanstack/react-query';
import { call } from '../../core/api-client.ts';
import { apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { toast } from '../../core/toasts/toast.ts';
import { withMoved } from '../../ui/inputs/order.ts';
import { refreshChannels } from '../queries.ts';
import { type ChannelMove, withChannelMoved } from './sidebar-groups.ts';

type Kept = { before: [QueryKey, unknown][] };

/** Optimistic update: saves what is shown, changes it at once, and restores it if the server refuses. */
async function showAtOnce(
  serverId: string,
  sidebar: (view: SidebarView) => SidebarView,
  browse?: (view: BrowseView) => BrowseView,
): Promise<Kept> {
  const [aside, browsed] = [apiQueryKey(listSidebar, { serverId }), apiQueryKey(browseChannels)];
  await queryClient.cancelQueries({ queryKey: aside });
  await queryClient.cancelQueries({ queryKey: browsed });
  const before = [
    ...queryClient.getQueriesData({ queryKey: aside }),
    ...queryClient.getQueriesData({ queryKey: browsed }),
  ];
  queryClient.setQueryData<SidebarView>(aside, (view) => (view ? sidebar(view) : view));
  if (browse) queryClient.setQueriesData<BrowseView>({ queryKey: browsed }, (view) => (view ? browse(view) : view));
  return { before };
}

function giveBack(kept: Kept | undefined): void {
  for (const [key, data] of kept?.before ?? []) queryClient.setQueryData(key, data);
}

/** Moves a channel in the sidebar: shown at once, rolled back with a toast if it fails. */
export function useOrderChannel(serverId: string) {
  const mutation = useMutation({
    mutationFn: (move: ChannelMove) => call(orderChannel, { serverId, ...move }),
    onMutate: (move: ChannelMove) => showAtOnce(serverId, (view) => withChannelMoved(view, move)),
    onError: (error, move, kept) => {
      giveBack(kept);
      toast.failed(error, { fallback: 'Could not move the channel.', again: () => mutation.mutate(move) });
    },
    onSettled: (_done, _error, { channelId }) => refreshChannels(serverId, channelId),
  });
  return mutation;
}

type CategoryMove = { categoryId: string; before: string | null };

/** Moves a category, in the sidebar and on the browse screen. */
export function useOrderCategory(serverId: string) {
  const mutation = useMutation({
    mutationFn: (move: CategoryMove) => call(orderCategory, { serverId, ...move }),
    onMutate: ({ categoryId, before }: CategoryMove) =>
      showAtOnce(
        serverId,
        (view) => ({ ...view, categories: withMoved(view.categories, categoryId, before) }),
        (view) => ({ ...view, categories: withMoved(view.categories, categoryId, before) }),
      ),
    onError: (error, move, kept) => {
      giveBack(kept);
      toast.failed(error, { fallback: 'Could not move the category.', again: () => mutation.mutate(move) });
    },
    onSettled: () => refreshChannels(serverId),
  });
  return mutation;
}
