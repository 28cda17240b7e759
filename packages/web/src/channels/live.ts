import {
  categoriesChanged,
  channelChanged,
  channelMembershipChanged,
  listSidebar,
  resolveChannel,
} from '@folkmoot/contract/channels/api.ts';
import { serverChanged } from '@folkmoot/contract/communities/api.ts';
import { refreshCounts } from '../conversations/unread/useUnreadCounts.ts';
import { useLive, useResync } from '../core/live.ts';
import { apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { refreshChannels } from './queries.ts';

/** Keeps the channel lists current while the shell is open. Unread counts are kept elsewhere. */
export function useChannelLive(): void {
  useLive(channelChanged, ({ serverId, channelId }) => refreshChannels(serverId, channelId));
  useLive(channelMembershipChanged, ({ serverId, channelId }) => {
    refreshChannels(serverId, channelId);
    refreshCounts();
  });
  // Whether joins are told in a channel is said with it.
  useLive(serverChanged, () => void queryClient.invalidateQueries({ queryKey: apiQueryKey(resolveChannel) }));
  useLive(categoriesChanged, ({ serverId }) => refreshChannels(serverId));
  useResync(() => void queryClient.invalidateQueries({ queryKey: apiQueryKey(listSidebar) }));
}
