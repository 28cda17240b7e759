import type { PGlite } from '@electric-sql/pglite';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { FolderLock } from './data-folder.ts';
import { applicationName, type Pool, SERVER } from './pool.ts';
import type { Tables } from './tables.ts';

/** A handle for queries: the database itself, or the transaction a command runs in. */
export type Db = Kysely<Tables>;

export type Database = Pool & {
  readonly kind: 'pglite' | 'postgres';
  /** Only PGlite: the database itself, for its files. */
  readonly pglite: PGlite | undefined;
  /** Only a database in the data folder: what keeps other processes out of that folder. */
  readonly lock: FolderLock | undefined;
};

/** How many connections running servers have to this PostgreSQL database. */
export async function countServers(db: Db): Promise<number> {
  const row = await firstRow(
    db,
    sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name = ${applicationName(SERVER)}`,
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

/**
 * Whether it may be written to: a standby, and a database that somebody has set so, can only be read.
 *
 * @throws if it does not answer.
 */
export async function mayWrite(db: Db): Promise<boolean> {
  const row = await firstRow(db, sql<{ only: string }>`select current_setting('transaction_read_only') as only`);
  return row?.only !== 'on';
}

/** True if `error` is the database refusing a second row under the named unique constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === constraint;
}

/** Counts end here: more is "99+" everywhere. */
const COUNTED = 100;

/**
 * How many rows there are for each id, at most `COUNTED`; ids without one are left out.
 *
 * @param rows selects them for one id, which is `s.id`.
 */
export async function countFor(db: Db, ids: string[], rows: RawBuilder<unknown>): Promise<Map<string, number>> {
  const counted = await allRows(
    db,
    sql<{ id: string; count: number }>`
      select s.id, (select count(*)::int from (${rows} limit ${sql.lit(COUNTED)}) w) as count from unnest(${ids}::uuid[]) s(id)`,
  );
  return new Map(counted.filter(({ count }) => count > 0).map(({ id, count }) => [id, count]));
}
