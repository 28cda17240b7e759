import { RESERVED } from '@folkmoot/contract/communities/rules.ts';
import { BACKENDS, type Endpoint } from '@folkmoot/contract/core/endpoint.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCommunity } from '../../src/seed/builders.ts';
import { ENDPOINTS } from '../../src/slices.ts';
import { openWorld, type Signed, type World } from '../world.ts';
import { CASES, type Fixture } from './endpoint-cases.ts';
import { makeFixture } from './endpoint-fixture.ts';

let world: World;
let creator: Signed;

beforeAll(async () => {
  world = await openWorld();
  // Codes are requested: their emails wait in the queue.
  await world.app.jobs.start();
  creator = await world.person();
});
afterAll(() => world.close());

test('every endpoint says who may call it', () => {
  expect(Object.keys(CASES).sort()).toEqual([...ENDPOINTS.keys()].sort());
});

type Callers = { stranger: Signed; member: Signed; otherAdmin: Signed; fixture: Fixture };

async function makeCallers(): Promise<Callers> {
  const [stranger, member, otherAdmin] = [await world.person(), await world.person(), await world.person()];
  await makeCommunity(world.db, otherAdmin.id);
  return { stranger, member, otherAdmin, fixture: await makeFixture(world, creator, member) };
}

/** The same callers as in the tests before, as long as no call has changed anything. */
let unchanged: Callers | undefined;

test.each(Object.entries(CASES))(
  '%s answers each kind of caller as declared',
  async (name, { expect: expected, input }) => {
    const endpoint = ENDPOINTS.get(name) as Endpoint;
    const statuses: number[] = [];
    for (const who of ['signedOut', 'stranger', 'member', 'otherAdmin'] as const) {
      unchanged ??= await makeCallers();
      const { fixture } = unchanged;
      const as = who === 'signedOut' ? undefined : unchanged[who];
      const { status } = await world.call(endpoint, (input?.(fixture) ?? {}) as never, as);
      statuses.push(status);
      if (status < 400 && endpoint.method !== 'GET') unchanged = undefined;
    }
    expect(statuses).toEqual(expected);
  },
);

test('no first segment of our own routes can become an address', () => {
  const first = [...ENDPOINTS.values()].map((endpoint) => endpoint.path.split('/')[1] ?? '');
  for (const segment of new Set([
    ...first,
    ...Object.values(BACKENDS).flatMap((prefix) => prefix.slice(1) || []),
    'live',
    'metrics',
    'healthz',
    'readyz',
    'assets',
    'art',
    'files',
    'uploads',
  ]))
    expect(RESERVED).toContain(segment);
});

test('unknown calls and files are a 404 and not the page', async () => {
  for (const url of [
    '/api/v1/nothing',
    '/api/v1/profile/groups',
    '/assets/none.js',
    '/robots.txt',
    '/auth/get-session',
    '/auth/list-sessions',
    '/api/v1/not-a-uuid/channels/browse',
  ]) {
    expect(
      (await world.app.http.inject({ url, headers: { authorization: `Bearer ${creator.token}` } })).statusCode,
      url,
    ).toBe(404);
  }
});
