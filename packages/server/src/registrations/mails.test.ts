import * as events from '@folkmoot/contract/events/api.ts';
import { changePreferences, listNotifications } from '@folkmoot/contract/notifications/api.ts';
import * as personal from '@folkmoot/contract/personal/api.ts';
import * as api from '@folkmoot/contract/registrations/api.ts';
import * as tickets from '@folkmoot/contract/tickets/api.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { type Mailbox, openMailbox } from '../../test/mail.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { runCommand } from '../core/command.ts';
import { newId } from '../core/id.ts';
import { EVENT_CLOCK_QUEUE, EVENT_MAIL_QUEUE, offerSeats } from '../participations/actions.ts';
import { findRegistration } from '../participations/registration-store.ts';
import { seatAtOnce } from '../participations/seats-store.ts';

let world: World;
let mailbox: Mailbox;
let host: Signed;
let at: EventFixtures;

beforeAll(async () => {
  mailbox = await openMailbox();
  world = await openWorld({ SMTP_URL: mailbox.url });
  await world.app.listen();
  host = await world.person({ firstName: 'Hedda', lastName: 'Host' });
  at = eventFixtures(world, host);
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

const HOUR = 3600;
const DAY = 24 * HOUR;
const seconds = () => Math.floor(world.clock.now().getTime() / 1000);

async function publish(fields: object = {}, starts = 7 * DAY): Promise<string> {
  const times = { start_epoc: seconds() + starts, end_epoc: seconds() + starts + 2 * HOUR };
  const made = await world.call(events.createEvent, { name: 'Kiln opening', ...times, ...fields }, host);
  const { id } = made.data.data;
  expect((await world.call(events.publishEvent, { eventId: id }, host)).status).toBe(200);
  return id;
}

const register = (eventId: string, as: Signed | undefined, more: object = {}) =>
  world.call(api.register, { eventId, ...more }, as);
const queued = async (eventId: string) =>
  world.db.selectFrom('event_mails').select(['id', 'note']).where('event_id', '=', eventId).execute();

describe('free seats', () => {
  test('many free seats are offered in batches, so that nobody waits for all of them, and in the end to everybody', async () => {
    const eventId = await publish({ capacity: 1, require_approval: true });
    const crowd = await Promise.all(Array.from({ length: 60 }, () => world.person()));
    for (const person of crowd) await register(eventId, person);
    const { data } = await world.call(api.listGuests, { eventId, status: 'requested', limit: 100 }, host);
    const participationIds = data.data.map(({ participationId }) => participationId);
    await world.call(api.changeGuests, { eventId, action: 'approve', participationIds }, host);
    const count = async (status: 'offered' | 'waitlisted') =>
      (await world.call(api.listGuests, { eventId, status }, host)).data.count;
    expect(await count('waitlisted')).toBe(59);
    await world.db.updateTable('events').set({ capacity: 100 }).where('id', '=', eventId).execute();
    // The job that would offer the rest is not woken yet.
    const { jobs } = world.app;
    const services = { ...world.app.services, jobs: { ...jobs, wake: () => undefined } };
    await runCommand(world.db, services, true, (command) => offerSeats(command, eventId));
    expect(await count('offered')).toBe(50);
    jobs.wake(EVENT_CLOCK_QUEUE);
    await expect.poll(() => count('offered'), { timeout: 10_000 }).toBe(59);
    expect(await count('waitlisted')).toBe(0);
  });
});

describe('emails that are due', () => {
  test('emails do not wait for one that cannot be written, which is postponed and given up in the end', async () => {
    const eventId = await publish();
    const [id, guest] = [newId(), await world.person()];
    const broken = { id, event_id: eventId, kind: 'going', note: JSON.stringify({ userId: 'nobody' }) };
    await world.db
      .insertInto('event_mails')
      .values({ ...broken, created_at: new Date(world.clock.now().getTime() - 1000) })
      .execute();
    await register(eventId, guest);
    expect((await mailbox.next(guest.email)).subject).toBe('You are going: Kiln opening');
    await expect.poll(() => queued(eventId)).toMatchObject([{ id, note: { tries: 1 } }]);
    for (let tries = 2; tries <= 5; tries += 1) {
      world.clock.moveBy(HOUR * 1000);
      world.app.jobs.wake(EVENT_MAIL_QUEUE);
      await expect
        .poll(async () => (await queued(eventId)).find((mail) => mail.id === id)?.note)
        .toEqual(tries < 5 ? { userId: 'nobody', tries } : undefined);
    }
    // The emails of the tests before this one go out first, and a busy machine takes its time for them.
  }, 120_000);

  test('a registration that is sent again is one, with one email', async () => {
    const eventId = await publish();
    const visitor = { firstName: 'Bea', lastName: 'Moss', email: 'sent-again@post.example' };
    const clientId = newId();
    const send = () => register(eventId, undefined, { visitor, clientId });
    const answers = await Promise.all(Array.from({ length: 4 }, send));
    expect(new Set(answers.map(({ data }) => data.data.participationId)).size).toBe(1);
    expect((await mailbox.next(visitor.email)).subject).toContain('You are going');
    expect(await queued(eventId)).toEqual([]);
    expect(mailbox.has(visitor.email)).toBe(false);
  });

  test('people on the waitlist are told once about a free seat for their ticket, however often hosts save', async () => {
    const eventId = await publish({ capacity: 2 }, HOUR);
    const ticket = async (name: string, capacity: number | null) =>
      (await world.call(tickets.createTicket, { eventId, name, description: '', capacity }, host)).data.data.id;
    const [one, any] = [await ticket('One', 1), await ticket('Any', null)];
    const [first, second, third, fourth] = [
      await world.person(),
      await world.person(),
      await world.person(),
      await world.person(),
    ];
    await register(eventId, first, { ticketId: one });
    await register(eventId, second, { ticketId: any });
    expect((await register(eventId, third, { ticketId: one })).data.status).toBe('waitlisted');
    expect((await register(eventId, fourth, { ticketId: any })).data.status).toBe('waitlisted');
    for (const person of [third, fourth]) await mailbox.next(person.email);
    const own = (await world.call(api.getOwnParticipation, { eventId }, second)).data.data;
    await world.call(api.declineParticipation, { eventId, participationId: own?.participationId ?? '' }, second);
    for (const summary of ['a', 'b', 'c']) await world.call(events.updateEvent, { eventId, summary }, host);
    expect((await mailbox.next(fourth.email)).subject).toContain('A spot has opened');
    await expect.poll(() => queued(eventId)).toEqual([]);
    expect([mailbox.has(third.email), mailbox.has(fourth.email)]).toEqual([false, false]);
  });

  test('a guest reads in the email and on the page which ticket they have, and nobody else does', async () => {
    const eventId = await publish();
    const ticketId = await at.ticket(eventId, 'Workshop pass', 10);
    const guest = await world.person();
    await register(eventId, guest, { ticketId });
    expect((await mailbox.next(guest.email)).text).toContain('Ticket: Workshop pass');
    const seen = async (as: Signed) => (await world.call(events.getEvent, { eventId }, as)).data.viewer;
    expect(await seen(guest)).toMatchObject({ ticketId, ticketName: 'Workshop pass' });
    expect(await seen(host)).toMatchObject({ ticketId: null, ticketName: null });
  });

  test('a guest without an account who has one name registers with it', async () => {
    const eventId = await publish();
    const visitor = { firstName: 'Sukarno', email: 'sukarno@post.example' };
    expect((await register(eventId, undefined, { visitor })).status).toBe(200);
    expect((await mailbox.next(visitor.email)).text).toContain('Hello Sukarno,');
    const { data } = await world.call(api.listGuests, { eventId, status: 'going' }, host);
    expect(data.data.map(({ name }) => name)).toContain('Sukarno');
  });

  test('an email about an event during which the clocks change names the time of each end', async () => {
    const [start_epoc, end_epoc] = ['2031-03-29T20:00:00Z', '2031-03-30T02:30:00Z'].map((at) => Date.parse(at) / 1000);
    const eventId = await publish({ start_epoc, end_epoc, time_zone: 'Europe/London' });
    const guest = await world.person();
    await register(eventId, guest);
    expect((await mailbox.next(guest.email)).text).toMatch(/20:00 GMT to \S+ 30 March 2031,? (at )?03:30 BST/);
  });

  test('a cancellation is emailed to the other hosts, and not to the one who cancelled', async () => {
    const [boss, other, door] = [await world.person(), await world.person(), await world.person()];
    const { id: eventId } = await at.published({}, boss);
    for (const person of [other, door]) {
      await world.call(events.addHost, { eventId, userId: person.id, role: 'host' }, boss);
      expect((await mailbox.next(person.email)).subject).toContain('You are invited');
      await at.answer(eventId, true, person);
    }
    const participationId =
      (await world.call(api.getOwnParticipation, { eventId }, door)).data.data?.participationId ?? '';
    const role = { eventId, participationId, type: 'role', role: 'check_in' } as never;
    expect((await world.call(api.changeGuest, role, boss)).status).toBe(200);
    await at.answer(eventId, true, door);
    for (const { email } of [other, door]) await mailbox.next(email);
    await world.call(events.cancelEvent, { eventId, message: '' }, boss);
    for (const { email } of [other, door]) expect((await mailbox.next(email)).subject).toContain('Cancelled');
    await expect.poll(() => queued(eventId)).toEqual([]);
    expect(mailbox.has(boss.email)).toBe(false);
  });

  test('declined guests read what they were: a request, a registration, or neither', async () => {
    const eventId = await publish({ require_approval: true, capacity: 1 });
    const [going, asks, waits] = [await world.person(), await world.person(), await world.person()];
    for (const person of [going, asks, waits]) {
      await register(eventId, person);
      expect((await mailbox.next(person.email)).subject).toContain('Request received');
    }
    const { data } = await world.call(api.listGuests, { eventId, status: 'requested' }, host);
    const idOf = async (person: Signed) =>
      (await world.call(api.getOwnParticipation, { eventId }, person)).data.data?.participationId ?? '';
    for (const person of [going, waits]) {
      const participationIds = [await idOf(person)];
      await world.call(api.changeGuests, { eventId, action: 'approve', participationIds }, host);
      await mailbox.next(person.email);
    }
    const participationIds = data.data.map(({ participationId }) => participationId);
    await world.call(api.changeGuests, { eventId, action: 'decline', participationIds, reason: 'We are few.' }, host);
    const told = async ({ email }: Signed) => (await mailbox.next(email)).text?.replace(/\s+/g, ' ');
    expect(await told(going)).toContain('The hosts have cancelled your registration');
    expect(await told(asks)).toContain('The hosts couldn’t accept your request this time. From the hosts: We are few.');
    expect(await told(waits)).toContain('The hosts couldn’t offer you a spot this time.');
  });

  test('an email never contains a link’s token in a host’s own words', async () => {
    const eventId = await publish({ name: 'See https://elsewhere.example/?fm-token-fm-token' });
    await register(eventId, undefined, { visitor: { firstName: 'Bea', lastName: 'Moss', email: 'bea@post.example' } });
    const mail = await mailbox.next('bea@post.example');
    expect(mail.html).toContain('elsewhere.example/?fm-token-fm-token');
    expect(mail.html).toMatch(/\?token=\w+/);
    expect(mail.html).toContain('Hello Bea,');
  });

  test('each reminder of a start is sent once, however often the event is saved, and a near start gets the last', async () => {
    const eventId = await publish({}, 3 * DAY);
    const guest = await world.person();
    await register(eventId, guest);
    await mailbox.next(guest.email);
    world.clock.moveBy(2.2 * DAY * 1000);
    world.app.jobs.wake(EVENT_CLOCK_QUEUE);
    expect((await mailbox.next(guest.email)).subject).toContain('Tomorrow');
    const { start_epoc, end_epoc } = (await world.call(events.getEvent, { eventId }, host)).data;
    await world.call(events.updateEvent, { eventId, summary: 'Again', start_epoc, end_epoc }, host);
    world.app.jobs.wake(EVENT_CLOCK_QUEUE);
    const soon = seconds() + HOUR / 2;
    await world.call(events.updateEvent, { eventId, start_epoc: soon, end_epoc: soon + 2 * HOUR }, host);
    world.app.jobs.wake(EVENT_CLOCK_QUEUE);
    expect((await mailbox.next(guest.email)).subject).toContain('In an hour');
    expect(mailbox.has(guest.email)).toBe(false);
  });
});

describe('groups of events', () => {
  test('an event’s group includes everybody who was about to get a seat when it was opened', async () => {
    const eventId = await publish();
    const guest = await world.person();
    const facts = await findRegistration(world.db, eventId, { userId: guest.id }, null);
    await world.call(personal.createPrivate, { users: [], eventId }, host);
    const seat = { eventId, revision: facts?.revision ?? 0, whose: { userId: guest.id }, ticketId: null };
    const rest = { responses: [], answersText: '', ownAct: true, mail: 'going', paying: undefined };
    expect(await seatAtOnce(world.db, { ...seat, ...rest }, world.clock.now())).toBeUndefined();
  });
});

test('a host who wants no email about requests gets none, and finds them among their notifications', async () => {
  const owner = await world.person({ firstName: 'Olga' });
  const times = { start_epoc: seconds() + 7 * DAY, end_epoc: seconds() + 7 * DAY + HOUR };
  const made = await world.call(events.createEvent, { name: 'Quiet supper', require_approval: true, ...times }, owner);
  const { id: eventId } = made.data.data;
  expect((await world.call(events.publishEvent, { eventId }, owner)).status).toBe(200);
  const choose = (mail: 'now' | 'never') =>
    world.call(changePreferences, { kinds: [{ kind: 'approval_request', push: true, mail }] }, owner);
  const waiting = async () =>
    (await world.call(listNotifications, {}, owner)).data.data.find(({ kind }) => kind === 'approval_request')?.count;
  await choose('never');
  await register(eventId, await world.person({ firstName: 'Ana' }));
  await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 10_000 });
  await choose('now');
  await register(eventId, await world.person({ firstName: 'Ben' }));
  world.clock.moveBy(HOUR * 1000);
  world.app.jobs.wake(EVENT_CLOCK_QUEUE);
  expect((await mailbox.next(owner.email)).subject).toContain('Ben');
  expect(await waiting()).toBe(2);
});
