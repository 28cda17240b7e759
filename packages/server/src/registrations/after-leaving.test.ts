import * as communities from '@folkmoot/contract/communities/api.ts';
import * as events from '@folkmoot/contract/events/api.ts';
import * as api from '@folkmoot/contract/registrations/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { newId } from '../core/id.ts';
import { takeDueMails } from '../participations/mails-store.ts';
import { addMembers, makeCommunity } from '../seed/builders.ts';

let world: World;
let host: Signed;
let at: EventFixtures;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person({ firstName: 'Hedda', lastName: 'Host' });
  at = eventFixtures(world, host);
});
afterAll(() => world.close());

const people = (count: number) => Promise.all(Array.from({ length: count }, () => world.person()));

const addGuest = (eventId: string, fields: object) =>
  world.call(api.addGuest, { eventId, notifyUser: false, ...fields } as never, host);

/** The event was a week ago. */
const passed = (eventId: string) =>
  sql`update events set start_at = ${new Date((at.inDays(0) - 7 * 86_400) * 1000)}, end_at = ${new Date((at.inDays(0) - 6 * 86_400) * 1000)} where id = ${eventId}`.execute(
    world.db,
  );

describe('past events', () => {
  test('a person’s past events are those whose guest list they manage, not those that they only went to', async () => {
    const [guest, keeper] = (await people(2)) as [Signed, Signed];
    const { id: serverId } = await makeCommunity(world.db, host.id);
    await addMembers(world.db, serverId, [keeper.id], 'ADMIN');
    await addMembers(world.db, serverId, [guest.id], 'MEMBER');
    const [own, shared] = [await at.published(), await at.published({ serverId, visibility: 'community' })];
    for (const { id } of [own, shared]) await at.register(id, guest);
    const listed = async (as: Signed) =>
      (await world.call(api.listPastEvents, {}, as)).data.data
        .map(({ id }) => id)
        .filter((id) => [own.id, shared.id].includes(id));
    expect(await listed(host)).toEqual([]);
    for (const { id } of [own, shared]) await passed(id);
    expect((await listed(host)).sort()).toEqual([own.id, shared.id].sort());
    expect(await listed(keeper)).toEqual([shared.id]);
    expect(await listed(guest)).toEqual([]);
    expect((await world.call(api.listPastEvents, { search: 'no such name' }, host)).data).toEqual({
      data: [],
      count: 0,
    });
  });

  test('who is going: hosts alone learn by which ids they invite these people again, and who came', async () => {
    const [ada, bo] = (await people(2)) as [Signed, Signed];
    const { id } = await at.published();
    for (const guest of [ada, bo]) await at.register(id, guest);
    const listed = async (as: Signed | undefined) =>
      (await world.call(api.listGoing, { eventId: id }, as)).data.data.map((one) => [
        one.id,
        one.participationId,
        one.came,
      ]);
    const ids = [await at.idOf(id, ada), await at.idOf(id, bo)];
    for (const as of [ada, undefined])
      expect(await listed(as)).toEqual([ada, bo].map((one) => [one.id, undefined, undefined]));
    expect(await listed(host)).toEqual([
      [ada.id, ids[0], null],
      [bo.id, ids[1], null],
    ]);
    await passed(id);
    // Nobody was checked in, so everybody counts who was going.
    expect((await listed(host)).map(([, , came]) => came)).toEqual([true, true]);
    await sql`update participations set checked_in_at = ${world.clock.now()} where event_id = ${id} and user_id = ${bo.id}`.execute(
      world.db,
    );
    expect((await listed(host)).map(([, , came]) => came)).toEqual([false, true]);
    expect(await listed(ada)).toEqual([ada, bo].map((one) => [one.id, undefined, undefined]));
  });

  test('an event that is over has no free seat to email anybody about', async () => {
    const [guest, waits] = (await people(2)) as [Signed, Signed];
    const { id } = await at.published({ capacity: 1 });
    await at.register(id, guest);
    expect((await at.register(id, waits)).data.status).toBe('waitlisted');
    await passed(id);
    await sql`delete from event_mails where event_id = ${id}`.execute(world.db);
    await at.leave(id, guest);
    await at.change(id, { summary: 'It was good' });
    const due = await sql<{ kind: string }>`select kind from event_mails where event_id = ${id}`.execute(world.db);
    expect(due.rows).toEqual([]);
    const told = await sql`select 1 from participations where event_id = ${id} and told_again_at is not null`.execute(
      world.db,
    );
    expect(told.rows).toEqual([]);
  });
});

describe('emails that are due together', () => {
  test('emails that are due together are sent in the order in which they were written', async () => {
    const { id: eventId } = await at.published();
    await sql`delete from event_mails`.execute(world.db);
    const written = Array.from({ length: 12 }, () => newId());
    const rows = written.map((id) => ({ id, event_id: eventId, kind: 'going', created_at: world.clock.now() }));
    await world.db.insertInto('event_mails').values(rows.toReversed()).execute();
    expect((await takeDueMails(world.db, 20, world.clock.now())).map(({ id }) => id)).toEqual(written);
  });
});

describe('people removed from a community', () => {
  async function community() {
    const [shut, left, stays] = (await people(3)) as [Signed, Signed, Signed];
    const { id: serverId } = await makeCommunity(world.db, host.id);
    await addMembers(world.db, serverId, [shut.id, left.id, stays.id], 'MEMBER');
    const memberOf = async (person: Signed) =>
      (
        await sql<{
          id: string;
        }>`select id from members where server_id = ${serverId} and user_id = ${person.id}`.execute(world.db)
      ).rows[0]?.id ?? '';
    return { shut, left, stays, serverId, memberOf };
  }
  const guests = async (eventId: string, as: Signed) => (await world.call(api.listGuests, { eventId }, as)).status;

  test('a person removed from a community no longer manages its past events, and is still recorded as a guest', async () => {
    const { shut, serverId, memberOf } = await community();
    const [hosted, visited] = [await at.published({ serverId }), await at.published({ serverId })];
    await at.host(hosted.id, shut);
    await at.register(visited.id, shut);
    for (const { id } of [hosted, visited]) await passed(id);
    expect(await guests(hosted.id, shut)).toBe(200);
    const memberId = await memberOf(shut);
    expect((await world.call(communities.removeMember, { serverId, memberId }, host)).status).toBe(200);
    expect(await guests(hosted.id, shut)).toBe(403);
    expect((await at.own(visited.id, shut))?.status).toBe('going');
  });

  test('a person removed from a community loses access to its private events', async () => {
    const { shut, serverId, memberOf } = await community();
    const { id } = await at.published({ serverId, visibility: 'private', passcode: 'open sesame' });
    await world.call(events.openWithPasscode, { eventId: id, passcode: 'open sesame' }, shut);
    expect((await at.seen(id, shut)).status).toBe(200);
    const memberId = await memberOf(shut);
    await world.call(communities.banMember, { serverId, memberId, reason: '' }, host);
    expect((await at.seen(id, shut)).status).toBe(403);
  });

  test('a copy of a past event brings back neither removed people nor, if it is for members only, people who left', async () => {
    const { shut, left, stays, serverId, memberOf } = await community();
    const { id } = await at.published({ serverId, visibility: 'community' });
    for (const person of [shut, left, stays]) await at.register(id, person);
    await passed(id);
    const memberId = await memberOf(shut);
    await world.call(communities.banMember, { serverId, memberId, reason: '' }, host);
    await world.call(communities.leaveCommunity, { serverId }, left);
    const copied = await world.call(
      events.duplicateEvent,
      {
        eventId: id,
        time_zone: 'Europe/London',
        start_epoc: at.inDays(14),
        end_epoc: at.inDays(15),
        options: { duplicateParticipants: true },
      } as never,
      host,
    );
    const copy = copied.data.data.id;
    const list = await world.call(api.listGuests, { eventId: copy, role: 'guest', status: 'invited' }, host);
    // A copy alone makes nobody a guest: they are asked.
    expect(list.data.data.map(({ userId, askedRole }) => [userId, askedRole])).toEqual([[stays.id, 'guest']]);
    expect(await at.taken(copy)).toBe(0);
  });

  test('a person removed from a community becomes a host again of the events they made, once they may come back', async () => {
    const { shut, serverId, memberOf } = await community();
    const { id } = await at.published({ serverId }, shut);
    const memberId = await memberOf(shut);
    await world.call(communities.removeMember, { serverId, memberId }, host);
    expect((await at.change(id, { summary: 'Mine' }, shut)).status).toBe(403);
    const back = { eventId: id, userId: shut.id, role: 'host' as const };
    await at.host(id, shut);
    expect((await at.change(id, { summary: 'Mine' }, shut)).status).toBe(200);
    expect((await world.call(events.addHost, { ...back, role: 'featured_guest' }, host)).status).toBe(403);
  });
});

describe('copies of events', () => {
  test('copying an event takes the same number of statements for a long guest list as for a short one', async () => {
    const statements = async (guests: number) => {
      const { id } = await at.published({ capacity: 500 });
      for (const person of await people(guests)) await at.register(id, person);
      for (let n = 0; n < guests; n += 1) await addGuest(id, { email: `copy${n}@list.example`, firstName: 'Cop' });
      const options = { duplicateParticipants: true, duplicateQuestions: false, duplicateTickets: false };
      const counting = world.countQueries();
      const copied = await world.call(
        events.duplicateEvent,
        {
          eventId: id,
          time_zone: 'Europe/London',
          start_epoc: at.inDays(14),
          end_epoc: at.inDays(15),
          options: { ...options, notifyParticipants: true },
        },
        host,
      );
      const count = counting.stop();
      expect(copied.status).toBe(200);
      expect(await at.taken(copied.data.data.id)).toBe(guests);
      const list = await world.call(api.listGuests, { eventId: copied.data.data.id, search: 'cop' }, host);
      expect(list.data.count).toBe(guests);
      return count;
    };
    expect(await statements(12)).toBe(await statements(2));
  });
});
