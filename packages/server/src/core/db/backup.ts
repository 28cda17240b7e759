import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { allRows, countServers, type Database, type Db } from './db.ts';
import { migrateInside, migrationNames, tablesOfOurs } from './migrate.ts';
import { DERIVED, ROWS_AT_ONCE, readRows, setRestoring, tablesInOrder, writeRows } from './move-rows.ts';

/*
 * A backup is one file: gzipped lines of JSON, a head, one line a row, an end that counts them. It holds the
 * data and not the database's own format, so a backup of PGlite restores into PostgreSQL and the other way.
 */

const Head = z.object({
  format: z.literal('folkmoot-backup'),
  version: z.literal(1),
  migrations: z.array(z.string()),
  at: z.string(),
});
const Row = z.tuple([z.string(), z.record(z.string(), z.unknown())]);
const End = z.object({ end: z.literal(true), rows: z.int() });

/**
 * Left out: keys, search data, places and counts can be rebuilt, and codes, sessions and permissions to read somebody's contacts
 * belong to the installation that they were given to.
 */
const LEFT_OUT = [
  ...[
    'migrations',
    'jwks',
    'sessions',
    'verifications',
    'mailed_codes',
    'used_codes',
    'sign_up_holds',
    'deletion_codes',
  ],
  ...['contact_connections', 'contact_consents', 'message_words', 'search_marks', 'mail_rate', ...DERIVED],
];

async function* linesOf(db: Db, at: Date): AsyncGenerator<string> {
  const applied = await allRows(db, sql<{ name: string }>`select name from migrations order by name`);
  const head = {
    format: 'folkmoot-backup' as const,
    version: 1 as const,
    migrations: applied.map((row) => row.name),
    at: at.toISOString(),
  };
  yield `${JSON.stringify(head satisfies z.input<typeof Head>)}\n`;
  let rows = 0;
  for (const table of await tablesInOrder(db, LEFT_OUT)) {
    for await (const lines of readRows(db, table)) {
      for (const line of lines) yield `[${JSON.stringify(table)},${line}]\n`;
      rows += lines.length;
    }
  }
  yield `${JSON.stringify({ end: true, rows } satisfies z.input<typeof End>)}\n`;
}

/** Writes a backup as of one moment. The file gets its name only once it is complete. */
export async function backup({ db }: Database, file: string, clock: Clock): Promise<void> {
  const unfinished = `${file}.part`;
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) =>
      pipeline(Readable.from(linesOf(tx, clock.now())), createGzip(), createWriteStream(unfinished, { mode: 0o600 })),
    );
  await rename(unfinished, file);
}

async function* readLines(file: string): AsyncGenerator<unknown> {
  for await (const line of createInterface({
    input: createReadStream(file).pipe(createGunzip()),
    crlfDelay: Number.POSITIVE_INFINITY,
  }))
    yield JSON.parse(line);
}

/**
 * Reads the whole file once, so that a truncated one is refused before anything is written.
 *
 * @throws if it is not a complete backup.
 */
export async function check(file: string): Promise<z.infer<typeof Head>> {
  let head: z.infer<typeof Head> | undefined;
  let end: z.infer<typeof End> | undefined;
  let rows = 0;
  for await (const line of readLines(file)) {
    if (!head) head = Head.parse(line);
    else if (Array.isArray(line)) rows += 1;
    else end = End.parse(line);
  }
  if (!head || end?.rows !== rows)
    throw new Error(
      `${file} is not a complete backup: it should have ${end?.rows ?? 'an unknown number of'} rows and has ${rows}.`,
    );
  return head;
}

/**
 * Fills an empty database from a backup and migrates it to the newest version, in one transaction: a restore that
 * fails changes nothing.
 *
 * @param replace removes what the database contains; without it a database that contains people is refused.
 * @param after the last step of the same transaction.
 * @returns the number of rows.
 * @throws if the file is truncated or newer than this program, a server runs on the database, or it is not empty.
 */
export async function restore(
  database: Database,
  file: string,
  clock: Clock,
  { replace = false, after }: { replace?: boolean; after?: (tx: Db) => Promise<void> } = {},
): Promise<number> {
  const head = await check(file);
  const unknown = head.migrations.filter((name) => !migrationNames().includes(name));
  if (unknown.length > 0)
    throw new Error(`This backup comes from a newer version (${unknown.join(', ')}). Update first.`);
  if (database.kind === 'postgres' && (await countServers(database.db)) > 0)
    throw new Error('A server is running on this database. Stop it first.');
  return database.db.transaction().execute(async (tx) => {
    await makeRoom(tx, replace);
    await migrateInside(tx, clock, head.migrations);
    const rows = await fill(tx, file);
    await migrateInside(tx, clock);
    await after?.(tx);
    return rows;
  });
}

/** Leaves an empty database behind, or refuses. Tables of other programs are never touched. */
async function makeRoom(tx: Db, replace: boolean): Promise<void> {
  const present = (
    await allRows(
      tx,
      sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE'`,
    )
  ).map(({ name }) => name);
  if (present.length === 0) return;
  if (!present.includes('migrations') || !present.includes('users'))
    throw new Error('The database contains tables of another program. Restore into a separate database.');
  const [people] = await allRows(tx, sql<{ some: boolean }>`select exists (select 1 from users) as some`);
  if (people?.some && !replace)
    throw new Error(
      'The database is not empty. Restore into a new one, by another DATA_DIR or DATABASE_URL, or add --replace to remove everything in it first.',
    );
  const ours = tablesOfOurs().filter((name) => present.includes(name));
  await sql`drop table ${sql.join(ours.map((name) => sql.table(name)))}`.execute(tx);
  // Jobs of the previous data: their emails must not be sent.
  await sql`drop schema if exists jobs cascade`.execute(tx);
}

async function fill(tx: Db, file: string): Promise<number> {
  let table = '';
  let batch: string[] = [];
  let rows = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    await writeRows(tx, table, batch);
    rows += batch.length;
    batch = [];
  };
  await setRestoring(tx, true);
  for await (const line of readLines(file)) {
    if (!Array.isArray(line)) continue;
    const [name, row] = Row.parse(line);
    if (name !== table || batch.length === ROWS_AT_ONCE) await flush();
    table = name;
    batch.push(JSON.stringify(row));
  }
  await flush();
  await setRestoring(tx, false);
  return rows;
}
