import { findPlace, getSurroundings, searchPlaces } from '@folkmoot/contract/places/api.ts';
import { LIMITS } from '@folkmoot/contract/places/schema.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../core/api-client.ts';
import { ApiError } from '../core/api-error.ts';
import { apiQuery, apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';

const DAY = 86_400_000;
const AGAIN = { times: 5, ms: 2000 };

/** Towns whose name begins like this; an empty search makes no request. The session does not change the answer. */
export function usePlaces(query: string, session: string) {
  return useQuery({
    queryKey: apiQueryKey(searchPlaces, { query }),
    queryFn: ({ signal }) => call(searchPlaces, { query, session }, { signal }),
    enabled: query !== '',
    // In the first half minute of a new installation the towns are still being loaded.
    retry: (times, error) => error instanceof ApiError && error.statusCode === 503 && times < AGAIN.times,
    retryDelay: AGAIN.ms,
    staleTime: DAY,
    placeholderData: keepPreviousData,
  });
}

/** Lets the server get ready for a search that is about to come: after a pause that takes it seconds. */
export function wakePlaces(): void {
  void queryClient.prefetchQuery({ ...apiQuery(searchPlaces, { query: '' }), staleTime: 60_000 });
}

/** The details of a chosen place. */
export function askPlace(placeId: string, session: string) {
  return call(findPlace, { placeId, session });
}

/** The area around a point, as far as `miles` to each side. */
export function useSurroundings(lat: number, lng: number, miles: number) {
  const asked = { lat, lng, miles: Math.min(LIMITS.mapMiles.max, Math.max(LIMITS.mapMiles.min, Math.ceil(miles))) };
  return useQuery({ ...apiQuery(getSurroundings, asked), staleTime: DAY, placeholderData: keepPreviousData });
}
