import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Db as JobDatabase } from 'pg-boss';
import { READ_ONLY } from './away.ts';
import type { Db } from './db.ts';
import { PgliteSocket } from './embedded/pglite.ts';
import type { Tables } from './tables.ts';

export type Pool = {
  readonly db: Db;
  /** The same database as the job queue speaks to it. */
  readonly forJobs: JobDatabase;
  close(): Promise<void>;
};

/** A running server's name, in the lock of the data folder and among PostgreSQL's connections. */
export const SERVER = 'the server';

/** The name of a process's connections among those of PostgreSQL. */
export function applicationName(purpose: string): string {
  return `folkmoot: ${purpose}`;
}

/** 64-bit counters are returned as numbers: ours count messages and stay far below 2^53. */
const INT8 = 20;

const CONNECTED_WITHIN_MS = 10_000;

/**
 * Connections to a PostgreSQL.
 *
 * @param max how many there are at most.
 */
export function openPool(connectionString: string, max: number, purpose: string): Pool {
  return poolOf({
    connectionString,
    max,
    // Also for a turn among those of the pool. Nobody waits longer for an answer, and a database that is gone has to be noticed.
    connectionTimeoutMillis: CONNECTED_WITHIN_MS,
    // A host that vanished without a word is noticed by what the system asks it while nothing is under way.
    ...{ keepAlive: true, keepAliveInitialDelayMillis: CONNECTED_WITHIN_MS },
    application_name: applicationName(purpose),
    // Without this the planner uses the wrong index for the newest messages of a conversation, nine times
    // slower on a million rows; compiling such short queries costs more than it saves. docs/operations.md.
    options: '-c random_page_cost=1.1 -c jit=off',
  });
}

/** The only connection that PGlite has. */
export function openPglitePool(pglite: PGlite): Pool {
  return poolOf({
    ...{ max: 1, idleTimeoutMillis: 0, user: 'postgres', database: 'postgres' },
    stream: () => new PgliteSocket(pglite) as never,
  });
}

function poolOf(config: pg.PoolConfig): Pool {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 ? Number : pg.types.getTypeParser(oid, format ?? 'text'),
  };
  const pool = new pg.Pool({ ...config, Client: PreparingClient, types: types as never });
  // A connection that drops while idle is replaced by the pool. One that drops between two statements of a transaction
  // fails the next of them. Without listeners either would end the process.
  pool.on('error', () => undefined);
  const clients = new Set<pg.PoolClient>();
  pool.on('remove', (client) => void clients.delete(client));
  pool.on('connect', (client) => {
    clients.add(client);
    client.on('error', () => undefined);
    // A server that can only be read may have been replaced under the same address: no connection to it is used again.
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY) for (const one of clients) wearOut(one);
    });
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    forJobs: { executeSql: async (text, values) => firstResult(await pool.query(text, values as unknown[])) },
    close: () => db.destroy(),
  };
}

/** Has the pool close a connection when it is given back: as one that was used as often as `maxUses` allows. */
function wearOut(client: pg.PoolClient): void {
  (client as unknown as { _poolUseCount: number })._poolUseCount = Number.POSITIVE_INFINITY;
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
