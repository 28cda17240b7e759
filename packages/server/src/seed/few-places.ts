import type { PlaceData } from '../core/gazetteer/gazetteer-data.ts';
import type { Area, Town } from '../core/gazetteer/read-towns.ts';

const TOWNS: Town[] = [
  {
    ...{
      id: 2644688,
      name: 'Leeds',
      country: 'GB',
      region: 'GB.ENG',
      district: 'GB.ENG.H3',
      lat: 53.79648,
      lng: -1.54785,
    },
    ...{ people: 455_123, is_part: false, key: 'leeds', others: ['lids', 'лидс'] },
  },
  {
    ...{
      id: 2618425,
      name: 'Copenhagen',
      country: 'DK',
      region: 'DK.17',
      district: 'DK.17.101',
      lat: 55.67594,
      lng: 12.56553,
    },
    ...{ people: 1_153_615, is_part: false, key: 'copenhagen', others: ['kobenhavn', 'kopenhagen'] },
  },
];
const AREAS: Area[] = [
  { code: 'GB', name: 'United Kingdom', key: 'united kingdom' },
  { code: 'GB.ENG', name: 'England', key: 'england' },
  { code: 'DK', name: 'Denmark', key: 'denmark' },
];

/** Two towns for tests: a database of each test is not filled with the whole world. */
export const fewPlaces: PlaceData = {
  revision: 1,
  async *read() {
    yield { rows: 'towns', json: JSON.stringify(TOWNS) };
    yield { rows: 'areas', json: JSON.stringify(AREAS) };
  },
};
