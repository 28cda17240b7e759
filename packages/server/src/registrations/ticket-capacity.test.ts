import * as events from '@folkmoot/contract/events/api.ts';
import { refusals as seats } from '@folkmoot/contract/participations/schema.ts';
import * as personal from '@folkmoot/contract/personal/api.ts';
import * as api from '@folkmoot/contract/registrations/api.ts';
import * as tickets from '@folkmoot/contract/tickets/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';

let world: World;
let host: Signed;
let gatherings: EventFixtures;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person({ firstName: 'Hedda', lastName: 'Host' });
  gatherings = eventFixtures(world, host);
});
afterAll(() => world.close());

const publish = async (fields: object = {}) => (await gatherings.published({ name: 'Seats', ...fields })).id;
const people = (count: number) => Promise.all(Array.from({ length: count }, () => world.person()));

describe('full tickets', () => {
  test('a full ticket is not given to a person who was offered a seat with another one', async () => {
    const eventId = await publish({ capacity: 2 });
    const [one, any] = [await gatherings.ticket(eventId, 'One', 1), await gatherings.ticket(eventId, 'Any', null)];
    const [first, second, third] = (await people(3)) as [Signed, Signed, Signed];
    await gatherings.register(eventId, first, { ticketId: one });
    await gatherings.register(eventId, second, { ticketId: any });
    expect((await gatherings.register(eventId, third, { ticketId: any })).data.status).toBe('waitlisted');
    await gatherings.leave(eventId, second);
    expect((await gatherings.own(eventId, third))?.status).toBe('offered');
    expect((await gatherings.register(eventId, third, { ticketId: one })).problem.code).toBe(seats.ticketFull.code);
    expect((await gatherings.register(eventId, third, { ticketId: any })).data.data).toMatchObject({
      status: 'going',
      ticketId: any,
    });
  });

  test('a full ticket is not given by a host who changes a guest’s ticket', async () => {
    const eventId = await publish();
    const [one, any] = [await gatherings.ticket(eventId, 'One', 1), await gatherings.ticket(eventId, 'Any', null)];
    const [first, second] = (await people(2)) as [Signed, Signed];
    await gatherings.register(eventId, first, { ticketId: one });
    await gatherings.register(eventId, second, { ticketId: any });
    expect((await gatherings.changeGuest(eventId, second, { type: 'ticket', ticketId: one })).problem.code).toBe(
      seats.ticketFull.code,
    );
    // They keep their current one.
    expect((await gatherings.changeGuest(eventId, first, { type: 'ticket', ticketId: one })).status).toBe(200);
    expect((await gatherings.changeGuest(eventId, first, { type: 'ticket', ticketId: any })).status).toBe(200);
    expect((await gatherings.changeGuest(eventId, second, { type: 'ticket', ticketId: one })).status).toBe(200);
  });
});

describe('roles without a seat', () => {
  test('a person with a role without a seat can become a guest only if a seat is free', async () => {
    const eventId = await publish({ capacity: 1, waitlist: false });
    const [helper, other, guest] = (await people(3)) as [Signed, Signed, Signed];
    for (const person of [helper, other]) await gatherings.host(eventId, person);
    expect((await gatherings.changeGuest(eventId, helper, { type: 'role', role: 'check_in' })).status).toBe(200);
    await gatherings.answer(eventId, true, helper);
    expect((await gatherings.register(eventId, guest)).data.status).toBe('going');
    expect((await gatherings.changeGuest(eventId, other, { type: 'role', role: 'guest' })).problem.code).toBe(
      seats.full.code,
    );
    expect((await gatherings.changeGuest(eventId, helper, { type: 'role', role: 'guest' })).problem.code).toBe(
      seats.full.code,
    );
    await world.call(events.removeHost, { eventId, userId: helper.id }, host);
    expect(await gatherings.taken(eventId)).toBe(1);
    await gatherings.leave(eventId, guest);
    expect((await gatherings.changeGuest(eventId, other, { type: 'role', role: 'guest' })).status).toBe(200);
    expect(await gatherings.taken(eventId)).toBe(1);
  });
});

describe('the waitlist', () => {
  test('the waitlist of a full ticket keeps nobody from the free seats of another', async () => {
    const eventId = await publish({ capacity: 10 });
    const [one, any] = [await gatherings.ticket(eventId, 'One', 1), await gatherings.ticket(eventId, 'Any', null)];
    const [first, second, third] = (await people(3)) as [Signed, Signed, Signed];
    await gatherings.register(eventId, first, { ticketId: one });
    expect((await gatherings.register(eventId, second, { ticketId: one })).data.status).toBe('waitlisted');
    expect((await gatherings.register(eventId, third, { ticketId: any })).data.status).toBe('going');
  });
});

describe('copies of events', () => {
  test('a copy of a draft can be published only by people who could publish the draft', async () => {
    const made = await world.call(events.createEvent, { name: 'Elsewhere', type: 'external' }, host);
    const times = {
      start_epoc: gatherings.inDays(7),
      end_epoc: gatherings.inDays(7) + 7200,
      time_zone: 'Europe/London',
    };
    const copied = await world.call(
      events.duplicateEvent,
      { eventId: made.data.data.id, ...times, options: {} } as never,
      host,
    );
    expect(copied.problem.code).toBe('events.url-required');
  });
});

describe('events', () => {
  test('an event has a time zone with a name', async () => {
    const made = await world.call(events.createEvent, { name: 'Zoned', time_zone: '+01:00' }, host);
    expect([made.status, made.problem.fields]).toEqual([422, { time_zone: 'Choose a time zone from the list.' }]);
  });

  test('an event under load from hosts, guests and a group never deadlocks, and its counts match the rows', async () => {
    const eventId = await publish({ capacity: 12, require_approval: true });
    const any = await gatherings.ticket(eventId, 'Any', 10);
    const crowd = await people(24);
    await Promise.all(crowd.map((person) => gatherings.register(eventId, person, { ticketId: any })));
    await world.call(personal.createPrivate, { users: [], eventId }, host);
    const ids = await Promise.all(crowd.map((person) => gatherings.idOf(eventId, person)));
    const bulk = (action: 'approve' | 'decline', some: string[]) =>
      world.call(api.changeGuests, { eventId, action, participationIds: some }, host);
    const said = await Promise.all([
      bulk('approve', ids),
      bulk('approve', [...ids].reverse()),
      bulk('decline', ids.slice(0, 8)),
      ...crowd.slice(4, 12).map((person) => gatherings.leave(eventId, person)),
      ...crowd.slice(6, 16).map((person) => gatherings.register(eventId, person, { ticketId: any })),
      ...[10, 11, 12].map((capacity) =>
        world.call(tickets.updateTicket, { eventId, ticketId: any, capacity } as never, host),
      ),
      ...crowd.slice(0, 5).map((person) => world.call(personal.createPrivate, { users: [person.id] }, host)),
    ]);
    expect(said.filter(({ status }) => status >= 500)).toEqual([]);
    const { rows } = await sql<{
      kept: number;
      given: number;
      inside: number;
      going: number;
    }>`select taken_count as kept,
      (select count(*)::int from participations p where p.event_id = e.id and p.status in ('going', 'offered') and p.role = 'guest') as given,
      (select count(*)::int from participations p where p.event_id = e.id and p.status = 'going') as going,
      (select count(*)::int from conversation_members c join conversations g on g.id = c.conversation_id where g.event_id = e.id) as inside
      from events e where id = ${eventId}`.execute(world.db);
    const [row] = rows;
    expect(row?.kept).toBe(row?.given);
    expect(row?.given).toBeLessThanOrEqual(12);
    expect(row?.inside).toBe(row?.going);
  });
});

describe('visitors', () => {
  test('a visitor cannot learn whether another person is on the list', async () => {
    const visitor = (email: string) => ({ visitor: { firstName: 'Bea', lastName: 'Moss', email } });
    const eventId = await publish({ capacity: 1, waitlist: false });
    const listed = await gatherings.register(eventId, undefined, visitor('listed@post.example'));
    expect(listed.data.status).toBe('going');
    const [known, unknown] = [
      await gatherings.register(eventId, undefined, visitor('listed@post.example')),
      await gatherings.register(eventId, undefined, visitor('nobody@post.example')),
    ];
    expect([known.status, known.problem.code]).toEqual([unknown.status, unknown.problem.code]);

    const asking = await publish({ require_approval: true });
    await gatherings.register(asking, undefined, visitor('listed@post.example'));
    const again = await gatherings.register(asking, undefined, visitor('listed@post.example'));
    expect(again.data.status).toBe('requested');
  });
});
