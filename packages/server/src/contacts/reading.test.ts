import { LIMITS, refusals } from '@folkmoot/contract/contacts/schema.ts';
import { previewInvite } from '@folkmoot/contract/invitations/api.ts';
import { type PeopleService, startPeople } from '@folkmoot/sandbox/src/people/start.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHOIR, contactFixtures, EMPTY, MAREN } from '../../test/fixtures/contact-fixtures.ts';
import { eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';

let people: PeopleService;
let world: World;
let ines: Signed;
let google: ReturnType<typeof contactFixtures>;

const settingsFor = ({ url, clientId, clientSecret }: Pick<PeopleService, 'url' | 'clientId' | 'clientSecret'>) => ({
  ...{ GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret },
  ...{ GOOGLE_ACCOUNTS_URL: url, GOOGLE_PEOPLE_URL: url },
});

beforeAll(async () => {
  people = await startPeople();
  world = await openWorld(settingsFor(people));
  await world.app.jobs.start();
  google = contactFixtures(world);
});
afterAll(async () => {
  await world.close();
  await people.stop();
});
beforeEach(async () => {
  ines = await world.person();
});
afterEach(() => {
  for (const account of people.accounts()) people.removeAccess(account);
});

/** What is asked of Google while something is done: paths and page sizes. */
async function askedIn(work: () => Promise<unknown>): Promise<string[]> {
  const before = people.asked.length;
  await work();
  return people.asked
    .slice(before)
    .map(({ path, query }) => `${path.replace('/v1/', '')} ${query.query ?? query.pageSize}`);
}

const CONNECTIONS = 'people/me/connections';
const SEARCH = 'people:searchContacts';

describe('a list of contacts', () => {
  test('comes by first name, fifty people a page, each once for every address, and no page twice', async () => {
    await google.connect(ines);
    const seen: string[] = [];
    const sizes: number[] = [];
    let pageToken: string | null | undefined;
    for (let page = 0; page < 3 && pageToken !== null; page += 1) {
      const { data } = await google.list(ines, pageToken ? { pageToken } : {});
      sizes.push(data.data.filter(({ first }) => first).length);
      seen.push(...data.data.map(({ email }) => email));
      pageToken = data.nextPageToken;
    }
    // Who has no address is not among them.
    expect(Math.max(...sizes)).toBeLessThanOrEqual(LIMITS.page);
    expect(Math.min(...sizes)).toBeGreaterThan(40);
    expect(new Set(seen).size).toBe(seen.length);
    const { data } = (await google.list(ines)).data;
    const firstNames = data.map(({ firstName }) => firstName);
    expect(firstNames).toEqual(firstNames.toSorted((one, other) => one.localeCompare(other, 'en')));
  });

  test('of all is read in Google’s pages of a thousand, and ends at two thousand people', async () => {
    await google.connect(ines, { account: CHOIR });
    const choir = await askedIn(async () => {
      const { data } = await google.list(ines, { limit: LIMITS.all });
      expect(data.nextPageToken).toBeNull();
      expect(data.data.filter(({ first }) => first)).toHaveLength(1200 - Math.floor(1200 / 13));
      expect(data.data.some(({ firstName }) => /[^ -~]/.test(firstName))).toBe(true);
      expect(data.data.some(({ firstName, lastName }) => firstName === '' && lastName === '')).toBe(true);
      expect(data.data.some(({ first }) => !first)).toBe(true);
    });
    expect(choir.slice(0, 2)).toEqual([`${CONNECTIONS} 1000`, `${CONNECTIONS} 1000`]);
    expect(choir.filter((one) => one.startsWith(CONNECTIONS))).toHaveLength(2);

    const maren = await world.person();
    await google.connect(maren);
    const { data } = await google.list(maren, { limit: LIMITS.all });
    expect(data.nextPageToken).not.toBeNull();
    const count = data.data.filter(({ first }) => first).length;
    expect([count > 1800, count <= LIMITS.all]).toEqual([true, true]);
  });

  test('of nobody is empty', async () => {
    await google.connect(ines, { account: EMPTY });
    expect((await google.list(ines)).data).toEqual({ data: [], nextPageToken: null });
    expect((await google.list(ines, { limit: LIMITS.all })).data).toEqual({ data: [], nextPageToken: null });
    expect((await google.search(ines, 'bea')).data).toEqual({ data: [], full: false });
  });

  test('takes no other size, and a position that Google refuses ends nothing', async () => {
    await google.connect(ines);
    for (const limit of [0, 49, 1000, 2001]) expect((await google.list(ines, { limit })).status).toBe(422);
    const { nextPageToken } = (await google.list(ines)).data;
    const stale = await google.list(ines, { pageToken: nextPageToken ?? '', limit: LIMITS.all });
    expect([stale.status, stale.problem.message]).toEqual([409, refusals.stale.message]);
    expect((await google.list(ines, { pageToken: 'made up' })).problem.code).toBe('contacts.stale');
    expect(await google.isConnected(ines)).toBe(true);
  });

  test('cuts names that are too long, and leaves out what is no address', async () => {
    await google.connect(ines, { account: EMPTY });
    people.addContact(EMPTY, {
      given: '🏺'.repeat(80),
      family: 'a\u202Eb \ud800',
      addresses: ['not an address', 'Pot@Kiln.example'],
    });
    people.addContact(EMPTY, { given: 'Nobody', addresses: ['at home'] });
    const { data } = (await google.list(ines)).data;
    expect(data).toEqual([
      { email: 'Pot@kiln.example', firstName: '🏺'.repeat(60), lastName: 'ab \ufffd', first: true },
    ]);
  });
});

describe('a search in contacts', () => {
  test('finds thirty at most, after a request without words that is made once in a while', async () => {
    await google.connect(ines);
    const first = await askedIn(async () => {
      const { data } = await google.search(ines, '  B ');
      expect(data.full).toBe(true);
      expect(data.data.filter(({ first }) => first).length).toBeGreaterThan(20);
      expect(data.data.every((one) => / b/i.test(` ${one.firstName} ${one.lastName} ${one.email}`))).toBe(true);
    });
    expect(first).toEqual([`${SEARCH} `, `${SEARCH} B`]);
    expect(people.asked.at(-1)?.query).toMatchObject({ pageSize: '30', readMask: 'names,emailAddresses' });
    expect(await askedIn(() => google.search(ines, 'åsa'))).toEqual([`${SEARCH} åsa`]);
    world.clock.moveBy(11 * 60_000);
    people.addContact(MAREN, { given: 'Quentin', family: 'Quill', addresses: ['quentin@quill.example'] });
    const quill = (await google.search(ines, 'quill')).data;
    expect([quill.data.length, quill.full]).toEqual([1, false]);
    expect((await google.search(ines, 'nobody of this name')).data.data).toEqual([]);
    for (const query of ['', '   '])
      expect((await google.search(ines, query)).problem.fields?.query).toBe('Type what to search for.');
    expect((await google.search(ines, 'x'.repeat(101))).status).toBe(422);
  });

  test('is prepared with the first page of the list', async () => {
    await google.connect(ines);
    expect(await askedIn(() => google.list(ines))).toEqual([`${CONNECTIONS} 50`, `${SEARCH} `]);
    expect(await askedIn(() => google.search(ines, 'bea'))).toEqual([`${SEARCH} bea`]);
    // Its failure is no failure of the list.
    const other = await world.person();
    await google.connect(other);
    people.failNext(0, 503);
    expect((await google.list(other)).status).toBe(200);
    expect(await google.isConnected(other)).toBe(true);
  });
});

describe('a permission that has ended', () => {
  test('an access token that ended is renewed, and the new one is used for what follows', async () => {
    await google.connect(ines);
    await google.list(ines);
    const tokens = () =>
      world.db.selectFrom('contact_connections').select('tokens').where('user_id', '=', ines.id).executeTakeFirst();
    const before = await tokens();
    people.endAccess();
    expect((await google.list(ines)).status).toBe(200);
    const after = await tokens();
    expect(after?.tokens).not.toBe(before?.tokens);
    // Google would refuse the one before.
    expect(await askedIn(() => google.list(ines))).toEqual([`${CONNECTIONS} 50`]);
    expect((await tokens())?.tokens).toBe(after?.tokens);
  });

  test.each([
    ['was taken back at Google', () => people.removeAccess(MAREN)],
    ['is refused with 401, with a new token too', () => people.failNext(401, 401)],
    ['is refused with 403', () => people.failNext(403, 403)],
  ])('that %s is forgotten, and asked for again', async (_, fail) => {
    await google.connect(ines);
    fail();
    const { status, problem } = await google.list(ines);
    expect([status, problem.message]).toEqual([409, refusals.lost.message]);
    expect(await google.isConnected(ines)).toBe(false);
    await expect.poll(people.accounts).toEqual([]);
    expect(await google.connect(ines)).toBe('connected');
    expect((await google.list(ines)).status).toBe(200);
  });

  test('the same goes for searches', async () => {
    await google.connect(ines);
    people.removeAccess(MAREN);
    expect((await google.search(ines, 'bea')).problem.code).toBe('contacts.lost');
    expect(await google.isConnected(ines)).toBe(false);
  });
});

describe('Google that is busy or away', () => {
  test.each([429, 500, 503])('a call is made three times at %i, and the third answer is taken', async (status) => {
    await google.connect(ines);
    for (let call = 0; call < 2; call += 1) {
      people.failNext(status, status);
      const asked = await askedIn(async () => expect((await google.list(ines)).status).toBe(200));
      expect(asked.filter((one) => one.startsWith(CONNECTIONS))).toHaveLength(3);
    }
  });

  test.each([429, 503])('after three times %i the permission is given up, here and at Google', async (status) => {
    await google.connect(ines);
    people.failNext(status, status, status);
    const { problem } = await google.list(ines);
    expect([problem.statusCode, problem.message]).toEqual([409, refusals.unanswered.message]);
    expect(await google.isConnected(ines)).toBe(false);
    await expect.poll(people.accounts).toEqual([]);
  });

  test('Google that cannot be reached at all ends the permission too', async () => {
    const other = await startPeople();
    const away = await openWorld(settingsFor(other));
    await away.app.jobs.start();
    const there = contactFixtures(away);
    const ana = await away.person();
    expect(await there.connect(ana)).toBe('connected');
    await other.stop();
    expect((await there.list(ana)).problem.code).toBe('contacts.unanswered');
    expect(await there.isConnected(ana)).toBe(false);
    await away.close();
  });

  test('somebody who has connected again meanwhile keeps the new permission', async () => {
    await google.connect(ines);
    people.failNext(429, 429, 429);
    const before = people.asked.length;
    const failing = google.list(ines);
    // It has read the permission of before; three tries take longer than it takes to connect.
    await expect.poll(() => people.asked.length).toBeGreaterThan(before);
    expect(await google.connect(ines, { account: CHOIR })).toBe('connected');
    await failing;
    expect(await google.isConnected(ines)).toBe(true);
  });
});

test('contacts are counted in an invitation by their addresses, and no other contact is anywhere in the database', async () => {
  await google.connect(ines, { account: CHOIR });
  const all = (await google.list(ines, { limit: LIMITS.all })).data.data;
  const [bea, ana] = all;
  const { id: eventId } = await eventFixtures(world, ines).published();
  const selected = [bea, ana].map((one) => ({
    email: one?.email ?? '',
    firstName: one?.firstName,
    lastName: one?.lastName,
  }));
  const data = [{ resourceType: 'Contact' as const, resourceData: [{ resourceId: 'Contact', selected }] }];
  const preview = await world.call(previewInvite, { eventId, data } as never, ines);
  expect(preview.data.sources).toEqual([{ resourceType: 'Contact', resourceId: 'Contact', count: 2 }]);
  const { rows: tables } = await sql<{
    name: string;
  }>`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    world.db,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from ${sql.table(name)} t where to_jsonb(t)::text like ${`%${all[5]?.email}%`}`.execute(
      world.db,
    );
    if (rows[0]?.n !== 0) found.push(name);
  }
  expect(found).toEqual([]);
});
