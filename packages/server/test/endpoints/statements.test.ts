import { isNone } from '@folkmoot/contract/core/endpoint.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '../../src/core/id.ts';
import { ENDPOINTS } from '../../src/slices.ts';
import { openWorld, type Signed, type World } from '../world.ts';
import { CASES, type Fixture } from './endpoint-cases.ts';
import { makeFixture } from './endpoint-fixture.ts';

/*
 * PostgreSQL keeps a prepared statement for each SQL text that a connection uses. If callers could make new texts, one
 * of them could fill its memory.
 */

let world: World;
let creator: Signed;
let fixture: Fixture;

beforeAll(async () => {
  world = await openWorld();
  creator = await world.person();
  fixture = await makeFixture(world, creator, await world.person());
});
afterAll(() => world.close());

type Property = { type?: string; enum?: unknown[]; minimum?: number; maximum?: number; format?: string };

/** What is sent for a parameter: a choice as it `is`, or a value `of` the first and the second round. */
type Kind = { is?: unknown; of?: (round: number) => unknown };

/** What a caller may send for one parameter of a query, as long as it is not left out. */
function kinds({ type, enum: choices, minimum = 1, maximum = 100, format }: Property): fc.Arbitrary<Kind> {
  if (choices) return fc.constantFrom(...choices.map((is) => ({ is })));
  if (type === 'boolean') return fc.boolean().map((is) => ({ is }));
  if (type === 'integer' || type === 'number') {
    const least = Math.max(Math.ceil(minimum), 2);
    return fc.constant({ of: (round: number) => Math.min(least + round, maximum) });
  }
  if (format === 'uuid') return fc.constant({ of: newId });
  return fc.constantFrom({ is: '' }, { of: (round: number) => (round === 0 ? 'kiln' : 'über uns') });
}

/** They ask a service or a file, and no database. */
const ELSEWHERE = new Set([
  'getLetterInvitation',
  'listAvatars',
  'findStockPhotos',
  'listContacts',
  'searchContacts',
  'findPlace',
  'getSurroundings',
  'searchPlaces',
  'checkAccess',
]);

const lists = [...ENDPOINTS].filter(
  ([name, { method, query }]) => method === 'GET' && !isNone(query) && !ELSEWHERE.has(name),
);

/** Of all lists: among them is what every call asks now and then, such as whether the session still holds. */
const known = new Set<string>();

test.each(lists)('%s makes no other SQL texts for other values, and few for other choices', async (name, endpoint) => {
  const { properties = {} } = z.toJSONSchema(endpoint.query as z.ZodType, {
    io: 'input',
    unrepresentable: 'any',
  }) as { properties?: Record<string, Property> };
  const each = Object.entries(properties).map(([key, property]) => [key, kinds(property)] as const);
  const queries = fc.record(Object.fromEntries(each), { requiredKeys: [] });
  const shapes = fc.sample(queries, { numRuns: 24, seed: 11 });
  const ask = async (round: number) => {
    const counting = world.countQueries();
    for (const shape of shapes) {
      const query = Object.entries(shape).map(([key, kind]) => [key, kind?.of?.(round) ?? kind?.is]);
      const input = { ...CASES[name]?.input?.(fixture), ...Object.fromEntries(query) };
      await world.call(endpoint, input as never, creator);
    }
    counting.stop();
    return counting.texts;
  };
  const first = await ask(0);
  for (const text of first) known.add(text);
  expect([...(await ask(1))].filter((text) => !known.has(text))).toEqual([]);
  expect(first.size).toBeLessThanOrEqual(24);
});

test('a connection lets go of the statements that were not used for longest', async () => {
  const kept = await world.db.connection().execute(async (connection) => {
    for (let column = 0; column < 300; column += 1)
      await sql`select ${column}::int as ${sql.ref(`c${column}`)}`.execute(connection);
    // Again, after it was let go.
    await sql`select ${0}::int as c0`.execute(connection);
    return sql<{ count: number }>`select count(*)::int as count from pg_prepared_statements where ${true}`.execute(
      connection,
    );
  });
  expect(kept.rows[0]?.count).toBe(250);
});
