import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { fromPglite, type Db as JobDatabase } from 'pg-boss';
import type { Config } from '../config.ts';
import { checkPostgres } from './connect.ts';
import { closeToOthers, type FolderLock, lockFolder, openDataFolder } from './data-folder.ts';
import type { Tables } from './tables.ts';

/** A handle for queries: the database itself, or the transaction a command runs in. */
export type Db = Kysely<Tables>;

export type Database = {
  readonly kind: 'pglite' | 'postgres';
  readonly db: Db;
  /** The same database as the job queue speaks to it. */
  readonly forJobs: JobDatabase;
  /** Only the embedded database: its whole folder as one file. */
  readonly pglite: PGlite | undefined;
  /** Only the embedded database on disk: what keeps other processes out of its folder. */
  readonly lock: FolderLock | undefined;
  close(): Promise<void>;
};

/** A running server's name, in the lock of the data folder and among PostgreSQL's connections. */
export const SERVER = 'the server';

function nameOf(purpose: string): string {
  return `folkmoot: ${purpose}`;
}

/** Both drivers return 64-bit counters as numbers: ours count messages and stay far below 2^53. */
const INT8 = 20;

type Opening = {
  /** What this process is, as told to another one that wants the embedded database too. */
  purpose?: string;
  /** Fills a new embedded database. It gets its name only once it is complete, so a failure leaves nothing behind. */
  fill?: (database: Database) => Promise<void>;
};

/**
 * Opens PostgreSQL when `databaseUrl` is set, else PGlite in the data folder, for this process alone.
 *
 * @throws ConfigError if PostgreSQL cannot be reached; FolderInUse if another process has the folder.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databasePool' | 'dataDir'>,
  { purpose = 'another command', fill }: Opening = {},
): Promise<Database> {
  openDataFolder(config.dataDir);
  if (config.databaseUrl !== undefined) {
    await checkPostgres(config.databaseUrl);
    return openPostgres(config.databaseUrl, config.databasePool, purpose);
  }
  const lock = lockFolder(config.dataDir, purpose);
  try {
    const folder = databaseFolder(config.dataDir);
    if (!existsSync(folder)) await createFolder(folder, fill);
    return openPglite(await openFolder(folder), { folder, lock });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** True where the data folder has no embedded database yet. */
export function isNew({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): boolean {
  return databaseUrl === undefined && !existsSync(databaseFolder(dataDir));
}

function databaseFolder(dataDir: string): string {
  return join(dataDir, 'database');
}

/** A database that was only half made, because its process was killed, is made again. */
async function createFolder(folder: string, fill: Opening['fill']): Promise<void> {
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const database = openPglite(await openFolder(unfinished), { folder: unfinished });
  try {
    await fill?.(database);
  } catch (error) {
    await database.close();
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
  await database.close();
  renameSync(unfinished, folder);
}

async function openFolder(folder: string): Promise<PGlite> {
  const pglite = await PGlite.create(folder, { parsers: { [INT8]: Number } });
  closeToOthers(folder);
  return pglite;
}

/** An embedded database in memory, optionally loaded from a dump: for tests. */
export async function openMemory(dump?: Blob): Promise<Database> {
  return openPglite(await PGlite.create({ parsers: { [INT8]: Number }, ...(dump ? { loadDataDir: dump } : {}) }));
}

function openPglite(pglite: PGlite, { folder, lock }: { folder?: string; lock?: FolderLock } = {}): Database {
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
  return {
    kind: 'pglite',
    db,
    forJobs: fromPglite(pglite),
    pglite,
    lock,
    close: async () => {
      if (!pglite.closed) await pglite.close();
      if (folder) closeToOthers(folder);
      lock?.release();
    },
  };
}

function openPostgres(connectionString: string, max: number, purpose: string): Database {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 ? Number : pg.types.getTypeParser(oid, format ?? 'text'),
  };
  const pool = new pg.Pool({
    connectionString,
    max,
    application_name: nameOf(purpose),
    Client: PreparingClient,
    types: types as never,
    // Without this the planner uses the wrong index for the newest messages of a conversation, nine times
    // slower on a million rows; compiling such short queries costs more than it saves. docs/operations.md.
    options: '-c random_page_cost=1.1 -c jit=off',
  });
  // A connection that drops while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    kind: 'postgres',
    db,
    forJobs: { executeSql: async (text, values) => firstResult(await pool.query(text, values as unknown[])) },
    pglite: undefined,
    lock: undefined,
    close: () => db.destroy(),
  };
}

/** A script of several statements returns one result each: the rows of all of them count. */
function firstResult(result: pg.QueryResult | pg.QueryResult[]): { rows: unknown[] } {
  return Array.isArray(result) ? { rows: result.flatMap((one) => one.rows) } : result;
}

/** Page sizes for which one statement has a name: those that our own pages request. */
const SIZES_AT_MOST = 3;

/**
 * Names for SQL texts. Each named text stays in the memory of every connection, some 400 KB for a list of events, and
 * callers choose how long a page is: of texts that differ only in that, the first few get a name, and of all texts
 * `most`. The rest are sent unnamed.
 */
export function createNames(most: number): { of(text: string): string | undefined } {
  const names = new Map<string, string>();
  const sizes = new Map<string, number>();
  return {
    of(text) {
      const known = names.get(text);
      if (known !== undefined || names.size >= most) return known;
      const shape = text.replace(/\blimit \d+/g, 'limit');
      const count = sizes.get(shape) ?? 0;
      if (count >= SIZES_AT_MOST) return undefined;
      sizes.set(shape, count + 1);
      const name = `q${names.size}`;
      names.set(text, name);
      return name;
    },
  };
}

const statementNames = createNames(1500);

/**
 * Names SQL texts, so that PostgreSQL parses and plans each once per connection.
 * Kysely sends texts without a name; statements here never vary in length (`= any($1)`, not `in (…)`).
 */
class PreparingClient extends pg.Client {
  // The overloads of `query` are many; only the form that Kysely uses is renamed, the rest passes through.
  // biome-ignore lint/suspicious/noExplicitAny: mirrors the signature of pg's own method
  override query(...given: any[]): any {
    const [text, values] = given;
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0 && typeof given[2] !== 'function') {
      const name = statementNames.of(text);
      return super.query(name === undefined ? { text, values } : { name, text, values });
    }
    return super.query(...(given as [string]));
  }
}

/** How many connections running servers have to this PostgreSQL database. */
export async function countServers(db: Db): Promise<number> {
  const row = await firstRow(
    db,
    sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name = ${nameOf(SERVER)}`,
  );
  return row?.count ?? 0;
}

/** The first row of a raw query, or undefined. */
export async function firstRow<Row>(db: Db, query: RawBuilder<Row>): Promise<Row | undefined> {
  return (await query.execute(db)).rows[0];
}

/** All rows of a raw query. */
export async function allRows<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(db)).rows;
}

/** Fails if the database does not answer. */
export async function reach(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/** True if `error` is the database refusing a second row under the named unique constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === constraint;
}
