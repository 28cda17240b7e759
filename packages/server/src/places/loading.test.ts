import { readFileSync } from 'node:fs';
import { findPlace, getSurroundings, searchPlaces } from '@folkmoot/contract/places/api.ts';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';
import { firstRow } from '../core/db/db.ts';
import { type Batch, PACKAGED, type PlaceData } from '../core/gazetteer/gazetteer-data.ts';
import { type KnownTown, merge } from '../core/gazetteer/read-towns.ts';
import { fewPlaces } from '../seed/few-places.ts';
import { Unanswered } from './actions.ts';
import { createLoading, type Loading } from './loading-actions.ts';
import { addRows } from './loading-store.ts';

const open: World[] = [];
const openPlaces = async (placeData: PlaceData = fewPlaces, settings = {}) => {
  const world = await openWorld(settings, { placeData });
  open.push(world);
  return world;
};
/** Loaders of a test's own end with it: one that still waits would fill the database of the next test. */
const loaders: Loading[] = [];
/** What is held back ends too, where a test fails before it opens the gate. */
const gates: PromiseWithResolvers<void>[] = [];
const newGate = () => {
  const gate = Promise.withResolvers<void>();
  gates.push(gate);
  return gate;
};
afterEach(async () => {
  for (const gate of gates.splice(0)) gate.resolve();
  for (const loading of loaders.splice(0)) await loading.stop();
  for (const world of open.splice(0)) await world.close();
});

/** Data that counts how often it is read, and can be held back. */
function counted(revision = 1, hold: Promise<unknown> = Promise.resolve()) {
  const data = {
    revision,
    reads: 0,
    async *read(): AsyncGenerator<Batch> {
      data.reads += 1;
      await hold;
      yield* fewPlaces.read();
    },
  };
  return data;
}

const names = async (world: World, query: string) =>
  (await world.call(searchPlaces, { query })).data.data.map(({ locality }) => locality);
const silent = { error: () => undefined, info: () => undefined } as never;
const loader = (world: World, data: PlaceData, patienceMs?: number) => {
  const parts = { db: world.db, clock: world.clock, log: silent, data };
  const loading = createLoading({ ...parts, ...(patienceMs && { patienceMs }) });
  loaders.push(loading);
  return loading;
};

test('the first search fills the tables, and those that come at the same moment wait for it', async () => {
  const data = counted();
  const world = await openPlaces(data);
  expect(await Promise.all(['Leeds', 'lid', 'Kopenhagn'].map((query) => names(world, query)))).toEqual([
    ['Leeds'],
    ['Leeds'],
    ['Copenhagen'],
  ]);
  expect(await names(world, 'leeds')).toEqual(['Leeds']);
  expect(data.reads).toBe(1);
});

test.each([
  ['20 seconds after the start, the tables of places are filled although nobody has searched', {}, 1],
  ['with PRELOAD_PLACES=off, the tables of places wait for the first search', { PRELOAD_PLACES: 'off' }, 0],
])('%s', async (_, settings, times) => {
  const data = counted();
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const world = await openPlaces(data, settings);
  await world.app.listen();
  const later = timers.mock.calls.filter(([, delay]) => delay === 20_000);
  timers.mockRestore();
  for (const [run] of later) run();
  expect(later).toHaveLength(times);
  await expect.poll(() => data.reads).toBe(times);
  expect(await names(world, 'leeds')).toEqual(['Leeds']);
  expect(data.reads).toBe(1);
});

test('an empty search begins to fill the tables and does not wait', async () => {
  const world = await openPlaces();
  expect(await names(world, '')).toEqual([]);
  await expect
    .poll(
      async () => (await firstRow(world.db, sql<{ count: number }>`select count(*)::int as count from places`))?.count,
    )
    .toBe(2);
});

test('a search before the tables are full asks people to try again, and a later one is answered', async () => {
  const gate = newGate();
  const world = await openPlaces();
  const loading = loader(world, counted(1, gate.promise), 20);
  await expect(loading.ready()).rejects.toThrow(Unanswered);
  gate.resolve();
  await expect
    .poll(() =>
      loading.ready().then(
        () => 'ready',
        () => 'waiting',
      ),
    )
    .toBe('ready');
});

test('two processes that begin at the same moment read the data once', async () => {
  const world = await openPlaces();
  const data = counted();
  await Promise.all([loader(world, data).ready(), loader(world, data).ready(), loader(world, data).ready()]);
  expect(data.reads).toBe(1);
  expect(await names(world, 'Leeds')).toEqual(['Leeds']);
});

test('another process takes over from one that has fallen silent, and late rows of the first one are not added', async () => {
  const world = await openPlaces();
  const stuck = counted(1, newGate().promise);
  loader(world, stuck).begin();
  await expect.poll(() => stuck.reads).toBe(1);
  const { load_id: first } = (await firstRow(world.db, sql<{ load_id: string }>`select load_id from place_loads`)) ?? {
    load_id: '',
  };
  const waiting = loader(world, fewPlaces, 50);
  await expect(waiting.ready()).rejects.toThrow(Unanswered);
  world.clock.moveBy(61_000);
  await loader(world, fewPlaces).ready();
  const late: Batch = { rows: 'areas', json: JSON.stringify([{ code: 'XX', name: 'Late', key: 'late' }]) };
  expect(await addRows(world.db, first, late, world.clock.now())).toBe(false);
  expect(await firstRow(world.db, sql`select code from place_areas where code = 'XX'`)).toBeUndefined();
});

test('data of a later revision replaces the rows, and an earlier one changes nothing', async () => {
  const world = await openPlaces();
  await loader(world, counted(1)).ready();
  const newer: PlaceData = {
    revision: 2,
    async *read() {
      yield { rows: 'areas', json: '[]' };
    },
  };
  const before = loader(world, counted(1));
  await before.ready();
  await loader(world, newer).ready();
  expect((await firstRow(world.db, sql<{ count: number }>`select count(*)::int as count from places`))?.count).toBe(0);
  const older = counted(1);
  await loader(world, older).ready();
  expect(older.reads).toBe(0);
});

test('after a crash, which empties unlogged tables, they are filled again', async () => {
  const world = await openPlaces();
  await loader(world, fewPlaces).ready();
  await sql`truncate place_loads, places, place_names, place_areas, place_outlines`.execute(world.db);
  await loader(world, fewPlaces).ready();
  expect(await names(world, 'Leeds')).toEqual(['Leeds']);
  const { rows } = await sql<{ relpersistence: string }>`select distinct relpersistence from pg_class
    where relname in ('place_loads', 'places', 'place_names', 'place_areas', 'place_outlines')`.execute(world.db);
  expect(rows).toEqual([{ relpersistence: 'u' }]);
});

test('while a newer server fills the tables, an older one says that the places are not available', async () => {
  const world = await openPlaces();
  expect(await names(world, 'Leeds')).toEqual(['Leeds']);
  const gate = newGate();
  const newer = counted(2, gate.promise);
  loader(world, newer).begin();
  await expect.poll(() => newer.reads).toBe(1);
  // At the same moment: those that come later wait for the newer server for a while.
  const calls = [world.call(searchPlaces, { query: 'Leeds' }), world.call(findPlace, { placeId: 'geonames:2644688' })];
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([503, 503]);
  gate.resolve();
  await expect.poll(async () => (await world.call(searchPlaces, { query: 'Leeds' })).status).toBe(200);
});

test('data that cannot be read is a sentence and a line in the log, and the next search tries again', async () => {
  let tries = 0;
  const world = await openPlaces({
    revision: 1,
    async *read() {
      tries += 1;
      if (tries === 1) throw new Error('The process that reads the places ended with 1.');
      yield* fewPlaces.read();
    },
  });
  const { status, problem } = await world.call(searchPlaces, { query: 'Leeds' });
  expect([status, problem.message]).toEqual([503, 'The place search is not available. Try again in a moment.']);
  expect(await names(world, 'Leeds')).toEqual(['Leeds']);
});

test('a stopping server ends the loading and leaves nobody waiting', async () => {
  const world = await openPlaces();
  const gate = newGate();
  const loading = loader(world, counted(1, gate.promise));
  const refused = expect(loading.ready()).rejects.toThrow(Unanswered);
  const stopped = loading.stop();
  gate.resolve();
  await stopped;
  await refused;
  await expect(loading.ready()).rejects.toThrow(Unanswered);
});

test('a search, a place and a map cost a bounded number of statements', async () => {
  const world = await openPlaces();
  await names(world, 'Leeds');
  const count = world.countQueries();
  await names(world, 'Leeds');
  await world.call(findPlace, { placeId: 'geonames:2644688' });
  await world.call(getSurroundings, { lat: 53.8, lng: -1.5, miles: 10 });
  expect(count.stop()).toBeLessThanOrEqual(4);
});

test('the installed packages are those that the revision stands for', () => {
  const installed = Object.keys(PACKAGED.packages).map((name) => {
    const file = new URL(`../../../../node_modules/${name}/package.json`, import.meta.url);
    return [name, (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version];
  });
  // When a version changes, raise the revision too: databases with an older one load the data again.
  expect(Object.fromEntries(installed)).toEqual(PACKAGED.packages);
});

const known = (id: number, name: string, lat: number, others: string[] = []): KnownTown => ({
  ...{ id, name, lat, lng: 0, country: 'GB', admin1: 'ENG', admin2: '', people: 5000, isPart: false, others },
});
const current = (name: string, lat: number) => ({ name, lat, lng: 0, country: 'GB', admin1: 'ENG', admin2: 'H3' });

test.each([
  ['the same town', current('Leeds', 50), { id: 1, name: 'Leeds', lat: 50 }],
  [
    'a new name at the same point',
    current('New Leeds', 50),
    { id: 1, name: 'New Leeds', lat: 50, others: ['leeds', 'lids'] },
  ],
  ['a corrected point', current('Leeds', 50.05), { id: 1, name: 'Leeds', lat: 50.05 }],
  ['one of its other names nearby', current('Lids', 50.01), { id: 1, name: 'Lids', lat: 50.01, others: ['leeds'] }],
])('a current town is found in the older table by %s', (_, town, found) => {
  const towns = [...merge([known(1, 'Leeds', 50, ['Lids'])], [town])];
  expect(towns).toHaveLength(1);
  expect(towns[0]).toMatchObject({ ...found, people: 5000, district: 'GB.ENG.H3' });
});

test('a town that only one of the two lists has is kept', () => {
  const towns = [...merge([known(1, 'Leeds', 50)], [current('Leeds', 51), current('Leeds', 52)])];
  expect(towns.map(({ name, lat, people }) => [name, lat, people])).toEqual([
    ['Leeds', 51, 0],
    ['Leeds', 52, 0],
    ['Leeds', 50, 5000],
  ]);
  expect(new Set(towns.map(({ id }) => id)).size).toBe(3);
  expect(towns.every(({ id }) => Number.isSafeInteger(id))).toBe(true);
});

test('larger towns are found before the others are there, and a search without a result asks people to try again', async () => {
  const gate = newGate();
  const world = await openPlaces({
    revision: 1,
    async *read() {
      yield* fewPlaces.read();
      yield { rows: 'usable', json: '' };
      await gate.promise;
    },
  });
  expect(await names(world, 'Leeds')).toEqual(['Leeds']);
  expect((await world.call(searchPlaces, { query: 'Little Kiln' })).status).toBe(503);
  gate.resolve();
  await expect.poll(async () => (await world.call(searchPlaces, { query: 'Little Kiln' })).status).toBe(200);
});
