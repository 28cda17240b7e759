import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { completeUpload, discardUpload } from '@folkmoot/contract/media/api.ts';
import { WORK_MS_AN_HOUR } from '@folkmoot/contract/media/schema.ts';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { testServer } from '../../test/database.ts';
import { type MediaWorld, openMediaWorld, photograph } from '../../test/media.ts';
import { ALL } from '../../test/scope.ts';
import { type Db, firstRow } from '../core/db/db.ts';
import { insertWork, takeNext } from './work-store.ts';

const waitingForLocks = async (db: Db): Promise<number | undefined> =>
  (
    await firstRow(
      db,
      sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
  )?.count;

const STORES = ALL ? (['disk', 'bucket'] as const) : (['disk'] as const);

let world: MediaWorld;
afterEach(() => world.close());

/** Circles through noisy filters: minutes of work in a kilobyte. */
const slow = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1600"><filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="200"/><feMorphology radius="90"/></filter>${'<rect width="1600" height="1600" filter="url(#f)"/>'.repeat(20)}</svg>`,
);

test.runIf(ALL).each(STORES)(
  'drawings that take minutes do not delay another person’s picture, with files on a %s',
  async (store) => {
    world = await openMediaWorld(store);
    const [mallory, ana] = [await world.person(), await world.person()];
    const drawings: string[] = [];
    for (let n = 0; n < 6; n += 1)
      drawings.push((await world.upload(mallory, slow, { fileName: 'slow.svg', mimeType: 'image/svg+xml' })).id);
    const { id } = await world.upload(ana, await photograph(), { type: 'avatar' });
    expect(await world.settled(ana, id)).toMatchObject({ state: 'ready' });
    // In one queue all six would have been done before it.
    const states = await Promise.all(
      drawings.map(async (attachmentId) => (await world.call(completeUpload, { attachmentId }, mallory)).data.state),
    );
    expect(states.filter((state) => state === 'processing').length).toBeGreaterThan(2);
  },
);

test('the person who has used least is next, one file at a time, even after deleting what was made', async () => {
  world = await openMediaWorld('disk');
  await world.app.jobs.stop();
  const now = world.clock.now();
  const [busy, calm] = [await world.person(), await world.person()];
  const mine = await world.upload(busy, await photograph());
  const second = await world.upload(busy, await photograph());
  const theirs = await world.upload(calm, await photograph());
  await insertWork(world.db, busy.id, 60_000, now);
  const next = async (at: Date) => (await takeNext(world.db, at))?.id;
  expect(await next(now)).toBe(theirs.id);
  expect(await next(now)).toBe(mine.id);
  expect(await next(now)).toBeUndefined();
  // A process that died does not block a file for ever.
  const later = new Date(now.getTime() + 4 * 60_000);
  expect([await next(later), await next(later)].sort()).toEqual([mine.id, theirs.id].sort());
  expect(second.id).not.toBe(mine.id);
});

// PGlite has one connection: nothing is locked by another.
test.runIf(testServer)(
  'files of a message that is being sent are waited for, and a deleted one is passed over',
  async () => {
    world = await openMediaWorld('disk');
    await world.app.jobs.stop();
    const ana = await world.person();
    const [first, second] = [await world.upload(ana, await photograph()), await world.upload(ana, await photograph())];
    const [locked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const sending = world.db.transaction().execute(async (tx) => {
      await sql`select id from files where owner_id = ${ana.id} for update`.execute(tx);
      await sql`update files set deleted_at = ${world.clock.now()} where id = ${first.id}`.execute(tx);
      locked.resolve();
      await gate.promise;
    });
    await locked.promise;
    const taken = takeNext(world.db, world.clock.now());
    await expect.poll(() => waitingForLocks(world.db)).toBe(1);
    gate.resolve();
    await sending;
    expect((await taken)?.id).toBe(second.id);
  },
);

test('a person whose pictures took three minutes of processing waits until an hour has passed', async () => {
  world = await openMediaWorld('disk');
  const ana = await world.person();
  await insertWork(world.db, ana.id, WORK_MS_AN_HOUR, world.clock.now());
  await expect(world.upload(ana, await photograph())).rejects.toThrow('uploaded many large pictures in the last hour');
  expect((await world.upload(ana, Buffer.from('a text'), { mimeType: 'text/plain' })).state).toBe('ready');
  world.clock.moveBy(3_700_000);
  expect((await world.upload(ana, await photograph())).state).toBe('processing');
});

test.each(STORES)('a person has a quota, and deleting files makes room, with files on a %s', async (store) => {
  world = await openMediaWorld(store, { STORAGE_PER_PERSON_MB: '1' });
  const ana = await world.person();
  const text = (size: number) => Buffer.alloc(size, 'a');
  await world.upload(ana, text(700_000), { mimeType: 'text/plain' });
  const { id } = await world.upload(ana, text(250_000), { mimeType: 'text/plain' });
  const full = await world.begin(ana, text(100_000), { mimeType: 'text/plain' });
  expect([full.status, full.problem]).toEqual([
    409,
    {
      statusCode: 409,
      code: 'media.storage-full',
      message: 'You have used all of your 1 MB of storage. Delete files you sent to make room.',
      fields: { size: 'You have used all of your 1 MB of storage. Delete files you sent to make room.' },
    },
  ]);
  const other = await world.person();
  expect((await world.begin(other, text(100_000), { mimeType: 'text/plain' })).status).toBe(200);
  await world.call(discardUpload, { attachmentId: id }, ana);
  expect((await world.begin(ana, text(100_000), { mimeType: 'text/plain' })).status).toBe(200);
});

test('a quota holds for many uploads that begin at once', async () => {
  world = await openMediaWorld('disk', { STORAGE_PER_PERSON_MB: '1' });
  const ana = await world.person();
  const text = Buffer.alloc(600_000, 'a');
  const begun = await Promise.all(Array.from({ length: 8 }, () => world.begin(ana, text, { mimeType: 'text/plain' })));
  expect(begun.filter(({ status }) => status === 200)).toHaveLength(1);
});

test.each(STORES)(
  'with a scanner configured, nobody gets a file before it was scanned, with files on a %s',
  async (store) => {
    const daemon = createServer((socket) => {
      let given = '';
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        given += data.toString('latin1');
        if (given.endsWith('\0\0\0\0')) socket.end(given.includes('EICAR') ? 'stream: Eicar FOUND\0' : 'stream: OK\0');
      });
    }).listen(0, '127.0.0.1');
    await once(daemon, 'listening');
    world = await openMediaWorld(store, { CLAMD_URL: `tcp://127.0.0.1:${(daemon.address() as AddressInfo).port}` });
    const ana = await world.person();
    const clean = await world.upload(ana, Buffer.from('a text'), { mimeType: 'text/plain' });
    const cookie = { cookie: world.cookie(ana) };
    expect(clean.state).toBe('processing');
    expect(await world.settled(ana, clean.id)).toMatchObject({ state: 'ready' });
    const given = await world.get(clean.url, cookie);
    // A bucket serves the bytes itself, at an address that it has signed.
    expect([200, 302]).toContain(given.status);
    if (store === 'disk') expect(await given.text()).toBe('a text');
    const harmful = await world.upload(ana, Buffer.from('an EICAR test'), { mimeType: 'text/plain' });
    expect(await world.settled(ana, harmful.id)).toMatchObject({ state: 'failed' });
    expect((await world.get(harmful.url, cookie)).status).toBe(404);
    // While the scanner is away a file waits.
    daemon.close();
    const waiting = await world.upload(ana, Buffer.from('another text'), { mimeType: 'text/plain' });
    const { data } = await world.call(completeUpload, { attachmentId: waiting.id }, ana);
    expect(data.state).toBe('processing');
    expect((await world.get(waiting.url, cookie)).status).toBe(404);
  },
);
