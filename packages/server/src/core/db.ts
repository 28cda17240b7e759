import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { fromPglite, type Db as JobDatabase } from 'pg-boss';
import type { Config } from './config.ts';
import type { Tables } from './tables.ts';

/** A handle for queries: the database itself, or the transaction a command runs in. */
export type Db = Kysely<Tables>;

export type Database = {
  readonly kind: 'pglite' | 'postgres';
  readonly db: Db;
  /** The same database as the job queue speaks to it. */
  readonly forJobs: JobDatabase;
  /** Runs a script of several statements, for migrations. */
  script(sql: string): Promise<void>;
  /** Only the embedded database: its whole folder as one file. */
  readonly pglite: PGlite | undefined;
  close(): Promise<void>;
};

/** Both drivers hand 64-bit counters over as numbers: ours count messages and stay far below 2^53. */
const INT8 = 20;

/** Opens PostgreSQL when `databaseUrl` is set, else PGlite in the data folder. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databasePool' | 'dataDir'>,
): Promise<Database> {
  if (config.databaseUrl !== undefined) return openPostgres(config.databaseUrl, config.databasePool);
  const folder = join(config.dataDir, 'database');
  mkdirSync(folder, { recursive: true });
  return openPglite(await PGlite.create(folder, { parsers: { [INT8]: Number } }));
}

/** An embedded database in memory, loaded from a dump where one is given: for tests. */
export async function openMemory(dump?: Blob): Promise<Database> {
  return openPglite(await PGlite.create({ parsers: { [INT8]: Number }, ...(dump ? { loadDataDir: dump } : {}) }));
}

function openPglite(pglite: PGlite): Database {
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
  return {
    kind: 'pglite',
    db,
    forJobs: fromPglite(pglite),
    script: async (sql) => void (await pglite.exec(sql)),
    pglite,
    close: async () => {
      if (!pglite.closed) await pglite.close();
    },
  };
}

function openPostgres(connectionString: string, max: number): Database {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 ? Number : pg.types.getTypeParser(oid, format ?? 'text'),
  };
  const pool = new pg.Pool({
    connectionString,
    max,
    Client: PreparingClient,
    types: types as never,
    // Without this the planner walks the wrong index for the newest messages of a conversation, nine times
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
    script: async (sql) => void (await pool.query(sql)),
    pglite: undefined,
    close: () => db.destroy(),
  };
}

/** A script of several statements answers with one result each: the rows of all of them count. */
function firstResult(result: pg.QueryResult | pg.QueryResult[]): { rows: unknown[] } {
  return Array.isArray(result) ? { rows: result.flatMap((one) => one.rows) } : result;
}

/**
 * Names each distinct SQL text, so that PostgreSQL parses and plans it once per connection.
 * Kysely sends texts without a name; statements here never vary in length (`= any($1)`, not `in (…)`).
 */
class PreparingClient extends pg.Client {
  // The overloads of `query` are many; only the form that Kysely uses is renamed, the rest passes through.
  // biome-ignore lint/suspicious/noExplicitAny: mirrors the signature of pg's own method
  override query(...given: any[]): any {
    const [text, values] = given;
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0 && typeof given[2] !== 'function') {
      return super.query({ name: nameFor(text), text, values });
    }
    return super.query(...(given as [string]));
  }
}

const names = new Map<string, string>();

function nameFor(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `q${names.size}`;
  names.set(text, name);
  return name;
}

/** The first row of a raw query, or undefined. */
export async function firstRow<Row>(db: Db, query: RawBuilder<Row>): Promise<Row | undefined> {
  return (await query.execute(db)).rows[0];
}

/** All rows of a raw query. */
export async function allRows<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(db)).rows;
}

/** Fails where the database does not answer. */
export async function reach(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/** True where `error` is the database refusing a second row under the named unique constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === constraint;
}
