import * as api from '@folkmoot/contract/places/api.ts';
import { LIMITS, type MapService, refusals } from '@folkmoot/contract/places/schema.ts';
import type { Db } from '../core/db/db.ts';
import { assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import type { Log } from '../core/log.ts';
import { type PlaceSource, Unanswered } from './actions.ts';
import { surroundingsOf } from './gazetteer-actions.ts';
import type { Loading } from './loading-actions.ts';

type Parts = { source: PlaceSource; map: MapService | null; loading: Loading; db: Db; log: Log };

const GEONAMES = { text: 'Places by GeoNames, CC BY 4.0', url: 'https://www.geonames.org/' };
const NATURAL_EARTH = { text: 'Outlines by Natural Earth', url: 'https://www.naturalearthdata.com/' };

/** Calls about places. Those that find some may wait, for another service or for the tables to be filled. */
export function locationHandlers({ source, map, loading, db, log }: Parts): Binding[] {
  const orUnavailable = (error: unknown): never => {
    if (!(error instanceof Unanswered)) throw error;
    log.warn({ err: error }, 'places could not be looked up');
    refuse(refusals.unavailable);
  };
  return [
    handle(
      api.searchPlaces,
      async ({ query: { query, limit, session } }) => {
        if (query.trim() === '') {
          source.wake();
          return { data: [], attribution: source.attribution };
        }
        const data = await source.search(query, limit, session).catch(orUnavailable);
        return { data, attribution: source.attribution };
      },
      { outside: true },
    ),
    handle(
      api.findPlace,
      async ({ params, query }) => {
        const location = await source.find(params.placeId, query.session).catch(orUnavailable);
        return { location: assertFound(location, refusals.unknown), attribution: source.attribution };
      },
      { outside: true },
    ),
    handle(api.getMapService, async () => ({ map })),
    handle(
      api.getSurroundings,
      async ({ query: { lat, lng, miles } }) => {
        await loading.ready().catch(orUnavailable);
        const around = await surroundingsOf(db, { lat, lng, miles, limit: LIMITS.neighbours });
        return { ...around, attributions: [GEONAMES, NATURAL_EARTH] };
      },
      { outside: true },
    ),
  ];
}
