import { getPersonal, listPersonal, searchPersonal } from '@folkmoot/contract/personal/api.ts';
import type { PersonalFilter } from '@folkmoot/contract/personal/schema.ts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { apiInfiniteQuery, apiQuery, apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';

/** Private and group conversations, the one with the newest message first. */
export function usePersonal(filter: PersonalFilter) {
  return useInfiniteQuery({ ...apiInfiniteQuery(listPersonal, { filter }), placeholderData: keepPreviousData });
}

/** Those of them whose name or people match every word. */
export function usePersonalFound(search: string, searchFilter: PersonalFilter) {
  return useQuery({
    ...apiQuery(searchPersonal, { search, searchFilter }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
}

/** One of them, with the facts of its conversation. */
export function useChat(conversationId: string | undefined) {
  return useQuery({
    ...apiQuery(getPersonal, { conversationId: conversationId ?? '' }),
    enabled: conversationId !== undefined,
  });
}

/** Refetches the lists of direct conversations, and one of them if it is named. */
export function refreshPersonal(conversationId?: string): void {
  void queryClient.invalidateQueries({ queryKey: apiQueryKey(listPersonal) });
  void queryClient.invalidateQueries({ queryKey: apiQueryKey(searchPersonal) });
  if (conversationId) void queryClient.invalidateQueries({ queryKey: apiQueryKey(getPersonal, { conversationId }) });
}
