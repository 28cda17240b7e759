import { existsSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import type { Config } from '../config.ts';
import { ConfigError } from '../config-checks.ts';
import { isDiskFull } from '../disk.ts';
import { newId } from '../id.ts';
import { checkPostgres } from './connect.ts';
import { closeToOthers, type FolderLock, lockFolder, openDataFolder } from './data-folder.ts';
import type { Database } from './db.ts';
import { type ClusterOptions, makeCluster, removeCluster, startCluster } from './embedded/cluster.ts';
import { openPgliteFolder, openPgliteMemory } from './embedded/pglite.ts';
import { findPrograms, type Programs } from './embedded/programs.ts';
import { moveRows } from './move-rows.ts';
import { openPglitePool, openPool } from './pool.ts';

type Settings = Pick<Config, 'databaseUrl' | 'databasePool' | 'dataDir' | 'embeddedDatabase'>;

export type Opening = {
  /** What this process is, as told to another one that wants the embedded database too. */
  purpose?: string;
  /** Fills a new embedded database. It gets its name only once it is complete, so a failure leaves nothing behind. */
  fill?: (database: Database) => Promise<void>;
  /** Prints a line that the operator should read. */
  say?: (text: string) => void;
  /** Told when the embedded database has ended and cannot be started again. */
  onFailure?: (error: Error) => void;
};

/** The two embedded databases and their folders in the data folder. */
const FOLDERS = { postgres: 'postgres', pglite: 'database' } as const;

/**
 * Opens the database: PostgreSQL at `databaseUrl` when it is set, else the one in the data folder, for this process
 * alone. A new data folder gets a PostgreSQL of its own, or PGlite where that does not run.
 *
 * @throws ConfigError if PostgreSQL cannot be reached or started; FolderInUse if another process has the folder.
 */
export async function openDatabase(settings: Settings, opening: Opening = {}): Promise<Database> {
  const { purpose = 'another command' } = opening;
  openDataFolder(settings.dataDir);
  if (settings.databaseUrl !== undefined) {
    await checkPostgres(settings.databaseUrl);
    const pool = openPool(settings.databaseUrl, settings.databasePool, purpose);
    return { kind: 'postgres', ...pool, pglite: undefined, lock: undefined };
  }
  const lock = lockOrSay(settings.dataDir, purpose);
  try {
    const programs = await choose(settings, opening.say ?? print);
    return programs === undefined
      ? await openPglite(settings, opening, lock)
      : await openPostgres(settings, { ...opening, purpose }, programs, lock);
  } catch (error) {
    lock.release();
    throw explained(error, settings.dataDir);
  }
}

/** Locks the folder; a full disk, on which not even that is possible, is said in words. */
function lockOrSay(dataDir: string, purpose: string): FolderLock {
  try {
    return lockFolder(dataDir, purpose);
  } catch (error) {
    throw explained(error, dataDir);
  }
}

function explained(error: unknown, dataDir: string): unknown {
  if (!isDiskFull(error)) return error;
  return new ConfigError(`The disk of ${dataDir} is full. Free some space and start again.`, { cause: error });
}

function print(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** True where the data folder has no embedded database yet. */
export function isNew({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): boolean {
  return databaseUrl === undefined && Object.values(FOLDERS).every((name) => !existsSync(join(dataDir, name)));
}

/**
 * Decides which of the two embedded databases this data folder has, or gets.
 *
 * @returns the programs of PostgreSQL; undefined for PGlite.
 * @throws ConfigError if the folder's PostgreSQL cannot run here.
 */
async function choose(
  { dataDir, embeddedDatabase }: Settings,
  say: (text: string) => void,
): Promise<Programs | undefined> {
  const hasPostgres = existsSync(join(dataDir, FOLDERS.postgres));
  const hasPglite = existsSync(join(dataDir, FOLDERS.pglite));
  if (!hasPostgres && embeddedDatabase === 'pglite') return undefined;
  if (!hasPostgres && hasPglite) {
    say(
      `The database in ${dataDir} is PGlite. PostgreSQL answers several times faster: stop Folkmoot and run npm run db -- convert.`,
    );
    return undefined;
  }
  const found = await findPrograms(dataDir);
  if (!('reason' in found)) return found;
  if (hasPostgres) throw new ConfigError(`The PostgreSQL in ${dataDir} cannot be started: ${found.reason}.`);
  say(`PostgreSQL cannot be used: ${found.reason}. PGlite is used instead, which is several times slower.`);
  return undefined;
}

async function openPostgres(
  settings: Settings,
  { purpose = '', fill, onFailure = fail }: Opening,
  programs: Programs,
  lock: FolderLock,
): Promise<Database> {
  const folder = join(settings.dataDir, FOLDERS.postgres);
  const open = (from: string) => openClusterIn(from, { programs, onFailure }, settings.databasePool, purpose);
  await makeComplete(folder, async (unfinished) => {
    await makeCluster(unfinished, { programs });
    await fillAndClose(await open(unfinished), fill);
  });
  return locked(await open(folder), lock);
}

async function openClusterIn(
  folder: string,
  options: ClusterOptions,
  connections: number,
  purpose: string,
): Promise<Database> {
  const cluster = await startCluster(folder, options);
  const pool = openPool(cluster.url, connections, purpose);
  const close = async () => {
    await pool.close();
    await cluster.stop();
  };
  return { kind: 'postgres', ...pool, pglite: undefined, lock: undefined, close };
}

async function openPglite({ dataDir }: Settings, { fill }: Opening, lock: FolderLock): Promise<Database> {
  const folder = join(dataDir, FOLDERS.pglite);
  await makeComplete(folder, async (unfinished) => fillAndClose(await openPgliteIn(unfinished), fill));
  return locked(await openPgliteIn(folder), lock);
}

async function openPgliteIn(folder: string): Promise<Database> {
  const pglite = await openPgliteFolder(folder);
  const pool = openPglitePool(pglite);
  const close = async () => {
    await pool.close();
    if (!pglite.closed) await pglite.close();
    closeToOthers(folder);
  };
  return { kind: 'pglite', ...pool, pglite, lock: undefined, close };
}

/**
 * Moves the PGlite of a data folder into a PostgreSQL of its own, everything in it included. The old files stay, under
 * another name.
 *
 * @param prepare brings a database up to this version, its job queue included.
 * @returns how many rows were moved, and where the old files are.
 * @throws ConfigError if there is no PGlite in the folder, or PostgreSQL does not run here.
 */
export async function convertDatabase(
  { dataDir, databasePool }: Settings,
  purpose: string,
  prepare: (database: Database) => Promise<void>,
): Promise<{ rows: number; old: string }> {
  openDataFolder(dataDir);
  const lock = lockOrSay(dataDir, purpose);
  try {
    const [from, to] = [join(dataDir, FOLDERS.pglite), join(dataDir, FOLDERS.postgres)];
    if (existsSync(to)) throw new ConfigError(`${dataDir} already has a PostgreSQL.`);
    if (!existsSync(from)) throw new ConfigError(`There is no PGlite in ${dataDir}.`);
    const programs = await findPrograms(dataDir);
    if ('reason' in programs) throw new ConfigError(`PostgreSQL cannot be used: ${programs.reason}.`);
    let rows = 0;
    await makeComplete(to, async (unfinished) => {
      await makeCluster(unfinished, { programs });
      await fillAndClose(await openPgliteIn(from), async (source) => {
        await prepare(source);
        await fillAndClose(await openClusterIn(unfinished, { programs }, databasePool, purpose), async (target) => {
          await prepare(target);
          rows = await moveRows(source.db, target.db);
        });
      });
    });
    const old = `${from}.before-postgres`;
    renameSync(from, old);
    return { rows, old };
  } finally {
    lock.release();
  }
}

/** A database that was only half made, because its process was killed, is made again: `make` gets a folder for it. */
async function makeComplete(folder: string, make: (unfinished: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) return;
  for (const name of readdirSync(dirname(folder)))
    if (name.startsWith(`${basename(folder)}.new`)) await removeCluster(join(dirname(folder), name));
  // Another name each time: what was killed may have left a program behind that still writes there.
  const unfinished = `${folder}.new-${newId().slice(-6)}`;
  try {
    await make(unfinished);
  } catch (error) {
    await removeCluster(unfinished);
    throw error;
  }
  renameSync(unfinished, folder);
}

async function fillAndClose(database: Database, fill: Opening['fill']): Promise<void> {
  try {
    await fill?.(database);
  } finally {
    await database.close();
  }
}

/** Releases the folder once the database is closed. */
function locked(database: Database, lock: FolderLock): Database {
  const close = async () => {
    await database.close();
    lock.release();
  };
  return { ...database, lock, close };
}

/** PostgreSQL ends again and again: without it there is nothing to do here. */
function fail(error: Error): void {
  print(error.message);
  process.exit(1);
}

/** A PGlite in memory, optionally loaded from a dump: for tests, and for reading what the migrations make. */
export async function openMemory(dump?: Blob): Promise<Database> {
  const pglite = await openPgliteMemory(dump);
  const pool = openPglitePool(pglite);
  const close = async () => {
    await pool.close();
    if (!pglite.closed) await pglite.close();
  };
  return { kind: 'pglite', ...pool, pglite, lock: undefined, close };
}
