import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import { createContext, use } from 'react';

/** A channel as far as its name in a text leads to it. */
export type ChannelMark = { id: string; name: string; avatar: string | null };

type UseChannels = (serverId: string, wanted: boolean) => readonly ChannelMark[];
type UsePeople = (conversationId: string, search: string, wanted: boolean) => readonly PersonView[];

const noChannels: readonly ChannelMark[] = [];
const noPeople: readonly PersonView[] = [];

/** Channels come after conversations: the shell provides those that you can see. The hook must never change. */
export const ChannelsContext = createContext<UseChannels>(() => noChannels);
/** The same for the people inside a private conversation. */
export const PeopleInsideContext = createContext<UsePeople>(() => noPeople);

/** Channels of a community that you can see, fetched when they are needed. */
export function useVisibleChannels(serverId: string | null, wanted: boolean): readonly ChannelMark[] {
  const useChannels = use(ChannelsContext);
  return useChannels(serverId ?? '', wanted && serverId !== null);
}

/** People of a private conversation, by name. */
export function usePeopleInside(conversationId: string, search: string, wanted: boolean): readonly PersonView[] {
  const usePeople = use(PeopleInsideContext);
  return usePeople(conversationId, search, wanted);
}
