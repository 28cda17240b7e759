import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmptyDatabase } from '../../../test/database.ts';
import { leaverFixtures } from '../../../test/fixtures/leaving-fixtures.ts';
import { until } from '../../../test/fixtures/until.ts';
import { type Mailbox, openMailbox } from '../../../test/mail.ts';
import { openWorld, type World } from '../../../test/world.ts';
import { backup, restore } from '../../core/db/backup.ts';
import type { Db } from '../../core/db/db.ts';
import { erasedFile, noteErased, readErased } from '../../core/db/erased.ts';
import { migrate } from '../../core/db/migrate.ts';
import { newId } from '../../core/id.ts';
import { createLeaving } from '../../core/leaving.ts';
import { createLog } from '../../core/log.ts';
import { makeChannel, makeCommunity, makePerson } from '../../seed/builders.ts';
import { SLICES } from '../../slices.ts';
import { leavingQueue } from './jobs.ts';
import { emptyAccount, eraseReturned, giveInstallation, isOwnerGone } from './leaving-store.ts';

let mailbox: Mailbox;
let world: World;
const folder = mkdtempSync(join(tmpdir(), 'folkmoot-leaving-'));

beforeAll(async () => {
  mailbox = await openMailbox();
  world = await openWorld({ SMTP_URL: mailbox.url });
  await world.app.jobs.start();
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
  rmSync(folder, { recursive: true });
});

/** The job, on any database, that can be told to stop between two batches. */
const jobOn = (db: Db) =>
  leavingQueue({
    ...{ db, services: world.app.services, leaving: createLeaving(), clock: world.clock, config: world.config },
    waitUntilIdle: async () => true,
    hooks: { signedIn: async () => undefined },
    personalData: SLICES.flatMap(({ personalData = [] }) => personalData),
    log: createLog({ logLevel: 'silent' }),
  });

test('restoring an older backup does not bring back people who have left since', async () => {
  const [stays, leaves] = [await world.person(), await world.person({ firstName: 'Ottoline', username: 'ottoline' })];
  const file = join(folder, 'backup.jsonl.gz');
  await backup(world.database, file, world.clock);
  await leaverFixtures(() => ({ world, mailbox })).leave(leaves);
  const gone = [...readErased(erasedFile(world.config.dataDir))]
    .filter(([, step]) => step === 'gone')
    .map(([id]) => id);
  expect(gone).toEqual([leaves.id]);

  const { database, done } = await openEmptyDatabase();
  const now = world.clock.now();
  let returned = 0;
  const after = async (tx: Db) => {
    returned = await eraseReturned(tx, gone, now);
  };
  await restore(database, file, world.clock, { after });
  expect(returned).toBe(1);
  const people = async () =>
    (await sql<{ id: string; first_name: string }>`select id, first_name from users order by id`.execute(database.db))
      .rows;
  expect((await people()).find(({ id }) => id === leaves.id)?.first_name).toBe('Deleted');
  // The server does the rest when it runs, as after the first time.
  await jobOn(database.db).work({} as never, () => false);
  expect((await people()).some(({ id }) => id === leaves.id)).toBe(false);
  expect((await people()).some(({ id }) => id === stays.id)).toBe(true);
  await done();
});

test('after its owner has left with an older backup, the installation is given to somebody by their address', async () => {
  const { database, done } = await openEmptyDatabase();
  await migrate(database, world.clock);
  const { db } = database;
  const [owner, next, unknown] = [
    await makePerson(db, { firstName: 'Olga', lastName: 'Owner' }),
    await makePerson(db, { email: 'next@folk.example', firstName: 'Nell', lastName: 'Next' }),
    await makePerson(db, { email: 'unknown@folk.example', verified: false }),
  ];
  const ownedBy = async () =>
    (await sql<{ owner_id: string }>`select owner_id from installation`.execute(db)).rows[0]?.owner_id;
  expect([await isOwnerGone(db), await giveInstallation(db, owner.email)]).toEqual([false, 'Olga Owner']);
  expect([await isOwnerGone(db), await ownedBy()]).toEqual([false, owner.id]);
  await db.transaction().execute((tx) => eraseReturned(tx, [owner.id], world.clock.now()));
  expect(await isOwnerGone(db)).toBe(true);
  await jobOn(db).work({} as never, () => false);
  expect(await isOwnerGone(db)).toBe(true);
  for (const email of [owner.email, unknown.email, 'member@deleted.invalid'])
    expect(await giveInstallation(db, email)).toBeUndefined();
  expect(await giveInstallation(db, next.email)).toBe('Nell Next');
  expect([await isOwnerGone(db), await ownedBy()]).toEqual([false, next.id]);
  await done();
});

test('what is left of somebody is erased however often the work is interrupted', async () => {
  const [ann, zeb] = [await world.person(), await makePerson(world.db)];
  const { id: serverId } = await makeCommunity(world.db, ann.id);
  const { conversationId } = await makeChannel(world.db, serverId, zeb.id);
  for (let seq = 1; seq <= 1200; seq += 400)
    await sql`insert into messages (home_id, conversation_id, seq, id, version, author_id, client_id, text, created_at)
      select ${conversationId}, ${conversationId}, n, gen_random_uuid(), n, ${zeb.id}, gen_random_uuid(), 'words', ${world.clock.now()}
      from generate_series(${seq}::int, ${seq + 399}::int) n`.execute(world.db);
  await world.db
    .transaction()
    .execute((tx) => emptyAccount(tx, zeb, { reason: 'Other', ownReason: '' }, world.clock.now()));
  const left = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from messages where author_id = ${zeb.id}`.execute(world.db))
      .rows[0]?.n;
  const open = async () => (await sql`select from departures where user_id = ${zeb.id}`.execute(world.db)).rows.length;
  let runs = 0;
  // Each run ends after a few more batches, as a process does that is killed: what it had begun is not there.
  for (; (await open()) > 0 && runs < 100; runs += 1) {
    let batches = 0;
    await jobOn(world.db).work({} as never, () => {
      batches += 1;
      return batches > 8 + runs * 8;
    });
  }
  expect(runs).toBeGreaterThan(3);
  expect(await left()).toBe(0);
  expect(
    (await sql`select from messages where conversation_id = ${conversationId}`.execute(world.db)).rows.length,
  ).toBe(1200);
});

test('a deletion that was interrupted at its end is settled by the next start', async () => {
  const [committed, not, brought] = [newId(), await world.person(), await world.person()];
  for (const id of [committed, not.id]) await noteErased(world.config.dataDir, 'asked', id, world.clock);
  await noteErased(world.config.dataDir, 'gone', brought.id, world.clock);
  await jobOn(world.db).work({} as never, () => false);
  const known = readErased(erasedFile(world.config.dataDir));
  expect([known.get(committed), known.get(not.id)]).toEqual(['gone', 'kept']);
  // A copy of the database that was put back without our own command.
  await until(async () =>
    expect((await sql`select from users where id = ${brought.id}`.execute(world.db)).rows).toEqual([]),
  );
  expect((await sql`select from users where id = ${not.id}`.execute(world.db)).rows.length).toBe(1);
});

test('who is gone stays so, whatever another process adds', async () => {
  const id = newId();
  for (const step of ['asked', 'gone', 'kept', 'asked'] as const) await noteErased(folder, step, id, world.clock);
  expect(readErased(erasedFile(folder)).get(id)).toBe('gone');
  rmSync(erasedFile(folder));
});

test('a process that starts judges a deletion that is being committed once it is', async () => {
  const person = await makePerson(world.db);
  await noteErased(world.config.dataDir, 'asked', person.id, world.clock);
  let job: Promise<unknown> | undefined;
  await world.db.transaction().execute(async (tx) => {
    const rows = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          tx,
        )
      ).rows.length;
    await emptyAccount(tx, person, { reason: 'Other', ownReason: '' }, world.clock.now());
    job = jobOn(world.db).work({} as never, () => false);
    // With a single connection it waits for that.
    if (world.database.kind === 'postgres') await until(async () => expect(await rows()).toBeGreaterThan(0));
  });
  await job;
  expect(readErased(erasedFile(world.config.dataDir)).get(person.id)).toBe('gone');
});

test('a line that a crash has cut off is left out, and the next one is whole', async () => {
  const [one, other] = [newId(), newId()];
  writeFileSync(erasedFile(folder), `2026-01-01T00:00:00.000Z gone ${one}\n2026-01-01T00:00:01.000Z go`);
  await noteErased(folder, 'gone', other, world.clock);
  expect([...readErased(erasedFile(folder)).keys()]).toEqual([one, other]);
});
