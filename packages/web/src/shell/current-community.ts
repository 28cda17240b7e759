import type { RailView } from '@folkmoot/contract/communities/schema.ts';
import { useLocation, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useChannel } from '../channels/queries.ts';
import { forgetChannel, rememberChannel } from '../communities/last-channel.ts';
import { useRail } from '../communities/queries.ts';
import { ApiError } from '../core/api-error.ts';
import { recall, remember } from '../core/storage.ts';
import { noteRecent } from '../search/palette/recents.ts';

const LAST = 'community';

export type CurrentCommunity = {
  /** The community that the resource on screen belongs to, if you are a member of it. */
  community: RailView | undefined;
  channelId: string | undefined;
  /** True on the screens of private conversations, and which one it is. */
  chats: boolean;
  chatId: string | undefined;
  /** True on the phone's page that is nothing but the sidebar. */
  sidebarOnly: boolean;
};

/** The current location, from the address alone. */
export function useCurrentCommunity(): CurrentCommunity {
  const { alias, channelId, conversationId: chatId } = useParams({ strict: false });
  const chats = useLocation({ select: ({ pathname }) => pathname === '/chat' || pathname.startsWith('/chat/') });
  const sidebarOnly = useLocation({ select: ({ pathname }) => pathname === '/channels' });
  const channel = useChannel(channelId);
  const rail = useRail().data?.data;
  // Until a channel is loaded, which without a connection may take long, the sidebar stays what it was.
  const shown = useRef<string>(undefined);
  if (channel.data) shown.current = channel.data.serverId;
  const waits = channel.isLoading || channel.isPaused;
  // From a screen without a sidebar, there is at least the last one.
  const before = shown.current ?? (channel.isPaused ? recall(LAST) : undefined);
  const serverId = channel.data?.serverId ?? (waits ? before : undefined);
  const community = rail?.find(({ id, slug }) =>
    channelId ? id === serverId : alias !== undefined && slug === alias.toLowerCase(),
  );
  const communityId = community?.id;
  if (!channelId) shown.current = communityId;
  useEffect(() => {
    if (communityId) remember(LAST, communityId);
  }, [communityId]);
  // Of this channel itself: the sidebar may still be that of another community.
  const ofChannel = channel.data?.serverId;
  const gone = channel.error instanceof ApiError && channel.error.statusCode === 404;
  useEffect(() => {
    if (!channelId) return;
    if (gone) forgetChannel(channelId);
    else if (ofChannel) rememberChannel(ofChannel, channelId);
  }, [channelId, ofChannel, gone]);
  useEffect(() => {
    if (channelId && ofChannel) noteRecent({ kind: 'channel', id: channelId });
    else if (chatId) noteRecent({ kind: 'chat', id: chatId });
  }, [channelId, ofChannel, chatId]);
  return { community, channelId, chats, chatId, sidebarOnly };
}

/**
 * The community that was chosen, else the one last visited, else the first of mine.
 *
 * @param chosen its address.
 */
export function useLastCommunity(chosen: string | undefined): RailView | undefined {
  const rail = useRail().data?.data;
  const last = recall(LAST);
  const community =
    rail?.find(({ slug }) => slug === chosen?.toLowerCase()) ?? rail?.find(({ id }) => id === last) ?? rail?.[0];
  const id = community?.id;
  useEffect(() => {
    if (id && chosen !== undefined) remember(LAST, id);
  }, [id, chosen]);
  return community;
}
