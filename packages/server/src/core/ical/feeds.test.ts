import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { ALL } from '../../../test/scope.ts';
import { createFeedReader, type FeedReader } from './feeds.ts';

const HOUR = 3600;
const job = (text: string) => ({ text, zone: 'UTC', from: 0, now: HOUR, until: 2 * HOUR });
const feedOf = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const GOOD = feedOf('BEGIN:VEVENT', 'UID:a', 'DTSTART:19700101T003000Z', 'END:VEVENT');

let reader: FeedReader;
afterEach(() => reader.close());

// Each keeps the library, or a processor, busy for minutes.
const bombs: [string, string][] = [
  [
    'a day that no year has',
    feedOf(
      'BEGIN:VEVENT',
      'UID:a',
      'DTSTART:19700101T003000Z',
      'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
      'END:VEVENT',
    ),
  ],
  [
    'a thousand million seconds in the rules of a zone',
    feedOf(
      ...['BEGIN:VTIMEZONE', 'TZID:Slow', 'BEGIN:STANDARD', 'DTSTART:16010101T000000', 'TZOFFSETFROM:+0000'],
      ...['TZOFFSETTO:+0000', 'RRULE:FREQ=SECONDLY', 'END:STANDARD', 'END:VTIMEZONE'],
      ...['BEGIN:VEVENT', 'UID:a', 'DTSTART;TZID=Slow:19700101T003000', 'END:VEVENT'],
    ),
  ],
  ['more objects than there is memory', feedOf(`BEGIN:VEVENT\r\n${'A:1\r\n'.repeat(980_000)}END:VEVENT`)],
];

test.each(ALL ? bombs : bombs.slice(0, 1))(
  '%s ends the process that reads it, while the server answers, and a new one reads the next',
  async (_, bomb) => {
    reader = createFeedReader(2_000);
    const server = createServer((__, response) => response.end('here')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const reading = reader.read(job(bomb));
    let over = false;
    void reading.finally(() => {
      over = true;
    });
    const waits: number[] = [];
    while (!over) {
      const { port } = server.address() as { port: number };
      const since = performance.now();
      expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
      waits.push(performance.now() - since);
    }
    server.close();
    expect(await reading).toBeUndefined();
    expect(waits.length).toBeGreaterThan(10);
    expect(await reader.read(job(GOOD))).toMatchObject({ ok: true, items: [{ uid: 'a', start: 1800 }] });
  },
);

test('an honest feed of five megabytes is read in the time and memory that there is', async () => {
  reader = createFeedReader();
  const event = (n: number) =>
    [
      ...['BEGIN:VEVENT', `UID:${n}@there`, 'DTSTAMP:19700101T000000Z', 'DTSTART:19700101T003000Z'],
      ...[`SUMMARY:Event ${n}`, `DESCRIPTION:${'Bring clay. '.repeat(40)}`, 'LOCATION:The Old Ropeworks', 'END:VEVENT'],
    ].join('\r\n');
  const text = feedOf(...Array.from({ length: 7_500 }, (_, n) => event(n)));
  expect(text.length).toBeGreaterThan(4_500_000);
  const answer = await reader.read(job(text));
  expect(answer).toMatchObject({ ok: true, leftOut: { events: 5_500, unreadable: 0 } });
});
