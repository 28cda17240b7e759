import { describe, expect, test } from 'vitest';
import { type FeedItem, type FeedJob, MOST, readFeed } from './read-feed.ts';

const at = (text: string) => Date.parse(text) / 1000;
const now = at('2026-06-01T00:00Z');
const DAYS = 86_400;

const feedOf = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const eventOf = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:one@there', 'SUMMARY:Raku', ...lines, 'END:VEVENT'];

function read(text: string, more: Partial<FeedJob> = {}) {
  const job = { zone: 'Europe/London', from: now - 30 * DAYS, now, until: now + 400 * DAYS, ...more };
  const answer = readFeed({ text, ...job });
  if (!answer.ok) throw new Error(answer.problem);
  return answer;
}

const iso = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000).toISOString().slice(0, 16));
/** When each begins and ends, and which of its series it is. */
const timesIn = (items: FeedItem[]) => items.map(({ start, end, recurrence }) => [iso(start), iso(end), recurrence]);
const timesOf = (lines: string[], more?: Partial<FeedJob>) => timesIn(read(feedOf(...lines), more).items);

const BERLIN_BY_RULE = [
  ...['BEGIN:VTIMEZONE', 'TZID:Our town', 'BEGIN:STANDARD', 'DTSTART:19701025T030000', 'TZOFFSETFROM:+0200'],
  ...['TZOFFSETTO:+0100', 'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', 'END:STANDARD', 'BEGIN:DAYLIGHT'],
  ...['DTSTART:19700329T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU'],
  ...['END:DAYLIGHT', 'END:VTIMEZONE'],
];

describe('when an event is', () => {
  test.each<[string, string[], [string, string | null]]>([
    ['in UTC', ['DTSTART:20260610T180000Z', 'DTEND:20260610T200000Z'], ['2026-06-10T18:00', '2026-06-10T20:00']],
    [
      'in a zone of IANA',
      ['DTSTART;TZID=America/New_York:20260610T180000', 'DTEND;TZID=America/New_York:20260610T200000'],
      ['2026-06-10T22:00', '2026-06-11T00:00'],
    ],
    [
      'in a zone of Windows, without its rules',
      ['DTSTART;TZID="W. Europe Standard Time":20260610T180000', 'DURATION:PT1H30M'],
      ['2026-06-10T16:00', '2026-06-10T17:30'],
    ],
    [
      'in a zone whose rules are in the file',
      ['DTSTART;TZID=Our town:20260610T180000', 'DURATION:PT1H'],
      ['2026-06-10T16:00', '2026-06-10T17:00'],
    ],
    [
      'in such a zone in winter',
      ['DTSTART;TZID=Our town:20261210T180000', 'DURATION:PT1H'],
      ['2026-12-10T17:00', '2026-12-10T18:00'],
    ],
    [
      'in a zone with a path before its name',
      ['DTSTART;TZID=/mozilla.org/20050126_1/Asia/Tokyo:20260610T180000', 'DURATION:PT1H'],
      ['2026-06-10T09:00', '2026-06-10T10:00'],
    ],
    [
      'on no clock: the calendar’s',
      ['DTSTART:20260610T180000', 'DURATION:PT1H'],
      ['2026-06-10T17:00', '2026-06-10T18:00'],
    ],
    [
      'on an unknown clock: the calendar’s',
      ['DTSTART;TZID=Middle Earth:20260610T180000', 'DURATION:PT1H'],
      ['2026-06-10T17:00', '2026-06-10T18:00'],
    ],
    ['all day', ['DTSTART;VALUE=DATE:20260610'], ['2026-06-09T23:00', '2026-06-10T23:00']],
    [
      'days long',
      ['DTSTART;VALUE=DATE:20260610', 'DTEND;VALUE=DATE:20260613'],
      ['2026-06-09T23:00', '2026-06-12T23:00'],
    ],
    [
      'a day that ends on itself',
      ['DTSTART;VALUE=DATE:20260610', 'DTEND;VALUE=DATE:20260610'],
      ['2026-06-09T23:00', '2026-06-10T23:00'],
    ],
    ['a moment', ['DTSTART:20260610T180000Z'], ['2026-06-10T18:00', null]],
    [
      'one that ends before it begins',
      ['DTSTART:20260610T180000Z', 'DTEND:20260610T170000Z'],
      ['2026-06-10T18:00', null],
    ],
    [
      'at a time that the clocks skip',
      ['DTSTART;TZID=Europe/Berlin:20270328T023000', 'DURATION:PT1H'],
      ['2027-03-28T01:30', '2027-03-28T02:30'],
    ],
  ])('%s', (_, lines, [start, end]) => {
    expect(timesOf([...BERLIN_BY_RULE, ...eventOf(...lines)])).toEqual([[start, end, '']]);
  });

  test('days are those of the calendar’s zone, and are told to be whole', () => {
    const { items } = read(feedOf(...eventOf('DTSTART;VALUE=DATE:20260610')), { zone: 'Pacific/Auckland' });
    expect(items[0]).toMatchObject({ allDay: true, start: at('2026-06-09T12:00Z'), end: at('2026-06-10T12:00Z') });
  });

  test('what is over for a month or more than 400 days ahead is not read', () => {
    const each = ['20260430', '20260502', '20270705', '20270707'].flatMap((day) =>
      eventOf(`DTSTART;VALUE=DATE:${day}`).map((line) => line.replace('one@', `${day}@`)),
    );
    expect(read(feedOf(...each)).items.map(({ uid }) => uid)).toEqual(['20260502@there', '20270705@there']);
  });
});

describe('a series', () => {
  const starts = (...lines: string[]) => timesOf(eventOf(...lines)).map(([start]) => start);
  const LONDON = 'DTSTART;TZID=Europe/London:20261020T190000';

  test.each<[string, string[], string[]]>([
    [
      'keeps its time on the clock when the clocks change',
      [LONDON, 'RRULE:FREQ=WEEKLY;COUNT=3'],
      ['2026-10-20T18:00', '2026-10-27T19:00', '2026-11-03T19:00'],
    ],
    [
      'ends at a moment that is told in UTC',
      [LONDON, 'RRULE:FREQ=WEEKLY;UNTIL=20261027T190000Z'],
      ['2026-10-20T18:00', '2026-10-27T19:00'],
    ],
    [
      'ends at a moment of its own clock that is told in UTC',
      ['DTSTART;TZID=America/New_York:20261020T190000', 'RRULE:FREQ=DAILY;UNTIL=20261021T220000Z'],
      ['2026-10-20T23:00'],
    ],
    ['ends with a day', [LONDON, 'RRULE:FREQ=WEEKLY;UNTIL=20261027'], ['2026-10-20T18:00', '2026-10-27T19:00']],
    [
      'without days that are taken out, in another zone as well',
      [LONDON, 'RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE:20261027T190000Z', 'EXDATE;TZID=Europe/Berlin:20261103T200000'],
      ['2026-10-20T18:00', '2026-11-10T19:00'],
    ],
    [
      'without a whole day that is taken out',
      [LONDON, 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE;VALUE=DATE:20261027'],
      ['2026-10-20T18:00', '2026-11-03T19:00'],
    ],
    [
      'with added dates, once each',
      [LONDON, 'RRULE:FREQ=WEEKLY;COUNT=2', 'RDATE:20261101T120000Z,20261027T190000Z'],
      ['2026-10-20T18:00', '2026-10-27T19:00', '2026-11-01T12:00'],
    ],
    [
      'of added dates alone',
      [LONDON, 'RDATE;TZID=Europe/London:20261022T190000'],
      ['2026-10-20T18:00', '2026-10-22T18:00'],
    ],
    [
      'of days',
      ['DTSTART;VALUE=DATE:20261024', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20261025'],
      ['2026-10-23T23:00', '2026-10-26T00:00'],
    ],
    [
      'of every 31st, begun long ago',
      ['DTSTART:20100131T120000Z', 'RRULE:FREQ=MONTHLY;UNTIL=20261101T000000Z'],
      ['2026-05-31T12:00', '2026-07-31T12:00', '2026-08-31T12:00', '2026-10-31T12:00'],
    ],
    [
      'of every other Tuesday and Friday, begun long ago',
      ['DTSTART:20190101T120000Z', 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR;UNTIL=20260620T000000Z'],
      [
        '2026-05-12T12:00',
        '2026-05-15T12:00',
        '2026-05-26T12:00',
        '2026-05-29T12:00',
        '2026-06-09T12:00',
        '2026-06-12T12:00',
      ],
    ],
    [
      'of every third month on its last Friday, begun long ago',
      ['DTSTART:20100129T120000Z', 'RRULE:FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR;UNTIL=20270101T000000Z'],
      ['2026-07-31T12:00', '2026-10-30T12:00'],
    ],
    ['of leap days', ['DTSTART:20080229T120000Z', 'RRULE:FREQ=YEARLY'], []],
    ['of leap days, begun in one', ['DTSTART:20280229T120000Z', 'RRULE:FREQ=YEARLY'], []],
    ['of every year, begun long ago', ['DTSTART:19850706T120000Z', 'RRULE:FREQ=YEARLY'], ['2026-07-06T12:00']],
    ['that was over long ago', ['DTSTART:20100101T120000Z', 'RRULE:FREQ=SECONDLY;UNTIL=20110101T000000Z'], []],
  ])('%s', (_, lines, expected) => {
    expect(starts(...lines)).toEqual(expected);
  });

  test('what differs stands in place of the series, wherever it has moved to, and by whichever clock it is named', () => {
    const text = feedOf(
      ...eventOf(LONDON, 'DURATION:PT2H', 'RRULE:FREQ=WEEKLY;COUNT=4'),
      ...eventOf('RECURRENCE-ID;TZID=Europe/London:20261027T190000', 'DTSTART:20261028T190000Z', 'SEQUENCE:2').map(
        (line) => line.replace('Raku', 'Raku, a day later'),
      ),
      ...eventOf('RECURRENCE-ID:20261103T190000Z', 'DTSTART:20261103T190000Z', 'STATUS:CANCELLED'),
      ...eventOf('RECURRENCE-ID;TZID=Europe/London:20261110T190000', 'DTSTART:20261111T190000Z', 'CLASS:PRIVATE'),
    );
    const { items, leftOut } = read(text);
    expect(items.map(({ title, cancelled }) => [title, cancelled])).toEqual([
      ['Raku', false],
      ['Raku, a day later', false],
      ['Raku', true],
    ]);
    expect(timesIn(items)).toEqual([
      ['2026-10-20T18:00', '2026-10-20T20:00', '20261020T180000Z'],
      ['2026-10-28T19:00', null, '20261027T190000Z'],
      ['2026-11-03T19:00', null, '20261103T190000Z'],
    ]);
    expect(leftOut.private).toBe(1);
  });

  test('one of whole days is named by its day', () => {
    const lines = eventOf('DTSTART;VALUE=DATE:20260610', 'RRULE:FREQ=WEEKLY;COUNT=2');
    expect(timesOf(lines).map(([, , recurrence]) => recurrence)).toEqual(['20260610', '20260617']);
  });

  test('one that goes on too often is cut, one that cannot be reached is left out, and both are told', () => {
    const often = eventOf('DTSTART:20250101T000000Z', 'RRULE:FREQ=SECONDLY');
    const never = eventOf('DTSTART:20000101T000000Z', 'RRULE:FREQ=SECONDLY;COUNT=1000000000').map((line) =>
      line.replace('one@', 'two@'),
    );
    const { items, leftOut } = read(feedOf(...often, ...never));
    expect(items.length).toBe(MOST.series);
    expect(leftOut).toEqual({ series: 1, events: 0, unreadable: 1, private: 0 });
  });
});

test('of too many events the nearest are read, and the rest is told', () => {
  const each = Array.from({ length: MOST.events + 50 }, (_, n) => [
    ...['BEGIN:VEVENT', `UID:${n}`, `DTSTART:${iso(now + n * 3600)?.replace(/[-:]/g, '')}00Z`, 'END:VEVENT'],
  ]).reverse();
  const { items, leftOut } = read(feedOf(...each.flat()));
  expect([items.length, leftOut.events]).toEqual([MOST.events, 50]);
  expect([items[0]?.uid, items.at(-1)?.uid]).toEqual(['0', `${MOST.events - 1}`]);
});

test('text is plain: no tags, control characters or marks that turn text around, and not too much', () => {
  const { items } = read(
    feedOf(
      ...eventOf(
        'DTSTART:20260610T180000Z',
        'DESCRIPTION:<p>Bring <b>clay</b> &amp\\; water<script>alert(1)</script></p><p>Two\\nlines</p>',
        'LOCATION:The Old \u202eRopeworks\\, \tshed 2\u0007',
        `URL:https://kiln.example/raku`,
        'SEQUENCE:3',
        'LAST-MODIFIED:20260501T100000Z',
      ).map((line) => line.replace('SUMMARY:Raku', `SUMMARY:${'Raku '.repeat(100)}`)),
    ),
  );
  expect(items[0]).toMatchObject({
    text: 'Bring clay & water\nTwo\nlines',
    where: 'The Old Ropeworks, shed 2',
    url: 'https://kiln.example/raku',
    sequence: 3,
    modified: at('2026-05-01T10:00Z'),
  });
  expect(items[0]?.title).toHaveLength(MOST.title);
  expect(items[0]?.title.endsWith('Raku…')).toBe(true);
});

test.each([
  ['javascript:alert(1)', ''],
  ['https://maren:secret@kiln.example/', ''],
  ['kiln.example', ''],
  ['http://kiln.example/a b', 'http://kiln.example/a%20b'],
])('the address %s', (url, expected) => {
  const { items } = read(feedOf(...eventOf('DTSTART:20260610T180000Z', `URL:${url}`)));
  expect(items[0]?.url).toBe(expected);
});

test('text that only looks like tags stays', () => {
  const { items } = read(feedOf(...eventOf('DTSTART:20260610T180000Z', 'DESCRIPTION:3 < 4 and 5 > 2 & more')));
  expect(items[0]?.text).toBe('3 < 4 and 5 > 2 & more');
});

test('what is wrong in one event leaves out that one alone, and wrong lines nothing', () => {
  const text = feedOf(
    'this is no line',
    ...eventOf('DTSTART:yesterday').map((line) => line.replace('one@', 'two@')),
    ...eventOf('SUMMARY without a colon', 'DTSTART:20260610T180000Z'),
    ...['BEGIN:VEVENT', 'SUMMARY:No name', 'DTSTART:20260611T180000Z', 'END:VEVENT'],
    ...eventOf('DTSTART:20260610T180000Z', 'RRULE:FREQ=YEARLY;BYWEEKNO=54').map((line) =>
      line.replace('one@', 'three@'),
    ),
    ...['BEGIN:VEVENT', `UID:${'x'.repeat(MOST.uid + 1)}`, 'DTSTART:20260611T180000Z', 'END:VEVENT'],
  );
  const { items, leftOut } = read(text);
  expect(items.map(({ title }) => title)).toEqual(['Raku', 'No name']);
  expect(items[1]?.uid).toMatch(/^[\da-f]{64}$/);
  expect(leftOut.unreadable).toBe(3);
});

test.each([
  ['an end in the year 10000', 'DTSTART:20260610T180000Z', 'DTEND;TZID=America/New_York:99991231T235959'],
  ['a length of two million years', 'DTSTART:20260610T180000Z', 'DURATION:P99999999W'],
  ['a length that no clock can show', 'DTSTART:20260610T180000Z', 'DURATION:P999999999W'],
  ['a name in the year 10000', 'DTSTART:20260610T180000Z', 'RECURRENCE-ID;TZID=America/New_York:99991231T235959'],
])('an event with %s cannot be read, and the others can', (_, ...lines) => {
  const { items, leftOut } = read(
    feedOf(...eventOf(...lines), ...eventOf('DTSTART:20260612T180000Z').map((line) => line.replace('one@', 'two@'))),
  );
  expect(timesIn(items)).toEqual([['2026-06-12T18:00', null, '']]);
  expect(leftOut.unreadable).toBe(1);
});

test('a change in the year 10000 is not noted', () => {
  const [item] = read(feedOf(...eventOf('DTSTART:20260610T180000Z', 'LAST-MODIFIED:99991340T000000Z'))).items;
  expect(item?.modified).toBeNull();
});

test('of two events under one name the later version is kept', () => {
  const text = feedOf(
    ...eventOf('DTSTART:20260610T180000Z', 'SEQUENCE:2').map((line) => line.replace('Raku', 'Second')),
    ...eventOf('DTSTART:20260611T180000Z', 'SEQUENCE:1').map((line) => line.replace('Raku', 'First')),
  );
  expect(read(text).items.map(({ title }) => title)).toEqual(['Second']);
});

test('a feed tells its name', () => {
  expect(read(feedOf('X-WR-CALNAME:Kilns of the\\, town')).name).toBe('Kilns of the, town');
  expect(read(feedOf('NAME:Fires', 'X-WR-CALNAME:Kilns')).name).toBe('Fires');
  expect(read(`\uFEFF${feedOf(...eventOf('DTSTART:20260610T180000Z'))}`).items).toHaveLength(1);
});

test.each([
  ['nothing', ''],
  ['a page', '<!doctype html><title>Sign in</title>'],
  ['a card', 'BEGIN:VCARD\r\nEND:VCARD\r\n'],
  ['half a calendar', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n'],
])('%s is no calendar', (_, text) => {
  const job = { zone: 'UTC', from: 0, now, until: now };
  expect(readFeed({ text, ...job })).toEqual({ ok: false, problem: 'not-a-calendar' });
});
