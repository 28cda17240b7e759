import { createContext, use } from 'react';

/** A channel as far as its name in a text leads to it. */
export type ChannelMark = { id: string; name: string; avatar: string | null };

/** Undefined while they are not known yet. */
type UseChannels = (serverId: string, wanted: boolean) => readonly ChannelMark[] | undefined;

const noChannels: readonly ChannelMark[] = [];

/** Channels come after conversations: the shell provides those that you can see. The hook must never change. */
export const ChannelsContext = createContext<UseChannels>(() => noChannels);

/** Channels of a community that you can see, fetched when they are needed. */
export function useVisibleChannels(serverId: string | null, wanted: boolean): readonly ChannelMark[] | undefined {
  const useChannels = use(ChannelsContext);
  return useChannels(serverId ?? '', wanted && serverId !== null);
}
