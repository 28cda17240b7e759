import { type EventLocation, NOWHERE, type Surroundings } from '@folkmoot/contract/places/schema.ts';
import type { Db } from '../core/db/db.ts';
import {
  boxOf,
  cutLine,
  cutRing,
  isSeam,
  type Lines,
  rounded,
  turnsInto,
  withMargin,
} from '../core/gazetteer/clipping.ts';
import { nameKey } from '../core/gazetteer/name-key.ts';
import type { PlaceSource } from './actions.ts';
import type { Loading } from './loading-actions.ts';
import { AREAS, findPlace, type Locality, listNeighbours, listOutlines, searchPlaces, searchSimilar } from './store.ts';

const PREFIX = 'geonames:';
/** Shorter names have too few trigrams to tell a typing error from another name; longer ones no place has. */
const SIMILAR = { from: 4, to: 30 };

/** Places from GeoNames in the database: no network, no key. */
export function gazetteerPlaces(db: Db, loading: Loading): PlaceSource {
  return {
    attribution: { text: 'Places by GeoNames, CC BY 4.0', url: 'https://www.geonames.org/' },
    wake: () => loading.begin(),
    async search(query, limit) {
      await loading.ready();
      const [name = '', ...others] = query.split(',').map(nameKey);
      if (name === '') return [];
      const asked = { name, areas: others.filter((area) => area !== '').slice(0, AREAS), limit };
      const found = await searchPlaces(db, asked);
      const tooShort = name.length < SIMILAR.from || name.length > SIMILAR.to;
      const shown = found.length > 0 || tooShort ? found : await searchSimilar(db, asked);
      if (shown.length === 0) await loading.check();
      return shown.map((locality) => ({
        placeId: `${PREFIX}${locality.id}`,
        locality: locality.name,
        region: locality.region || locality.district,
        country: locality.country,
      }));
    },
    async find(placeId) {
      const id = Number(placeId.slice(PREFIX.length));
      if (!placeId.startsWith(PREFIX) || !Number.isSafeInteger(id)) return undefined;
      await loading.ready();
      const locality = await findPlace(db, id);
      if (locality === undefined) await loading.check();
      return locality && locationOf(locality);
    },
  };
}

function locationOf({ id, name, region, district, country, lat, lng }: Locality): EventLocation {
  return {
    ...NOWHERE,
    locality: name,
    administrative_area_level_1: region,
    administrative_area_level_2: district,
    country,
    latLng: { lat, lng },
    placeId: `${PREFIX}${id}`,
  };
}

/** Land, borders and at most `limit` towns within a square with this many miles from its middle to its edges. */
export async function surroundingsOf(
  db: Db,
  { lat, lng, miles, limit }: { lat: number; lng: number; miles: number; limit: number },
): Promise<Omit<Surroundings, 'attributions'>> {
  const box = boxOf(lat, lng, miles);
  const edge = withMargin(box);
  const [outlines, neighbours] = await Promise.all([listOutlines(db, edge), listNeighbours(db, box, limit)]);
  const lines: { land: Lines; coast: Lines; border: Lines } = { land: [], coast: [], border: [] };
  for (const { kind, points, ...around } of outlines) {
    const line = pointsIn(points);
    for (const turn of turnsInto(around, edge)) {
      if (kind === 'border') lines.border.push(...cutLine(line, edge, turn));
      else {
        lines.land.push(cutRing(line, edge, turn));
        lines.coast.push(...cutLine(line, edge, turn, isSeam));
      }
    }
  }
  return {
    land: lines.land.filter((ring) => ring.length > 2).map(rounded),
    coast: lines.coast.map(rounded),
    borders: lines.border.map(rounded),
    neighbours,
  };
}

/** A copy at an address that a view of 32-bit numbers may begin at. */
function pointsIn(bytes: Buffer): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer);
}
