import * as api from '@folkmoot/contract/calendars/api.ts';
import * as sourcesApi from '@folkmoot/contract/calendars/sources-api.ts';
import { SOURCE_LIMITS, SOURCE_PROBLEMS, sourceRefusals } from '@folkmoot/contract/calendars/sources-schema.ts';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { sourceFixtures } from '../../../test/fixtures/source-fixtures.ts';
import { openWorld } from '../../../test/world.ts';
import { addMembers, makeCommunity } from '../../seed/builders.ts';

const { site, list, shown, put, add, change, only, namesShown, later } = sourceFixtures();
const fieldOf = (reply: { problem: { fields?: Record<string, string> | undefined } }) => reply.problem.fields?.url;

describe('adding an outside feed', () => {
  test('shows its events at once, in the list, in the month, in a search and in the feed, under its name', async () => {
    const own = await site.gatherings.published({ name: 'Kiln opening' });
    await site.world.call(
      api.addToCalendar,
      { calendarId: site.calendar.id, type: 'internal', event_id: own.id },
      site.maren,
    );
    const url = put(
      '/fairs.ics',
      [
        'fair@town',
        'Spring fair',
        3,
        'LOCATION:Märket square',
        'URL:https://fairs.example/1',
        'DESCRIPTION:Bring a bag',
      ],
      ['over@town', 'Winter fair', -9, 'STATUS:CANCELLED'],
      ['late@town', 'Far fair', 600],
    );
    const added = await add(url);
    expect([added.status, added.data.message]).toEqual([200, 'Feed added.']);
    expect(added.data.data).toMatchObject({
      ...{ url, name: 'Fairs of the town', state: 'ok', problem: null, eventCount: 2, failing_epoc: null },
      leftOut: { series: 0, events: 0, unreadable: 0, private: 0, ours: 0 },
    });
    expect(await list()).toEqual([added.data.data]);
    const [fair, kiln] = await shown();
    expect(fair).toMatchObject({
      ...{ external: true, sourceName: 'Fairs of the town', name: 'Spring fair', url: 'https://fairs.example/1' },
      ...{ where: 'Märket square', text: 'Bring a bag', status: 'published', time_zone: 'Europe/London' },
    });
    expect(kiln).toMatchObject({ alias: own.alias, name: 'Kiln opening' });
    expect(await shown({ type: 'past' })).toMatchObject([{ name: 'Winter fair', status: 'cancelled', external: true }]);
    expect(await namesShown({ search: 'market' })).toEqual(['Spring fair']);
    expect(await namesShown({ search: 'kiln' })).toEqual(['Kiln opening']);
    expect(await namesShown({ origin: 'here' })).toEqual(['Kiln opening']);
    expect(await namesShown({ origin: 'outside' })).toEqual(['Spring fair']);
    expect(await namesShown({ limit: 1, page: 2 })).toEqual(['Kiln opening']);
    const from = Math.floor(site.world.clock.now().getTime() / 1000) - 12 * 86_400;
    const month = (await site.world.call(api.getMonth, { calendarId: site.calendar.id, from, to: from + 30 * 86_400 }))
      .data;
    expect(month.data.map(({ name }) => name)).toEqual(['Winter fair', 'Spring fair', 'Kiln opening']);
    expect(month.data[1]).toMatchObject({ external: true, sourceName: 'Fairs of the town' });
  });

  test('passes events on in the feed of the calendar under their own UID, and each of a series as itself', async () => {
    const path = `/feeds/calendars/${site.calendar.id}.ics`;
    const read = async () => {
      const reply = await site.world.app.http.inject(path);
      const file = new ICAL.Component(ICAL.parse(reply.body));
      const value = (event: ICAL.Component, name: string) => `${event.getFirstPropertyValue(name) ?? ''}`;
      const names = ['uid', 'recurrence-id', 'summary', 'status', 'description', 'url', 'sequence'];
      const events = file.getAllSubcomponents('vevent').map((event) => names.map((name) => value(event, name)));
      return { events, etag: reply.headers.etag };
    };
    put(
      '/fairs.ics',
      ['fair@town', 'Spring fair', 2, 'SEQUENCE:4', 'URL:https://fairs.example/1', 'DESCRIPTION:Bring a bag'],
      ['walk@town', 'Walk', 3, 'RRULE:FREQ=DAILY;COUNT=2'],
      ['off@town', 'Off', 6, 'STATUS:CANCELLED'],
    );
    await add(`${site.origin}/fairs.ics`, { name: 'Fairs' });
    const first = await read();
    // As the feed has it: a second may have passed since it was written.
    const [, begins = ''] = /UID:walk@town.*?DTSTART:(\S+)/s.exec(site.feeds.get('/fairs.ics') ?? '') ?? [];
    const start = Date.parse(begins.replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5'));
    const iso = (days: number) => new Date(start + days * 86_400_000).toISOString().replace('.000', '');
    expect(first.events).toEqual([
      ['fair@town', '', 'Spring fair', 'CONFIRMED', 'Bring a bag\n\nFrom Fairs', 'https://fairs.example/1', '4'],
      ['walk@town', iso(0), 'Walk', 'CONFIRMED', 'From Fairs', '', '0'],
      ['walk@town', iso(1), 'Walk', 'CONFIRMED', 'From Fairs', '', '0'],
      ['off@town', '', 'Cancelled: Off', 'CANCELLED', 'From Fairs', '', '0'],
    ]);
    // Read again, it says the same.
    await later(25);
    expect((await read()).etag).toBe(first.etag);
    await change((await only())?.id ?? '', { name: 'Markets' });
    const renamed = await read();
    expect(renamed.etag).not.toBe(first.etag);
    site.feeds.set('/fairs.ics', (site.feeds.get('/fairs.ics') ?? '').replace('Spring fair', 'Fair of the autumn'));
    await later();
    expect((await read()).etag).not.toBe(renamed.etag);
  });

  test('leaves out events of this installation, by the id of today and that of earlier', async () => {
    const own = await site.gatherings.published({ name: 'Kiln opening' });
    const url = put(
      '/ours.ics',
      [own.id, 'Ours', 1],
      [`${own.id.toUpperCase()}@moot.example`, 'Ours', 2],
      ['a', 'Theirs', 3],
    );
    const { data } = (await add(url)).data;
    expect([data.eventCount, data.leftOut.ours]).toEqual([1, 2]);
    expect(await namesShown()).toEqual(['Theirs']);
  });

  test.each([
    ['nothing', '', 'URL is required'],
    ['no address', 'nothing at all', 'It must be a valid URL'],
    ['a password', 'https://maren:secret@site.feeds.example/', 'It must be a valid URL'],
    ['a private address', 'http://10.0.0.1/fairs.ics', SOURCE_PROBLEMS['not-public']],
    ['the metadata of a cloud', 'http://169.254.169.254/latest', SOURCE_PROBLEMS['not-public']],
    ['IPv4 in IPv6', 'http://[::ffff:127.0.0.1]/', SOURCE_PROBLEMS['not-public']],
    ['another port', 'https://feeds.example:8443/fairs.ics', SOURCE_PROBLEMS['bad-address']],
    ['our own address', 'http://127.0.0.1:1/feeds/calendars/x.ics', sourceRefusals.ours.message],
  ])('with %s says why at the field', async (_, url, sentence) => {
    const reply = await add(url);
    expect([reply.status, fieldOf(reply)]).toEqual([422, sentence]);
    expect(await list()).toEqual([]);
  });

  test.each([
    ['is not there', 404, SOURCE_PROBLEMS['not-found']],
    ['is not for everybody', 403, SOURCE_PROBLEMS.denied],
    ['is broken', 500, SOURCE_PROBLEMS.failing],
    ['is a page', 200, SOURCE_PROBLEMS['not-a-calendar']],
  ])('that %s says why, and nothing of what it sends', async (_, status, sentence) => {
    site.answer = (__, response) => response.writeHead(status).end('<p>for its own eyes</p>');
    const reply = await add(`${site.origin}/x`);
    expect([reply.status, fieldOf(reply)]).toEqual([422, sentence]);
    expect(JSON.stringify(reply.problem)).not.toContain('its own eyes');
  });

  test('is for the people who keep the calendar', async () => {
    const { id: serverId } = await makeCommunity(site.world.db, site.maren.id);
    const [member, outsider] = [await site.world.person(), await site.world.person()];
    await addMembers(site.world.db, serverId, [member.id]);
    site.calendar = (await site.world.call(api.getMainCalendar, { serverId }, site.maren)).data;
    const url = put('/fairs.ics', ['a', 'Fair', 1]);
    for (const who of [member, outsider]) expect((await add(url, {}, who)).status).toBe(403);
    const { data } = (await add(url)).data;
    for (const who of [member, outsider]) {
      expect((await site.world.call(sourcesApi.listSources, { calendarId: site.calendar.id }, who)).status).toBe(403);
      expect((await change(data.id, { fetch: true }, who)).status).toBe(403);
    }
    expect(await namesShown()).toEqual(['Fair']);
    expect(site.asked.length).toBe(1);
  });

  test('is refused for the eleventh, and for one that is there, also of several at once', async () => {
    const url = put('/one.ics', ['a', 'Fair', 1]);
    const twice = await Promise.all([add(url), add(url)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(twice.map(fieldOf)).toContain(sourceRefusals.there.message);
    const bea = await site.world.person();
    await site.world.call(api.addCalendarAdmin, { calendarId: site.calendar.id, userId: bea.id }, site.maren);
    const more = Array.from({ length: SOURCE_LIMITS.each + 1 }, (_, n) => put(`/${n}.ics`, [`${n}`, `Fair ${n}`, n]));
    const replies = await Promise.all(more.map((one, n) => add(one, {}, n % 2 === 0 ? site.maren : bea)));
    expect(replies.filter(({ status }) => status === 200).length).toBe(SOURCE_LIMITS.each - 1);
    expect(replies.flatMap((reply) => fieldOf(reply) ?? [])).toEqual([
      sourceRefusals.tooMany.message,
      sourceRefusals.tooMany.message,
    ]);
  });
});

test('a rename is at once everywhere', async () => {
  await add(put('/fairs.ics', ['a', 'Fair', 3]));
  const id = (await only())?.id ?? '';
  expect((await change(id, { name: ' ' })).problem.fields?.name).toBe('Name is required');
  expect((await change(id, { name: 'Markets' })).data.data.name).toBe('Markets');
  expect(await shown()).toMatchObject([{ sourceName: 'Markets' }]);
});

test('two thousand events are written at once, and the server answers meanwhile', async () => {
  const events = Array.from(
    { length: 2_000 },
    (_, n) =>
      [`${n}@town`, `Fair ${n}`, 1 + n / 10, `DESCRIPTION:${'Bring a bag. '.repeat(30)}`] as [
        string,
        string,
        number,
        string,
      ],
  );
  const url = put('/many.ics', ...events);
  const since = performance.now();
  const adding = add(url).finally(() => {
    over = true;
  });
  let over = false;
  let longest = 0;
  while (!over) {
    // Whatever waits is done first: these calls alone would keep the process busy.
    await new Promise((resolve) => setImmediate(resolve));
    const before = performance.now();
    await site.world.app.http.inject('/healthz');
    longest = Math.max(longest, performance.now() - before);
  }
  const { data } = (await adding).data;
  const took = performance.now() - since;
  expect(data.eventCount).toBe(2_000);
  // On a quiet machine it takes half a second, and nobody waits for more than a few milliseconds.
  expect(took).toBeLessThan(10_000);
  expect(longest).toBeLessThan(1_000);
  expect((await shown({ limit: 50 })).length).toBe(50);
});

test('the setting that exempts origins stops a public server', async () => {
  await expect(openWorld({ HOST: '0.0.0.0', CALENDAR_FEED_ORIGINS: site.origin })).rejects.toThrow(
    'CALENDAR_FEED_ORIGINS',
  );
});
