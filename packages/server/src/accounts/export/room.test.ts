import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getExport, startExport } from '@folkmoot/contract/accounts/export-api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openWorld, type World } from '../../../test/world.ts';
import { freeBytes } from '../../core/disk.ts';
import { createFiles, type Files } from '../../core/files/files.ts';
import { newId } from '../../core/id.ts';
import { createLog } from '../../core/log.ts';
import type { SlicePersonalData } from '../../core/personal-data.ts';
import { SLICES } from '../../slices.ts';
import { exportKey } from './export-actions.ts';
import { takeNext } from './export-store.ts';
import { exportQueue } from './jobs.ts';

/* What a copy takes of the disk and what is left on it, with a queue of the test's own: the product's does not run. */

const [MINUTE, DAY] = [60_000, 86_400_000];
const personalData = SLICES.flatMap(({ name, personalData: data }) => (data ? [{ slice: name, ...data }] : []));

let world: World;
let files: Files;
let logged: string[];
beforeAll(async () => {
  world = await openWorld();
  files = createFiles(world.config);
});
beforeEach(() => {
  logged = [];
});
afterAll(() => world.close());

type Some = { reserveMb?: () => number; files?: Files; personalData?: SlicePersonalData[] };

/** Does what is due, once. */
const work = ({ reserveMb = () => 0, ...some }: Some = {}) => {
  const config = Object.defineProperty({ ...world.config }, 'diskReserveMb', { get: reserveMb });
  const write = (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg);
  const { services } = world.app;
  // The emails of a product whose jobs do not run: their queue is not there yet.
  const jobs = { ...services.jobs, enqueue: async () => undefined };
  return exportQueue({
    ...{ db: world.db, services: { ...services, jobs }, clock: world.clock, config, files, personalData },
    ...{ log: createLog({ ...world.config, logLevel: 'warn' }, { write }), appUrl: () => 'https://folk.example' },
    waitUntilIdle: async () => true,
    ...some,
  }).work(undefined as never, () => false);
};
const wanted = async (userId: string) => {
  const id = newId();
  await sql`insert into exports (id, user_id, state, asked_at) values (${id}, ${userId}, 'preparing', ${world.clock.now()})`.execute(
    world.db,
  );
  return id;
};
const rowOf = async (id: string) =>
  (await sql<{ state: string; tries: number }>`select state, tries from exports where id = ${id}`.execute(world.db))
    .rows[0];
const workshop = () => readdirSync(join(world.config.dataDir, 'work/exports'));
const isStored = async (id: string) => (await files.size(exportKey(id))) !== undefined;

test('a copy that no row knows is deleted, and no other', async () => {
  const [id, unknown] = [await wanted((await world.person()).id), newId()];
  await work();
  const path = join(world.config.dataDir, 'files/exports', unknown);
  for (const name of [path, `${path}.part`]) writeFileSync(name, 'restored');
  await work();
  expect([existsSync(path), existsSync(`${path}.part`), await isStored(id)]).toEqual([false, false, true]);
});

test('a copy is not kept if its person leaves while it is being stored, however long that takes', async () => {
  const id = await wanted((await world.person()).id);
  const storeLast = async (path: string, key: string) => {
    await sql`delete from exports where id = ${id}`.execute(world.db);
    return files.storeLast(path, key);
  };
  // As a bucket, in which nothing is listed.
  await work({ files: { ...files, kind: 'bucket', storeLast } as Files });
  expect([await rowOf(id), await isStored(id)]).toEqual([undefined, false]);
});

test('a copy that another process has stored meanwhile stays', async () => {
  const id = await wanted((await world.person()).id);
  const storeLast = async (path: string, key: string) => {
    await sql`update exports set state = 'ready', lease = null, ready_until = ${new Date(world.clock.now().getTime() + DAY)} where id = ${id}`.execute(
      world.db,
    );
    return files.storeLast(path, key);
  };
  await work({ files: { ...files, storeLast } as Files });
  expect([(await rowOf(id))?.state, await isStored(id)]).toEqual(['ready', true]);
});

test('what one that has failed left behind is deleted, once', async () => {
  const id = await wanted((await world.person()).id);
  const path = join(world.config.dataDir, 'files/exports', id);
  writeFileSync(path, 'half');
  await sql`update exports set tries = 5, lease = ${newId()}, leased_until = ${world.clock.now()} where id = ${id}`.execute(
    world.db,
  );
  const removed: string[] = [];
  const remove = async (keys: readonly string[]) => {
    removed.push(...keys);
    await files.remove(keys);
  };
  for (let times = 0; times < 2; times += 1) await work({ files: { ...files, kind: 'bucket', remove } as Files });
  expect([(await rowOf(id))?.state, await isStored(id)]).toEqual(['failed', false]);
  expect(removed.filter((key) => key === exportKey(id)).length).toBe(1);
});

test('without room beside the reserve none is begun: it waits, does not count as a try, and has failed after a day', async () => {
  const id = await wanted((await world.person()).id);
  let asked = 0;
  const full = {
    reserveMb: () => {
      asked += 1;
      return 1e9;
    },
  };
  await work(full);
  expect([await rowOf(id), asked, workshop()]).toEqual([{ state: 'preparing', tries: 0 }, 1, []]);
  expect(logged).toEqual(['a copy of somebody’s data waits until the disk has room']);
  // Not before ten minutes are over.
  await work();
  expect(await rowOf(id)).toEqual({ state: 'preparing', tries: 0 });
  world.clock.moveBy(10 * MINUTE);
  await work(full);
  expect(await rowOf(id)).toEqual({ state: 'preparing', tries: 0 });
  // Others come first.
  const other = await wanted((await world.person()).id);
  await work();
  expect([await rowOf(id), (await rowOf(other))?.state]).toEqual([{ state: 'preparing', tries: 0 }, 'ready']);
  world.clock.moveBy(DAY);
  await work();
  expect([(await rowOf(id))?.state, await isStored(id)]).toEqual(['failed', false]);
});

test('it goes on once there is room', async () => {
  const id = await wanted((await world.person()).id);
  await work({ reserveMb: () => 1e9 });
  world.clock.moveBy(10 * MINUTE);
  await work();
  expect([(await rowOf(id))?.state, await isStored(id), workshop()]).toEqual(['ready', true, []]);
});

test('its files have to fit twice', async () => {
  const [GB, id] = [2 ** 30, await wanted((await world.person()).id)];
  const big = [{ id: newId(), name: 'a.bin', key: 'aa/none', size: 2 * GB }];
  const some = [
    { slice: 'x', tables: {}, files: async (_: unknown, __: string, after?: string) => (after ? [] : big) },
  ];
  const leaving = (bytes: number) => () => (freeBytes(world.config.dataDir) - bytes) / 2 ** 20;
  await work({ personalData: some, reserveMb: leaving(3 * GB) });
  expect([await rowOf(id), workshop()]).toEqual([{ state: 'preparing', tries: 0 }, []]);
  world.clock.moveBy(10 * MINUTE);
  await work({ personalData: some, reserveMb: leaving(5 * GB) });
  expect((await rowOf(id))?.state).toBe('ready');
});

test('one that runs out of room ends at once, and has failed after five times', async () => {
  const id = await wanted((await world.person()).id);
  for (const [nth, state] of ['preparing', 'preparing', 'preparing', 'preparing', 'preparing', 'failed'].entries()) {
    let asked = 0;
    await work({ reserveMb: () => (asked++ === 0 ? 0 : 1e9) });
    expect([nth, await rowOf(id), workshop()]).toEqual([nth, { state, tries: Math.min(nth + 1, 5) }, []]);
    world.clock.moveBy(10 * MINUTE);
  }
});

test('on the same disk it is moved, and not written twice', async () => {
  const path = join(world.config.dataDir, 'work', 'moved.zip');
  writeFileSync(path, 'bytes');
  const { ino } = statSync(path);
  expect(await files.storeLast(path, 'exports/moved')).toBe(5);
  expect(existsSync(path)).toBe(false);
  expect(statSync(join(world.config.dataDir, 'files/exports/moved')).ino).toBe(ino);
});

test.skipIf(!existsSync('/dev/shm'))('from another disk it is copied', async () => {
  const folder = mkdtempSync('/dev/shm/folkmoot-export-');
  writeFileSync(join(folder, 'a.zip'), 'bytes');
  expect(await files.storeLast(join(folder, 'a.zip'), 'exports/copied')).toBe(5);
  expect(await files.size('exports/copied')).toBe(5);
  rmSync(folder, { recursive: true });
});

test('somebody for whom one has failed, or whose process died, comes after the others', async () => {
  const [failed, died, other] = [await world.person(), await world.person(), await world.person()];
  const now = world.clock.now();
  const at = (minutes: number) => new Date(now.getTime() + minutes * MINUTE);
  const rows = [
    [failed, 'failed', -60, 1],
    [failed, 'preparing', -50, 0],
    [failed, 'failed', -70, 1],
    [died, 'preparing', -40, 1],
    [other, 'preparing', -10, 0],
  ] as const;
  for (const [{ id }, state, minutes, tries] of rows)
    await sql`insert into exports (id, user_id, state, asked_at, tries) values (${newId()}, ${id}, ${state}, ${at(minutes)}, ${tries})`.execute(
      world.db,
    );
  const taken = [];
  for (let nth = 0; nth < 3; nth += 1) taken.push((await takeNext(world.db, now))?.userId);
  expect(taken).toEqual([other.id, died.id, failed.id]);
});

test('three may fail in a day', async () => {
  const person = await world.person();
  const ask = () => world.call(startExport, {}, person);
  const fails = { personalData: [{ slice: 'x', tables: {}, files: () => Promise.reject(new Error('It fails.')) }] };
  const askedAt: number[] = [];
  for (let nth = 0; nth < 3; nth += 1) {
    const { status, data } = await ask();
    expect([nth, status]).toEqual([nth, 200]);
    askedAt.push(Date.parse(data.data.askedAt ?? ''));
    await work(fails);
    world.clock.moveBy(60 * MINUTE);
  }
  const refused = await ask();
  expect([refused.status, refused.problem.code]).toEqual([429, 'accounts.export-failed-too-often']);
  const { state, nextAt } = (await world.call(getExport, {}, person)).data.data;
  const free = (askedAt[0] ?? 0) + DAY;
  expect([state, Date.parse(nextAt ?? '')]).toEqual(['failed', free]);
  // A day after the first of them.
  world.clock.moveBy(free - world.clock.now().getTime() - MINUTE);
  expect((await ask()).status).toBe(429);
  world.clock.moveBy(MINUTE);
  expect((await ask()).status).toBe(200);
  await work();
  expect((await world.call(getExport, {}, person)).data.data.state).toBe('ready');
  const { rows } = await sql`select from exports where user_id = ${person.id}`.execute(world.db);
  expect(rows.length).toBe(1);
});
