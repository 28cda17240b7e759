import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { seriesOf } from './feed-series.ts';
import { timeOf, UTC, wallOf } from './feed-zones.ts';

const DAY = 86_400;
const FROM = Date.parse('2026-05-01T00:00Z') / 1000;
const UNTIL = FROM + 90 * DAY;

/** What the library gives if it goes through everything from the first on. */
function patiently(rule: string, first: number): number[] {
  const steps = ICAL.Recur.fromString(rule).iterator(timeOf(first, false));
  const found: number[] = [];
  for (let next = steps.next(); next && wallOf(next) < UNTIL; next = steps.next())
    if (wallOf(next) >= FROM) found.push(wallOf(next));
  return found;
}

const days = fc.subarray(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], { minLength: 1, maxLength: 3 });
const parts = fc.oneof(
  fc.constantFrom('FREQ=DAILY', 'FREQ=WEEKLY', 'FREQ=MONTHLY', 'FREQ=DAILY;BYMONTH=5,7'),
  days.map((some) => `FREQ=WEEKLY;BYDAY=${some.join(',')}`),
  days.map((some) => `FREQ=WEEKLY;WKST=SU;BYDAY=${some.join(',')}`),
  fc.tuple(fc.constantFrom(1, 2, 3, 4, -1), days).map(([nth, some]) => `FREQ=MONTHLY;BYDAY=${nth}${some[0]}`),
  fc.constantFrom('FREQ=MONTHLY;BYMONTHDAY=1,15', 'FREQ=MONTHLY;BYMONTHDAY=-1', 'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1'),
  fc.constantFrom('FREQ=YEARLY', 'FREQ=YEARLY;BYMONTH=6', 'FREQ=YEARLY;BYMONTH=5;BYDAY=2SU'),
);

test('a series begun long ago gives the same as if its rule were gone through from the beginning', () => {
  const start = fc.integer({ min: 0, max: 8 * 365 }).map((n) => Date.parse('2018-01-01T10:00Z') / 1000 + n * DAY);
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 4 }), start, (rule, interval, first) => {
      // The library itself takes leap days for the first of March.
      fc.pre(new Date(first * 1000).toISOString().slice(5, 10) !== '02-29');
      const text = `${rule};INTERVAL=${interval}`;
      const event = new ICAL.Component('vevent');
      event.addPropertyWithValue('rrule', ICAL.Recur.fromString(text));
      const begin = { wall: first, zone: UTC, allDay: false };
      const found = seriesOf(event, begin, () => UTC, {
        window: { from: FROM, until: UNTIL },
        most: 500,
        budget: { steps: 20_000 },
      });
      const own = first >= FROM && first < UNTIL ? [first] : [];
      expect(found).toEqual([...new Set([...own, ...patiently(text, first)])].sort((one, other) => one - other));
    }),
    { numRuns: 150 },
  );
});

test.each([
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', []],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30,31', []],
  ['FREQ=MONTHLY;BYMONTHDAY=31', ['2026-05-31', '2026-07-31']],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', ['2026-05-31', '2026-06-30']],
  ['FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6', []],
])('%s is on %j in these three months: a day that there is not is no other one', (rule, expected) => {
  const event = new ICAL.Component('vevent');
  event.addPropertyWithValue('rrule', ICAL.Recur.fromString(rule));
  const first = { wall: Date.parse('2024-01-01T10:00Z') / 1000, zone: UTC, allDay: false };
  const until = rule.endsWith('-1') ? UNTIL - 29 * DAY : UNTIL + 5 * DAY;
  const found = seriesOf(event, first, () => UTC, {
    window: { from: FROM, until },
    most: 50,
    budget: { steps: 50_000 },
  });
  expect(found.map((wall) => new Date(wall * 1000).toISOString().slice(0, 10))).toEqual(expected);
});
