import fc from 'fast-check';
import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { ALL } from '../../../test/scope.ts';
import { type IcalEvent, icalOf, icalWithin } from './ical.ts';

const HEAD = { product: 'Folkmoot' };
const FEED = {
  ...HEAD,
  feed: {
    name: 'Kiln, Yard',
    description: '',
    source: 'https://moot.example/feeds/x.ics',
    colour: 'teal',
    zone: 'Europe/London',
  },
};
/** A day in seconds. */
const DAY = 86_400;
const at = (text: string) => Math.floor(Date.parse(text) / 1000);
const event = (change: Partial<IcalEvent> = {}): IcalEvent => ({
  uid: '0190a3c0-0000-7000-8000-000000000001',
  sequence: 3,
  changed: new Date('2026-11-01T09:30:00.500Z'),
  start: at('2026-12-05T18:00:00Z'),
  end: at('2026-12-05T20:00:00Z'),
  allDay: false,
  zone: 'Europe/London',
  title: 'Kiln opening',
  text: 'Bring a mug',
  where: 'Kiln Yard, 3',
  latLng: { lat: 51.5, lng: -0.1 },
  url: 'https://moot.example/kiln',
  status: 'confirmed',
  ...change,
});

/** The events of a text as a calendar program reads them: with the zones beside them, and nothing that it knows itself. */
/** When a zone changes its clocks between two moments, in seconds. */
function changesOf(zone: string, first: number, last: number): number[] {
  const changes: number[] = [];
  let moment = Temporal.Instant.fromEpochMilliseconds(first * 1000)
    .toZonedDateTimeISO(zone)
    .getTimeZoneTransition('next');
  while (moment && moment.epochMilliseconds / 1000 < last) {
    changes.push(moment.epochMilliseconds / 1000);
    moment = moment.getTimeZoneTransition('next');
  }
  return changes;
}

function read(text: string): ICAL.Event[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const zones = new Map(
    calendar
      .getAllSubcomponents('vtimezone')
      .map((block) => [`${block.getFirstPropertyValue('tzid')}`, new ICAL.Timezone(block)]),
  );
  return calendar.getAllSubcomponents('vevent').map((part) => {
    for (const name of ['dtstart', 'dtend']) {
      const property = part.getFirstProperty(name);
      const zone = property?.getParameter('tzid');
      const time = property?.getFirstValue() as ICAL.Time | undefined;
      if (zone && time) time.zone = zones.get(`${zone}`) as ICAL.Timezone;
    }
    return new ICAL.Event(part);
  });
}

describe('iCalendar', () => {
  test('a feed has as many bytes at most as it may, in every script', () => {
    const events = Array.from({ length: 40 }, (_, n) => event({ uid: `${n}`, text: '陶芸の夕べ'.repeat(20) }));
    const whole = Buffer.byteLength(icalOf(FEED, events));
    const most = Math.floor(whole / 2);
    const size = Buffer.byteLength(icalWithin(FEED, events, most, () => 0));
    expect(size).toBeLessThanOrEqual(most);
    expect(size).toBeGreaterThan(most - 1000);
  });

  test('a feed says what it is before its zones and events, ends every line with CRLF, and is the same each time', () => {
    const text = icalOf(FEED, [event(), event({ uid: 'b', status: 'cancelled', end: null })]);
    expect(text.split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'PRODID:-//Folkmoot//Folkmoot//EN',
      'VERSION:2.0',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'NAME:Kiln\\, Yard',
      'X-WR-CALNAME:Kiln\\, Yard',
      'X-WR-TIMEZONE:Europe/London',
      'SOURCE;VALUE=URI:https://moot.example/feeds/x.ics',
      'COLOR:teal',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'BEGIN:VTIMEZONE',
      'TZID:Europe/London',
      'X-LIC-LOCATION:Europe/London',
      expect.stringMatching(/^LAST-MODIFIED:\d{8}T\d{6}Z$/),
      'BEGIN:DAYLIGHT',
      'TZNAME:BST',
      'TZOFFSETFROM:+0000',
      'TZOFFSETTO:+0100',
      'DTSTART:19700329T010000',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
      'END:DAYLIGHT',
      'BEGIN:STANDARD',
      'TZNAME:GMT',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0000',
      'DTSTART:19701025T020000',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
      'END:STANDARD',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
      'UID:0190a3c0-0000-7000-8000-000000000001',
      'DTSTAMP:20261101T093000Z',
      'LAST-MODIFIED:20261101T093000Z',
      'SEQUENCE:3',
      'DTSTART;TZID=Europe/London:20261205T180000',
      'DTEND;TZID=Europe/London:20261205T200000',
      'SUMMARY:Kiln opening',
      'DESCRIPTION:Bring a mug',
      'LOCATION:Kiln Yard\\, 3',
      'GEO:51.5;-0.1',
      'URL:https://moot.example/kiln',
      'STATUS:CONFIRMED',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:b',
      'DTSTAMP:20261101T093000Z',
      'LAST-MODIFIED:20261101T093000Z',
      'SEQUENCE:3',
      'DTSTART;TZID=Europe/London:20261205T180000',
      'SUMMARY:Cancelled: Kiln opening',
      'DESCRIPTION:Bring a mug',
      'LOCATION:Kiln Yard\\, 3',
      'GEO:51.5;-0.1',
      'URL:https://moot.example/kiln',
      'STATUS:CANCELLED',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
    expect(icalOf(FEED, [event(), event({ uid: 'b', status: 'cancelled', end: null })])).toBe(text);
  });

  test.each([
    ['2026-06-20T00:00', '2026-06-20T00:00', '20260620', '20260621'],
    ['2026-06-20T00:00', '2026-06-21T00:00', '20260620', '20260621'],
    ['2026-06-20T00:00', '2026-06-23T00:00', '20260620', '20260623'],
    ['2026-06-30T09:00', '2026-06-30T18:00', '20260630', '20260701'],
    ['2026-12-31T00:00', '2026-12-31T23:30', '20261231', '20270101'],
  ])('whole days from %s to %s are dates, and the end is the day after the last', (from, until, first, last) => {
    const text = icalOf(HEAD, [event({ allDay: true, zone: 'UTC', start: at(`${from}Z`), end: at(`${until}Z`) })]);
    expect(text).toContain(`DTSTART;VALUE=DATE:${first}\r\n`);
    expect(text).toContain(`DTEND;VALUE=DATE:${last}\r\n`);
    expect(text).not.toContain('VTIMEZONE');
  });

  test('a time that the block of its zone would move is written in UTC, without that block', () => {
    // Vancouver has had summer time all year since 2026, and its block has only that rule.
    const [before, after] = [at('2026-01-09T20:00:00Z'), at('2026-12-09T20:00:00Z')];
    const both = icalOf(
      HEAD,
      [before, after].map((start) => event({ start, end: null, zone: 'America/Vancouver' })),
    );
    expect(both.slice(both.indexOf('BEGIN:VEVENT')).match(/DTSTART.*/g)).toEqual([
      'DTSTART:20260109T200000Z',
      'DTSTART;TZID=America/Vancouver:20261209T130000',
    ]);
    expect(icalOf(HEAD, [event({ start: before, end: null, zone: 'America/Vancouver' })])).not.toContain('VTIMEZONE');
  });

  const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC'];
  const [first, last] = [at('2024-01-01T11:30:00Z'), at('2030-12-31T00:00:00Z')];
  const regular = Array.from({ length: Math.floor((last - first) / (61 * DAY)) }, (_, n) => first + n * 61 * DAY);
  /** Before, at and after each change of a zone's clocks, where an event of ninety minutes begins, ends or goes on. */
  const around = (zone: string) =>
    changesOf(zone, first, last).flatMap((change) =>
      [-DAY, -5_401, -5_400, -5_399, -1, 0, 1, 3_599, 3_600, DAY].map((seconds) => change + seconds),
    );
  test(`times in ${zones.length} zones mean exactly the stored instant to a program that reads the zone beside them`, () => {
    for (const zone of zones) {
      const starts = ALL ? [...regular, ...around(zone)] : regular;
      const events = starts.map((start, n) => event({ uid: `${n}`, zone, start, end: start + 5_400 }));
      const wrong = read(icalOf(HEAD, events)).filter(
        ({ startDate, endDate }, n) =>
          startDate.toUnixTime() !== starts[n] || endDate.toUnixTime() !== (starts[n] ?? 0) + 5_400,
      );
      expect(wrong, zone).toEqual([]);
    }
  }, 300_000);

  test('no line of a long text is longer than 75 octets, with the space with which it goes on', () => {
    const lines = icalOf(FEED, [event({ text: 'A long walk. '.repeat(40) })]).split('\r\n');
    expect(lines.filter((line) => line.startsWith(' ')).length).toBeGreaterThan(5);
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBe(75);
  });

  test('any text survives being written and read, no line is longer than 75 octets, and none can be made up', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(text, text, text, (title, about, where) => {
        const written = icalOf({ ...FEED, feed: { ...FEED.feed, name: title } }, [
          event({ title, text: about, where }),
        ]);
        for (const line of written.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        const [only, ...more] = read(written);
        expect(more).toEqual([]);
        // Control characters have no place in a line; lone halves of characters are replaced.
        const kept = (value: string) =>
          value
            .replace(/\r\n?/g, '\n')
            .replace(/[^\P{Cc}\t\n]/gu, '')
            .toWellFormed();
        expect(only?.summary).toBe(kept(title));
        expect(only?.description ?? '').toBe(kept(about));
        expect(only?.location ?? '').toBe(kept(where));
        expect(only?.component.getAllProperties().length).toBeLessThanOrEqual(13);
      }),
    );
  });
});
