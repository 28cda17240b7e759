import { setTimeout } from 'node:timers/promises';
import { findPlace, getSurroundings, searchPlaces } from '@folkmoot/contract/places/api.ts';
import { distanceMiles } from '@folkmoot/contract/places/rules.ts';
import { refusals } from '@folkmoot/contract/places/schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plansOf } from '../../test/plan.ts';
import { openWorld, type World } from '../../test/world.ts';
import { packagedData } from '../core/gazetteer/gazetteer-data.ts';

/** Rows of the names, of which there are some hundreds of thousands. */
const READ_AT_MOST = 1000;

let world: World;
beforeAll(async () => {
  world = await openWorld({}, { placeData: packagedData });
  // Filling the tables takes longer than a search waits.
  while ((await status('Nowhere at all, Leeds')) === 503) await setTimeout(100);
}, 600_000);
afterAll(() => world.close());

const search = async (query: string, limit = 8) => (await world.call(searchPlaces, { query, limit })).data.data;
const status = async (query: string) => (await world.call(searchPlaces, { query })).status;
const first = async (query: string) => {
  const [hit] = await search(query);
  return hit && `${hit.locality}, ${hit.region}, ${hit.country}`;
};

test.each([
  ['Munchen', 'Munich, Bavaria, Germany'],
  ['MÜNCHEN', 'Munich, Bavaria, Germany'],
  ['Sao Paulo', 'São Paulo, São Paulo, Brazil'],
  ['Москва', 'Moscow, Moscow, Russia'],
  ['北京', 'Beijing, Beijing, China'],
  ['القاهرة', 'Cairo, Cairo, Egypt'],
  ['  Stoke   on--trent ', 'Stoke-on-Trent, England, United Kingdom'],
  ['stoke on trent', 'Stoke-on-Trent, England, United Kingdom'],
  ['londo', 'London, England, United Kingdom'],
  ['London', 'London, England, United Kingdom'],
  ['london, canada', 'London, Ontario, Canada'],
  ['Paris, Texas', 'Paris, Texas, United States'],
  ['lodz', 'Łódź, Łódź Voivodeship, Poland'],
  ['Paris, Texas, United States', 'Paris, Texas, United States'],
  ['Boston, US', 'Boston, Massachusetts, United States'],
])('a search for %s finds %s', async (query, found) => expect(await first(query)).toBe(found));

test('a complete name comes before a beginning, and a larger place before a smaller one', async () => {
  const found = await search('York', 20);
  expect(found[0]).toMatchObject({ locality: 'York', country: 'United Kingdom' });
  const names = found.map(({ locality }) => locality);
  expect(names.lastIndexOf('York')).toBeLessThan(names.indexOf('Yorkton'));
});

test.each([
  ['Kopenhagn', 'Copenhagen'],
  ['Copenhgen', 'Copenhagen'],
  ['Manchster', 'Manchester'],
  ['Birmigham, England', 'Birmingham'],
])('a search for %s, which no name begins with, finds %s', async (query, name) =>
  expect((await search(query))[0]?.locality).toBe(name),
);

test('a name that resembles nothing finds nothing', async () => {
  for (const query of ['qqqqqqqqq', 'xyz', 'Leeds, Nowhereland', 'zq '.repeat(30)])
    expect(await search(query), query).toEqual([]);
});

test('a place is found once, and a search returns no more places than requested', async () => {
  const found = await search('san', 20);
  expect(found).toHaveLength(20);
  expect(new Set(found.map(({ placeId }) => placeId)).size).toBe(20);
  expect(await search('a', 3)).toHaveLength(3);
});

test.each([
  [''],
  ['   '],
  [',,,'],
  ['\n\t'],
  ['London\tx'],
  ['\n1\t0'],
  ['.*'],
  ["'; drop table users; --"],
  ['\ud800'],
  ['\u202e'],
  ['%'],
  ['🫖'.repeat(50)],
  ['constructor'],
  ['__proto__'],
])('a search for %j breaks nothing', async (query) => {
  const { status } = await world.call(searchPlaces, { query, limit: 5 });
  expect(status).toBe(200);
});

test('an invalid search reports the wrong field', async () => {
  const long = await world.call(searchPlaces, { query: 'x'.repeat(101) });
  expect([long.status, Object.keys(long.problem.fields ?? {})]).toEqual([422, ['query']]);
  expect((await world.call(searchPlaces, { query: 'x', limit: 21 })).status).toBe(422);
  expect((await world.call(getSurroundings, { lat: 91, lng: 0 })).status).toBe(422);
  expect((await world.call(getSurroundings, { lat: 0, lng: 0, miles: 0 })).status).toBe(422);
});

test('a place is returned in full by its id, with the source to credit', async () => {
  const [hit] = await search('Leeds, England');
  const { data } = await world.call(findPlace, { placeId: hit?.placeId ?? '' });
  expect(data.location).toMatchObject({
    locality: 'Leeds',
    administrative_area_level_1: 'England',
    country: 'United Kingdom',
    placeId: hit?.placeId,
    description: '',
  });
  expect(distanceMiles(data.location.latLng ?? { lat: 0, lng: 0 }, { lat: 53.8, lng: -1.55 })).toBeLessThan(2);
  expect(data.attribution.text).toContain('GeoNames');
});

test.each([
  ['geonames:0', 404],
  ['geonames:99999999999999999999', 404],
  ['google:ChIJ', 404],
  ['nonsense', 422],
  ['geonames:1 or 1=1', 422],
])('the id %s is answered with %d', async (placeId, status) =>
  expect((await world.call(findPlace, { placeId })).status).toBe(status),
);

test('a map contains the towns, the coast and the borders around a point, cut to its edges', async () => {
  const { data } = await world.call(getSurroundings, { lat: 50.82, lng: -0.14, miles: 12 });
  expect(data.neighbours[0]?.name).toBe('Brighton');
  expect([data.land.length > 0, data.coast.length > 0]).toEqual([true, true]);
  const points = data.land.flat();
  expect(points.every(([lng, lat]) => Math.abs(lat - 50.82) < 0.25 && Math.abs(lng + 0.14) < 0.45)).toBe(true);
  const border = await world.call(getSurroundings, { lat: 47.55, lng: 7.6, miles: 10 });
  expect(border.data.borders.length).toBeGreaterThan(0);
  expect(border.data.attributions.map(({ text }) => text).join()).toMatch(/GeoNames.*Natural Earth/);
});

test.each([
  ['the 180th meridian', -16.8, 179.99],
  ['the far side of the 180th meridian', -16.8, -179.99],
])('a map over %s shows both sides of it', async (_, lat, lng) => {
  const { data } = await world.call(getSurroundings, { lat, lng, miles: 100 });
  const lngs = data.land.flat().map(([x]) => x);
  expect(Math.min(...lngs)).toBeLessThan(Math.sign(lng) * 180);
  expect(Math.max(...lngs)).toBeGreaterThan(Math.sign(lng) * 180);
  expect(Math.max(...lngs.map((x) => Math.abs(x - lng)))).toBeLessThan(3);
});

test('the south pole is land and the north pole is sea', async () => {
  const south = await world.call(getSurroundings, { lat: -89, lng: 30, miles: 50 });
  const north = await world.call(getSurroundings, { lat: 89, lng: 30, miles: 50 });
  expect([south.data.land.length > 0, north.data.land.length > 0]).toEqual([true, false]);
});

test.each([[90], [-90], [89.9]])('a map at latitude %d can be requested', async (lat) =>
  expect((await world.call(getSurroundings, { lat, lng: 0, miles: 50 })).status).toBe(200),
);

test.each(['s', 'san', 'zzzz', 'Springfield, Illinois'])('a search for %s reads a few of all names', async (query) => {
  const counting = world.countQueries();
  await search(query);
  counting.stop();
  const read = (await plansOf(world.db, counting.queries)).map((plan) => plan.read('place_names'));
  expect(Math.max(...read)).toBeLessThan(READ_AT_MOST);
});

test('searches are limited per address', async () => {
  const limited = await openWorld({ RATE_LIMITS: 'on' });
  const statuses = [];
  for (let call = 0; call < 95; call += 1) statuses.push((await limited.call(searchPlaces, { query: '' })).status);
  expect([statuses[0], statuses[89], statuses[94]]).toEqual([200, 200, 429]);
  await limited.close();
});

test('a gazetteer that does not answer asks people to try again', () => {
  expect(refusals.unavailable).toMatchObject({ status: 503, message: expect.stringContaining('Try again') });
});
