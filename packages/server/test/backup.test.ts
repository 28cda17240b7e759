import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { removeFromCalendar } from '@folkmoot/contract/calendars/api.ts';
import { listMessages, sendMessage } from '@folkmoot/contract/conversations/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../src/core/clock.ts';
import { backup, restore } from '../src/core/db/backup.ts';
import type { Db } from '../src/core/db/db.ts';
import { openDatabase, openMemory } from '../src/core/db/open.ts';
import { SERVER } from '../src/core/db/pool.ts';
import { newId } from '../src/core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../src/seed/builders.ts';
import { openEmptyDatabase, testServer } from './database.ts';
import { eventFixtures } from './fixtures/event-fixtures.ts';
import { qnaFixtures } from './fixtures/qna-fixtures.ts';
import { openWorld, type World } from './world.ts';

let world: World;
const folder = mkdtempSync(join(tmpdir(), 'folkmoot-backup-'));
const file = join(folder, 'backup.jsonl.gz');

beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const TABLES = [
  'users',
  'servers',
  'aliases',
  'roles',
  'members',
  'invite_codes',
  'conversations',
  'conversation_members',
  'messages',
  'mentions',
  'reactions',
  'channels',
  'categories',
  'audit_log',
  'installation',
  'accounts',
  'events',
  'event_counts',
  'participations',
  'calendars',
  'calendar_entries',
  'qna_settings',
  'qna_people',
  'qna_questions',
  'qna_votes',
  'qna_comments',
];

/** Every row of every table, in one order. */
async function everything(db: Db): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const table of TABLES)
    all[table] = (
      await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(table)} t order by 1`.execute(db)
    ).rows;
  return all;
}

test('a backup restores every row into an empty database, of the other kind too, and only once', async () => {
  const [creator, ana] = [await world.person({ firstName: 'Ågot', lastName: 'Ødegård' }), await world.person()];
  const { id: serverId } = await makeCommunity(world.db, creator.id, {
    description: 'tabs\tand "quotes"\nand lines 🏺',
  });
  await addMembers(world.db, serverId, [ana.id]);
  const channel = await makeChannel(world.db, serverId, creator.id, { members: [creator.id, ana.id] });
  const text = `@${ana.username} ümlaut`;
  await world.call(sendMessage, { conversationId: channel.conversationId, clientId: newId(), text }, creator);
  // More than two batches, so that their seams are crossed: copies of the message that was sent, and of its mention.
  const copies = sql`(select n, gen_random_uuid() as id from generate_series(2, 1100) n)`;
  for (const table of ['messages', 'mentions'])
    await sql`insert into ${sql.table(table)} select (jsonb_populate_record(t, jsonb_build_object(
      'seq', n, 'version', n, 'id', copies.id, 'client_id', copies.id))).* from ${sql.table(table)} t, ${copies} copies`.execute(
      world.db,
    );
  await sql`update conversations set version = 1100, last_seq = 1100 where id = ${channel.conversationId}`.execute(
    world.db,
  );
  // On the calendar of the community, and taken off it: triggers put them there again if a restore lets them.
  const gatherings = eventFixtures(world, creator);
  const events = [await gatherings.published({ serverId }), await gatherings.published({ serverId })];
  const calendarId = events[0]?.calendar_id ?? '';
  const off = await world.call(removeFromCalendar, { calendarId, eventId: events[1]?.id ?? '' }, creator);
  expect(off.status).toBe(200);
  // Triggers count votes again if a restore lets them; and what a question was merged with may come after it.
  const qna = qnaFixtures(world, creator);
  const { id: asked } = await qna.open();
  const merged = await qna.asked(asked, 'Is there tea?', creator);
  const into = await qna.asked(asked, 'Will there be tea?', creator);
  await qna.vote(asked, into, creator);
  await qna.comment(asked, into, 'In the corner', creator);
  expect((await qna.merge(asked, merged, into)).status).toBe(200);
  await backup(world.database, file, systemClock);

  const other = await openMemory();
  expect(await restore(other, file, systemClock)).toBeGreaterThan(2200);
  expect(await everything(other.db)).toEqual(await everything(world.db));
  await expect(restore(other, file, systemClock)).rejects.toThrow('not empty');
  await other.close();
  expect((await world.call(listMessages, { conversationId: channel.conversationId }, ana)).data.version).toBe(1100);
}, 60_000);

test('a database with people in it is replaced only on request, and a failed restore changes nothing', async () => {
  const { database: other, done } = await openEmptyDatabase();
  await restore(other, file, systemClock);
  const before = await everything(other.db);
  // A complete file by its own count, whose last row the database refuses.
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  const end = JSON.parse(lines.pop() ?? '') as { rows: number };
  const broken = join(folder, 'broken.jsonl.gz');
  const repeated = lines.at(-1) ?? '';
  writeFileSync(broken, gzipSync([...lines, repeated, JSON.stringify({ ...end, rows: end.rows + 1 })].join('\n')));
  await expect(restore(other, broken, systemClock, { replace: true })).rejects.toThrow('duplicate key');
  expect(await everything(other.db)).toEqual(before);

  await sql`delete from reactions`.execute(other.db);
  await sql`update users set first_name = 'Changed'`.execute(other.db);
  await restore(other, file, systemClock, { replace: true });
  expect(await everything(other.db)).toEqual(before);
  await done();
});

test('a database with another program’s tables is left alone', async () => {
  const { database: other, done } = await openEmptyDatabase();
  await sql`create table invoices (id int)`.execute(other.db);
  await expect(restore(other, file, systemClock, { replace: true })).rejects.toThrow('tables of another program');
  expect((await sql`select * from invoices`.execute(other.db)).rows).toEqual([]);
  await done();
});

test.runIf(testServer)('a backup is not restored into PostgreSQL while a server runs on it', async () => {
  const running = await openDatabase({ ...world.config, databaseUrl: world.databaseUrl }, { purpose: SERVER });
  await sql`select 1`.execute(running.db);
  await expect(restore(world.database, file, systemClock, { replace: true })).rejects.toThrow('A server is running');
  await running.close();
});

test('a damaged file is refused before anything is written', async () => {
  truncateSync(file, 2000);
  const { database: other, done } = await openEmptyDatabase();
  await expect(restore(other, file, systemClock)).rejects.toThrow();
  await expect(sql`select 1 from users`.execute(other.db)).rejects.toThrow();
  await done();
});
