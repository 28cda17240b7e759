import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
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
const EMBEDDED: PGliteOptions = { parsers: { [INT8]: Number }, extensions: { pg_trgm } };

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
  const pglite = await PGlite.create(folder, EMBEDDED);
  closeToOthers(folder);
  return pglite;
}

/** An embedded database in memory, optionally loaded from a dump: for tests. */
export async function openMemory(dump?: Blob): Promise<Database> {
  return openPglite(await PGlite.create({ ...EMBEDDED, ...(dump ? { loadDataDir: dump } : {}) }));
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

/** Statements that a connection keeps prepared: a list of events takes some 400 KB of its memory, others much less. */
const PREPARED_AT_MOST = 250;

/**
 * Prepares SQL texts under a name, so that PostgreSQL parses and plans each once per connection: Kysely sends them
 * without one. When there are too many, the one that was not used for longest is let go.
 */
export class PreparingClient extends pg.Client {
  /** Names by text, the one that was used last at the end. */
  readonly #names = new Map<string, string>();
  #named = 0;

  // The overloads of `query` are many; only the form that Kysely uses is renamed, the rest passes through.
  // biome-ignore lint/suspicious/noExplicitAny: mirrors the signature of pg's own method
  override query(...given: any[]): any {
    const [text, values] = given;
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0 && typeof given[2] !== 'function')
      return super.query({ name: this.#nameOf(text), text, values });
    return super.query(...(given as [string]));
  }

  #nameOf(text: string): string {
    const known = this.#names.get(text);
    if (known !== undefined) this.#names.delete(text);
    else if (this.#names.size >= PREPARED_AT_MOST) this.#letGo();
    // A name is never used twice, so it does not matter when exactly the server lets the old one go.
    const name = known ?? `q${this.#named++}`;
    this.#names.set(text, name);
    return name;
  }

  /** Closes the statement in the same breath as the next one is sent: without a round trip, and also in a failed transaction. */
  #letGo(): void {
    const [oldest] = this.#names;
    if (oldest === undefined) return;
    const [text, name] = oldest;
    this.#names.delete(text);
    const { connection } = this as unknown as { connection: Prepared };
    delete connection.parsedStatements[name];
    delete connection.submittedNamedStatements[name];
    connection.close({ type: 'S', name });
  }
}

/** What pg's connection keeps about named statements; its types leave this out. */
type Prepared = {
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  close(statement: { type: 'S'; name: string }): void;
};

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
