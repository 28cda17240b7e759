import { type EventLocation, NOWHERE } from '@folkmoot/contract/places/schema.ts';
import { type Gazetteer, GazetteerUnavailable, type Locality } from '../core/gazetteer/gazetteer.ts';
import { type PlaceSource, Unanswered } from './actions.ts';

const PREFIX = 'geonames:';

/** Places from GeoNames as bundled: no network, no key. */
export function gazetteerPlaces(gazetteer: Gazetteer): PlaceSource {
  return {
    attribution: { text: 'Places by GeoNames, CC BY 4.0', url: 'https://www.geonames.org/' },
    wake: () => gazetteer.wake(),
    async search(query, limit) {
      const found = await gazetteer.search(query, limit).catch(unanswered);
      return found.map((locality) => ({
        placeId: `${PREFIX}${locality.id}`,
        locality: locality.name,
        region: locality.region || locality.district,
        country: locality.country,
      }));
    },
    async find(placeId) {
      const id = Number(placeId.slice(PREFIX.length));
      if (!placeId.startsWith(PREFIX) || !Number.isSafeInteger(id)) return undefined;
      const locality = await gazetteer.find(id).catch(unanswered);
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

/** For `.catch()`: if the gazetteer cannot answer now it is `Unanswered`, any other error stays one. */
export function unanswered(error: unknown): never {
  throw error instanceof GazetteerUnavailable ? new Unanswered(error.message, { cause: error }) : error;
}
