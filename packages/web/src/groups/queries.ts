import { getGroup, listGroupGuests, listGroups } from '@folkmoot/contract/groups/api.ts';
import type { GroupView } from '@folkmoot/contract/groups/schema.ts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../core/api-client.ts';
import { apiQuery, apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';

type Counted = { data: readonly unknown[]; count: number };

/** The next page of a list that says how many there are; undefined at its end. */
const nextPage = (last: Counted, pages: readonly Counted[]): number | undefined =>
  pages.reduce((sum, { data }) => sum + data.length, 0) < last.count ? pages.length + 1 : undefined;

/** Your groups, by name, in pages. */
export function useGroups(search: string) {
  return useInfiniteQuery({
    queryKey: [...apiQueryKey(listGroups, { search }), 'pages'],
    queryFn: ({ signal, pageParam }) => call(listGroups, { page: pageParam, search }, { signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
  });
}

export function useGroup(groupId: string) {
  return useQuery(apiQuery(getGroup, { groupId }));
}

/** How many people are in a group; a living one is counted now, and null until then. */
export function useGroupSize({ id, numberOfGuests }: Pick<GroupView, 'id' | 'numberOfGuests'>): number | null {
  const counted = useQuery({ ...apiQuery(getGroup, { groupId: id }), enabled: numberOfGuests === null });
  return numberOfGuests ?? counted.data?.numberOfGuests ?? null;
}

/** The people in a group, by name, in pages. */
export function useGroupGuests(groupId: string, search: string) {
  return useInfiniteQuery({
    queryKey: [...apiQueryKey(listGroupGuests, { groupId, search }), 'pages'],
    queryFn: ({ signal, pageParam }) => call(listGroupGuests, { groupId, page: pageParam, search }, { signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
  });
}

/** Refetches everything that shows groups. */
export function refreshGroups(): void {
  for (const endpoint of [listGroups, getGroup, listGroupGuests])
    void queryClient.invalidateQueries({ queryKey: apiQueryKey(endpoint) });
}
