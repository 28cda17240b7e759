import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { ConfigError } from '../config-checks.ts';
import { VERSION } from '../version.ts';
import { allRows, type Database, type Db, firstRow } from './db.ts';

const FOLDER = join(import.meta.dirname, '../../../migrations');

/** The first line of a migration whose statements run outside a transaction, such as `create index concurrently`. */
const NO_TRANSACTION = /^-- no transaction$/m;

/** A migration that removes what an earlier release uses: none of an earlier release can run after it. Checked by the house rules. */
const CONTRACT = /^-- contract: /m;

/** The line between two statements of such a migration. */
const NEXT = /^-- next$/m;

export type MigrateOptions = {
  /** Where the files are. */
  folder: string;
  /** What is recorded as the program that applied them. */
  version: string;
  /** How long a migration waits for a lock, and keeps everybody behind it waiting, before it steps back. */
  lockTimeoutMs: number;
  /** How often it tries. */
  tries: number;
  pauseMs: number;
};
const USUAL: MigrateOptions = { folder: FOLDER, version: VERSION, lockTimeoutMs: 5000, tries: 12, pauseMs: 5000 };

/** The names of all migrations, in the order in which they are applied. */
export function migrationNames(folder = FOLDER): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

/** The tables that our migrations make, and the one that remembers them. */
export function tablesOfOurs(): string[] {
  const made = migrationNames().flatMap((name) => [
    ...readMigration(FOLDER, name).text.matchAll(/create (?:unlogged )?table (?:if not exists )?(\w+)/g),
  ]);
  return ['migrations', ...new Set(made.map((match) => match[1] ?? ''))];
}

/**
 * Applies missing migrations, forward only, one transaction each. Two processes that start together wait for each
 * other on a lock.
 *
 * @returns the names it applied.
 * @throws ConfigError if an applied migration has been changed since, a table stays locked by somebody else, or a later release
 *   has removed what this program uses.
 */
export async function migrate(
  { db }: Database,
  clock: Clock,
  options: Partial<MigrateOptions> = {},
): Promise<string[]> {
  const { folder, version, ...patience } = { ...USUAL, ...options };
  await prepareMigrations(db);
  await checkNewer(db, folder, version);
  const applied: string[] = [];
  for (const name of migrationNames(folder)) {
    const migration = readMigration(folder, name, version);
    const isNew = migration.inTransaction
      ? await applyWithPatience(db, clock, migration, patience)
      : await applyOutside(db, clock, migration);
    if (isNew) applied.push(name);
  }
  return applied;
}

/**
 * Applies what is missing inside the caller's transaction: all of it, or nothing. Nobody else uses the tables then, so
 * indexes are made without `concurrently`.
 *
 * @param only the migrations to apply; all when absent.
 */
export async function migrateInside(
  tx: Db,
  clock: Clock,
  only?: readonly string[],
  folder: string = FOLDER,
): Promise<void> {
  await prepareMigrations(tx);
  for (const name of migrationNames(folder)) {
    if (only !== undefined && !only.includes(name)) continue;
    const migration = readMigration(folder, name);
    const text = migration.inTransaction ? migration.text : migration.text.replace(/\bconcurrently\b/gi, '');
    await apply(tx, clock, { ...migration, text });
  }
}

/** The names of migrations that are not applied yet, in their order: all of them in a new database. */
export async function pendingMigrations(db: Db, folder = FOLDER): Promise<string[]> {
  const table = await firstRow(db, sql<{ there: boolean }>`select to_regclass('migrations') is not null as there`);
  if (!table?.there) return migrationNames(folder);
  const applied = new Set(
    (await allRows(db, sql<{ name: string }>`select name from migrations`)).map(({ name }) => name),
  );
  return migrationNames(folder).filter((name) => !applied.has(name));
}

/**
 * `migrations` had no checksums once, and did not say what is a contraction: of the migrations that this program has, both are
 * recorded when it first starts.
 */
async function prepareMigrations(db: Db): Promise<void> {
  await sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null, checksum text,
    contracts boolean, version text)`.execute(db);
  const columns = await allRows(
    db,
    sql<{ name: string }>`select attname as name from pg_attribute where attrelid = 'migrations'::regclass`,
  );
  for (const [name, type] of Object.entries({ checksum: 'text', contracts: 'boolean', version: 'text' }))
    if (!columns.some((column) => column.name === name))
      await sql`alter table migrations add column if not exists ${sql.id(name)} ${sql.raw(type)}`.execute(db);
}

/**
 * A program runs on a database that a later release has migrated as long as that has only added to it: this is how an update is made one
 * process at a time, and how it is taken back.
 *
 * @throws ConfigError naming both versions, if a migration that this program does not have is a contraction, or does not say.
 */
async function checkNewer(db: Db, folder: string, version: string): Promise<void> {
  const known = new Set(migrationNames(folder));
  const applied = await allRows(
    db,
    sql<{
      name: string;
      contracts: boolean | null;
      version: string | null;
    }>`select name, contracts, version from migrations order by name`,
  );
  const later = applied.filter(({ name }) => !known.has(name));
  const removing = later.filter(({ contracts }) => contracts !== false);
  if (removing.length === 0) return;
  const theirs = later.findLast((one) => one.version !== null)?.version;
  throw new ConfigError(
    `This is Folkmoot ${version}, and ${theirs === undefined ? 'a later version' : `version ${theirs}`} has removed something from this database that it uses (${removing.map(({ name }) => name).join(', ')}). Start ${theirs ?? 'that version'} or a later one, or restore a backup from before that update into a new database.`,
  );
}

type Migration = {
  name: string;
  text: string;
  checksum: string;
  inTransaction: boolean;
  contracts: boolean;
  /** Of the program that applies it. */
  version: string;
};

function readMigration(folder: string, name: string, version = VERSION): Migration {
  const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
  const inTransaction = text.search(NO_TRANSACTION) !== 0;
  return { name, text, checksum: checksumOf(text), inTransaction, contracts: CONTRACT.test(text), version };
}

/** Of what a file does: comments and blank lines may change. */
function checksumOf(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const code = lines.filter((line) => line !== '' && !/^\s*--/.test(line));
  return createHash('sha256').update(code.join('\n')).digest('hex');
}

const LOCK_NOT_AVAILABLE = '55P03';

/** A migration that waits for a lock blocks everybody who comes after it, so it waits briefly and tries again. */
async function applyWithPatience(
  db: Db,
  clock: Clock,
  migration: Migration,
  { lockTimeoutMs, tries, pauseMs }: Omit<MigrateOptions, 'folder' | 'version'>,
): Promise<boolean> {
  for (let left = tries; ; left -= 1) {
    try {
      return await db.transaction().execute((tx) => apply(tx, clock, migration, lockTimeoutMs));
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      if (left <= 1)
        throw new ConfigError(
          `The migration ${migration.name} needs a table that another connection keeps locked. Stop that connection, for example a long query, and start again.`,
          { cause: error },
        );
      await wait(pauseMs);
    }
  }
}

async function apply(tx: Db, clock: Clock, migration: Migration, lockTimeoutMs?: number): Promise<boolean> {
  await sql`lock table migrations in exclusive mode`.execute(tx);
  if (await isApplied(tx, migration)) return false;
  if (lockTimeoutMs !== undefined) await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(tx);
  await runScript(tx, migration.text);
  await record(tx, clock, migration);
  return true;
}

/** The number of our advisory lock: the letters `moot`. */
const LOCK_ID = 0x6d6f6f74;

/**
 * Applies a migration outside a transaction. If it fails halfway, its first statement runs again at the next start:
 * begin with `drop index concurrently if exists`.
 */
async function applyOutside(db: Db, clock: Clock, migration: Migration): Promise<boolean> {
  return db.connection().execute(async (own) => {
    // Must not wait for the lock: a waiting statement would be one that `concurrently` itself waits for.
    const tryLock = sql<{ locked: boolean }>`select pg_try_advisory_lock(${sql.lit(LOCK_ID)}) as locked`;
    while (!(await firstRow(own, tryLock))?.locked) await wait(200);
    try {
      if (await isApplied(own, migration)) return false;
      for (const statement of migration.text.split(NEXT)) await sql.raw(statement).execute(own).catch(nameExtension);
      await record(own, clock, migration);
      return true;
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(LOCK_ID)})`.execute(own);
    }
  });
}

/** An extension that cannot be made is named: PostgreSQL packages leave some out, and not everybody may add them. */
function nameExtension(error: unknown): never {
  const { message = '' } = error as Error;
  const [, name] = /extension "(\w+)"/.exec(message) ?? [];
  if (name === undefined) throw error;
  throw new ConfigError(
    `This PostgreSQL has to allow its extension ${name} (${message}). Install the package with PostgreSQL's additional modules, or have its administrator run: create extension ${name};`,
    { cause: error },
  );
}

async function isApplied(db: Db, { name, checksum, contracts }: Migration): Promise<boolean> {
  const known = await firstRow(
    db,
    sql<{
      checksum: string | null;
      contracts: boolean | null;
    }>`select checksum, contracts from migrations where name = ${name}`,
  );
  if (known === undefined) return false;
  if (known.contracts === null)
    await sql`update migrations set contracts = ${contracts} where name = ${name}`.execute(db);
  if (known.checksum === null) await sql`update migrations set checksum = ${checksum} where name = ${name}`.execute(db);
  else if (known.checksum !== checksum)
    throw new ConfigError(
      `The migration ${name} has been changed since it was applied to this database. Undo the change, and put it into a new migration.`,
    );
  return true;
}

async function record(db: Db, clock: Clock, { name, checksum, contracts, version }: Migration): Promise<void> {
  await sql`insert into migrations (name, applied_at, checksum, contracts, version)
    values (${name}, ${clock.now()}, ${checksum}, ${contracts}, ${version})`.execute(db);
}

/**
 * Runs several statements at once, whatever is in them. PGlite takes only one statement inside a transaction, so the
 * text goes through one that hands it to the database's own parser.
 */
async function runScript(tx: Db, text: string): Promise<void> {
  await sql
    .raw(`do $folkmoot_script$ begin execute $folkmoot_text$${text}$folkmoot_text$; end $folkmoot_script$`)
    .execute(tx);
}
