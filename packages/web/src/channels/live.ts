import {
  categoriesChanged,
  channelChanged,
  channelMembershipChanged,
  listSidebar,
} from '@folkmoot/contract/channels/api.ts';
import type { SidebarView } from '@folkmoot/contract/channels/schema.ts';
import { listMyCommunities } from '@folkmoot/contract/communities/api.ts';
import { messageSent, readMoved } from '@folkmoot/contract/conversations/api.ts';
import type { MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { useThrottledCallback } from '@mantine/hooks';
import { queryClient } from '../core/client.ts';
import { useLive, useResync } from '../core/live.ts';
import { keyOf } from '../core/queries.ts';
import { useMyId } from '../core/session.tsx';
import { refreshChannels } from './queries.ts';

const RAIL_MS = 1500;
const MOST = 100;

/** Keeps the lists of channels and their unread counts true while the shell is open. */
export function useChannelLive(): void {
  const me = useMyId();
  const refreshRail = useThrottledCallback(
    () => void queryClient.invalidateQueries({ queryKey: keyOf(listMyCommunities) }),
    RAIL_MS,
  );

  useLive(channelChanged, ({ serverId, channelId }) => refreshChannels(serverId, channelId));
  useLive(channelMembershipChanged, ({ serverId, channelId }) => refreshChannels(serverId, channelId));
  useLive(categoriesChanged, ({ serverId }) => refreshChannels(serverId));
  useLive(messageSent, ({ message }) => {
    patchSidebars((view) => withMessage(view, message, me));
    if (message.authorId !== me) refreshRail();
  });
  useLive(readMoved, ({ conversationId, unread, mentions }) => {
    patchSidebars((view) => withRow(view, conversationId, (row) => ({ ...row, unread, mentions })));
    refreshRail();
  });
  useResync(() => void queryClient.invalidateQueries({ queryKey: keyOf(listSidebar) }));
}

/** The sidebar after a message: counted once, by its version, and never one's own. */
export function withMessage(
  view: SidebarView,
  message: Pick<MessageView, 'conversationId' | 'version' | 'authorId' | 'mentions'>,
  me: string,
): SidebarView {
  return withRow(view, message.conversationId, (row) => {
    if (message.version <= row.version) return row;
    if (message.authorId === me) return { ...row, version: message.version };
    const mentioned = message.mentions.includes(me) ? 1 : 0;
    return {
      ...row,
      version: message.version,
      unread: Math.min(row.unread + 1, MOST),
      mentions: Math.min(row.mentions + mentioned, MOST),
    };
  });
}

type Row = SidebarView['channels'][number];

function withRow(view: SidebarView, conversationId: string, change: (row: Row) => Row): SidebarView {
  if (!view.channels.some((row) => row.conversationId === conversationId)) return view;
  return { ...view, channels: view.channels.map((row) => (row.conversationId === conversationId ? change(row) : row)) };
}

function patchSidebars(change: (view: SidebarView) => SidebarView): void {
  queryClient.setQueriesData<SidebarView>({ queryKey: keyOf(listSidebar) }, (view) => (view ? change(view) : view));
}
