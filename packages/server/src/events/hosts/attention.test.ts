import * as blocks from '@folkmoot/contract/blocks/api.ts';
import * as calendars from '@folkmoot/contract/calendars/api.ts';
import * as events from '@folkmoot/contract/events/api.ts';
import * as registrations from '@folkmoot/contract/registrations/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type QnaFixtures, qnaFixtures } from '../../../test/fixtures/qna-fixtures.ts';
import { openWorld, type Signed, type World } from '../../../test/world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const started = async (): Promise<{ host: Signed; at: QnaFixtures }> => {
  const host = await world.person();
  return { host, at: qnaFixtures(world, host) };
};
const attention = async (as: Signed) => (await world.call(events.listAttention, {}, as)).data;
const one = async (as: Signed, eventId: string) => (await attention(as)).data.find((row) => row.eventId === eventId);
const nowSeconds = () => Math.round(world.clock.now().getTime() / 1000);
/** Within two seconds of a moment. */
const about = (epoch: number) => expect.toSatisfy((value: number) => Math.abs(value - epoch) <= 2, `about ${epoch}`);

describe('what waits for a host', () => {
  test('is everything that has to be answered, with since when, and nothing once it is', async () => {
    const { host, at } = await started();
    const asked = { approveQuestionsForModeration: true };
    const { id } = await at.open(asked, { require_approval: true, visibility: 'private', passcode: 'clay and fire' });
    expect(await attention(host)).toEqual({
      data: [],
      calendars: [],
      invitations: 0,
      invitedTo: [],
      reportedMessages: 0,
    });
    const [ana, ben] = [await world.person(), await world.person()];
    await world.call(events.openWithPasscode, { eventId: id, passcode: 'clay and fire' }, ana);
    await at.register(id, ana);
    const first = nowSeconds();
    world.clock.moveBy(60_000);
    // Hosts decide about everybody, also whom they have blocked for themselves.
    await world.call(blocks.blockUser, { userId: ben.id }, host);
    await world.call(events.requestAccess, { userId: ben.id, eventId: id }, ben);
    expect((await world.call(events.listAccessRequests, { eventId: id }, host)).data.data).toHaveLength(1);
    await at.ask(id, 'Is there soup?', host);
    const row = await one(host, id);
    expect(row).toMatchObject({ refunds: 0, requests: 1, access: 1, registered: 0, since: { requests: about(first) } });
    expect(row?.since).toMatchObject({ access: about(nowSeconds()), refunds: null });
    const list = await world.call(registrations.listGuests, { eventId: id, status: 'requested' }, host);
    const change = { eventId: id, participationId: list.data.data[0]?.participationId ?? '', type: 'approve' };
    expect((await world.call(registrations.changeGuest, change as never, host)).status).toBe(200);
    const answer = { eventId: id, userId: ben.id, grant: true };
    expect((await world.call(events.answerAccessRequest, answer, host)).status).toBe(200);
    expect(await one(host, id)).toBeUndefined();
  });

  test('are questions until a host has dealt with them, and for a day after the end', async () => {
    const { host, at } = await started();
    const { id } = await at.open({ approveQuestionsForModeration: true });
    const ana = await at.guest(id);
    await world.call(registrations.listGuests, { eventId: id }, host);
    const question = await at.asked(id, 'Is there soup?', ana);
    await at.asked(id, 'And bread?', ana);
    expect(await one(host, id)).toMatchObject({ questions: 2, since: { questions: about(nowSeconds()) } });
    await sql`update events set start_at = ${world.clock.now()}::timestamptz - interval '3 hours', end_at = ${world.clock.now()}::timestamptz - interval '1 hour' where id = ${id}`.execute(
      world.db,
    );
    await at.move(id, question, 'pending', 'published');
    expect(await one(host, id)).toMatchObject({ questions: 1, registered: 0 });
    world.clock.moveBy(25 * 3_600_000);
    expect(await one(host, id)).toBeUndefined();
  });

  test('are events that were submitted to calendars they manage, and no others', async () => {
    const { host, at } = await started();
    const keeper = await world.person();
    const { data: calendar } = (await world.call(calendars.createCalendar, { name: 'Guild' }, keeper)).data;
    await world.call(calendars.addCalendarAdmin, { calendarId: calendar.id, userId: host.id }, keeper);
    const guest = await world.person();
    const [walk, choir] = [await at.published({ name: 'Walk' }, guest), await at.published({ name: 'Choir' }, guest)];
    const since = nowSeconds();
    for (const { id } of [walk, choir]) {
      const submit = { calendarId: calendar.id, type: 'internal', event_id: id } as const;
      expect((await world.call(calendars.addToCalendar, submit, guest)).status).toBe(200);
      world.clock.moveBy(1000);
    }
    const waits = [
      {
        calendarId: calendar.id,
        alias: calendar.alias,
        name: 'Guild',
        submissions: 2,
        events: ['Walk', 'Choir'],
        since_epoc: about(since),
      },
    ];
    expect((await attention(host)).calendars).toEqual(waits);
    expect((await attention(keeper)).calendars).toEqual(waits);
    expect((await attention(guest)).calendars).toEqual([]);
  });

  test('are people who came since they looked: invited ones who say yes too, and nobody whom a host put on the list', async () => {
    const { host, at } = await started();
    const { id } = await at.published();
    const email = 'walks-in@attention.example';
    const [invited, walksIn] = [await world.person(), await world.person()];
    await world.call(registrations.addGuest, { eventId: id, email: invited.email }, host);
    await world.call(registrations.addGuest, { eventId: id, email }, host);
    world.clock.moveBy(10_000);
    await world.call(registrations.listGuests, { eventId: id }, host);
    world.clock.moveBy(10_000);
    await at.register(id, invited);
    await at.register(id, walksIn);
    expect((await one(host, id))?.registered).toBe(2);
    const { data } = (await world.call(registrations.listGuests, { eventId: id }, host)).data;
    // Who has just said yes is among the newest, with the time at which they did.
    const answered = nowSeconds();
    expect(data.slice(0, 2).map(({ registered_epoc }) => registered_epoc)).toEqual([about(answered), about(answered)]);
    expect(data[2]?.registered_epoc).toEqual(about(answered - 20));
  });

  test('are invitations, by the names of the latest', async () => {
    const [{ host, at }, invited] = [await started(), await world.person()];
    for (const name of ['Kiln Opening', 'Choir', 'Bike Doctor']) {
      const { id } = await at.published({ name });
      await world.call(registrations.addGuest, { eventId: id, email: invited.email }, host);
      world.clock.moveBy(1000);
    }
    expect(await attention(invited)).toMatchObject({ invitations: 3, invitedTo: ['Bike Doctor', 'Choir'] });
  });

  test('takes as many statements for many events and calendars as for one', async () => {
    const { host, at } = await started();
    const count = async () => {
      const counting = world.countQueries();
      await attention(host);
      return counting.stop();
    };
    const { id } = await at.open({ approveQuestionsForModeration: true });
    await at.asked(id, 'One?', await at.guest(id));
    const few = await count();
    for (let n = 0; n < 4; n += 1) {
      const more = await at.open({ approveQuestionsForModeration: true });
      await at.asked(more.id, 'More?', await at.guest(more.id));
    }
    expect((await attention(host)).data).toHaveLength(5);
    expect(await count()).toBe(few);
  });
});
