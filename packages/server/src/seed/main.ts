import { countPeople } from '../accounts/store.ts';
import { systemClock } from '../core/clock.ts';
import { readConfig } from '../core/config.ts';
import { openDatabase } from '../core/db.ts';
import { migrate } from '../core/migrate.ts';
import { makeDemo } from './demo.ts';

/* `npm run seed`: makes the demo world in an empty embedded database, as the first `npm start` does. */

function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

const config = readConfig();
if (!config.demo)
  fail('The demo world is made only in the embedded database and on loopback: unset DATABASE_URL and HOST.');
const database = await openDatabase(config);
await migrate(database, systemClock);
if ((await countPeople(database.db)) > 0)
  fail(`There are people in ${config.dataDir} already. Set DATA_DIR to a new folder.`);
await makeDemo({ config, database, clock: systemClock });
await database.close();
process.stdout.write(`The demo world is in ${config.dataDir}. Start it with npm start.\n`);
