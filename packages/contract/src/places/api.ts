import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Attribution, EventLocation, LIMITS, MapService, PlaceHit, refusals, Surroundings } from './schema.ts';

/** One search session, from the first letter to the choice: a service that charges bills it as one. */
const Session = z.uuid().optional();

export const searchPlaces = endpoint('GET /api/v1/places', {
  who: 'public',
  perMinute: 90,
  summary:
    'Towns and cities with a name that starts like this, best match first. Regions and countries may follow after commas. An empty query returns nothing and only warms up the search.',
  query: z.object({
    query: z.string().max(LIMITS.query, 'A search cannot exceed 100 characters.'),
    limit: z.coerce.number().int().min(1).max(20).default(LIMITS.results),
    session: Session,
  }),
  returns: z.object({ data: z.array(PlaceHit), attribution: Attribution }),
  refuses: [refusals.unavailable],
});

export const getSurroundings = endpoint('GET /api/v1/places/surroundings', {
  who: 'public',
  perMinute: 60,
  summary: 'Coast, borders and towns around a point, for a small map.',
  query: z.object({
    lat: z.coerce.number().min(-90).max(90),
    lng: z.coerce.number().min(-180).max(180),
    miles: z.coerce.number().min(LIMITS.mapMiles.min).max(LIMITS.mapMiles.max).default(10),
  }),
  returns: Surroundings,
  refuses: [refusals.unavailable],
});

export const getMapService = endpoint('GET /api/v1/places/map', {
  who: 'public',
  summary: 'The service that maps with streets come from; null where the operator has set none.',
  returns: z.object({ map: MapService.nullable() }),
});

export const findPlace = endpoint('GET /api/v1/places/:placeId', {
  who: 'public',
  perMinute: 60,
  summary: 'A search result with its region, country and coordinates.',
  params: { placeId: z.string().regex(/^[a-z]+:[\w-]{1,290}$/, 'This is not a valid place id.') },
  query: z.object({ session: Session }),
  returns: z.object({ location: EventLocation, attribution: Attribution }),
  refuses: [refusals.unknown, refusals.unavailable],
});
