import * as events from '@folkmoot/contract/events/api.ts';
import { ParticipationStatus } from '@folkmoot/contract/participations/schema.ts';
import * as api from '@folkmoot/contract/registrations/api.ts';
import { GUEST_COUNT, GUEST_PAGE, GuestQuery, LAST_POSITION } from '@folkmoot/contract/registrations/schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { needManaged } from '../events/actions.ts';
import { claimParticipations } from '../participations/claims-store.ts';
import { findGuests } from './list-store.ts';

let world: World;
let host: Signed;
let at: EventFixtures;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person({ firstName: 'Hedda', lastName: 'Host' });
  at = eventFixtures(world, host);
});
afterAll(() => world.close());

const COUNTED = sql.join(
  ParticipationStatus.options.map(
    (status) =>
      sql`count(*) filter (where p.status = ${sql.lit(status)} and p.role in ('guest', 'featured_guest'))::int as ${sql.ref(status)}`,
  ),
);

/** Events whose kept counts differ from their rows. */
const wrongCounts = async () => {
  const { rows } = await sql`
    with counted as (select e.id, count(p.id) filter (where p.status <> 'invited')::int as everyone, ${COUNTED}
      from events e left join participations p on p.event_id = e.id group by e.id),
    kept as (select e.id, coalesce(k.everyone, 0) as everyone, ${sql.join(
      ParticipationStatus.options.map((status) => sql`coalesce(k.${sql.ref(status)}, 0) as ${sql.ref(status)}`),
    )} from events e left join event_counts k on k.event_id = e.id)
    select * from counted except select * from kept`.execute(world.db);
  return rows;
};

/** The same numbers each time: a linear congruential generator, with the constants of Numerical Recipes. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

test.each([[1], [2], [3]])('the kept counts are those of the rows after any moves (series %d)', async (seed) => {
  const roll = dice(seed);
  const gatherings = [
    await at.published({ capacity: 2, waitlist: true }),
    await at.published({ capacity: 3, require_approval: true, waitlist: true }),
    await at.published(),
  ];
  const people = await Promise.all(Array.from({ length: 6 }, () => world.person()));
  for (let step = 0; step < 60; step += 1) {
    const event = gatherings[roll(gatherings.length)];
    const person = people[roll(people.length)];
    if (!event || !person) continue;
    const moves = [
      () => at.register(event.id, person),
      () => at.register(event.id, person),
      () => at.leave(event.id, person),
      () => at.changeGuest(event.id, person, { type: 'approve' }),
      () => at.changeGuest(event.id, person, { type: 'decline', reason: '' }),
      () => at.changeGuest(event.id, person, { type: 'role', role: roll(2) === 0 ? 'featured_guest' : 'host' }),
      () => at.answer(event.id, roll(2) === 0, person),
      () =>
        world.call(
          api.addGuest,
          { eventId: event.id, email: `typed-${seed}-${roll(4)}@post.example`, notifyUser: false } as never,
          host,
        ),
      () => at.change(event.id, { capacity: 1 + roll(5) }),
    ];
    await moves[roll(moves.length)]?.();
  }
  expect(await wrongCounts()).toEqual([]);
});

test.each([[4], [5]])(
  'the kept counts are right after statements that change many people at many events (series %d)',
  async (seed) => {
    const roll = dice(seed);
    const ids = [await at.published(), await at.published(), await at.published()].map(({ id }) => id);
    const some = () =>
      sql`event_id = any(${ids}::uuid[]) and role <> 'host' and abs(hashtext(id::text || ${String(roll(1000))})) % 3 = 0`;
    const status = () => ParticipationStatus.options[roll(ParticipationStatus.options.length)] ?? 'going';
    const role = () => ['guest', 'featured_guest', 'check_in'][roll(3)] ?? 'guest';
    for (let step = 0; step < 30; step += 1) {
      const statements = [
        () => sql`insert into participations (event_id, id, email, status, role, registered_at, changed_at)
          select unnest(${ids}::uuid[]), gen_random_uuid(), ${`${seed}-${step}-`} || n || '@many.example', ${status()}, ${role()}, ${world.clock.now()}, ${world.clock.now()}
          from generate_series(1, ${1 + roll(5)}::int) n`,
        () => sql`update participations set status = ${status()} where ${some()}`,
        () => sql`update participations set role = ${role()}, status = ${status()} where ${some()}`,
        () => sql`update participations set told_again_at = ${world.clock.now()} where ${some()}`,
        () => sql`delete from participations where ${some()}`,
      ];
      await statements[roll(statements.length)]?.().execute(world.db);
      expect(await wrongCounts()).toEqual([]);
    }
  },
);

test('the kept counts survive a merge, a deleted account and a deleted event', async () => {
  const { id: eventId } = await at.published();
  const guest = await world.person();
  await at.register(eventId, guest);
  const joining = await world.person();
  await sql`insert into participations (event_id, id, email, status, registered_at, changed_at, own_act)
    select ${eventId}, gen_random_uuid(), email, 'going', ${world.clock.now()}, ${world.clock.now()}, true from users where id = ${joining.id}`.execute(
    world.db,
  );
  expect(await claimParticipations(world.db, joining.id)).toEqual([eventId]);
  expect(await wrongCounts()).toEqual([]);
  await sql`delete from users where id = ${guest.id}`.execute(world.db);
  expect(await wrongCounts()).toEqual([]);
  const { id: draft } = await at.draft();
  expect((await world.call(events.deleteEvent, { eventId: draft }, host)).status).toBe(200);
  await sql`delete from events where id = ${eventId}`.execute(world.db);
  expect(
    await firstRow(world.db, sql`select 1 from event_counts where event_id = any(${[draft, eventId]}::uuid[])`),
  ).toBeUndefined();
  expect(await wrongCounts()).toEqual([]);
});

test('registrations and deleted accounts at the same moment leave the counts right', async () => {
  const many = [await at.published(), await at.published(), await at.published()];
  const people = await Promise.all(Array.from({ length: 12 }, () => world.person()));
  for (const person of people.slice(0, 6)) for (const { id } of many) await at.register(id, person);
  await Promise.all([
    ...people.slice(0, 6).map(({ id }) => sql`delete from users where id = ${id}`.execute(world.db)),
    ...people.slice(6).flatMap((person) => many.map(({ id }) => at.register(id, person))),
  ]);
  expect(await wrongCounts()).toEqual([]);
});

/** An event with so many guests, of whom every fifth waits; several came in the same second. */
async function crowded(count: number): Promise<string> {
  const { id } = await at.published({ capacity: 10, waitlist: true });
  const now = world.clock.now();
  await sql`insert into participations (event_id, id, email, first_name, last_name, status, registered_at, changed_at, waitlisted_at, search_text, own_act)
    select ${id}, gen_random_uuid(), 'guest-' || n || '@post.example', 'Guest', 'Number ' || n, case n % 5 when 0 then 'waitlisted' else 'going' end,
      ${now}::timestamptz - (n / 3) * interval '1 minute', ${now}::timestamptz, case n % 5 when 0 then ${now}::timestamptz - n * interval '1 second' end, 'guest number ' || n, true
    from generate_series(1, ${count}::int) n`.execute(world.db);
  await sql`analyze participations`.execute(world.db);
  return id;
}

type Page = {
  data: { participationId: string; name: string; waitlistPosition: number | null }[];
  nextCursor: string | null;
  count: number;
};

const pageOf = async (db: Db, eventId: string, query: object): Promise<Page> =>
  JSON.parse(needManaged(await findGuests(db, eventId, GuestQuery.parse(query), { userId: host.id })).inside) as Page;

test.each([['newest'], ['oldest'], ['name']])(
  'the pages of a list, %s, have everybody once and in order',
  async (sort) => {
    const eventId = await crowded(170);
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const { status, data } = await world.call(
        api.listGuests,
        { eventId, sort, ...(cursor ? { cursor } : {}) } as never,
        host,
      );
      expect([status, data.count, data.data.length <= GUEST_PAGE]).toEqual([200, 171, true]);
      seen.push(...data.data.map(({ participationId }) => participationId));
      cursor = data.nextCursor;
    } while (cursor !== null);
    expect([seen.length, new Set(seen).size]).toEqual([171, 171]);
    const whole = await pageOf(world.db, eventId, { sort, limit: 100 });
    expect(seen.slice(0, 100)).toEqual(whole.data.map(({ participationId }) => participationId));
  },
);

test('a guest who registers meanwhile moves nobody to another page', async () => {
  const eventId = await crowded(60);
  const { data, nextCursor } = await pageOf(world.db, eventId, {});
  await at.register(eventId, await world.person());
  const next = await pageOf(world.db, eventId, { cursor: nextCursor });
  const both = [...data, ...next.data].map(({ participationId }) => participationId);
  expect(new Set(both).size).toBe(61);
});

test.each([['!'], ['eyJ4IjoxfQ'], [Buffer.from('["x","y"]').toString('base64url')]])(
  'the cursor %s is refused',
  async (cursor) => {
    const { id: eventId } = await at.published();
    expect((await world.call(api.listGuests, { eventId, cursor }, host)).status).toBe(400);
  },
);

/** How many rows of the guest list's tables a page reads. */
async function rowsRead(eventId: string, query: object): Promise<number> {
  return world.db.transaction().execute(async (tx) => {
    const read = async () =>
      (
        await allRows(
          tx,
          sql<{
            n: number;
          }>`select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int as n from pg_stat_xact_user_tables
            where relname in ('participations', 'event_counts', 'users', 'tickets')`,
        )
      )[0]?.n ?? 0;
    const before = await read();
    await pageOf(tx, eventId, query);
    return (await read()) - before;
  });
}

test('a page of six thousand guests reads few rows, wherever it is', async () => {
  const eventId = await crowded(6000);
  let cursor: string | null = null;
  for (let page = 0; page < 60; page += 1)
    cursor = (await pageOf(world.db, eventId, { ...(cursor ? { cursor } : {}) })).nextCursor;
  for (const query of [{}, { cursor }, { sort: 'oldest' }, { status: 'going' }, { status: 'not_going' }])
    expect(await rowsRead(eventId, query), JSON.stringify(query)).toBeLessThan(2 * LAST_POSITION + 300);
  expect(await rowsRead(eventId, { status: 'going', cursor })).toBeLessThan(200);
});

test('guests on the waitlist have their positions, up to the last one that is given', async () => {
  const eventId = await crowded(6000);
  const waiting = await pageOf(world.db, eventId, { status: 'waitlisted', sort: 'oldest', limit: 100 });
  // The latest to register has waited least: positions count from who has waited longest.
  const { rows } = await sql<{
    id: string;
    n: number;
  }>`select id, (row_number() over (order by waitlisted_at, id))::int as n
    from participations where event_id = ${eventId} and status = 'waitlisted'`.execute(world.db);
  const position = new Map(rows.map(({ id, n }) => [id, n]));
  for (const { participationId, waitlistPosition } of waiting.data)
    expect(waitlistPosition).toBe(position.get(participationId));
  const last = await pageOf(world.db, eventId, { status: 'waitlisted', limit: 100 });
  expect(last.data.every(({ waitlistPosition }) => waitlistPosition === null)).toBe(true);
});

test('a search is counted as far as the limit, and a state exactly', async () => {
  const eventId = await crowded(1500);
  expect((await pageOf(world.db, eventId, { search: 'guest number' })).count).toBe(GUEST_COUNT);
  expect((await pageOf(world.db, eventId, { search: 'number 1234' })).count).toBe(1);
  expect((await pageOf(world.db, eventId, { status: 'going' })).count).toBe(1200);
});
