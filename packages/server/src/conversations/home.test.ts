import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmptyDatabase, type TestDatabase } from '../../test/database.ts';
import { systemClock } from '../core/clock.ts';
import { allRows } from '../core/db/db.ts';
import { migrate, migrationNames } from '../core/db/migrate.ts';
import { newId } from '../core/id.ts';
import { listMentions } from '../inbox/store.ts';
import { listCounts } from './read-state-store.ts';
import { readPage } from './store.ts';

/** The last migration with which a reply knew only its thread, and a mention only its message's position. */
const LAST = '0023_indexes.sql';
const MIGRATIONS = join(import.meta.dirname, '../../migrations');

let at: TestDatabase;
let older: string;
const [ana, ben, group, root, reply] = [newId(), newId(), newId(), newId(), newId()];

beforeAll(async () => {
  at = await openEmptyDatabase();
  older = mkdtempSync(join(tmpdir(), 'folkmoot-migrations-'));
  for (const name of migrationNames().filter((one) => one <= LAST))
    copyFileSync(join(MIGRATIONS, name), join(older, name));
  await migrate(at.database, systemClock, { folder: older });
  await fill();
});
afterAll(async () => {
  rmSync(older, { recursive: true });
  await at.done();
});

/** A group with a message, and a thread under it with a reply, as they were written until then. */
async function fill(): Promise<void> {
  const { db } = at.database;
  const now = new Date('2026-11-01T10:00:00Z');
  for (const [id, name] of [
    [ana, 'ana'],
    [ben, 'ben'],
  ] as const)
    await sql`insert into users (id, email, name, first_name, last_name, username, created_at, updated_at)
      values (${id}, ${`${name}@example.org`}, ${name}, ${name}, '', ${name}, ${now}, ${now})`.execute(db);
  await sql`insert into conversations (id, type, open_to, parent_id, root_seq, version, last_seq, created_at)
    values (${group}, 'group', 'members', null, null, 2, 1, ${now}), (${root}, 'thread', 'members', ${group}, 1, 3, 2, ${now})`.execute(
    db,
  );
  await sql`insert into conversation_members (conversation_id, user_id, read_seq, joined_at)
    values (${group}, ${ana}, 1, ${now}), (${group}, ${ben}, 1, ${now}), (${root}, ${ana}, 0, ${now}), (${root}, ${ben}, 2, ${now})`.execute(
    db,
  );
  await sql`insert into messages (conversation_id, seq, id, version, author_id, client_id, text, reply_count, last_reply_at, repliers, created_at)
    values (${group}, 1, ${root}, 2, ${ana}, ${newId()}, 'The kiln is hot', 1, ${now}, ${[ben]}::uuid[], ${now}),
      (${root}, 2, ${reply}, 3, ${ben}, ${newId()}, 'How hot, @ana?', 0, null, '{}', ${new Date(now.getTime() + 1000)})`.execute(
    db,
  );
  await sql`insert into mentions (user_id, conversation_id, seq) values (${ana}, ${root}, 2)`.execute(db);
  await sql`insert into reactions (conversation_id, message_id, emoji, user_id, created_at) values (${root}, ${reply}, '🔥', ${ana}, ${now})`.execute(
    db,
  );
  await sql`insert into message_edits (conversation_id, message_id, version, text, replaced_at) values (${root}, ${reply}, 3, 'How', ${now})`.execute(
    db,
  );
  await sql`insert into search_marks (conversation_id, version) values (${group}, 2), (${root}, 3)`.execute(db);
  await sql`insert into message_words (id, conversation_id, seq, home_id, created_at, words) values (${reply}, ${root}, 2, ${group}, ${now}, 'hot:2')`.execute(
    db,
  );
}

const TABLES = [
  'conversation_members',
  'messages',
  'message_edits',
  'mentions',
  'reactions',
  'search_marks',
  'message_words',
];

test('a thread that was written when replies knew only their thread gets its parent’s id in every table', async () => {
  const { db } = at.database;
  expect(await migrate(at.database, systemClock)).toEqual(migrationNames().filter((name) => name > LAST));
  for (const table of TABLES) {
    const rows = await allRows(
      db,
      sql`select distinct home_id, conversation_id from ${sql.table(table)} where conversation_id = ${root}`,
    );
    expect({ table, rows }).toEqual({ table, rows: [{ home_id: group, conversation_id: root }] });
  }
  const page = async (conversationId: string) =>
    JSON.parse((await readPage(db, conversationId, ana, {}))?.body ?? '').data;
  expect(await page(group)).toMatchObject([
    { id: root, conversationId: group, seq: 1, thread: { count: 1, people: [ben] } },
  ]);
  expect(await page(root)).toMatchObject([
    { id: reply, conversationId: root, seq: 2, reactions: [{ emoji: '🔥', count: 1, mine: true }] },
  ]);
  const counts = await listCounts(db, ana);
  expect(counts.find(({ conversationId }) => conversationId === root)).toMatchObject({
    unread: 1,
    mentions: 1,
    parentId: group,
  });
  expect((await listMentions(db, ana, undefined)).data.map(({ message }) => message.id)).toEqual([reply]);
});
