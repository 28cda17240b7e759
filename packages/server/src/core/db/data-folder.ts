import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { ConfigError } from '../config-checks.ts';

/** Everything but the owner's own bits: only the owner can read what our process creates. */
const OWNER_ONLY = 0o077;
/** Where root started us, PostgreSQL runs as another user, who has to pass through the data folder to its own part. */
const LOOK_INSIDE = process.getuid?.() === 0 ? 0o066 : OWNER_ONLY;

/** Which process has the embedded database open, as it says beside the lock. */
const Holder = z.object({
  pid: z.int(),
  /** What it is, as a noun: `the server`, `npm run seed`. */
  purpose: z.string(),
  since: z.string(),
  /** Where a running server makes backups: a port on loopback, and the token that it asks for. */
  backups: z.object({ port: z.int(), token: z.string() }).optional(),
});
export type Holder = z.infer<typeof Holder>;

/** The embedded database is open in another process. `holder` is that process if it has identified itself. */
export class FolderInUse extends ConfigError {
  readonly holder: Holder | undefined;

  constructor(dataDir: string, holder: Holder | undefined) {
    const who = holder ? `${holder.purpose} (process ${holder.pid}, since ${holder.since})` : 'another process';
    super(
      `${dataDir} is in use by ${who}. Only one process at a time can open its database. Stop that one first, or set DATA_DIR to another folder.`,
    );
    this.holder = holder;
  }
}

export type FolderLock = {
  /** Says where the process that holds the lock makes backups. */
  announce(backups: NonNullable<Holder['backups']>): void;
  release(): void;
};

/**
 * Creates the data folder if it does not exist, and closes it to everybody but its owner: its content, and what this
 * process creates from now on.
 *
 * @throws ConfigError if the folder belongs to somebody else and others can read it.
 */
export function openDataFolder(dataDir: string): void {
  if (process.platform === 'win32') return void mkdirSync(dataDir, { recursive: true });
  process.umask(OWNER_ONLY);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const { mode } = lstatSync(dataDir);
  if ((mode & LOOK_INSIDE) === 0) return;
  try {
    chmodSync(dataDir, mode & 0o777 & ~LOOK_INSIDE);
  } catch {
    throw new ConfigError(
      `Other users of this machine can read ${dataDir}, and this user may not change that. Run: chmod 700 ${dataDir}`,
    );
  }
}

/** Removes everybody else's rights to a folder and its content: PGlite grants them, whatever the process asked for. */
export function closeToOthers(folder: string): void {
  if (process.platform === 'win32') return;
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() && !entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat && (stat.mode & OWNER_ONLY) !== 0) chmodSync(path, stat.mode & 0o700);
  }
}

/**
 * Locks the data folder for this process alone. The lock belongs to the operating system and is held through SQLite:
 * it ends with the process however that ends, and two processes that ask at the same moment cannot both get it.
 *
 * @param purpose what this process is, as others are told.
 * @throws FolderInUse if another process has it.
 */
export function lockFolder(dataDir: string, purpose: string): FolderLock {
  const introduction = join(dataDir, 'database.holder.json');
  const lock = new DatabaseSync(join(dataDir, 'database.lock'));
  try {
    lock.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    if (isBusy(error)) throw new FolderInUse(dataDir, readHolder(introduction));
    throw error;
  }
  const holder: Holder = { pid: process.pid, purpose, since: new Date().toISOString() };
  const introduce = () => writeFileSync(introduction, JSON.stringify(holder), { mode: 0o600 });
  introduce();
  return {
    announce(backups) {
      holder.backups = backups;
      introduce();
    },
    release() {
      if (!lock.isOpen) return;
      rmSync(introduction, { force: true });
      lock.close();
    },
  };
}

/** SQLite's own code for a lock that another process holds: https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

function readHolder(introduction: string): Holder | undefined {
  try {
    return Holder.parse(JSON.parse(readFileSync(introduction, 'utf8')));
  } catch {
    // It has only just started, or ends at this moment.
    return undefined;
  }
}
