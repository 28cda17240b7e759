import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../src/core/clock.ts';
import { openMemory } from '../src/core/db/db.ts';
import { migrate } from '../src/core/db/migrate.ts';
import { createJobs } from '../src/core/jobs/jobs.ts';
import { createLog } from '../src/core/log.ts';
import { MAIL_QUEUE } from '../src/core/mail/mail.ts';
import { MEDIA_QUEUE, SWEEP_QUEUE } from '../src/media/actions.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations');
const CACHE = join(import.meta.dirname, '../node_modules/.cache/folkmoot');

/** The location of the dump of a migrated database, named after what it was made from. */
function dumpFile(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(MIGRATIONS).sort()) hash.update(readFileSync(join(MIGRATIONS, name)));
  for (const file of [
    join(import.meta.dirname, '../package.json'),
    join(import.meta.dirname, '../src/core/jobs/jobs.ts'),
    join(import.meta.dirname, '../src/media/actions.ts'),
  ])
    hash.update(readFileSync(file));
  return join(CACHE, `migrated-${hash.digest('hex').slice(0, 16)}.tar`);
}

/** Makes one migrated database and dumps it, so that each test file loads it in a second. */
export async function setup(): Promise<void> {
  process.env.MIGRATED_DUMP = dumpFile();
  if (process.env.DATABASE_URL || existsSync(dumpFile())) return;
  mkdirSync(CACHE, { recursive: true });
  const database = await openMemory();
  await migrate(database, systemClock);
  const jobs = createJobs(database, createLog({ logLevel: 'silent' }));
  jobs.serve([MAIL_QUEUE, MEDIA_QUEUE, SWEEP_QUEUE].map((name) => ({ name, work: async () => undefined })));
  await jobs.start();
  await jobs.stop();
  const dump = await database.pglite?.dumpDataDir('none');
  if (dump) writeFileSync(dumpFile(), Buffer.from(await dump.arrayBuffer()));
  await database.close();
}
