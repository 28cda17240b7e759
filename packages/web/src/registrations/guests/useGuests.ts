import { getGuest, getInsights, listGuests } from '@folkmoot/contract/registrations/api.ts';
import type { GuestQuery } from '@folkmoot/contract/registrations/schema.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiQuery, apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';

/** A page of an event's guest list. */
export function useGuests(eventId: string, query: Partial<GuestQuery>) {
  return useQuery({
    ...apiQuery(listGuests, { eventId, ...query }),
    placeholderData: keepPreviousData,
  });
}

/** One guest with answers and history. */
export function useGuest(eventId: string, participationId: string) {
  return useQuery(apiQuery(getGuest, { eventId, participationId }));
}

/** The figures of an event. */
export function useInsights(eventId: string) {
  return useQuery(apiQuery(getInsights, { eventId }));
}

/** Refetches everything that shows an event's guests. */
export function refreshGuests(): void {
  for (const endpoint of [listGuests, getGuest, getInsights])
    void queryClient.invalidateQueries({ queryKey: apiQueryKey(endpoint) });
}
