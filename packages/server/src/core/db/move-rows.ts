import { sql } from 'kysely';
import { allRows, type Db, firstRow } from './db.ts';

/** How many rows are read and written at a time. */
export const ROWS_AT_ONCE = 500;

/** Our tables, each after those it refers to. */
export async function tablesInOrder(db: Db, leftOut: readonly string[]): Promise<string[]> {
  const tables = await allRows(
    db,
    sql<{
      name: string;
    }>`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const links = await allRows(
    db,
    sql<{ from: string; to: string }>`select c.relname as "from", p.relname as "to" from pg_constraint k
      join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
      join pg_namespace n on n.oid = c.relnamespace where k.contype = 'f' and n.nspname = 'public' and c.oid <> p.oid`,
  );
  const ordered: string[] = [];
  const visit = (name: string) => {
    if (ordered.includes(name)) return;
    for (const link of links) if (link.from === name) visit(link.to);
    ordered.push(name);
  };
  for (const { name } of tables) if (!leftOut.includes(name)) visit(name);
  return ordered;
}

/** All rows of a table as JSON, in batches: inside a transaction, as of its moment. */
export async function* readRows(tx: Db, table: string): AsyncGenerator<string[]> {
  await sql`declare reading no scroll cursor for select row_to_json(t)::text as line from ${sql.table(table)} t`.execute(
    tx,
  );
  for (;;) {
    const batch = await allRows(tx, sql<{ line: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from reading`);
    if (batch.length > 0) yield batch.map(({ line }) => line);
    if (batch.length < ROWS_AT_ONCE) break;
  }
  await sql`close reading`.execute(tx);
}

/** Adds rows, as `readRows` gives them, to a table. */
export async function writeRows(tx: Db, table: string, rows: readonly string[]): Promise<void> {
  const into = sql.table(table);
  await sql`insert into ${into} select * from json_populate_recordset(null::${into}, ${`[${rows.join(',')}]`}::json)`.execute(
    tx,
  );
}

/**
 * Says that rows are being restored, until the transaction ends or this is said again: triggers then make no rows that come
 * with the others.
 */
export async function setRestoring(tx: Db, restoring: boolean): Promise<void> {
  await sql`select set_config('folkmoot.restoring', ${restoring ? 'on' : 'off'}, true)`.execute(tx);
}

/** What comes by itself: places from the packages, counts with the rows that they count. */
export const DERIVED = [
  'place_loads',
  'place_areas',
  'places',
  'place_names',
  'place_outlines',
  'event_counts',
  'community_invitation_counts',
  'invitation_counts',
];

/** What a new database has already, or makes again. */
const OWN = ['migrations', ...DERIVED];
/** The queues, and the work that waits in them. Of pg-boss's other tables nothing has to be kept. */
const JOBS = ['jobs.queue', 'jobs.schedule', 'jobs.job'];

/**
 * Copies everything from one database into another of the same version, in one transaction on each.
 *
 * @returns how many rows there were.
 * @throws if the target has people in it, or not every row has arrived.
 */
export async function moveRows(source: Db, target: Db): Promise<number> {
  return source.transaction().execute((from) =>
    target.transaction().execute(async (to) => {
      await setRestoring(to, true);
      const tables = [...(await tablesInOrder(from, OWN)), ...JOBS];
      let rows = 0;
      for (const table of tables) {
        let moved = 0;
        for await (const batch of readRows(from, table)) {
          await writeRows(to, table, batch);
          moved += batch.length;
        }
        const there = await firstRow(
          to,
          sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`,
        );
        if (there?.count !== moved)
          throw new Error(`${table} has ${moved} rows, and ${there?.count} of them have arrived. Nothing was changed.`);
        rows += moved;
      }
      return rows;
    }),
  );
}
