import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from './core/clock.ts';
import { type Config, ConfigError, readConfig } from './core/config.ts';
import { openDatabase } from './core/db.ts';
import { backup, restore } from './core/db-backup.ts';
import { migrate } from './core/migrate.ts';
import { writeTypes } from './db-types.ts';

/* `npm run db -- migrate | backup [file] | restore <file> | types` */

const [command, file] = process.argv.slice(2);

const HELP = `npm run db -- migrate            bring the database up to this version
npm run db -- backup [file]      write the database into one file; uploads lie beside it
npm run db -- restore <file>     fill an empty database from a backup
npm run db -- types              write the table types anew, after a new migration

Stop the server first where it runs on its own folder: one process at a time may open it.
`;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function withDatabase(
  work: (database: Awaited<ReturnType<typeof openDatabase>>, config: Config) => Promise<void>,
): Promise<void> {
  const config = readConfig();
  const database = await openDatabase(config);
  try {
    await work(database, config);
  } finally {
    await database.close();
  }
}

async function run(): Promise<void> {
  if (command === 'types') return writeTypes();
  if (command === 'migrate') {
    return withDatabase(async (database) => {
      const applied = await migrate(database, systemClock);
      say(applied.length === 0 ? 'Nothing to do: the database is up to date.' : `Applied ${applied.join(', ')}.`);
    });
  }
  if (command === 'backup') {
    return withDatabase(async (database, config) => {
      const name =
        file ??
        join(config.dataDir, `backup-${systemClock.now().toISOString().slice(0, 19).replaceAll(':', '-')}.jsonl.gz`);
      await backup(database, name, systemClock);
      say(`Written to ${name}. It holds people's addresses and messages: keep it where nobody else reads.`);
      say(
        config.s3
          ? 'Uploaded files are in the bucket: copy that too.'
          : `Uploaded files are not in it: copy ${join(config.dataDir, 'files')} too.`,
      );
    });
  }
  if (command === 'restore' && file) {
    if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
    return withDatabase(async (database) =>
      say(`Restored ${await restore(database, file, systemClock)} rows. Everyone signs in anew.`),
    );
  }
  process.stdout.write(HELP);
  process.exitCode = command === undefined || command === 'help' ? 0 : 2;
}

await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError || error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
