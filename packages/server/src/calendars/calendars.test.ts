import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as api from '@folkmoot/contract/calendars/api.ts';
import { LIMITS, refusals } from '@folkmoot/contract/calendars/schema.ts';
import { deleteCommunity, leaveCommunity, resolveAlias } from '@folkmoot/contract/communities/api.ts';
import { cancelEvent, unpublishEvent } from '@folkmoot/contract/events/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { type Mailbox, openMailbox } from '../../test/mail.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { addMembers, makeCommunity } from '../seed/builders.ts';

let folder: string;
let world: World;
let mailbox: Mailbox;
let gatherings: EventFixtures;
let maren: Signed;
let member: Signed;
let stranger: Signed;
let serverId: string;

beforeAll(async () => {
  mailbox = await openMailbox();
  folder = mkdtempSync(join(tmpdir(), 'folkmoot-calendars-'));
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><html><head><title>Folkmoot</title></head><body></body></html>',
  );
  writeFileSync(join(folder, 'parts.json'), '[]');
  world = await openWorld({ SMTP_URL: mailbox.url, WEB_DIST: folder });
  await world.app.listen();
  [maren, member, stranger] = [await world.person(), await world.livedIn(), await world.person()];
  gatherings = eventFixtures(world, maren);
  serverId = (await makeCommunity(world.db, maren.id, { name: 'Alderwick Makers', slug: 'makers' })).id;
  await addMembers(world.db, serverId, [member.id]);
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
  rmSync(folder, { recursive: true, force: true });
});

const COVER = '/art/covers/midsummer.webp';
const mainOf = async (id = serverId, as: Signed | undefined = maren) =>
  (await world.call(api.getMainCalendar, { serverId: id }, as)).data;
const create = async (fields: object = {}, as = maren) =>
  (await world.call(api.createCalendar, { name: 'Walks', ...fields } as never, as)).data.data;
const namesOn = async (calendarId: string, as?: Signed, query: object = {}) =>
  (await world.call(api.listCalendarEvents, { calendarId, ...query }, as)).data.data.map(({ name }) => name);
const add = (calendarId: string, eventId: string, as: Signed) =>
  world.call(api.addToCalendar, { calendarId, type: 'internal', event_id: eventId }, as);
const answerTo = (calendarId: string, eventId: string, body: object, as = maren) =>
  world.call(api.answerSubmission, { calendarId, eventId, ...body } as never, as);

describe('a community’s main calendar', () => {
  test('holds its published events from the moment they are published, at an address of its own', async () => {
    const main = await mainOf();
    expect(main).toMatchObject({
      alias: 'makers-calendar',
      name: 'Alderwick Makers calendar',
      isMain: true,
      visibility: 'public',
    });
    const { data } = (await world.call(resolveAlias, { alias: 'Makers-Calendar' })).data;
    expect(data).toEqual({ resource_type: 'calendar', resource_id: main.id, alias: 'makers-calendar' });
    const event = await gatherings.published({ name: 'Kiln opening', serverId });
    expect(event.calendar_id).toBe(main.id);
    expect(await namesOn(main.id)).toContain('Kiln opening');
    expect((await world.call(unpublishEvent, { eventId: event.id }, maren)).status).toBe(200);
    expect(await namesOn(main.id)).not.toContain('Kiln opening');
  });

  test('gives up an event that moves to another community, and stays away from one that was taken off', async () => {
    const { id: otherId } = await makeCommunity(world.db, maren.id);
    const [main, other] = [await mainOf(), await mainOf(otherId)];
    const event = await gatherings.published({ name: 'Raku night', serverId });
    expect((await gatherings.change(event.id, { serverId: otherId })).status).toBe(200);
    expect(await namesOn(main.id)).not.toContain('Raku night');
    expect(await namesOn(other.id)).toEqual(['Raku night']);
    expect((await world.call(api.removeFromCalendar, { calendarId: other.id, eventId: event.id }, maren)).status).toBe(
      200,
    );
    await gatherings.change(event.id, { summary: 'With smoke' });
    expect(await namesOn(other.id)).toEqual([]);
  });

  test('cannot be deleted on its own, and frees its address with its community', async () => {
    const community = await makeCommunity(world.db, maren.id, { name: 'Short lived', slug: 'short-lived' });
    const main = await mainOf(community.id);
    const refused = await world.call(api.deleteCalendar, { calendarId: main.id }, maren);
    expect(refused.problem.code).toBe(refusals.mainStays.code);
    expect((await world.call(deleteCommunity, { serverId: community.id, name: 'Short lived' }, maren)).status).toBe(
      200,
    );
    expect((await world.call(resolveAlias, { alias: 'short-lived-calendar' })).status).toBe(404);
    expect((await create({ alias: 'short-lived-calendar' })).alias).toBe('short-lived-calendar');
  });
});

test('the page of a public calendar tells other programs its name and next events, and that of another nothing', async () => {
  const calendar = await create({ name: 'Clay & <fire>', description: 'Kilns of the town' });
  const event = await gatherings.published({ name: 'Raku' });
  await add(calendar.id, event.id, maren);
  const page = async (alias: string) => (await world.app.http.inject(`/${alias}`)).body;
  const body = await page(calendar.alias);
  expect(body).toContain('<title>Clay &amp; &lt;fire&gt; · Folkmoot</title>');
  expect(body).toContain('content="Kilns of the town"');
  expect(body).toMatch(/"@type":"ItemList".*"name":"Raku"/);
  const main = await mainOf();
  await world.call(api.updateCalendar, { calendarId: main.id, visibility: 'community' }, maren);
  expect(await page(main.alias)).not.toContain(main.name);
  await world.call(api.updateCalendar, { calendarId: main.id, visibility: 'public' }, maren);
});

describe('who sees a calendar, and what is on it', () => {
  // Who sees the calendar, and how many of a public, a members' and a private event on it.
  test.each([
    ['public', 'public', { signedOut: 1, stranger: 1, member: 2 }],
    ['public', 'community', { signedOut: 404, stranger: 404, member: 2 }],
    ['private', 'public', { signedOut: 1, stranger: 1, member: 2 }],
    ['secret', 'public', { signedOut: 404, stranger: 404, member: 2 }],
  ] as const)('of a %s community, for everybody or its members: %s', async (community, visibility, seen) => {
    const { id } = await makeCommunity(world.db, maren.id, { visibility: community });
    await addMembers(world.db, id, [member.id]);
    const main = await mainOf(id);
    await world.call(api.updateCalendar, { calendarId: main.id, visibility }, maren);
    for (const shown of ['public', 'community', 'private'] as const)
      await gatherings.published({
        serverId: id,
        visibility: shown,
        ...(shown === 'private' && { passcode: 'clay and fire' }),
      });
    for (const [who, expected] of [
      [undefined, seen.signedOut],
      [stranger, seen.stranger],
      [member, seen.member],
    ] as const) {
      const list = await world.call(api.listCalendarEvents, { calendarId: main.id }, who);
      const month = await world.call(
        api.getMonth,
        { calendarId: main.id, from: gatherings.inDays(0), to: gatherings.inDays(60) },
        who,
      );
      const feed = await world.app.http.inject(`/feeds/calendars/${main.id}.ics`);
      if (expected === 404) expect([list.status, month.status]).toEqual([404, 404]);
      else
        expect([list.data.data.length, list.data.count, month.data.data.length]).toEqual([
          expected,
          expected,
          expected,
        ]);
      if (who === undefined) expect(feed.body.match(/BEGIN:VEVENT/g)?.length ?? feed.statusCode).toBe(expected);
    }
  });

  test('running events are upcoming, past ones come latest first, and one without a date comes last', async () => {
    const calendar = await create();
    for (const [name, days] of [
      ['Later', 9],
      ['Soon', 2],
    ] as const) {
      const event = await gatherings.published({
        name,
        start_epoc: gatherings.inDays(days),
        end_epoc: gatherings.inDays(days) + 7200,
      });
      await add(calendar.id, event.id, maren);
    }
    await add(calendar.id, (await gatherings.published({ name: 'Some day', tbdDate: true })).id, maren);
    const at = (days: number) => ({ currentEpoch: gatherings.inDays(days) + 3600 });
    expect(await namesOn(calendar.id, undefined, at(1))).toEqual(['Soon', 'Later', 'Some day']);
    expect(await namesOn(calendar.id, undefined, at(2))).toEqual(['Soon', 'Later', 'Some day']);
    expect(await namesOn(calendar.id, undefined, at(3))).toEqual(['Later', 'Some day']);
    expect(await namesOn(calendar.id, undefined, { ...at(10), type: 'past' })).toEqual(['Later', 'Soon']);
    expect(await namesOn(calendar.id, undefined, { ...at(1), search: 'lat' })).toEqual(['Later']);
    const paged = await world.call(api.listCalendarEvents, { calendarId: calendar.id, ...at(1), limit: 1, page: 2 });
    expect([paged.data.count, paged.data.data[0]?.name]).toEqual([3, 'Later']);
  });

  test('a month shows what touches it, follows a moved event, and is 62 days at most', async () => {
    const calendar = await create();
    const start = gatherings.inDays(20);
    const event = await gatherings.published({ start_epoc: start, end_epoc: start + 3 * 86_400 });
    await add(calendar.id, event.id, maren);
    const rows = async (from: number, to: number) =>
      (await world.call(api.getMonth, { calendarId: calendar.id, from, to })).data.data.map(({ id }) => id);
    expect(await rows(start + 86_400, start + 2 * 86_400)).toEqual([event.id]);
    expect(await rows(start - 86_400, start)).toEqual([]);
    expect(await rows(start + 3 * 86_400, start + 4 * 86_400)).toEqual([]);
    await gatherings.change(event.id, { start_epoc: start + 10 * 86_400, end_epoc: start + 11 * 86_400 });
    expect(await rows(start, start + 4 * 86_400)).toEqual([]);
    expect(await rows(start + 10 * 86_400, start + 11 * 86_400)).toEqual([event.id]);
    const long = await world.call(api.getMonth, { calendarId: calendar.id, from: start, to: start + 63 * 86_400 });
    expect(long.problem.code).toBe(refusals.monthTooLong.code);
  });

  test('a cancelled event stays on it', async () => {
    const calendar = await create();
    const event = await gatherings.published({ name: 'Called off' });
    await add(calendar.id, event.id, maren);
    await world.call(cancelEvent, { eventId: event.id, message: '' }, maren);
    expect(await namesOn(calendar.id)).toEqual(['Called off']);
  });
});

describe('submitting events', () => {
  test('an admin’s event appears at once; another person’s waits, is refused with a reason, and accepted the next time', async () => {
    const calendar = await create({ name: 'City walks' });
    const own = await gatherings.published({ name: 'Own' });
    expect((await add(calendar.id, own.id, maren)).data).toMatchObject({
      message: 'Event Added to Calendar!',
      data: { status: 'accepted' },
    });
    const event = await gatherings.published({ name: 'Theirs' }, stranger);
    expect((await add(calendar.id, event.id, stranger)).data.data.status).toBe('pending');
    expect((await add(calendar.id, event.id, stranger)).problem.code).toBe(refusals.alreadySubmitted.code);
    expect(await namesOn(calendar.id)).toEqual(['Own']);
    expect((await world.call(api.getCalendar, { calendarId: calendar.id }, maren)).data.pendingCount).toBe(1);
    expect((await world.call(api.getCalendar, { calendarId: calendar.id }, stranger)).data.pendingCount).toBeNull();
    const waiting = (await world.call(api.listSubmissions, { calendarId: calendar.id }, maren)).data;
    expect(waiting).toMatchObject({ count: 1, data: [{ event: { id: event.id }, submittedBy: { id: stranger.id } }] });
    const bare = await answerTo(calendar.id, event.id, { accept: false, selectedReason: 'Other', reason: ' ' });
    expect(bare.problem.fields).toEqual({ reason: 'Write a reason.' });
    const no = { accept: false, selectedReason: 'Other', reason: 'Too far away.' };
    expect((await answerTo(calendar.id, event.id, no)).status).toBe(200);
    const refused = await mailbox.next(stranger.email);
    expect(refused.subject).toBe('Theirs was not added to City walks');
    expect(refused.text).toContain('Too far away.');
    expect((await answerTo(calendar.id, event.id, { accept: true })).problem.code).toBe(refusals.decided.code);
    expect((await add(calendar.id, event.id, stranger)).data.data.status).toBe('pending');
    expect((await answerTo(calendar.id, event.id, { accept: true })).status).toBe(200);
    expect((await mailbox.next(stranger.email)).subject).toBe('Theirs is on City walks');
    expect(await namesOn(calendar.id)).toEqual(['Own', 'Theirs']);
    expect((await add(calendar.id, event.id, stranger)).problem.code).toBe(refusals.alreadyOn.code);
  });

  test('of two admins who answer at once, one is told that the other has answered', async () => {
    const calendar = await create();
    const event = await gatherings.published({}, stranger);
    await add(calendar.id, event.id, stranger);
    const answers = await Promise.all([
      answerTo(calendar.id, event.id, { accept: true }),
      answerTo(calendar.id, event.id, { accept: false, selectedReason: 'Custom', reason: '' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('a person has 20 events waiting on a calendar at most, and three tries for each', async () => {
    const calendar = await create();
    const events = await Promise.all(
      Array.from({ length: LIMITS.pending + 1 }, () => gatherings.published({}, stranger)),
    );
    const sent = await Promise.all(events.map(({ id }) => add(calendar.id, id, stranger)));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(LIMITS.pending);
    expect(sent.find(({ status }) => status !== 200)?.problem.code).toBe(refusals.tooManyPending.code);
    const [event] = events.filter((_, n) => sent[n]?.status === 200);
    for (let n = 1; n <= LIMITS.tries; n += 1) {
      await answerTo(calendar.id, event?.id ?? '', { accept: false, selectedReason: 'Custom' });
      const again = await add(calendar.id, event?.id ?? '', stranger);
      if (n < LIMITS.tries) expect(again.status).toBe(200);
      else expect(again.problem.code).toBe(refusals.triedOften.code);
    }
  });

  test('a draft, a private event and one that the person cannot see are refused', async () => {
    const calendar = await create();
    const draft = await gatherings.draft();
    expect((await add(calendar.id, draft.id, maren)).problem.code).toBe(refusals.eventNotPublished.code);
    expect((await add(calendar.id, draft.id, stranger)).status).toBe(404);
    const locked = await gatherings.published({ visibility: 'private', passcode: 'clay and fire' });
    expect((await add(calendar.id, locked.id, maren)).problem.code).toBe(refusals.eventIsPrivate.code);
    const inside = await gatherings.published({ serverId, visibility: 'community' });
    expect((await add(calendar.id, inside.id, stranger)).status).toBe(404);
    expect((await add(calendar.id, inside.id, member)).status).toBe(200);
    // Its admin is a member too; another admin would not be shown it.
    const other = await create({ name: 'Elsewhere' }, stranger);
    expect((await add(other.id, inside.id, member)).status).toBe(200);
    expect((await world.call(api.listSubmissions, { calendarId: other.id }, stranger)).data.data).toEqual([]);
  });

  test('an event elsewhere needs an address, times and a picture, and stays its submitter’s draft until it is accepted', async () => {
    const calendar = await create();
    const whole = {
      calendarId: calendar.id,
      type: 'external' as const,
      event_url: 'fair.example/2027',
      name: 'Clay fair',
      start_epoc: gatherings.inDays(3),
      end_epoc: gatherings.inDays(3) + 7200,
      time_zone: 'Europe/London',
      cover: COVER,
    };
    const wrong = await world.call(api.addToCalendar, { ...whole, event_url: '', name: '' }, stranger);
    expect(wrong.problem.fields).toMatchObject({ event_url: 'URL is required', name: 'Name is required' });
    const bad = await world.call(api.addToCalendar, { ...whole, event_url: 'nonsense' }, stranger);
    expect(bad.problem.fields).toEqual({ event_url: 'It must be a valid URL' });
    const { data } = (await world.call(api.addToCalendar, whole, stranger)).data;
    expect(data.status).toBe('pending');
    expect((await gatherings.seen(data.eventId)).status).toBe(404);
    expect((await gatherings.seen(data.eventId, stranger)).data).toMatchObject({
      status: 'draft',
      calendar_id: calendar.id,
    });
    expect((await answerTo(calendar.id, data.eventId, { accept: true })).status).toBe(200);
    expect((await gatherings.seen(data.eventId)).data).toMatchObject({
      status: 'published',
      event_url: 'https://fair.example/2027',
    });
    const mine = (await world.call(api.addToCalendar, { ...whole, name: 'Glaze fair' }, maren)).data.data;
    expect(mine.status).toBe('accepted');
    expect(await namesOn(calendar.id)).toEqual(['Clay fair', 'Glaze fair']);
  });

  test('admins and the event’s own hosts can take an event off, and nobody else', async () => {
    const calendar = await create();
    const event = await gatherings.published({}, stranger);
    await add(calendar.id, event.id, maren);
    const off = (as: Signed) => world.call(api.removeFromCalendar, { calendarId: calendar.id, eventId: event.id }, as);
    expect((await off(member)).problem.code).toBe(refusals.notKept.code);
    expect((await off(stranger)).status).toBe(200);
    expect((await off(stranger)).status).toBe(200);
    expect(await namesOn(calendar.id)).toEqual([]);
  });
});

describe('keeping a calendar', () => {
  test('a personal calendar is public; a community’s needs MANAGE_CALENDARS; addresses are unique and redirect', async () => {
    const hidden = await world.call(api.createCalendar, { name: 'Mine', visibility: 'community' }, maren);
    expect(hidden.problem.fields).toHaveProperty('visibility');
    expect((await world.call(api.createCalendar, { name: 'X', serverId }, member)).problem.code).toBe(
      refusals.mayNotCreateHere.code,
    );
    expect((await world.call(api.createCalendar, { name: 'X', serverId }, stranger)).status).toBe(404);
    const calendar = await create({ alias: 'slow-walks' });
    expect(
      (await world.call(api.createCalendar, { name: 'Y', alias: 'slow-walks' }, stranger)).problem.fields,
    ).toHaveProperty('alias');
    expect(
      (await world.call(api.createCalendar, { name: 'Y', alias: 'discover' }, stranger)).problem.fields,
    ).toHaveProperty('alias');
    const changed = await world.call(
      api.updateCalendar,
      { calendarId: calendar.id, alias: 'long-walks', description: 'On foot' },
      maren,
    );
    expect(changed.data.data).toMatchObject({ alias: 'long-walks', description: 'On foot', name: 'Walks' });
    expect((await world.call(resolveAlias, { alias: 'slow-walks' })).data.data.alias).toBe('long-walks');
    expect((await world.call(api.updateCalendar, { calendarId: calendar.id, name: 'No' }, stranger)).problem.code).toBe(
      refusals.notKept.code,
    );
  });

  test('an admin adds at once and answers, but does not choose admins or delete; of a community’s calendar only while a member', async () => {
    const calendar = await create({ serverId, visibility: 'community' });
    const add = (as: Signed, userId: string) =>
      world.call(api.addCalendarAdmin, { calendarId: calendar.id, userId }, as);
    expect((await add(maren, stranger.id)).problem.code).toBe(refusals.notAMember.code);
    const helper = await world.person();
    await addMembers(world.db, serverId, [helper.id]);
    expect((await add(maren, helper.id)).status).toBe(200);
    expect((await world.call(api.getCalendar, { calendarId: calendar.id }, helper)).data.role).toEqual({
      role: 'calendar_admin',
    });
    expect((await add(helper, member.id)).problem.code).toBe(refusals.ownerOnly.code);
    expect((await world.call(api.deleteCalendar, { calendarId: calendar.id }, helper)).problem.code).toBe(
      refusals.ownerOnly.code,
    );
    expect((await world.call(api.listCalendars, {}, helper)).data.mine.map(({ id }) => id)).toContain(calendar.id);
    expect((await world.call(leaveCommunity, { serverId }, helper)).status).toBe(200);
    await addMembers(world.db, serverId, [helper.id]);
    expect((await world.call(api.getCalendar, { calendarId: calendar.id }, helper)).data.role).toEqual({ role: null });
    expect((await world.call(api.deleteCalendar, { calendarId: calendar.id }, maren)).status).toBe(200);
  });

  test('subscribing is idempotent, counts once, and ends', async () => {
    const calendar = await create();
    const put = (as: Signed, mail = false) =>
      world.call(api.subscribeToCalendar, { calendarId: calendar.id, mail }, as);
    await Promise.all([put(stranger), put(stranger), put(member)]);
    expect((await put(stranger)).data.data).toMatchObject({ subscribed: true, mail: false, subscriberCount: 2 });
    expect((await put(stranger, true)).data.data).toMatchObject({ subscribed: true, mail: true, subscriberCount: 2 });
    expect((await world.call(api.listCalendars, {}, stranger)).data.subscribed.map(({ id }) => id)).toContain(
      calendar.id,
    );
    for (let n = 0; n < 2; n += 1) await world.call(api.unsubscribeFromCalendar, { calendarId: calendar.id }, stranger);
    expect((await world.call(api.getCalendar, { calendarId: calendar.id }, stranger)).data).toMatchObject({
      subscribed: false,
      subscriberCount: 1,
    });
  });
});
