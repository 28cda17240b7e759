import { getMe } from '@folkmoot/contract/accounts/api.ts';
import { findPlace, getSurroundings, searchPlaces } from '@folkmoot/contract/places/api.ts';
import { distanceMiles } from '@folkmoot/contract/places/rules.ts';
import { refusals } from '@folkmoot/contract/places/schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';
import { createGazetteer, GazetteerUnavailable } from '../core/gazetteer/gazetteer.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const search = async (query: string, limit = 8) => (await world.call(searchPlaces, { query, limit })).data.data;
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
])('a search for %s finds %s', async (query, found) => expect(await first(query)).toBe(found));

test('a complete name comes before a beginning, and a larger place before a smaller one', async () => {
  const found = await search('York', 20);
  expect(found[0]).toMatchObject({ locality: 'York', country: 'United Kingdom' });
  const names = found.map(({ locality }) => locality);
  expect(names.lastIndexOf('York')).toBeLessThan(names.indexOf('Yorkton'));
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

test('a map that takes long does not delay the other calls of the same person', async () => {
  await search('Leeds');
  const ana = await world.person();
  const pid = world.app.gazetteer.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  const maps = Array.from({ length: 7 }, (_, at) =>
    world.call(getSurroundings, { lat: 53.8, lng: -1.5, miles: at + 1 }, ana),
  );
  try {
    expect((await world.call(getMe, {}, ana)).status).toBe(200);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  expect((await Promise.all(maps)).map(({ status }) => status)).toEqual(maps.map(() => 200));
});

test('when the gazetteer’s process ends, waiting searches and the next are answered by a new one', async () => {
  await search('Leeds');
  const { pid } = world.app.gazetteer;
  process.kill(pid ?? 0, 'SIGKILL');
  expect(await Promise.all([first('Leeds'), first('York')])).toEqual([
    'Leeds, England, United Kingdom',
    'York, England, United Kingdom',
  ]);
  expect(world.app.gazetteer.pid).not.toBe(pid);
});

test('an empty search starts the gazetteer’s process for the next', async () => {
  process.kill(world.app.gazetteer.pid ?? 0, 'SIGKILL');
  await expect.poll(() => world.app.gazetteer.pid).toBeUndefined();
  expect(await search('')).toEqual([]);
  expect(world.app.gazetteer.pid).toBeDefined();
});

test('the gazetteer’s process ends when idle, and one that takes too long is replaced', async () => {
  const gazetteer = createGazetteer({ idleMs: 50 });
  await gazetteer.find(1);
  await expect.poll(() => gazetteer.pid).toBeUndefined();
  await gazetteer.close();
  await expect(gazetteer.find(1)).rejects.toThrow(GazetteerUnavailable);
  const slow = createGazetteer({ patienceMs: 1 });
  await expect(slow.find(1)).rejects.toThrow(GazetteerUnavailable);
  await slow.close();
});

test('a stopping server leaves no search waiting', async () => {
  const gazetteer = createGazetteer();
  const asked = gazetteer.search('Leeds', 1);
  await gazetteer.close();
  await expect(asked).rejects.toThrow(GazetteerUnavailable);
});

test('no more searches wait than can be answered', async () => {
  const gazetteer = createGazetteer({ waiting: 2 });
  const [one, two, three] = await Promise.allSettled([1, 2, 3].map((id) => gazetteer.find(id)));
  expect([one?.status, two?.status, three?.status]).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  await gazetteer.close();
});

test('a repeated search takes well under 50 ms', async () => {
  await search('l');
  for (const query of ['s', 'san', 'zzzz', 'Springfield, Illinois']) {
    const since = performance.now();
    await world.app.gazetteer.search(query, 8);
    expect(performance.now() - since, query).toBeLessThan(50);
  }
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
