import { listJoins, resolveChannel } from '@folkmoot/contract/channels/api.ts';
import type { ChannelDetail } from '@folkmoot/contract/channels/schema.ts';
import { memberJoined, memberLeft } from '@folkmoot/contract/communities/api.ts';
import type { JoinLine } from '@folkmoot/contract/communities/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLive, useResync } from '../../core/live.ts';
import { apiQuery, apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';

/** However many join at once, the list is asked for no more often than this. */
const AGAIN_MS = 2000;

/** Who has joined the community of a channel, as far as that is told in it. How many the channel has follows, too. */
export function useJoins({ id: channelId, serverId, tellsJoins }: ChannelDetail): readonly JoinLine[] | undefined {
  const { data, refetch } = useQuery({ ...apiQuery(listJoins, { serverId, channelId }), enabled: tellsJoins });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = useEffectEvent(() => {
    timer.current = undefined;
    if (tellsJoins) void refetch();
    void queryClient.invalidateQueries({ queryKey: apiQueryKey(resolveChannel, { channelId }) });
  });
  const soon = (event: { serverId: string }) => {
    if (event.serverId === serverId) timer.current ??= setTimeout(refresh, AGAIN_MS);
  };
  useLive(memberJoined, soon);
  useLive(memberLeft, soon);
  useResync(() => soon({ serverId }));
  useEffect(() => () => clearTimeout(timer.current), []);
  return tellsJoins ? data?.data : undefined;
}
