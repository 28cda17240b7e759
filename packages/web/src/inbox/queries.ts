import { listMentions, listUnread } from '@folkmoot/contract/inbox/api.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { apiInfiniteQuery, apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';

/** Whenever it opens, since counts may have changed meanwhile. */
const ANEW = { placeholderData: keepPreviousData, refetchOnMount: 'always' } as const;

/** Conversations with something new, newest first. */
export function useUnreadConversations() {
  return useInfiniteQuery({ ...apiInfiniteQuery(listUnread, {}), ...ANEW });
}

/** Messages that mention you, newest first. */
export function useMentionsOfMe() {
  return useInfiniteQuery({ ...apiInfiniteQuery(listMentions, {}), ...ANEW });
}

/** Refetches what the inbox shows. */
export function refreshInbox(): void {
  void queryClient.invalidateQueries({ queryKey: apiQueryKey(listUnread) });
  void queryClient.invalidateQueries({ queryKey: apiQueryKey(listMentions) });
}
