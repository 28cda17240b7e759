import { discoverEvents, getEvent } from '@folkmoot/contract/events/api.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import type { SearchLocation } from '@folkmoot/contract/places/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { useSession } from '../core/session.tsx';
import { INITIAL_DATA_AT, initialAnswers } from '../core/start/initial-data.ts';

/** How often an open page refetches: visitors have no socket that would update them. */
const AGAIN_MS = 60_000;

/** The message of an event's pages if it cannot be loaded and the server gives no reason. */
export const NOT_FETCHED = 'Failed to fetch event data';

/** An event as this person sees it. What came with the page is a visitor's view: shown at once, and to members only until theirs is there. */
export function useEvent(eventId: string, token: string | undefined) {
  const session = useSession();
  const sent = initialAnswers()?.event as EventView | undefined;
  const known = sent?.id === eventId && token === undefined ? sent : undefined;
  // Until the viewer is known, the visitor's view is shown but not cached: it would be taken for theirs.
  const stand =
    known === undefined
      ? {}
      : session.status === 'signedOut'
        ? { initialData: known, initialDataUpdatedAt: INITIAL_DATA_AT }
        : { placeholderData: known, enabled: session.status === 'signedIn' };
  // Somebody has just got a token: what was there stays until what it shows is known.
  const before =
    token === undefined
      ? {}
      : { placeholderData: (was: EventView | undefined) => (was?.id === eventId ? was : undefined) };
  return useQuery({
    ...apiQuery(getEvent, { eventId, token }),
    refetchInterval: AGAIN_MS,
    // Somebody who comes back, such as from an email, sees what has become of their place.
    refetchOnWindowFocus: 'always',
    ...before,
    ...stand,
  });
}

/** Refetches everything that shows an event. */
export function refreshEvent(eventId: string): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [, input] }) => (input as { eventId?: string } | undefined)?.eventId === eventId,
  });
}

/** How many events a community's home shows; its sidebar and its channels show the first of them. */
const COMING = 3;

/** A community's next events. */
export function comingQuery(serverId: string) {
  return communityEventsQuery(serverId, { page: 1, search: '', limit: COMING });
}

/** A community's upcoming events, as far as the reader may see them. */
export function communityEventsQuery(serverId: string, asked: { page: number; search: string; limit?: number }) {
  return apiQuery(discoverEvents, { ...asked, serverId });
}

/** Upcoming events within miles of a point, or everywhere. A locality without a point narrows nothing. */
export function upcomingQuery(
  near: SearchLocation | undefined,
  asked: { page: number; search: string; limit?: number },
) {
  const around = near?.latLng ? { ...near.latLng, miles: near.miles } : {};
  return apiQuery(discoverEvents, { ...asked, ...around });
}
