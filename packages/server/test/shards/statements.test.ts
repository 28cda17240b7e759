import { statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstRow } from '../../src/core/db/db.ts';
import { until } from '../fixtures/until.ts';
import { openWorld, type World } from '../world.ts';
import { type Hot, makeHot } from './hot.ts';
import { AUTO_EXPLAIN, type Explained, explainedIn, type Reach, worst } from './plans.ts';
import { WHOLE } from './whole.ts';

/* `npm run drill -- shards`: which parts of its tables each of the most frequent statements reads. */

let world: World;
let hot: Map<string, Hot>;
/** Where PostgreSQL writes the plans. */
let log: string;

beforeAll(async () => {
  world = await openWorld();
  hot = await makeHot(world);
  log = await explainEverything();
});
afterAll(() => world.close());

/** From now on each connection to this database has its plans written to the log. */
async function explainEverything(): Promise<string> {
  const client = new pg.Client({ connectionString: world.databaseUrl ?? '' });
  await client.connect();
  const here = client.escapeIdentifier(client.database ?? '');
  for (const [name, value] of Object.entries(AUTO_EXPLAIN))
    await client.query(`alter database ${here} set ${name} = '${value}'`);
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  await client.end();
  await until(async () => {
    const row = await firstRow(
      world.db,
      sql<{ format: string }>`select current_setting('auto_explain.log_format', true) as format`,
    );
    expect(row?.format).toBe('json');
  });
  return join(rows[0]?.data_directory ?? '', '../log');
}

/** The tables of which any statement reads so much and none reads more. */
function reached(explained: Explained[], wanted: Reach): string[] {
  const most = new Map<string, Reach>();
  for (const { reach } of explained)
    for (const [table, is] of reach) most.set(table, worst(is, most.get(table) ?? 'one'));
  return [...most].flatMap(([table, is]) => (is === wanted ? [table] : [])).sort();
}

test.each(Object.entries(WHOLE))('shards: %s reads all parts of these tables only', async (what, known) => {
  const from = statSync(log).size;
  const counting = world.countQueries();
  const { status, problem } = (await hot.get(what)?.()) ?? {};
  counting.stop();
  expect(status, JSON.stringify(problem)).toBe(200);
  const explained = explainedIn(log, from).filter(({ text }) => counting.texts.has(text));
  expect(new Set(explained.map(({ text }) => text))).toEqual(counting.texts);
  const whole = explained.filter(({ reach }) => [...reach.values()].includes('all')).length;
  const say = (list: string[]) => list.join(', ') || 'none';
  console.log(
    `shards: ${what}: ${explained.length} statements, ${whole} of them to all parts · one part: ${say(reached(explained, 'one'))} · one for each row: ${say(reached(explained, 'each'))} · all parts: ${say(reached(explained, 'all'))}`,
  );
  expect(reached(explained, 'all')).toEqual(Object.keys(known).sort());
});

test('shards: everything that is carried out is compared', () => {
  expect(Object.keys(WHOLE)).toEqual([...hot.keys()]);
});
