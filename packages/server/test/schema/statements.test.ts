import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../database.ts';
import { refusedOf } from './statements.ts';

/*
 * `.ci/run`: what the API tests asked of one PostgreSQL is prepared on another. This finds what it does not understand,
 * not what it would answer differently: for that, `.ci/run all` makes all of these tests there.
 */

const from = process.env.TEST_STATEMENTS_FROM;

/** Fewer would mean that they were not collected. */
const AT_LEAST = 3_000;

test.skipIf(!from)('schema: every statement that the tests made can be prepared on this PostgreSQL', async () => {
  const texts = JSON.parse(readFileSync(from ?? '', 'utf8')) as string[];
  expect(texts.length).toBeGreaterThan(AT_LEAST);
  const { database, done } = await openTestDatabase();
  const since = performance.now();
  const refused = await refusedOf(database.db, texts);
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  await done();
  console.log(`${texts.length} statements were prepared in ${seconds} s.`);
  expect(refused.map(({ text, reason }) => `${reason}: ${text.replace(/\s+/g, ' ').trim()}`)).toEqual([]);
});
