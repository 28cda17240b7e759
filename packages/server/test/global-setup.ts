import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../src/core/clock.ts';
import type { Database } from '../src/core/db/db.ts';
import { makeCluster, startCluster } from '../src/core/db/embedded/cluster.ts';
import { findPrograms } from '../src/core/db/embedded/programs.ts';
import { migrate } from '../src/core/db/migrate.ts';
import { openDatabase, openMemory } from '../src/core/db/open.ts';
import { createJobs } from '../src/core/jobs/jobs.ts';
import { createLog } from '../src/core/log.ts';
import { MAIL_QUEUES } from '../src/core/mail/mail.ts';
import { MEDIA_QUEUE, SWEEP_QUEUE } from '../src/media/actions.ts';
import { createDatabase } from './database.ts';
import { mergeStatements } from './schema/statements.ts';
import { partition } from './shards/partition.ts';

/** Makes the migrated database that tests copy (`database.ts`), and removes it after the last test. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'folkmoot-tests-'));
  const server = await openServer(folder);
  if (!server) {
    rmSync(folder, { recursive: true });
    await makeDump();
    return undefined;
  }
  const { url, drop } = await createDatabase('template0', server.url);
  const settings = { databaseUrl: url, databasePool: 2, dataDir: folder, embeddedDatabase: 'postgres' } as const;
  const database = await openDatabase(settings);
  await prepare(database);
  // `npm run drill -- shards`: its tables split as docs/scaling.md says.
  if (process.env.TEST_SHARDS) process.env.TEST_SHARDS = JSON.stringify(await partition(database.db));
  await database.close();
  process.env.TEST_POSTGRES_URL = server.url;
  process.env.TEST_TEMPLATE = new URL(url).pathname.slice(1);
  const { TEST_STATEMENTS } = process.env;
  if (TEST_STATEMENTS) process.env.TEST_STATEMENTS_FOLDER = folder;
  return async () => {
    try {
      if (TEST_STATEMENTS) await writeStatements(settings, folder, TEST_STATEMENTS);
    } finally {
      await drop();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

/** What the tests asked, as far as the database that they copied understands it. */
async function writeStatements(
  migrated: Parameters<typeof openDatabase>[0],
  folder: string,
  file: string,
): Promise<void> {
  const database = await openDatabase(migrated);
  await mergeStatements(database.db, folder, file).finally(database.close);
}

/** The PostgreSQL of `DATABASE_URL`, or one for this run; none where PGlite is to be tested. */
async function openServer(folder: string): Promise<{ url: string; stop: () => Promise<void> } | undefined> {
  const { DATABASE_URL, EMBEDDED_DATABASE } = process.env;
  if (DATABASE_URL) return { url: DATABASE_URL, stop: async () => undefined };
  if (EMBEDDED_DATABASE === 'pglite') return undefined;
  const programs = await findPrograms(folder);
  if ('reason' in programs) {
    console.log(`The tests run on PGlite: ${programs.reason}.`);
    return undefined;
  }
  const cluster = join(folder, 'postgres');
  await makeCluster(cluster, { programs, hasty: true });
  return startCluster(cluster, { programs, hasty: true });
}

async function prepare(database: Database): Promise<void> {
  await migrate(database, systemClock);
  const jobs = createJobs(database, { log: createLog({ logLevel: 'silent' }) });
  jobs.serve(
    [...Object.values(MAIL_QUEUES), MEDIA_QUEUE, SWEEP_QUEUE].map((name) => ({ name, work: async () => undefined })),
  );
  await jobs.start();
  await jobs.stop();
}

const MIGRATIONS = join(import.meta.dirname, '../migrations');
const CACHE = join(import.meta.dirname, '../node_modules/.cache/folkmoot');

/** The location of the dump of a migrated PGlite, named after what it was made from. */
function dumpFile(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(MIGRATIONS).sort()) hash.update(readFileSync(join(MIGRATIONS, name)));
  for (const file of ['../package.json', '../src/core/jobs/jobs.ts', '../src/media/actions.ts'])
    hash.update(readFileSync(join(import.meta.dirname, file)));
  return join(CACHE, `migrated-${hash.digest('hex').slice(0, 16)}.tar`);
}

/** Makes one migrated PGlite and dumps it, so that each test file loads it in a second. */
async function makeDump(): Promise<void> {
  process.env.MIGRATED_DUMP = dumpFile();
  if (existsSync(dumpFile())) return;
  mkdirSync(CACHE, { recursive: true });
  const database = await openMemory();
  await prepare(database);
  const dump = await database.pglite?.dumpDataDir('none');
  if (dump) writeFileSync(dumpFile(), Buffer.from(await dump.arrayBuffer()));
  await database.close();
}
