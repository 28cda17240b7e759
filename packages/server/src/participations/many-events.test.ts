import * as communities from '@folkmoot/contract/communities/api.ts';
import * as personal from '@folkmoot/contract/personal/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { runCommand } from '../core/command.ts';
import { claimOrders, moveOrders } from '../payments/orders/orders-store.ts';
import { moveQuestions } from '../qna/people-store.ts';
import { moveAnswers } from '../questionnaires/store.ts';
import { addMembers, makeCommunity } from '../seed/builders.ts';
import { claimByAddress } from './claims-actions.ts';

/* A person who takes part in many events: what ends or moves all of it takes as many statements as for a few. */

let world: World;
let host: Signed;
let at: EventFixtures;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person({ firstName: 'Hedda', lastName: 'Host' });
  at = eventFixtures(world, host);
});
afterAll(() => world.close());

const statusOf = async (eventId: string, person: Signed) => (await at.own(eventId, person))?.status;

const inside = async (conversationId: string) =>
  (await world.call(personal.listPeopleInside, { conversationId }, host)).data.data.length;

/** Emails that are due, or were written, about these events. */
const mailsOf = async (ids: string[], kind: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from event_mails
    where event_id = any(${ids}::uuid[]) and kind = ${kind}`.execute(world.db);
  return rows[0]?.n ?? 0;
};

/** Moves the start so close that no seats are held any more. */
const startsSoon = (eventId: string) =>
  sql`update events set start_at = ${new Date(world.clock.now().getTime() + 1_800_000)} where id = ${eventId}`.execute(
    world.db,
  );

/** The counts of each event, and those of its rows. */
async function wrongSeats(ids: string[]) {
  const { rows } = await sql`select e.id from events e left join lateral (
      select count(*) filter (where status = 'going')::int as going, count(*) filter (where status in ('going', 'offered', 'payment_pending'))::int as taken,
        count(*) filter (where status = 'waitlisted')::int as waiting
      from participations p where p.event_id = e.id and role in ('guest', 'featured_guest')) c on true
    where e.id = any(${ids}::uuid[]) and (e.going_count, e.taken_count, e.waiting_count) <> (c.going, c.taken, c.waiting)`.execute(
    world.db,
  );
  return rows;
}

type Way = 'leaves' | 'is removed' | 'is banned';

/**
 * A member is going to events of three kinds, has a group chat in each, and their seat has somebody waiting: at the
 * second kind it is too late to hold it. The third is for members only and has no waitlist.
 */
async function leave(way: Way, count: number): Promise<number> {
  const [person, waits] = [await world.person(), await world.person()];
  const { id: serverId } = await makeCommunity(world.db, host.id);
  await addMembers(world.db, serverId, [person.id, waits.id], 'MEMBER');
  const kinds: string[][] = [[], [], []];
  const groups: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const limited = n % 3 === 2 ? {} : { capacity: 1 };
    const { id } = await at.published({ serverId, visibility: 'community', ...limited });
    groups.push((await world.call(personal.createPrivate, { users: [], eventId: id }, host)).data.data.id);
    await at.register(id, person);
    await at.register(id, waits);
    if (n % 3 === 1) await startsSoon(id);
    kinds[n % 3]?.push(id);
  }
  const [early = [], late = [], open = []] = kinds;
  await sql`delete from event_mails`.execute(world.db);
  const { rows } = await sql<{
    id: string;
  }>`select id from members where server_id = ${serverId} and user_id = ${person.id}`.execute(world.db);
  const memberId = rows[0]?.id ?? '';
  const counting = world.countQueries();
  const { status } =
    way === 'leaves'
      ? await world.call(communities.leaveCommunity, { serverId }, person)
      : way === 'is removed'
        ? await world.call(communities.removeMember, { serverId, memberId }, host)
        : await world.call(communities.banMember, { serverId, memberId, reason: '' }, host);
  const statements = counting.stop();
  expect(status).toBe(200);
  for (const id of [...early, ...late, ...open]) {
    const { rows: own } = await sql<{ status: string; reason: string }>`select p.status, h.reason from participations p
      join participation_history h on h.event_id = p.event_id and h.participation_id = p.id
      where p.event_id = ${id} and p.user_id = ${person.id} order by h.id desc limit 1`.execute(world.db);
    expect(own[0]).toEqual({ status: 'not_going', reason: 'No longer a member of the community.' });
  }
  for (const id of early) expect(await statusOf(id, waits)).toBe('offered');
  for (const id of late) expect(await statusOf(id, waits)).toBe('waitlisted');
  for (const id of open) expect(await statusOf(id, waits)).toBe('going');
  expect(await mailsOf(early, 'offered')).toBe(early.length);
  expect(await mailsOf(late, 'seat_free')).toBe(late.length);
  for (const [n, id] of groups.entries()) expect(await inside(id)).toBe(n % 3 === 2 ? 2 : 1);
  expect(await wrongSeats([...early, ...late, ...open])).toEqual([]);
  return statements;
}

describe('a person who takes part in thirty events and', () => {
  test.each<[Way]>([['leaves'], ['is removed'], ['is banned']])(
    '%s from their community takes as many statements as one with three',
    async (way) => {
      expect(await leave(way, 30)).toBe(await leave(way, 3));
    },
  );

  test('has registered by address as well takes as many statements as one with three', async () => {
    expect(await claim(30)).toBe(await claim(3));
  });
});

/**
 * Somebody registered with an address at events of three kinds: where their account is on the waitlist and the address
 * is not; where both go, and somebody waits; and where only the address is on the list.
 */
async function claim(count: number): Promise<number> {
  const email = `claims-${count}@post.example`;
  const visitor = { visitor: { firstName: 'Dee', lastName: 'Ash', email } };
  const [person, waits] = [await world.person(), await world.person()];
  const kinds: string[][] = [[], [], []];
  const groups: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const kind = n % 3;
    const { id } = await at.published({ capacity: kind === 0 ? 1 : 2 });
    groups.push((await world.call(personal.createPrivate, { users: [], eventId: id }, host)).data.data.id);
    await at.register(id, undefined, visitor);
    if (kind !== 2) await at.register(id, person);
    if (kind === 1) await at.register(id, waits);
    kinds[kind]?.push(id);
  }
  const [nearer = [], both = [], only = []] = kinds;
  await sql`update users set email = ${email} where id = ${person.id}`.execute(world.db);
  await sql`update participations set own_act = true, client_id = null where email = ${email}`.execute(world.db);
  const counting = world.countQueries();
  await runCommand(world.db, world.app.services, true, (command) =>
    claimByAddress(command, { claimOrders, moveAnswers, moveOrders, moveQuestions }, person.id),
  );
  const statements = counting.stop();
  for (const id of [...nearer, ...both, ...only]) expect(await statusOf(id, person)).toBe('going');
  for (const id of both) expect(await statusOf(id, waits)).toBe('offered');
  for (const id of groups) expect(await inside(id)).toBe(2);
  const { rows } = await sql`select 1 from participations where email = ${email} and status <> 'not_going'`.execute(
    world.db,
  );
  expect(rows).toEqual([]);
  expect(await wrongSeats([...nearer, ...both, ...only])).toEqual([]);
  return statements;
}
