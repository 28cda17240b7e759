import { expect, test } from 'vitest';
import { isCopied, listed, places } from './keys.ts';
import type { Partitioned } from './partition.ts';

/* `npm run drill -- shards`: what was in the way when the tables were split is what docs/scaling.md says. */

const done = JSON.parse(process.env.TEST_SHARDS ?? '') as Partitioned;

test('shards: the tables are split that have a distribution key, and what is in the way is in docs/scaling.md', () => {
  console.log(
    `shards: ${done.tables.length} tables are split, ${places.length - done.tables.length} are not. ${done.kept} foreign keys are kept and ${done.dropped.length} dropped. Of the unique keys, ${done.widened.length} got the distribution key and ${done.lookups.length} a table of their own.`,
  );
  expect(done.tables).toEqual(places.flatMap(({ table, key }) => (key === undefined ? [] : [table])).sort());
  expect([...done.widened, ...done.lookups].sort()).toEqual(listed('Unique keys without it'));
  expect(done.dropped).toEqual(
    listed('Foreign keys without it').filter((name) => !isCopied(name.split(' → ')[1] ?? '')),
  );
});
