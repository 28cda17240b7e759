import { updateProfile } from '@folkmoot/contract/accounts/api.ts';
import { getEvent } from '@folkmoot/contract/events/api.ts';
import * as api from '@folkmoot/contract/registrations/api.ts';
import { GUEST_COUNT, GUEST_PAGE, GuestQuery } from '@folkmoot/contract/registrations/schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testServer } from '../../test/database.ts';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { plansOf } from '../../test/plan.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { type Db, firstRow } from '../core/db/db.ts';
import { needManaged } from '../events/actions.ts';
import { findGuests, SAMPLE } from './list-store.ts';

/* Hosts search the guests of one event by name, address and answers. */

const GUESTS = 6000;

let world: World;
let host: Signed;
let at: EventFixtures;
let large: string;

beforeAll(async () => {
  world = await openWorld();
  // Found by no number.
  const found = { username: 'hedda-host', email: 'hedda@folk.example' };
  host = await world.person({ firstName: 'Hedda', lastName: 'Host', ...found });
  at = eventFixtures(world, host);
  large = await crowded(GUESTS, 'guest');
  // The same words at another event must cost nothing. Most events are small, so PostgreSQL expects little of any event.
  await crowded(GUESTS, 'guest');
  await sql`with small as (
      insert into events select x.* from events e, generate_series(1, 500) n,
        jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'alias', 'small-' || n, 'draft_id', null)) x where e.id = ${large} returning id)
    insert into participations (event_id, id, user_id, role, status, registered_at, changed_at)
    select id, gen_random_uuid(), ${host.id}, 'host', 'going', ${world.clock.now()}, ${world.clock.now()} from small`.execute(
    world.db,
  );
  await sql`vacuum analyze participations`.execute(world.db);
});
afterAll(() => world.close());

/** An event with so many guests without accounts; every 500th is called Quill. */
async function crowded(count: number, word: string): Promise<string> {
  const { id } = await at.published();
  await sql`insert into participations (event_id, id, email, first_name, last_name, status, registered_at, changed_at, search_text, own_act)
    select ${id}, gen_random_uuid(), word || '-' || n || '@post.example', word, n::text, 'going', ${world.clock.now()}::timestamptz - n * interval '1 minute',
      ${world.clock.now()}, word || ' number ' || n || case when n % 500 = 0 then ' quill' else '' end, true
    from generate_series(1, ${count}::int) n, (select ${word}::text as word) w`.execute(world.db);
  return id;
}

type Found = { data: { name: string; userId: string | null }[]; count: number; nextCursor: string | null };

const search = async (db: Db, eventId: string, query: object): Promise<Found> =>
  JSON.parse(needManaged(await findGuests(db, eventId, GuestQuery.parse(query), { userId: host.id })).inside) as Found;

const names = async (eventId: string, text: string) =>
  (await search(world.db, eventId, { search: text, sort: 'name' })).data.map(({ name }) => name);

/** How many rows of participations a search reads. */
async function rowsRead(query: object, plans: 'auto' | 'force_generic_plan'): Promise<number> {
  return world.db.transaction().execute(async (tx) => {
    await sql`set local plan_cache_mode = ${sql.raw(plans)}`.execute(tx);
    const read = async () =>
      (
        await firstRow(
          tx,
          sql<{ n: number }>`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n
            from pg_stat_xact_user_tables where relname = 'participations'`,
        )
      )?.n ?? 0;
    const before = await read();
    await search(tx, large, query);
    return (await read()) - before;
  });
}

/** A sample is looked at first; then each person on the page is read once more, and the host. */
const BESIDES = SAMPLE.of + GUEST_PAGE + 10;

// PGlite plans with other costs.
describe.runIf(testServer)('a search among six thousand guests', () => {
  test.each([
    ['nobody has', { search: 'nobody at all' }, 0],
    ['one has', { search: 'number 4321' }, 1],
    ['one has, by address', { search: 'guest-4321@' }, 1],
    ['few have', { search: 'quill' }, GUESTS / 500],
    ['few have, in one state', { search: 'quill', status: 'going' }, GUESTS / 500],
    ['all have', { search: 'guest number' }, GUEST_COUNT],
    ['all have, oldest first', { search: 'guest number', sort: 'oldest' }, GUEST_COUNT],
    ['all have, in one state', { search: 'guest number', status: 'going' }, GUEST_COUNT],
  ])('reads only who has a word that %s', async (_, query, count) => {
    expect((await search(world.db, large, query)).count).toBe(count);
    for (const plans of ['auto', 'force_generic_plan'] as const)
      expect(await rowsRead(query, plans), plans).toBeLessThanOrEqual(count + BESIDES);
  });
});

test('letters are found along the list, and words by the index, page after page', async () => {
  const numbers = Array.from({ length: GUESTS }, (_, n) => n + 1).filter((n) => String(n).includes('00'));
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page: Found = await search(world.db, large, { search: '00', limit: 10, ...(cursor ? { cursor } : {}) });
    expect(page.count).toBe(numbers.length);
    seen.push(...page.data.map(({ name }) => name));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual(numbers.map((n) => `guest ${n}`));
  expect(await names(large, 'number 600')).toEqual(['guest 600', 'guest 6000']);
  expect(await names(large, 'per%cent')).toEqual([]);
  expect(await names(large, 'number_600')).toEqual([]);
});

test('hosts find what they may see of a person, and what it is now', async () => {
  const { id: eventId } = await at.published();
  const guest = await world.person({ firstName: 'Zoë', lastName: 'Kilnworth' });
  await at.register(eventId, guest);
  expect(await names(eventId, 'zoe')).toEqual(['Zoë Kilnworth']);
  expect(await names(eventId, 'ZOË')).toEqual(['Zoë Kilnworth']);
  expect(await names(eventId, guest.email)).toEqual(['Zoë Kilnworth']);
  // A host finds their own address, though nobody gave it to the event.
  expect(await names(eventId, host.email)).toEqual(['Hedda Host']);
  expect((await search(world.db, eventId, { search: 'hedda' })).count).toBe(1);
  await world.call(updateProfile, { firstName: 'Ada' }, guest);
  expect(await names(eventId, 'zoe')).toEqual([]);
  expect(await names(eventId, 'ada kiln')).toEqual(['Ada Kilnworth']);
  await sql`update users set email = 'ada@new.example' where id = ${guest.id}`.execute(world.db);
  expect(await names(eventId, 'ada@new')).toEqual(['Ada Kilnworth']);
  expect(await names(eventId, guest.email)).toEqual([]);
});

test('a name that changes while its person registers is found by the new name', async () => {
  const guests = await Promise.all(Array.from({ length: 6 }, () => world.person()));
  const events = [await at.published(), await at.published(), await at.published()];
  await Promise.all(
    guests.flatMap((guest, n) => [
      ...events.map(({ id }) => world.call(api.register, { eventId: id }, guest)),
      world.call(updateProfile, { firstName: `Renamed${n}` }, guest),
    ]),
  );
  const { rows } = await sql`select p.id from participations p join users u on u.id = p.user_id
    where p.person_name <> u.search_text or p.person_email <> u.email`.execute(world.db);
  expect(rows).toEqual([]);
  expect(await names(events[0]?.id ?? '', 'renamed3')).toHaveLength(1);
});

/** An event with so many people with accounts, of whom the hosts added all but the last `own`. */
async function attended(count: number, own: number): Promise<string> {
  const { id } = await at.published();
  const now = world.clock.now();
  await sql`with made as (
      insert into users (id, email, name, first_name, last_name, username, search_text, created_at, updated_at)
      select gen_random_uuid(), name || '@folk.example', name, 'Walker', n::text, name, 'walker ' || n || case when n = ${count} then ' heron' else '' end, ${now}, ${now}
      from (select n, 'walker-' || right(${id}, 12) || n as name from generate_series(1, ${count}::int) n) n returning id, last_name::int as n)
    insert into participations (event_id, id, user_id, status, registered_at, changed_at, typed, own_act)
    select ${id}, gen_random_uuid(), made.id, 'going', ${now}::timestamptz + n * interval '1 second', ${now}, n <= ${count - own}, n > ${count - own} from made`.execute(
    world.db,
  );
  await sql`update events set going_count = ${count}, taken_count = ${count} where id = ${id}`.execute(world.db);
  await sql`vacuum analyze participations, users`.execute(world.db);
  return id;
}

describe.runIf(testServer)('who is going, among thousands', () => {
  test('the event page finds the few who registered themselves without reading past all whom the hosts added', async () => {
    const eventId = await attended(4000, 3);
    const count = world.countQueries();
    const { data } = await world.call(getEvent, { eventId });
    count.stop();
    expect(data.faces).toHaveLength(3);
    const plans = await plansOf(world.db, count.queries);
    expect(plans.reduce((sum, plan) => sum + plan.read('participations'), 0)).toBeLessThan(20);
  });

  test('the list shows the first thousand and finds the others, and reads no more than it shows or finds', async () => {
    const eventId = await attended(4000, 3000);
    const listed = async (query: object) => {
      const count = world.countQueries();
      const { data } = await world.call(api.listGoing, { eventId, ...query });
      count.stop();
      const plans = await plansOf(world.db, count.queries);
      return { ...data, read: plans.reduce((sum, plan) => sum + plan.read('participations'), 0) };
    };
    const last = await listed({ page: GUEST_COUNT / 10 });
    expect([last.count, last.data.length]).toEqual([GUEST_COUNT, 10]);
    expect(last.data.at(-1)?.lastName).toBe('2000');
    expect((await listed({ page: GUEST_COUNT / 10 + 1 })).data).toEqual([]);
    const frequent = await listed({ search: 'walker' });
    expect([frequent.count, frequent.data[0]?.lastName]).toEqual([GUEST_COUNT, '1001']);
    const rare = await listed({ search: 'Heron' });
    expect([rare.count, rare.data[0]?.lastName, rare.read < 300]).toEqual([1, '4000', true]);
    // Added by the hosts, or found by something that only hosts may search.
    expect((await listed({ search: 'walker 999' })).count).toBe(0);
    expect((await listed({ search: '@folk.example' })).count).toBe(0);
    expect((await listed({ search: '4' })).data.map(({ lastName }) => lastName)).toContain('1004');
    expect(last.read).toBeLessThan(GUEST_COUNT + 50);
  });
});
