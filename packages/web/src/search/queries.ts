import { searchMessages } from '@folkmoot/contract/search/api.ts';
import { parseSearch } from '@folkmoot/contract/search/rules.ts';
import { isWorthAsking, termsOf } from '@folkmoot/contract/search/words-rules.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { apiInfiniteQuery, apiQuery } from '../core/queries.ts';

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

/** The parts of a search, and whether there is enough to send it. */
export function readSearch(search: string) {
  const parts = parseSearch(search);
  return { parts, terms: termsOf(parts), asks: isWorthAsking(parts) };
}

/** Matching messages, page by page, newest first. */
export function useMessages(search: string) {
  const { asks } = readSearch(search);
  return useInfiniteQuery({ ...apiInfiniteQuery(searchMessages, { search, timeZone }), enabled: asks });
}

/** The first page of them, for the palette; only of a community if it is named. */
export function useFewMessages(search: string, serverId: string | undefined) {
  const { asks } = readSearch(search);
  return useQuery({ ...apiQuery(searchMessages, { search, serverId, timeZone }), enabled: asks });
}
