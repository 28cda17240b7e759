import * as api from '@folkmoot/contract/calendars/api.ts';
import { LIMITS, refusals } from '@folkmoot/contract/calendars/schema.ts';
import { cancelEvent, publishEvent, unpublishEvent } from '@folkmoot/contract/events/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { type Mailbox, openMailbox } from '../../test/mail.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { addMembers, makeCommunity } from '../seed/builders.ts';

let world: World;
let mailbox: Mailbox;
let gatherings: EventFixtures;
let owner: Signed;
let admin: Signed;
let guest: Signed;

beforeAll(async () => {
  mailbox = await openMailbox();
  world = await openWorld({ SMTP_URL: mailbox.url });
  await world.app.listen();
  [owner, admin, guest] = [await world.person(), await world.person(), await world.person()];
  gatherings = eventFixtures(world, guest);
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

const calendarWithAdmin = async () => {
  const { data } = (await world.call(api.createCalendar, { name: 'Walks' }, owner)).data;
  await world.call(api.addCalendarAdmin, { calendarId: data.id, userId: admin.id }, owner);
  return data;
};
const add = (calendarId: string, eventId: string, as: Signed) =>
  world.call(api.addToCalendar, { calendarId, type: 'internal', event_id: eventId }, as);
const remove = (calendarId: string, eventId: string, as: Signed) =>
  world.call(api.removeFromCalendar, { calendarId, eventId }, as);
const answer = (calendarId: string, eventId: string, body: object, as = owner) =>
  world.call(api.answerSubmission, { calendarId, eventId, ...body } as never, as);
const waiting = async (calendarId: string, as = owner) => {
  const { data } = await world.call(api.listSubmissions, { calendarId }, as);
  const view = (await world.call(api.getCalendar, { calendarId }, as)).data;
  // What the button says is what the list has.
  expect(view.pendingCount).toBe(data.count);
  return data.data.map(({ event }) => event.id);
};
const namesOn = async (calendarId: string) =>
  (await world.call(api.listCalendarEvents, { calendarId }, undefined)).data.data.map(({ name }) => name);
const statusOf = async (calendarId: string, eventId: string) =>
  (
    await sql<{
      status: string;
      decided_by: string | null;
      tries: number;
      reason: string;
    }>`select status, decided_by, tries, reason
      from calendar_entries where calendar_id = ${calendarId} and event_id = ${eventId}`.execute(world.db)
  ).rows[0];
const no = { accept: false, selectedReason: 'Custom' };
const elsewhere = (calendarId: string, name: string) => ({
  calendarId,
  type: 'external' as const,
  event_url: 'https://fair.example/2027',
  name,
  start_epoc: gatherings.inDays(3),
  end_epoc: gatherings.inDays(3) + 7200,
  time_zone: 'Europe/London',
  cover: '/art/covers/midsummer.webp',
});

test('submissions: the second of two admins is told what stands, and by whom', async () => {
  const { id } = await calendarWithAdmin();
  const name = `${owner.firstName} ${owner.lastName}`;
  const event = await gatherings.published();
  await add(id, event.id, guest);
  await answer(id, event.id, { accept: true });
  const late = await answer(id, event.id, no, admin);
  expect([late.status, late.problem.code]).toEqual([409, refusals.decided.code]);
  expect(late.problem.message).toBe(`${name} has accepted this event already.`);
  const other = await gatherings.published();
  await add(id, other.id, guest);
  await answer(id, other.id, no);
  const second = (await answer(id, other.id, { accept: true }, admin)).problem;
  expect(second.message).toBe(`${name} has declined this event already.`);
  await remove(id, event.id, owner);
  expect((await answer(id, event.id, no, admin)).problem.message).toBe(
    `${name} has taken this event off the calendar.`,
  );
});

test('submissions: an admin who adds an event that waits has accepted it, and its submitter hears', async () => {
  const { id, name } = await calendarWithAdmin();
  const walker = await world.person();
  const event = await gatherings.published({ name: 'Bat walk' }, walker);
  await add(id, event.id, walker);
  expect((await add(id, event.id, admin)).data.data.status).toBe('accepted');
  const told = await mailbox.next(walker.email);
  expect(told.subject).toBe(`Bat walk is on ${name}`);
  // An event for members is on a public calendar too.
  expect(told.text).not.toContain('can see it');
});

test('submissions: the answer that was promised comes, also when the calendar is deleted or the event taken off', async () => {
  const { id, name } = await calendarWithAdmin();
  const [walker, other] = [await world.person(), await world.person()];
  const [first, second] = [
    await gatherings.published({ name: 'Bat walk' }, walker),
    await gatherings.published({ name: 'Owl walk' }, other),
  ];
  expect((await add(id, first.id, walker)).data.message).toBe('Submitted. You will get an email with the answer.');
  await add(id, second.id, other);
  await remove(id, first.id, admin);
  expect((await mailbox.next(walker.email)).subject).toBe(`Bat walk was not added to ${name}`);
  expect((await world.call(api.deleteCalendar, { calendarId: id }, owner)).status).toBe(200);
  expect((await mailbox.next(other.email)).subject).toBe(`Owl walk was not added to ${name}`);
  expect(mailbox.has(walker.email)).toBe(false);
});

test('submissions: nobody is said to be emailed when there is nobody', async () => {
  const { id } = await calendarWithAdmin();
  const [event, left] = [await gatherings.published(), await gatherings.published()];
  await add(id, event.id, guest);
  await add(id, left.id, guest);
  expect((await answer(id, event.id, no)).data.message).toBe('Declined. We are emailing the person who submitted it.');
  await sql`update calendar_entries set added_by = null where event_id = ${left.id}`.execute(world.db);
  expect((await answer(id, left.id, no)).data.message).toBe('Declined.');
});

test('submissions: what an admin could not see otherwise is not listed, counted or accepted', async () => {
  const { id } = await calendarWithAdmin();
  const [back, hidden, off] = [
    await gatherings.published(),
    await gatherings.published(),
    await gatherings.published({ name: 'Off' }),
  ];
  for (const event of [back, hidden, off]) await add(id, event.id, guest);
  expect(await waiting(id)).toEqual([back.id, hidden.id, off.id]);
  await world.call(unpublishEvent, { eventId: back.id }, guest);
  await gatherings.change(hidden.id, { visibility: 'private', passcode: 'clay and fire' });
  await world.call(cancelEvent, { eventId: off.id, message: '' }, guest);
  expect(await waiting(id)).toEqual([off.id]);
  expect((await answer(id, back.id, { accept: true })).status).toBe(404);
  expect((await answer(id, hidden.id, { accept: true })).status).toBe(404);
  expect((await answer(id, off.id, { accept: true })).problem.code).toBe(refusals.eventNotPublished.code);
  expect((await answer(id, off.id, no)).status).toBe(200);
  await world.call(publishEvent, { eventId: back.id }, guest);
  expect((await answer(id, back.id, { accept: true })).status).toBe(200);
});

test('submissions: an event elsewhere that was refused can be submitted again, by its own submitter', async () => {
  const { id } = await calendarWithAdmin();
  const { eventId } = (await world.call(api.addToCalendar, elsewhere(id, 'Clay fair'), guest)).data.data;
  expect((await add(id, eventId, guest)).problem.code).toBe(refusals.alreadySubmitted.code);
  await answer(id, eventId, no);
  expect((await add(id, eventId, admin)).status).toBe(404);
  expect((await add(id, eventId, guest)).data.data.status).toBe('pending');
  expect(await waiting(id, admin)).toEqual([eventId]);
  expect((await answer(id, eventId, { accept: true }, admin)).status).toBe(200);
  expect(await namesOn(id)).toEqual(['Clay fair']);
});

test('submissions: they can be taken back while they wait; afterwards admins and hosts decide', async () => {
  const { id } = await calendarWithAdmin();
  const friend = await world.person();
  const event = await gatherings.published();
  await add(id, event.id, friend);
  expect((await remove(id, event.id, friend)).status).toBe(200);
  expect((await remove(id, event.id, friend)).status).toBe(200);
  await add(id, event.id, friend);
  await answer(id, event.id, { accept: true });
  expect((await remove(id, event.id, friend)).problem.code).toBe(refusals.notKept.code);
  expect((await remove(id, event.id, guest)).status).toBe(200);
  // Who took it off stays so.
  await remove(id, event.id, owner);
  expect(await statusOf(id, event.id)).toMatchObject({ status: 'removed', decided_by: guest.id });
});

test('submissions: of an admin and others who add one event at once, what the admin adds stays, and every try counts once', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { id } = await calendarWithAdmin();
    const friends = [await world.person(), await world.person()];
    const event = await gatherings.published();
    const sent = await Promise.all([owner, ...friends].map((one) => add(id, event.id, one)));
    expect(sent[0]?.status).toBe(200);
    for (const { status } of sent) expect([200, 409]).toContain(status);
    expect((await statusOf(id, event.id))?.status).toBe('accepted');
    expect((await statusOf(id, event.id))?.tries).toBe(sent.slice(1).filter(({ status }) => status === 200).length);
  }
});

test('submissions: publishing, and what admins add, use up no tries', async () => {
  const { id: serverId } = await makeCommunity(world.db, owner.id);
  await addMembers(world.db, serverId, [guest.id]);
  const { id } = (await world.call(api.getMainCalendar, { serverId }, owner)).data;
  const event = await gatherings.published({ serverId }, owner);
  await remove(id, event.id, owner);
  await add(id, event.id, owner);
  await remove(id, event.id, owner);
  for (let n = 0; n < LIMITS.tries; n += 1) {
    expect((await add(id, event.id, guest)).status).toBe(200);
    await answer(id, event.id, no);
  }
  expect((await add(id, event.id, guest)).problem.code).toBe(refusals.triedOften.code);
});

test('submissions: an event elsewhere that is moved while it is accepted is both', async () => {
  const { id } = await calendarWithAdmin();
  for (let round = 0; round < 8; round += 1) {
    const sent = await world.call(api.addToCalendar, elsewhere(id, `Fair ${round}`), guest);
    const { eventId } = sent.data.data;
    const start_epoc = gatherings.inDays(4);
    const [accepted, moved] = await Promise.all([
      answer(id, eventId, { accept: true }),
      gatherings.change(eventId, { start_epoc, end_epoc: start_epoc + 7200 }),
    ]);
    expect([accepted.status, moved.status]).toEqual([200, 200]);
    expect((await gatherings.seen(eventId)).data).toMatchObject({ status: 'published', start_epoc });
  }
});

test('submissions: what comes onto a main calendar by being published is nobody’s answer', async () => {
  const { id: serverId } = await makeCommunity(world.db, guest.id);
  const { id } = (await world.call(api.getMainCalendar, { serverId }, guest)).data;
  const event = await gatherings.published({}, admin);
  await add(id, event.id, admin);
  await answer(id, event.id, { ...no, reason: 'Too far.' }, guest);
  await addMembers(world.db, serverId, [admin.id]);
  await world.call(unpublishEvent, { eventId: event.id }, admin);
  await gatherings.change(event.id, { serverId }, admin);
  await world.call(publishEvent, { eventId: event.id }, admin);
  expect(await statusOf(id, event.id)).toMatchObject({ status: 'accepted', decided_by: null, reason: '' });
});

test.each([
  ['name', ' ', 'Name is required'],
  ['name', 'x'.repeat(LIMITS.name + 1), `Name cannot exceed ${LIMITS.name} characters.`],
  ['description', 'x'.repeat(LIMITS.description + 1), `Description cannot exceed ${LIMITS.description} characters.`],
  ['time_zone', 'Mars/Olympus', 'Choose a time zone from the list.'],
  ['visibility', 'community', refusals.personalIsPublic.message],
  ['alias', 'calendars', refusals.aliasReserved.message],
  ['alias', 'two words', undefined],
  ['cover', 'https://elsewhere.example/a.png', undefined],
  ['tint', 'pink', undefined],
] as const)('a change of the %s to “%s” is refused there, and nothing is changed', async (field, value, message) => {
  const before = await calendarWithAdmin();
  const change = { calendarId: before.id, description: 'New words', [field]: value } as never;
  const { status, problem } = await world.call(api.updateCalendar, change, owner);
  expect([status, Object.keys(problem.fields ?? {})]).toEqual([422, [field]]);
  if (message) expect(problem.fields?.[field]).toBe(message);
  expect((await world.call(api.getCalendar, { calendarId: before.id }, owner)).data).toEqual(before);
});

test('submissions: what is missing is told at its field', async () => {
  const { id } = await calendarWithAdmin();
  const { event_url: _, ...rest } = elsewhere(id, 'Clay fair');
  const bare = await world.call(api.addToCalendar, rest as never, guest);
  expect(bare.problem.fields).toEqual({ event_url: 'URL is required' });
  const event = await gatherings.published();
  await add(id, event.id, guest);
  expect((await answer(id, event.id, { accept: false })).problem.fields).toEqual({
    selectedReason: 'Choose a reason.',
  });
});

test('admins: the last of as many as there may be can be added again, and nobody more, also at once', async () => {
  const { id } = await calendarWithAdmin();
  const people = await Promise.all(Array.from({ length: 3 }, () => world.person()));
  await sql`insert into calendar_admins (calendar_id, user_id, added_at)
    select ${id}::uuid, u.id, ${world.clock.now()} from users u where u.id <> all(${[admin, ...people].map((one) => one.id)}::uuid[])
      limit ${LIMITS.admins - 2}`.execute(world.db);
  const there = async () => (await world.call(api.listCalendarAdmins, { calendarId: id }, owner)).data.data.length;
  const missing = LIMITS.admins - 1 - (await there());
  for (let n = 0; n < missing; n += 1)
    await world.call(api.addCalendarAdmin, { calendarId: id, userId: (await world.person()).id }, owner);
  expect(await there()).toBe(LIMITS.admins - 1);
  const put = (userId: string) => world.call(api.addCalendarAdmin, { calendarId: id, userId }, owner);
  const sent = await Promise.all(people.map((one) => put(one.id)));
  expect(sent.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await there()).toBe(LIMITS.admins);
  expect((await put(admin.id)).status).toBe(200);
});
