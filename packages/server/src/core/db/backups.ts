import { accessSync, constants, mkdirSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { ConfigError } from '../config-checks.ts';
import type { Log } from '../log.ts';
import type { Figure } from '../slice.ts';
import { backup } from './backup.ts';
import { type Database, firstRow } from './db.ts';
import { migrate, pendingMigrations } from './migrate.ts';

/*
 * Backups that nobody has to think of: daily, and before a migration. Each is a file of `backup.ts` in `BACKUP_DIR`, named after its
 * moment, of which the newest of either kind are kept.
 */

const DAY_MS = 24 * 3_600_000;
/** How often it is checked whether a day is over. */
const LOOK_MS = 10 * 60_000;
/** A backup before the same migration that is younger than this was made by a process that starts at the same time. */
const TOGETHER_MS = 3_600_000;
/** The number of our advisory lock: the letters `back`. */
const LOCK_ID = 0x6261636b;

/** `folkmoot-2026-11-26T02-00-00Z.jsonl.gz`, and with `-before-0104_name` in front of the dot. */
const NAME = /^folkmoot-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z(?:-before-(\w+))?\.jsonl\.gz(\.part)?$/;

type Made = { name: string; at: number; before: string | undefined; unfinished: boolean };

/** The backups of a folder, oldest first; other files are not ours. */
function listBackups(folder: string): Made[] {
  return readdirSync(folder)
    .flatMap((name) => {
      const [, day, hour, minute, second, before, part] = NAME.exec(name) ?? [];
      if (day === undefined) return [];
      const at = Date.parse(`${day}${hour}:${minute}:${second}Z`);
      return [{ name, at, before, unfinished: part !== undefined }];
    })
    .sort((one, other) => one.at - other.at);
}

function nameOf(at: Date, before?: string): string {
  const moment = at.toISOString().slice(0, 19).replaceAll(':', '-');
  return `folkmoot-${moment}Z${before === undefined ? '' : `-before-${before.replace(/\.sql$/, '')}`}.jsonl.gz`;
}

/** Makes one if it is still due once it is this process's turn, and removes those that are one too many. */
async function make(
  database: Database,
  { folder, keep }: BackupSettings,
  clock: Clock,
  isDue: (made: readonly Made[]) => boolean,
  before?: string,
): Promise<string | undefined> {
  return inTurn(database, async () => {
    const present = listBackups(folder);
    // Of a process that was killed: this one has the lock.
    for (const { name } of present.filter(({ unfinished }) => unfinished))
      await rm(join(folder, name), { force: true });
    if (!isDue(present.filter(({ unfinished }) => !unfinished))) return undefined;
    const name = nameOf(clock.now(), before);
    await backup(database, join(folder, name), clock);
    const sameKind = listBackups(folder).filter((one) => (one.before === undefined) === (before === undefined));
    for (const { name: old } of sameKind.slice(0, -keep)) await rm(join(folder, old), { force: true });
    return name;
  });
}

/** One process of all at a time. PGlite is opened by one, and has one connection. */
async function inTurn<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  if (database.kind === 'pglite') return work();
  return database.db.transaction().execute(async (tx) => {
    await firstRow(tx, sql`select pg_advisory_xact_lock(${sql.lit(LOCK_ID)})`);
    return work();
  });
}

export type BackupSettings = { folder: string; keep: number };

/** @throws ConfigError if the folder cannot be written to. */
export function prepareBackups({ backups }: Pick<Config, 'backups'>): void {
  if (backups === undefined) return;
  try {
    mkdirSync(backups.folder, { recursive: true, mode: 0o700 });
    accessSync(backups.folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError(
      `BACKUP_DIR: ${backups.folder} cannot be written to (${(error as { code?: string }).code}).`,
      {
        cause: error,
      },
    );
  }
}

/**
 * Brings the database up to this version. If that changes one with people in it, and there is a folder for backups, one is made first.
 *
 * @returns the migrations that were applied.
 * @throws ConfigError if the backup fails: nothing is migrated then.
 */
export async function upgrade(
  database: Database,
  { backups }: Pick<Config, 'backups'>,
  clock: Clock,
  say: (text: string) => void,
): Promise<string[]> {
  const [first] = await pendingMigrations(database.db);
  if (backups !== undefined && first !== undefined && (await hasPeople(database))) {
    const soon = (made: readonly Made[]) =>
      !made.some(({ before, at }) => `${before}.sql` === first && clock.now().getTime() - at < TOGETHER_MS);
    const name = await make(database, backups, clock, soon, first).catch((error: Error) => {
      throw new ConfigError(
        `The backup before migrating could not be made, so nothing was migrated: ${error.message}. Make room in ${backups.folder}, or unset BACKUP_DIR.`,
        { cause: error },
      );
    });
    if (name !== undefined) say(`Made a backup before migrating: ${join(backups.folder, name)}`);
  }
  return migrate(database, clock);
}

async function hasPeople({ db }: Database): Promise<boolean> {
  const table = await firstRow(db, sql<{ there: boolean }>`select to_regclass('users') is not null as there`);
  if (!table?.there) return false;
  return (await firstRow(db, sql`select 1 from users limit 1`)) !== undefined;
}

export type Backups = {
  figures: readonly Figure[];
  /** Begins to make one a day. */
  start(): void;
  /** Makes one if the last is a day old. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

/** Daily backups, where `BACKUP_DIR` is set. */
export function createBackups(
  database: Database,
  { backups }: Pick<Config, 'backups'>,
  clock: Clock,
  log: Log,
): Backups {
  if (backups === undefined)
    return { figures: [], start: () => undefined, look: async () => undefined, stop: async () => undefined };
  const { folder } = backups;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let failed = false;
  const daily = (made: readonly Made[]) => made.filter(({ before, unfinished }) => before === undefined && !unfinished);
  const isDue = (made: readonly Made[]) => clock.now().getTime() - (daily(made).at(-1)?.at ?? 0) >= DAY_MS;
  const look = async () => {
    try {
      if (!failed && !isDue(listBackups(folder))) return;
      const name = await make(database, backups, clock, isDue);
      if (name !== undefined) log.info({ file: name }, 'a backup was made');
      failed = false;
    } catch (error) {
      failed = true;
      log.error({ err: error, folder }, 'the daily backup could not be made and will be tried again');
    }
  };
  const next = () => {
    running = running.then(look);
    return running;
  };
  return {
    figures: [
      {
        name: 'backup_last_seconds',
        help: 'When the newest daily backup was made, in seconds since 1970; 0 if there is none.',
        read: async () => (daily(readable(folder)).at(-1)?.at ?? 0) / 1000,
      },
      {
        name: 'backup_failed',
        help: '1 if the last try of this process to make a daily backup failed.',
        read: async () => Number(failed),
      },
    ],
    start() {
      timer = setInterval(next, LOOK_MS).unref();
      void next();
    },
    look: next,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** As many as can be read: a folder that is gone is shown by the try that fails. */
function readable(folder: string): Made[] {
  try {
    return listBackups(folder);
  } catch {
    return [];
  }
}
