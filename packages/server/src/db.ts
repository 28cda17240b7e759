import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { canonicalAddress } from '@folkmoot/contract/core/email.ts';
import { eraseReturned, giveInstallation, isOwnerGone } from './accounts/leaving/leaving-store.ts';
import { addKey } from './admission/keys-actions.ts';
import { listKeys, retireKey } from './admission/keys-store.ts';
import { systemClock } from './core/clock.ts';
import { type Config, readConfig } from './core/config.ts';
import { ConfigError } from './core/config-checks.ts';
import { backup, restore } from './core/db/backup.ts';
import { fetchBackup } from './core/db/backup-live.ts';
import { prepareBackups, upgrade } from './core/db/backups.ts';
import { FolderInUse } from './core/db/data-folder.ts';
import type { Database, Db } from './core/db/db.ts';
import { erasedFile, readErased } from './core/db/erased.ts';
import { migrate } from './core/db/migrate.ts';
import { convertDatabase, isNew, openDatabase } from './core/db/open.ts';
import { createJobs } from './core/jobs/jobs.ts';
import { createLog } from './core/log.ts';
import { writeTypes } from './db-types.ts';
import { pauseRestored } from './mailings/store.ts';

/* `npm run db -- migrate | backup [file] | restore <file> | convert | ticket-keys [new | retire <key>] |
 * owner <email> | types` */

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    replace: { type: 'boolean', default: false },
    erased: { type: 'string', multiple: true, default: [] as string[] },
  },
});
const [command, file, named] = positionals;

const HELP = `npm run db -- migrate            bring the database up to this version
npm run db -- backup [file]      write the database into one file; uploads are beside it
npm run db -- restore <file>     fill an empty database from a backup; --replace removes what is in it first
                                 --erased <file> adds another machine's list of deleted accounts to the one of DATA_DIR
npm run db -- convert            move the PGlite of the data folder into a PostgreSQL of its own
npm run db -- ticket-keys        list the keys that tickets are signed with; "new" adds one, "retire <key>" ends one
npm run db -- owner <email>      make the account with this address the owner of the installation
npm run db -- types              write the table types again, after a new migration

A backup can be made while the server runs: on the embedded database the server makes it. For the others, stop it first.
`;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

const purpose = `npm run db -- ${command}`;

type Work = (database: Database) => Promise<void>;

async function withDatabase(config: Config, work: Work): Promise<void> {
  const database = await openDatabase(config, { purpose });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

/** On a new embedded database the work is part of creating it, so that a failure leaves nothing behind. */
async function fillDatabase(config: Config, work: Work): Promise<void> {
  if (!isNew(config)) return withDatabase(config, work);
  await (await openDatabase(config, { purpose, fill: work })).close();
}

async function makeBackup(config: Config): Promise<void> {
  const now = systemClock.now().toISOString().slice(0, 19).replaceAll(':', '-');
  const name = file ?? join(config.dataDir, `backup-${now}.jsonl.gz`);
  if (isNew(config)) throw new ConfigError(`There is no database in ${config.dataDir}.`);
  try {
    await withDatabase(config, (database) => backup(database, name, systemClock));
  } catch (error) {
    const running = error instanceof FolderInUse ? error.holder?.backups : undefined;
    if (!running) throw error;
    await fetchBackup(running, name);
    say('The running server made it.');
  }
  say(`Written to ${name}. It holds people's addresses and messages: keep it where nobody else can read it.`);
  say(
    config.s3
      ? 'Uploaded files are in the bucket: copy that too.'
      : `Uploaded files are not in it: copy ${join(config.dataDir, 'files')} too.`,
  );
}

/** Fills the database from a backup. People who have deleted their account since then are not in it afterwards. */
async function restoreBackup(config: Config, database: Database, from: string): Promise<void> {
  for (const list of options.erased) if (!existsSync(list)) throw new Error(`There is no file ${list}.`);
  const lists = [erasedFile(config.dataDir), ...options.erased];
  // Also those whose deletion may have been interrupted: they had asked for it.
  const left = lists.flatMap((list) => [...readErased(list)].filter(([, step]) => step !== 'kept').map(([id]) => id));
  let again = 0;
  let ownerless = false;
  const after = async (tx: Db) => {
    await pauseRestored(tx);
    again = await eraseReturned(tx, left, systemClock.now());
    ownerless = await isOwnerGone(tx);
  };
  const { replace } = options;
  say(
    `Restored ${await restore(database, from, systemClock, { replace, after })} rows. Everyone has to sign in again.`,
  );
  if (again > 0)
    say(
      `${again} ${again === 1 ? 'person has' : 'people have'} deleted their account since this backup. What it holds about them is erased once the server runs.`,
    );
  if (ownerless) say('One of them owned the installation. Set a new owner: npm run db -- owner <email>');
}

async function convert(config: Config): Promise<void> {
  const { rows, old } = await convertDatabase(config, purpose, async (database) => {
    await migrate(database, systemClock);
    // The queue makes its tables when it starts; nothing is taken from it here.
    const jobs = createJobs(database, { log: createLog(config) });
    await jobs.start();
    await jobs.stop();
  });
  say(`Moved ${rows} rows into PostgreSQL. The files of before are in ${old}: delete them when all is well.`);
}

/** Changes the keys that tickets are signed with, and lists them. Servers that run notice within half a minute. */
async function ticketKeys({ db }: Database, { authSecret }: Config): Promise<void> {
  const now = systemClock.now();
  if (file === 'new') await addKey(db, authSecret, now);
  else if (file === 'retire') {
    const [signing] = (await listKeys(db)).filter(({ retired }) => retired === null);
    if (signing?.kid === named) throw new Error('This key signs new tickets. Add a new one first.');
    if (!(await retireKey(db, named ?? '', now))) throw new Error(`There is no key ${named ?? ''} in use.`);
  } else if (file !== undefined) throw new Error(`ticket-keys knows "new" and "retire <key>", but not "${file}".`);
  const keys = await listKeys(db);
  if (keys.length === 0) say('There is no key yet: the first ticket makes one.');
  const inUse = keys.filter(({ retired }) => retired === null);
  for (const key of keys) {
    const stands = key.retired ? `retired ${key.retired.toISOString()}` : key === inUse[0] ? 'signs' : 'still valid';
    say(`${key.kid}  since ${key.created.toISOString()}  ${stands}`);
  }
}

/** Makes somebody the owner of the installation: when the one it had is gone, or cannot sign in any more. */
async function nameOwner({ db }: Database, typed: string): Promise<void> {
  const name = await giveInstallation(db, canonicalAddress(typed) ?? typed);
  if (name === undefined) throw new Error(`No account here has confirmed the address ${typed}.`);
  say(`The installation now belongs to ${name}.`);
}

async function run(): Promise<void> {
  if (command === 'types') return writeTypes();
  const config = command === undefined || command === 'help' ? undefined : readConfig();
  if (config && command === 'migrate') {
    return fillDatabase(config, async (database) => {
      prepareBackups(config);
      const applied = await upgrade(database, config, systemClock, say);
      say(applied.length === 0 ? 'Nothing to do: the database is up to date.' : `Applied ${applied.join(', ')}.`);
    });
  }
  if (config && command === 'convert') return convert(config);
  if (config && command === 'ticket-keys') return withDatabase(config, (database) => ticketKeys(database, config));
  if (config && command === 'owner' && file) return withDatabase(config, (database) => nameOwner(database, file));
  if (config && command === 'backup') return makeBackup(config);
  if (config && command === 'restore' && file) {
    if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
    return fillDatabase(config, (database) => restoreBackup(config, database, file));
  }
  process.stdout.write(HELP);
  process.exitCode = command === undefined || command === 'help' ? 0 : 2;
}

await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError || error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
