import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testServer } from '../../../../test/database.ts';
import { ALL } from '../../../../test/scope.ts';
import { addMembers, makeChannel, makeCommunity, makePerson } from '../../../seed/builders.ts';
import { systemClock } from '../../clock.ts';
import { readConfig } from '../../config.ts';
import { newId } from '../../id.ts';
import { createJobs } from '../../jobs/jobs.ts';
import { createLog } from '../../log.ts';
import type { Database, Db } from '../db.ts';
import { migrate } from '../migrate.ts';
import { tablesInOrder } from '../move-rows.ts';
import { convertDatabase, openDatabase } from '../open.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'folkmoot-convert-'));
// Where root runs the tests, PostgreSQL runs as another user, who has to pass through.
chmodSync(dataDir, 0o711);
const settings = (embedded: 'pglite' | 'postgres') => readConfig({ DATA_DIR: dataDir, EMBEDDED_DATABASE: embedded });
const MESSAGES = 1200;

async function prepare(database: Database): Promise<void> {
  await migrate(database, systemClock);
  const jobs = createJobs(database, { log: createLog({ logLevel: 'silent' }) });
  await jobs.start();
  await jobs.stop();
}

/** A community with a session, more messages than one batch of the copy has, and a job that waits. */
async function fill(database: Database): Promise<void> {
  await prepare(database);
  const { db } = database;
  const ana = await makePerson(db, { firstName: 'Ågot "the\tpotter"', lastName: '🏺' });
  const { id: serverId } = await makeCommunity(db, ana.id);
  await addMembers(db, serverId, [(await makePerson(db)).id]);
  const { conversationId } = await makeChannel(db, serverId, ana.id);
  await sql`insert into messages (id, home_id, conversation_id, seq, version, author_id, text, created_at, client_id)
    select gen_random_uuid(), ${conversationId}, ${conversationId}, n, n, ${ana.id}, 'ash ' || n, ${new Date()}, gen_random_uuid()
    from generate_series(1, ${MESSAGES}::int) n`.execute(db);
  const day = 86_400_000;
  const now = new Date();
  const session = { id: newId(), user_id: ana.id, token: newId(), expires_at: new Date(now.getTime() + day) };
  await db
    .insertInto('sessions')
    .values({ ...session, created_at: now, updated_at: now })
    .execute();
  const jobs = createJobs(database, { log: createLog({ logLevel: 'silent' }) });
  jobs.serve([{ name: 'kiln', work: () => new Promise<void>(() => undefined) }]);
  await sql`select jobs.create_queue('kiln', '{"policy":"standard"}'::jsonb)`.execute(db);
  await jobs.enqueue(db, 'kiln', { glaze: 'ash' });
}

/** Every row of every table, in one order. */
async function contentOf(db: Db): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const table of [...(await tablesInOrder(db, ['migrations'])), 'jobs.job', 'jobs.queue']) {
    const { rows } = await sql<{
      row: string;
    }>`select to_jsonb(t)::text as row from ${sql.table(table)} t order by 1`.execute(db);
    all[table] = rows.map(({ row }) => row);
  }
  return all;
}

let before: Awaited<ReturnType<typeof contentOf>>;

beforeAll(async () => {
  if (!(ALL && testServer)) return;
  const database = await openDatabase(settings('pglite'), { fill });
  before = await contentOf(database.db);
  await database.close();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe.runIf(ALL && testServer)('moving from PGlite to PostgreSQL', () => {
  test('a folder of PGlite is opened as it is, and the operator is told of the command', async () => {
    const said: string[] = [];
    const database = await openDatabase(settings('postgres'), { say: (text) => said.push(text) });
    expect(database.kind).toBe('pglite');
    expect(said).toEqual([expect.stringContaining('npm run db -- convert')]);
    await database.close();
  });

  test('a conversion that fails leaves PGlite as it was', async () => {
    await expect(
      convertDatabase(settings('postgres'), 'a test', () => Promise.reject(new Error('no'))),
    ).rejects.toThrow('no');
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres'))).toEqual([]);
    expect(existsSync(join(dataDir, 'database'))).toBe(true);
  });

  test('everything is moved, with sessions and the work that waits, and the old files are kept', async () => {
    const { rows, old } = await convertDatabase(settings('postgres'), 'a test', prepare);
    const database = await openDatabase(settings('postgres'));
    expect(database.kind).toBe('postgres');
    const after = await contentOf(database.db);
    expect(after).toEqual(before);
    expect(after.messages).toHaveLength(MESSAGES);
    expect(after.sessions).toHaveLength(1);
    expect(after['jobs.job']).toEqual([expect.stringContaining('"glaze": "ash"')]);
    expect(rows).toBe(Object.values(after).flat().length);
    await database.close();
    expect(readdirSync(old)).toContain('PG_VERSION');
    await expect(convertDatabase(settings('postgres'), 'a test', prepare)).rejects.toThrow('already has a PostgreSQL');
  });
});
