import { countPeople } from '../accounts/store.ts';
import { systemClock } from '../core/clock.ts';
import { readConfig } from '../core/config.ts';
import { ConfigError } from '../core/config-checks.ts';
import type { Database } from '../core/db/db.ts';
import { migrate } from '../core/db/migrate.ts';
import { isNew, openDatabase } from '../core/db/open.ts';
import { makeDemo } from './demo.ts';

/* `npm run seed`: makes the demo world in an empty embedded database, as the first `npm start` does. */

function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

const config = readConfig();
if (!config.demo)
  fail('The demo world is only created in the embedded database and on loopback: unset DATABASE_URL and HOST.');
const fill = async (database: Database) => {
  await migrate(database, systemClock);
  if ((await countPeople(database.db)) > 0)
    throw new ConfigError(`There are already accounts in ${config.dataDir}. Set DATA_DIR to a new folder.`);
  await makeDemo({ config, database, clock: systemClock });
};
try {
  const fresh = isNew(config);
  const database = await openDatabase(config, { purpose: 'npm run seed', fill });
  if (!fresh) await fill(database);
  await database.close();
} catch (error) {
  if (error instanceof ConfigError) fail(error.message);
  throw error;
}
process.stdout.write(`The demo world is in ${config.dataDir}. Start it with npm start.\n`);
