import { openPool, type Pool } from '../packages/server/src/core/db/pool.ts';
import { givePast, makeVillage, type Past, type Village } from '../packages/server/src/seed/past.ts';

/* No call makes last month's event, or a message that was not read: it is written with the builders of API tests and of the demo world. */

/** Makes the village that everybody's past is about. Once for each product, before anybody has a past. */
export async function settle(databaseUrl: string): Promise<void> {
  const pool = openPool(databaseUrl, 1, 'a test');
  await makeVillage(pool.db, new Date());
  await pool.close();
}

type Opened = { pool: Pool; village: Promise<Village> };
const known = new Map<string, Opened>();

/** Gives a person who has just signed up a past, which their next page shows. */
export async function remember(databaseUrl: string, person: Past, timeZone: string): Promise<void> {
  const opened = known.get(databaseUrl) ?? open(databaseUrl);
  known.set(databaseUrl, opened);
  await givePast(opened.pool.db, { ...person, timeZone }, await opened.village, new Date());
}

/** Closes what this process has opened. */
export async function forgetPasts(): Promise<void> {
  await Promise.all([...known.values()].map(({ pool }) => pool.close()));
  known.clear();
}

function open(databaseUrl: string): Opened {
  const pool = openPool(databaseUrl, 2, 'a test');
  return { pool, village: makeVillage(pool.db, new Date()) };
}
