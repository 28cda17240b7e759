import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Database } from '../src/core/db/db.ts';
import { openDatabase, openMemory } from '../src/core/db/open.ts';
import { newId } from '../src/core/id.ts';
import './schema/collect.ts';

/*
 * Databases of tests' own. They are copies of one that `global-setup.ts` has migrated: on the PostgreSQL of
 * `DATABASE_URL`, else on one that was started for this run, or in memory where `EMBEDDED_DATABASE=pglite` says so.
 */

/** The PostgreSQL that tests make their databases on, and the migrated one that they copy. Without it, PGlite. */
export const testServer =
  process.env.TEST_POSTGRES_URL && process.env.TEST_TEMPLATE
    ? { url: process.env.TEST_POSTGRES_URL, template: process.env.TEST_TEMPLATE }
    : undefined;

export type TestDatabase = {
  database: Database;
  /** Its address; none where it is in memory. */
  url: string | undefined;
  /** Gives it back or drops it. */
  done: () => Promise<void>;
};

/** Databases in memory that are free again: the next test of this process empties one instead of loading another. */
const spare: Database[] = [];
const used = new WeakSet<Database>();

/** A migrated database for this test alone. */
export async function openTestDatabase(): Promise<TestDatabase> {
  if (testServer) return openCopy(testServer.template);
  const database = spare.pop() ?? (await openMemory(new Blob([readFileSync(process.env.MIGRATED_DUMP ?? '')])));
  if (used.has(database)) await empty(database);
  used.add(database);
  const before = await schemaOf(database);
  const done = async () => {
    // A test may have left a trigger or renamed a table: the next one gets another database.
    if (database.pglite?.closed || (await schemaOf(database)) !== before) await database.close();
    else spare.push(database);
  };
  return { database, url: undefined, done };
}

/** A database without a table. */
export async function openEmptyDatabase(): Promise<TestDatabase> {
  if (testServer) return openCopy('template0');
  const database = await openMemory();
  return { database, url: undefined, done: database.close };
}

async function openCopy(template: string): Promise<TestDatabase> {
  const { url, drop } = await createDatabase(template);
  const dataDir = mkdtempSync(join(tmpdir(), 'folkmoot-test-'));
  const database = await openDatabase({ databaseUrl: url, databasePool: 6, dataDir, embeddedDatabase: 'postgres' });
  const done = async () => {
    await database.close();
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { database, url, done };
}

/** A database on the tests' PostgreSQL, for processes that open it themselves. */
export async function createDatabase(
  template: string,
  server: string | undefined = testServer?.url,
): Promise<{ url: string; drop: () => Promise<void> }> {
  if (server === undefined) throw new Error('There is no PostgreSQL to make a database on.');
  const name = `folkmoot_test_${newId().replaceAll('-', '')}`;
  // Copying files is twice as fast as logging every page, where nothing waits for the disk.
  await onServer(server, `create database ${name} template ${template} strategy file_copy`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  return { url, drop: () => onServer(server, `drop database ${name} with (force)`) };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** The names of everything that a test could leave behind and that emptying tables does not remove. */
async function schemaOf({ pglite }: Database): Promise<string> {
  const found = await pglite?.query(`select tgname::text as name from pg_trigger where not tgisinternal
    union all select tgname::text || ' is ' || tgenabled::text from pg_trigger where tgenabled <> 'O'
    union all select relname::text from pg_class where relnamespace = 'public'::regnamespace
    union all select proname::text from pg_proc where pronamespace = 'public'::regnamespace
    union all select conname::text from pg_constraint where connamespace = 'public'::regnamespace
    union all select c.relname || '.' || a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped order by 1`);
  return JSON.stringify(found?.rows);
}

async function empty({ pglite }: Database): Promise<void> {
  if (!pglite) return;
  const { rows } = await pglite.query<{ name: string }>(`select quote_ident(schemaname) || '.' || quote_ident(tablename)
    as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'
      or schemaname = 'jobs' and tablename not in ('version', 'queue')`);
  await pglite.exec(`truncate ${rows.map(({ name }) => name).join(', ')} cascade`);
}
