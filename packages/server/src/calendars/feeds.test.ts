import * as api from '@folkmoot/contract/calendars/api.ts';
import { banMember, leaveCommunity } from '@folkmoot/contract/communities/api.ts';
import { cancelEvent, unpublishEvent } from '@folkmoot/contract/events/api.ts';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { ALL } from '../../test/scope.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { addMembers, makeCommunity } from '../seed/builders.ts';

let world: World;
let gatherings: EventFixtures;
let maren: Signed;

beforeAll(async () => {
  world = await openWorld({ APP_URL: 'https://moot.example' });
  maren = await world.person();
  gatherings = eventFixtures(world, maren);
});
afterAll(() => world.close());

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  world.app.http.inject({ method, url: url.replace('https://moot.example', ''), headers });
const link = async (as: Signed, kind: 'calendar' | 'community' | 'own', id?: string) =>
  (await world.call(api.createFeed, { kind, ...(id === undefined ? {} : { id }) }, as)).data.data;
const calendarOf = async (serverId: string) => (await world.call(api.getMainCalendar, { serverId }, maren)).data;

/** The entries of a feed: the title and status of each, by the id of its event. */
async function entriesAt(url: string): Promise<Record<string, string>> {
  const reply = await get(url);
  expect(reply.statusCode).toBe(200);
  const calendar = new ICAL.Component(ICAL.parse(reply.body));
  return Object.fromEntries(
    calendar
      .getAllSubcomponents('vevent')
      .map((event) => [
        `${event.getFirstPropertyValue('uid')}`,
        `${event.getFirstPropertyValue('status')} ${event.getFirstPropertyValue('summary')}`,
      ]),
  );
}

test('feeds: a subscriber hears that an event moved, was cancelled, or was taken off, under the id of its file', async () => {
  const { id: serverId } = await makeCommunity(world.db, maren.id);
  const calendar = await calendarOf(serverId);
  const [kept, cancelled, gone] = await Promise.all(
    ['Kept', 'Off', 'Gone'].map((name) => gatherings.published({ name, serverId })),
  );
  const path = `/feeds/calendars/${calendar.id}.ics`;
  expect(Object.values(await entriesAt(path)).sort()).toEqual(['CONFIRMED Gone', 'CONFIRMED Kept', 'CONFIRMED Off']);
  const start = gatherings.inDays(12);
  await gatherings.change(kept?.id ?? '', { start_epoc: start, end_epoc: start + 7200 });
  await world.call(cancelEvent, { eventId: cancelled?.id ?? '', message: '' }, maren);
  await world.call(unpublishEvent, { eventId: gone?.id ?? '' }, maren);
  expect(await entriesAt(path)).toEqual({
    [kept?.id ?? '']: 'CONFIRMED Kept',
    [cancelled?.id ?? '']: 'CANCELLED Cancelled: Off',
  });
  const file = (await get(`/api/v1/events/${kept?.id}/calendar.ics`)).body;
  const entry = /BEGIN:VEVENT.*END:VEVENT/s.exec(file)?.[0] ?? 'none';
  expect((await get(path)).body).toContain(entry);
  expect(Object.keys(await entriesAt(`/feeds/communities/${serverId}.ics`)).sort()).toEqual(
    [kept?.id, cancelled?.id].sort(),
  );
});

test('feeds: they answer GET and HEAD without an Accept header, inline and uncompressed', async () => {
  const { id: serverId } = await makeCommunity(world.db, maren.id);
  const calendar = await calendarOf(serverId);
  for (let n = 0; n < 12; n += 1)
    await gatherings.published({ serverId, summary: 'A long evening of clay. '.repeat(8) });
  const path = `/feeds/calendars/${calendar.id}.ics`;
  const reply = await get(path, { 'accept-encoding': 'br, gzip' });
  expect(reply.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'inline',
  });
  expect(reply.headers['content-encoding']).toBeUndefined();
  expect(reply.body.length).toBeGreaterThan(4_000);
  const head = await get(path, {}, 'HEAD');
  expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', reply.headers.etag]);
  expect((await get('/feeds/calendars/nothing.ics')).statusCode).toBe(404);
  expect((await get('/feeds/a-made-up-key.ics')).statusCode).toBe(404);
});

test.each([
  ['the tag', (tag: string) => ({ 'if-none-match': tag }), 304],
  ['the tag in a list', (tag: string) => ({ 'if-none-match': `"other", ${tag}` }), 304],
  ['the tag as a weak one', (tag: string) => ({ 'if-none-match': `W/${tag}` }), 304],
  ['any tag', () => ({ 'if-none-match': '*' }), 304],
  ['another tag', () => ({ 'if-none-match': '"other"' }), 200],
  [
    'another tag, which counts before a date',
    (_: string, date: string) => ({ 'if-none-match': '"other"', 'if-modified-since': date }),
    200,
  ],
  ['the date', (_: string, date: string) => ({ 'if-modified-since': date }), 304],
  ['an earlier date', () => ({ 'if-modified-since': 'Mon, 01 Jan 2024 00:00:00 GMT' }), 200],
  ['no date at all', () => ({ 'if-modified-since': 'yesterday' }), 200],
] as const)('feeds: asked with %s, one that has not changed is answered', async (_, headers, status) => {
  const { id: serverId } = await makeCommunity(world.db, maren.id);
  const calendar = await calendarOf(serverId);
  await gatherings.published({ serverId });
  const path = `/feeds/calendars/${calendar.id}.ics`;
  const { etag = '', 'last-modified': date = '' } = (await get(path)).headers;
  const reply = await get(path, headers(`${etag}`, `${date}`));
  expect(reply.statusCode).toBe(status);
  expect(reply.body === '').toBe(status === 304);
});

test('feeds: a personal one has the places of its person, unsure ones as tentative, and no declined ones', async () => {
  const bea = await world.person();
  const feed = await link(bea, 'own');
  expect(feed).toMatchObject({ kind: 'own', of: null, fetched_epoc: null });
  expect(feed.url).toMatch(/^https:\/\/moot\.example\/feeds\/[\w.-]+\.ics$/);
  const going = await gatherings.published({
    name: 'Going',
    attend_type: 'virtual',
    attend_type_details: { virtual_address: 'https://call.example/1', in_person_address: '' },
  });
  const asked = await gatherings.published({ name: 'Asked', require_approval: true });
  const declined = await gatherings.published({ name: 'Declined' });
  await gatherings.published({ name: 'Not mine' });
  for (const { id } of [going, asked, declined]) expect((await gatherings.register(id, bea)).status).toBe(200);
  await gatherings.leave(declined.id, bea);
  const hosting = await gatherings.published({ name: 'Hosting' }, bea);
  expect(await entriesAt(feed.url)).toEqual({
    [going.id]: 'CONFIRMED Going',
    [asked.id]: 'TENTATIVE Asked',
    [hosting.id]: 'CONFIRMED Hosting',
  });
  expect((await get(feed.url)).body).toContain('https://call.example/1');
  expect((await world.call(api.listFeeds, {}, bea)).data.data[0]?.fetched_epoc).not.toBeNull();
  expect((await get(feed.url)).body).not.toMatch(/ATTENDEE|ORGANIZER/);
});

test('feeds: a link ends when it is renewed or deleted, and is its owner’s alone', async () => {
  const bea = await world.person();
  const first = await link(bea, 'own');
  const second = await link(bea, 'own');
  expect(second.id).toBe(first.id);
  expect(second.url).not.toBe(first.url);
  expect([(await get(first.url)).statusCode, (await get(second.url)).statusCode]).toEqual([410, 200]);
  await world.call(api.deleteFeed, { feedId: second.id }, maren);
  expect((await get(second.url)).statusCode).toBe(200);
  await world.call(api.deleteFeed, { feedId: second.id }, bea);
  expect((await get(second.url)).statusCode).toBe(410);
  expect((await world.call(api.listFeeds, {}, bea)).data.data).toEqual([]);
});

test('feeds: a member’s link shows what members see, until they leave or are banned', async () => {
  const { id: serverId } = await makeCommunity(world.db, maren.id);
  const calendar = await calendarOf(serverId);
  const [bea, kofi] = [await world.person(), await world.person()];
  const ids = await addMembers(world.db, serverId, [bea.id, kofi.id]);
  const open = await gatherings.published({ name: 'Open', serverId });
  const inside = await gatherings.published({ name: 'Inside', serverId, visibility: 'community' });
  const links = [await link(bea, 'calendar', calendar.id), await link(kofi, 'community', serverId)];
  for (const { url } of links) expect(Object.keys(await entriesAt(url)).sort()).toEqual([open.id, inside.id].sort());
  expect(Object.keys(await entriesAt(`/feeds/calendars/${calendar.id}.ics`))).toEqual([open.id]);
  expect((await world.call(leaveCommunity, { serverId }, bea)).status).toBe(200);
  expect((await world.call(banMember, { serverId, memberId: ids.get(kofi.id) ?? '', reason: '' }, maren)).status).toBe(
    200,
  );
  for (const { url } of links) expect(Object.keys(await entriesAt(url))).toEqual([open.id]);
  await world.call(api.updateCalendar, { calendarId: calendar.id, visibility: 'community' }, maren);
  expect((await get(links[0]?.url ?? '')).statusCode).toBe(404);
  expect((await world.call(api.createFeed, { kind: 'calendar', id: calendar.id }, bea)).status).toBe(404);
});

test('feeds: a role that shows the online address counts at the next fetch, as does its end', async () => {
  const { id: serverId } = await makeCommunity(world.db, maren.id);
  const bea = await world.person();
  const memberId = (await addMembers(world.db, serverId, [bea.id])).get(bea.id) ?? '';
  const online = { virtual_address: 'https://call.example/inside', in_person_address: '' };
  await gatherings.published({ serverId, attend_type: 'virtual', attend_type_details: online });
  const { url } = await link(bea, 'community', serverId);
  const shown = async () => (await get(url)).body.replace(/\r\n /g, '').includes('https://call.example/inside');
  const become = (role: string) =>
    sql`update members set role_id = (select id from roles where server_id = ${serverId} and role_type = ${role})
      where id = ${memberId}`.execute(world.db);
  expect(await shown()).toBe(false);
  await become('ADMIN');
  expect(await shown()).toBe(true);
  await become('MEMBER');
  expect(await shown()).toBe(false);
});

test('feeds: two changes within a second have two dates', async () => {
  const { id: serverId } = await makeCommunity(world.db, maren.id);
  const calendar = await calendarOf(serverId);
  const event = await gatherings.published({ serverId });
  const path = `/feeds/calendars/${calendar.id}.ics`;
  const date = `${(await get(path)).headers['last-modified']}`;
  await gatherings.change(event.id, { name: 'Another name' });
  const reply = await get(path, { 'if-modified-since': date });
  expect(reply.statusCode).toBe(200);
  expect(reply.body).toContain('SUMMARY:Another name');
});

test('feeds: the tag changes when what a subscriber sees changes, and at no other time', async () => {
  const { id: serverId } = await makeCommunity(world.db, maren.id);
  const calendar = await calendarOf(serverId);
  const path = `/feeds/calendars/${calendar.id}.ics`;
  const events = await Promise.all(
    [1, 2, 3].map((n) => gatherings.published({ name: `Event ${n}`, serverId, capacity: 100 })),
  );
  let last = 0;
  const next = () => {
    last += 1;
    return last;
  };
  const visible = {
    rename: (id: string) => gatherings.change(id, { name: `Renamed ${next()}` }),
    move: (id: string) => gatherings.change(id, { end_epoc: gatherings.inDays(7) + 7200 + 60 * next() }),
    takeOff: (id: string) => world.call(api.removeFromCalendar, { calendarId: calendar.id, eventId: id }, maren),
    putBack: (id: string) =>
      world.call(api.addToCalendar, { calendarId: calendar.id, type: 'internal', event_id: id }, maren),
  };
  const invisible = {
    register: async (id: string) => gatherings.register(id, await world.person()),
    capacity: (id: string) => gatherings.change(id, { capacity: 100 + next() }),
    subscribe: async () =>
      world.call(api.subscribeToCalendar, { calendarId: calendar.id, mail: false }, await world.person()),
    wait: async () => world.clock.moveBy(30_000),
  };
  const on = new Set(events.map(({ id }) => id));
  const step = fc.record({
    what: fc.constantFrom(...Object.keys(visible), ...Object.keys(invisible)),
    which: fc.nat({ max: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      for (const { what, which } of steps) {
        const id = events[which]?.id ?? '';
        const before = (await get(path)).headers;
        const isShown = on.has(id);
        await ({ ...visible, ...invisible } as Record<string, (id: string) => Promise<unknown>>)[what]?.(id);
        if (what === 'takeOff') on.delete(id);
        if (what === 'putBack') on.add(id);
        const changes = what === 'putBack' ? !isShown : what in visible && isShown;
        const after = await get(path, { 'if-none-match': `${before.etag}` });
        expect([what, after.statusCode]).toEqual([what, changes ? 200 : 304]);
      }
    }),
    { numRuns: ALL ? 40 : 6 },
  );
});

test('feeds: of more than a thousand events the nearest are sent, and of a calendar whose reader looks again, one statement is asked', async () => {
  const calendar = (await world.call(api.createCalendar, { name: 'Full' }, maren)).data.data;
  const event = await gatherings.published({ name: 'Model' });
  // Far too many for calls; a day apart.
  await sql`with made as (
      insert into events select x.* from events e, generate_series(1, 1200) n,
        jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'alias', 'many-' || n, 'draft_id', null,
          'start_at', e.start_at + n * interval '1 day', 'end_at', e.end_at + n * interval '1 day')) x
        where e.id = ${event.id} returning id, start_at, end_at)
    insert into calendar_entries (calendar_id, event_id, status, added_at, starts_at, ends_at)
      select ${calendar.id}::uuid, id, 'accepted', ${world.clock.now()}, start_at, end_at from made`.execute(world.db);
  const path = `/feeds/calendars/${calendar.id}.ics`;
  const first = await get(path);
  expect(first.body.match(/BEGIN:VEVENT/g)).toHaveLength(1_000);
  expect(first.body.length).toBeLessThanOrEqual(1_000_000);
  expect(first.body).toContain('/many-1\r\n');
  expect(first.body).not.toContain('/many-1200\r\n');
  const counting = world.countQueries();
  expect((await get(path, { 'if-none-match': `${first.headers.etag}` })).statusCode).toBe(304);
  expect(counting.stop()).toBe(2);
});

test('feeds: however the address of a feed is spelled, it is one feed', async () => {
  const calendar = (await world.call(api.createCalendar, { name: 'Spelled' }, maren)).data.data;
  const { url } = (await world.call(api.createFeed, { kind: 'calendar', id: calendar.id }, maren)).data.data;
  const secret = new URL(url).pathname;
  const open = `/feeds/calendars/${calendar.id}.ics`;
  const spellings = [
    ...[open.toUpperCase().replace('/FEEDS/CALENDARS', '/feeds/calendars'), open.replace('.ics', ''), `${open}?a`],
    open.replace(/-/g, '%2d'),
  ];
  const first = await get(open);
  expect(first.body.replace(/\r\n /g, '')).toContain(`${open}\r\n`);
  for (const spelling of spellings) {
    const counting = world.countQueries();
    const again = await get(spelling, { 'if-none-match': `${first.headers.etag}` });
    expect([spelling, again.statusCode, counting.stop()]).toEqual([spelling, 304, 2]);
  }
  // The last letter of a signature has more spellings than one, and what is no letter at all could stand anywhere in it.
  expect((await get(secret)).statusCode).toBe(200);
  for (const spelling of ['=', '%3D%3D', '!'])
    expect((await get(secret.replace('.ics', `${spelling}.ics`))).statusCode).toBe(404);
});

test('feeds: made-up addresses are limited by who asks, and feeds that are read are not', async () => {
  const limited = await openWorld({ APP_URL: 'https://moot.example', RATE_LIMITS: 'on' });
  try {
    const host = await limited.person();
    const { id: serverId } = await makeCommunity(limited.db, host.id);
    const { id } = (await limited.call(api.getMainCalendar, { serverId }, host)).data;
    const ask = (url: string) => limited.app.http.inject(url);
    expect((await ask(`/feeds/calendars/${id}.ics`)).statusCode).toBe(200);
    const statuses: number[] = [];
    for (let n = 0; n < 310; n += 1)
      statuses.push((await ask(`/feeds/calendars/${crypto.randomUUID()}.ics`)).statusCode);
    expect(statuses.indexOf(429)).toBe(299);
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
    expect((await ask(`/feeds/calendars/${id}.ics`)).statusCode).toBe(200);
  } finally {
    await limited.close();
  }
});
