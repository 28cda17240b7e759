import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveAlias } from '@folkmoot/contract/communities/api.ts';
import {
  cancelEvent,
  createEvent,
  getEvent,
  publishEvent,
  reportEvent,
  updateEvent,
} from '@folkmoot/contract/events/api.ts';
import * as reports from '@folkmoot/contract/events/reports-api.ts';
import { register } from '@folkmoot/contract/registrations/api.ts';
import { createTicket } from '@folkmoot/contract/tickets/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Signed, type World } from '../../../test/world.ts';
import { addMembers, makeCommunity } from '../../seed/builders.ts';

let world: World;
let maren: Signed;
let folder: string;

const HTML = '<!doctype html><html><head><title>Folkmoot</title></head><body><div id="root"></div></body></html>';
const SCREENS = [
  { screen: 'communityHome', path: '/$alias', frame: 'public', files: ['assets/home.js'] },
  { screen: 'event', path: '/$alias', frame: 'public', files: ['assets/event.js', 'assets/event.css'] },
  { screen: 'event', path: '/$alias', frame: 'shell', files: ['assets/shell.js', 'assets/event.js'] },
  { screen: 'discover', path: '/discover', frame: 'public', files: ['assets/discover.js'] },
  { screen: 'discover', path: '/discover', frame: 'shell', files: ['assets/shell.js', 'assets/discover.js'] },
];
const START = Date.parse('2026-06-20T10:00:00Z') / 1000;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'folkmoot-pages-'));
  writeFileSync(`${folder}/index.html`, HTML);
  writeFileSync(`${folder}/parts.json`, JSON.stringify(SCREENS));
  world = await openWorld({ WEB_DIST: folder, APP_URL: 'https://moot.example' });
  maren = await world.person({ firstName: 'Maren', lastName: 'Oduya' });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

let count = 0;
async function publish(fields: Record<string, unknown> = {}) {
  count += 1;
  const whole = {
    name: 'Midsummer Moot',
    alias: `moot-${count}`,
    visibility: 'public',
    start_epoc: START,
    end_epoc: START + 3600,
    time_zone: 'Europe/London',
    cover: '/art/covers/midsummer.webp',
    ...fields,
  };
  const { data } = (await world.call(createEvent, whole as never, maren)).data;
  if (fields.draft !== true) await world.call(publishEvent, { eventId: data.id }, maren);
  return data;
}
const page = async (alias: string, headers: Record<string, string> = {}) =>
  world.app.http.inject({ method: 'GET', url: `/${alias}`, headers });
/** Every data block of a page, by its type. */
const blocks = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<script type="([^"]+)"[^>]*>([^<]*)<\/script>/g)].map((match) => [
      match[1],
      JSON.parse(match[2] ?? ''),
    ]),
  );

test('a public event’s page preloads everything the client needs for it', async () => {
  const links =
    '<link rel="modulepreload" crossorigin href="/assets/event.js"><link rel="stylesheet" crossorigin href="/assets/event.css"></head>';
  expect((await page((await publish()).alias)).body).toContain(links);
  const unknown = (await page('nobody-has-this')).body;
  expect(unknown).toContain('/assets/home.js');
  expect((await page((await publish({ draft: true })).alias)).body).toBe(unknown);
});

test('a page preloads what its screen needs, in the frame that the visitor or the member sees', async () => {
  const linked = async (path: string, headers?: Record<string, string>) =>
    [...(await page(path, headers)).body.matchAll(/href="\/assets\/([a-z]+)\.js"/g)].map(([, name]) => name);
  const member = { cookie: '__Secure-folkmoot.member=1' };
  expect(await linked('discover')).toEqual(['discover']);
  expect(await linked('discover', member)).toEqual(['shell', 'discover']);
  const { alias } = await publish();
  expect(await linked(alias)).toEqual(['event']);
  expect(await linked(alias, member)).toEqual(['shell', 'event']);
  expect(await linked('sign-in/deeper')).toEqual([]);
  expect((await page('discover')).headers.vary).toMatch(/cookie/i);
});

test('a page head says what has changed since the last one', async () => {
  const event = await publish();
  const first = await page(event.alias);
  expect((await page(event.alias)).body).toBe(first.body);
  await world.call(updateEvent, { eventId: event.id, name: 'Midwinter Moot' }, maren);
  expect((await page(event.alias)).body).toContain('<title>Midwinter Moot · Folkmoot</title>');
});

test('a public event describes itself to other programs', async () => {
  const event = await publish({
    summary: 'Stalls and "music"',
    attend_type: 'both',
    attend_type_details: { virtual_address: 'https://meet.example/secret', in_person_address: 'The Old Ropeworks' },
  });
  const reply = await page(event.alias);
  expect(reply.body).toContain('<title>Midsummer Moot · Folkmoot</title>');
  expect(reply.body).toContain(`<link rel="canonical" href="https://moot.example/${event.alias}" />`);
  expect(reply.body).toContain(
    '<meta property="og:description" content="Saturday, 20 June 2026 at 11:00, The Old Ropeworks and online. Stalls and &quot;music&quot;"',
  );
  expect(reply.body).toContain(
    '<meta property="og:image" content="https://moot.example/art/covers/og/midsummer.jpg" />',
  );
  expect(reply.body).toContain(
    '<link rel="preload" as="image" href="/art/covers/midsummer.webp" imagesrcset="/art/covers/800/midsummer.webp 800w, /art/covers/midsummer.webp 1200w" imagesizes="(max-width: 47.99em) calc(100vw - 32px), 440px" fetchpriority="high" />',
  );
  expect(reply.body).not.toContain('meet.example');
  expect(blocks(reply.body)['application/ld+json']).toMatchObject({
    '@type': 'Event',
    name: 'Midsummer Moot',
    startDate: '2026-06-20T11:00:00+01:00',
    endDate: '2026-06-20T12:00:00+01:00',
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
    location: [{ '@type': 'Place', name: 'The Old Ropeworks' }, { '@type': 'VirtualLocation' }],
    organizer: { '@type': 'Person', name: 'Maren Oduya' },
    url: `https://moot.example/${event.alias}`,
  });
  expect(blocks(reply.body)['application/json']).toMatchObject({
    alias: { resource_type: 'event', resource_id: event.id },
    event: { id: event.id, viewer: { status: null } },
    tickets: { data: [], count: 0 },
  });
  expect((await page(event.alias, { 'if-none-match': String(reply.headers.etag) })).statusCode).toBe(304);
});

test('a public event tells other programs the price that is paid, with a fee that the buyer must pay', async () => {
  const event = await publish();
  await world.call(
    createTicket,
    { eventId: event.id, name: 'Day pass', description: '', type: 'free', capacity: null } as never,
    maren,
  );
  const sold = { type: 'paid', price: 12_000, currency: 'GBP', fee_bearer: 'buyer' } as const;
  await world.db.updateTable('tickets').set(sold).where('event_id', '=', event.id).execute();
  expect(blocks((await page(event.alias)).body)['application/ld+json'].offers).toMatchObject([
    { name: 'Day pass', price: '126.00', priceCurrency: 'GBP' },
  ]);
});

test.each([
  '</script><img src=x onerror=alert(1)>',
  `"'><svg/onload=alert(1)>`,
  '<!--<script>',
  'Kiln 🔥 & $& $1 “clay”',
  '\u2028line\u2029',
])('a hostile event name %j stays plain text', async (name) => {
  const event = await publish({ name, summary: name });
  const { body } = await page(event.alias);
  expect(blocks(body)['application/ld+json'].name).toBe(event.name);
  expect(blocks(body)['application/json'].event.name).toBe(event.name);
  // The name contains no markup: two scripts of data, closed where they should be.
  expect(body.match(/<\/?script/g)).toHaveLength(4);
  expect(body).not.toMatch(/<(img|svg|!--)/);
});

test('an event that is not public reveals nothing in its page head', async () => {
  const nothingThere = (await page('nobody-has-this')).body;
  const { id: serverId } = await makeCommunity(world.db, maren.id);
  const hidden = [
    await publish({ draft: true }),
    await publish({ visibility: 'private', passcode: 'clay and fire' }),
    await publish({ visibility: 'community', serverId }),
  ];
  for (const { alias } of hidden) expect((await page(alias)).body).toBe(nothingThere);
  const [draft, locked, ours] = hidden.map(({ alias }) => alias);
  // The address of a private one leads to its passcode; the others are not there.
  expect((await world.call(resolveAlias, { alias: locked ?? '' })).data.data.resource_type).toBe('event');
  for (const alias of [draft, ours]) expect((await world.call(resolveAlias, { alias: alias ?? '' })).status).toBe(404);
  expect((await world.call(resolveAlias, { alias: draft ?? '' }, maren)).status).toBe(200);
});

test('whole days are written as dates, and the end is the last of them', async () => {
  const event = await publish({ is_all_day: true, start_epoc: START - 11 * 3600, end_epoc: START + 37 * 3600 });
  const thing = blocks((await page(event.alias)).body)['application/ld+json'];
  expect(thing).toMatchObject({ startDate: '2026-06-20', endDate: '2026-06-21' });
});

test('the calendar file can be downloaded by everybody who can see the event', async () => {
  const file = (eventId: string, headers = {}) =>
    world.app.http.inject({ method: 'GET', url: `/api/v1/events/${eventId}/calendar.ics`, headers });
  const open = await publish();
  const reply = await file(open.id);
  expect(reply.headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(reply.headers['content-disposition']).toContain(`${open.alias}.ics`);
  expect(reply.body).toContain('TZID:Europe/London');
  expect(reply.body).toContain(`UID:${open.id}\r\n`);
  expect(
    (await world.app.http.inject({ method: 'HEAD', url: `/api/v1/events/${open.id}/calendar.ics` })).statusCode,
  ).toBe(200);
  const locked = await publish({ visibility: 'private', passcode: 'clay and fire' });
  expect((await file(locked.id)).statusCode).toBe(403);
  expect((await file(locked.id, { authorization: `Bearer ${maren.token}` })).statusCode).toBe(200);
  expect((await file('nothing')).statusCode).toBe(404);
});

test('the calendar file has a new version after each change that it shows, and is the same bytes after any other', async () => {
  const start = Math.floor(world.clock.now().getTime() / 1000) + 30 * 86_400;
  const { id, alias } = await publish({ start_epoc: start, end_epoc: start + 3600 });
  const file = async () => (await world.app.http.inject(`/api/v1/events/${id}/calendar.ics`)).body;
  const versionOf = (text: string) => Number(/^SEQUENCE:(\d+)\r$/m.exec(text)?.[1]);
  let before = await file();
  const shown = [
    { name: 'Raku night' },
    { summary: 'With smoke' },
    { description: '<p>Bring gloves</p>' },
    { end_epoc: start + 14_400 },
    { start_epoc: start + 1800 },
    { time_zone: 'Europe/Paris' },
    { tbdLocation: true },
    { alias: `${alias}-raku` },
    { is_all_day: true },
  ];
  for (const change of shown) {
    world.clock.moveBy(60_000);
    expect((await world.call(updateEvent, { eventId: id, ...change }, maren)).status).toBe(200);
    const after = await file();
    expect(versionOf(after), JSON.stringify(change)).toBe(versionOf(before) + 1);
    expect(/^LAST-MODIFIED.*\r\nSEQ/m.exec(after)?.[0]).not.toBe(/^LAST-MODIFIED.*\r\nSEQ/m.exec(before)?.[0]);
    before = after;
  }
  world.clock.moveBy(60_000);
  const bea = await world.person();
  expect((await world.call(register, { eventId: id }, bea)).data.status).toBe('going');
  await world.call(updateEvent, { eventId: id, capacity: 40, name: 'Raku night', tint: 'weld' }, maren);
  expect(await file()).toBe(before);
  await world.call(cancelEvent, { eventId: id, message: '' }, maren);
  const cancelled = await file();
  expect(versionOf(cancelled)).toBe(versionOf(before) + 1);
  expect(cancelled).toContain('SUMMARY:Cancelled: Raku night\r\n');
  expect(cancelled).toContain('STATUS:CANCELLED\r\n');
});

test('a report of an event reaches its moderators, once', async () => {
  const { id: serverId } = await makeCommunity(world.db, maren.id);
  const [kofi, moderator] = [await world.person(), await world.person()];
  await addMembers(world.db, serverId, [moderator.id], 'MODERATOR');
  const event = await publish({ serverId });
  const say = { eventId: event.id, reason: 'spam', note: 'Pots' } as const;
  await world.call(reportEvent, say, kofi);
  await world.call(reportEvent, say, kofi);
  const { data, count } = (await world.call(reports.listEventReports, { serverId }, moderator)).data;
  expect(count).toBe(1);
  expect(data[0]).toMatchObject({ reason: 'spam', note: 'Pots', reporter: { id: kofi.id }, event: { id: event.id } });
  const dismissal = { serverId, reportId: data[0]?.id ?? '' };
  expect((await world.call(reports.dismissEventReport, dismissal, moderator)).status).toBe(200);
  expect((await world.call(reports.dismissEventReport, dismissal, moderator)).status).toBe(404);
  expect((await world.call(reports.listEventReports, { serverId }, moderator)).data.count).toBe(0);
});

test('a report of an event without a community reaches the owner of the installation', async () => {
  await world.db.insertInto('installation').values({ owner_id: maren.id }).execute();
  const host = await world.person();
  const { data: event } = (
    await world.call(createEvent, { name: 'Odd Fair', start_epoc: START, end_epoc: START + 3600 }, host)
  ).data;
  await world.call(publishEvent, { eventId: event.id }, host);
  await world.call(reportEvent, { eventId: event.id, reason: 'dangerous', note: '' }, await world.person());
  expect((await world.call(reports.listOwnerReports, {}, host)).status).toBe(403);
  const { data } = (await world.call(reports.listOwnerReports, {}, maren)).data;
  expect(data.map((report) => report.event.id)).toEqual([event.id]);
  expect((await world.call(reports.dismissOwnerReport, { reportId: data[0]?.id ?? '' }, maren)).status).toBe(200);
});

test('visitors who open an event together share a read, however many of them come from one address', async () => {
  const { id } = await publish();
  const alone = world.countQueries();
  expect((await world.call(getEvent, { eventId: id })).status).toBe(200);
  const one = alone.stop();
  const together = world.countQueries();
  const answers = await Promise.all(Array.from({ length: 20 }, () => world.call(getEvent, { eventId: id })));
  expect(together.stop()).toBe(one);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});
