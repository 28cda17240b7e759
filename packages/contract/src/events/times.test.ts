import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { canEndAt } from './duration-rules.ts';
import {
  copyTimes,
  epochs,
  firstTimes,
  lastDay,
  STEP_MINUTES,
  timeOptions,
  toEpoch,
  toWall,
  type WallTimes,
  wallTimes,
  wholeDays,
  withStartDate,
  withStartTime,
  withTimeZone,
} from './times-rules.ts';

/* Zones that change their clocks by an hour, by half an hour, at midnight, by a whole day, and never. */
const ZONES = [
  'Europe/London',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'America/Sao_Paulo',
  'Pacific/Apia',
  'Pacific/Kiritimati',
];

const DAY = 86_400;
const zone = fc.constantFrom(...ZONES);
const minute = fc.integer({ min: 0, max: 24 * 60 - 1 }).map(clock);
const half = fc.integer({ min: 0, max: 47 }).map((n) => clock(n * STEP_MINUTES));

function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Days of 2008 to 2030, every other one beside a day on which the zone's clocks change. */
function dateIn(timeZone: string): fc.Arbitrary<string> {
  const plain = fc
    .integer({ min: 0, max: 8000 })
    .map((days) => Temporal.PlainDate.from('2008-06-01').add({ days }).toString());
  const beside = fc.integer({ min: -1, max: 1 });
  const changes = changesOf(timeZone);
  return changes.length === 0
    ? plain
    : fc.oneof(
        plain,
        fc
          .tuple(fc.constantFrom(...changes), beside)
          .map(([date, days]) => Temporal.PlainDate.from(date).add({ days }).toString()),
      );
}

const known = new Map<string, string[]>();
function changesOf(timeZone: string): string[] {
  const before = known.get(timeZone);
  if (before) return before;
  const dates: string[] = [];
  let at: Temporal.ZonedDateTime | null = Temporal.PlainDate.from('2008-06-01').toZonedDateTime(timeZone);
  while (at !== null && at.year < 2030) {
    at = at.getTimeZoneTransition('next');
    if (at !== null) dates.push(at.toPlainDate().toString());
  }
  known.set(timeZone, dates);
  return dates;
}

/** A zone, with what is drawn of its days. */
const inZone = <Drawn>(draw: (timeZone: string) => fc.Arbitrary<Drawn>) =>
  zone.chain((timeZone) => draw(timeZone).map((drawn) => ({ timeZone, ...drawn })));

const times: fc.Arbitrary<WallTimes> = inZone((timeZone) =>
  fc.record({ startDate: dateIn(timeZone), startTime: minute, endDate: dateIn(timeZone), endTime: minute }),
);

const lasts = (given: WallTimes) => {
  const ends = epochs(given);
  return ends.end_epoc - ends.start_epoc;
};

describe('event times', () => {
  test('an event’s end is at least 60 minutes of real time after its start, whatever start or zone is chosen', () => {
    fc.assert(
      fc.property(times, half, zone, (given, startTime, other) => {
        for (const changed of [
          withStartTime(given, startTime),
          withStartDate(given, given.startDate),
          withTimeZone(given, other),
        ])
          expect(canEndAt(epochs(changed)).ok).toBe(true);
      }),
      { numRuns: 600 },
    );
  });

  test('an event that begins on another date or at another time lasts as long on the clock as before', () => {
    const clocked = ({ startDate, startTime, endDate, endTime }: WallTimes) =>
      Temporal.PlainDateTime.from(`${startDate}T${startTime}`)
        .until(Temporal.PlainDateTime.from(`${endDate}T${endTime}`))
        .total('minutes');
    fc.assert(
      fc.property(times, half, (given, startTime) => {
        // Shorter ones may have to be filled up where clocks skip an hour, or in Apia a day.
        fc.pre(clocked(given) >= 26 * 60);
        for (const changed of [withStartTime(given, startTime), withStartDate(given, '2021-05-05')])
          expect(clocked(changed)).toBe(clocked(given));
      }),
      { numRuns: 600 },
    );
  });

  test.each([
    ['an earlier date', withStartDate, '2026-12-05', ['2026-12-05', '19:00', '2026-12-05', '20:30']],
    ['a later date', withStartDate, '2026-12-30', ['2026-12-30', '19:00', '2026-12-30', '20:30']],
    ['an earlier time', withStartTime, '17:15', ['2026-12-12', '17:15', '2026-12-12', '18:45']],
    ['a time late in the evening', withStartTime, '23:00', ['2026-12-12', '23:00', '2026-12-13', '00:30']],
  ] as const)('an event from 19:00 to 20:30 that is moved to %s takes its end along', (_, move, to, expected) => {
    const event = { startDate: '2026-12-12', startTime: '19:00', endDate: '2026-12-12', endTime: '20:30' };
    const { startDate, startTime, endDate, endTime } = move({ ...event, timeZone: 'Europe/London' }, to);
    expect([startDate, startTime, endDate, endTime]).toEqual(expected);
  });

  test('event times do not change when a rule is applied twice', () => {
    fc.assert(
      fc.property(times, half, (given, startTime) => {
        const once = withStartTime(given, startTime);
        expect(withStartTime(once, startTime)).toEqual(once);
        expect(withStartDate(once, once.startDate)).toEqual(once);
        expect(withTimeZone(once, once.timeZone)).toEqual(once);
      }),
      { numRuns: 400 },
    );
  });

  test('an end date before the start date moves to the start date', () => {
    fc.assert(
      fc.property(
        inZone((timeZone) => fc.record({ at: dateIn(timeZone), to: dateIn(timeZone), time: half })),
        ({ timeZone, at, to, time }) => {
          const changed = withStartDate(
            { startDate: at, startTime: time, endDate: at, endTime: '23:00', timeZone },
            to,
          );
          expect(changed.startDate).toBe(to);
          expect(changed.endDate >= to).toBe(true);
        },
      ),
      { numRuns: 400 },
    );
  });

  test('the options for a time are all on the clock of their day, in order and once', () => {
    fc.assert(
      fc.property(
        inZone((timeZone) => fc.record({ date: dateIn(timeZone) })),
        ({ timeZone, date }) => {
          const options = timeOptions(date, timeZone);
          expect(new Set(options).size).toBe(options.length);
          const seconds = options.map((time) => toEpoch(date, time, timeZone));
          expect(seconds).toEqual([...seconds].sort((one, other) => one - other));
          for (const [at, time] of options.entries())
            expect(toWall(seconds[at] ?? 0, timeZone)).toEqual({ date, time });
        },
      ),
      { numRuns: 400 },
    );
  });

  test('event times are read back from the clock as the same instant, except in the hour that repeats', () => {
    fc.assert(
      fc.property(
        inZone((timeZone) => fc.record({ date: dateIn(timeZone), second: fc.integer({ min: 0, max: DAY }) })),
        ({ timeZone, date, second }) => {
          const instant = toEpoch(date, '00:00', timeZone) + Math.floor(second / 60) * 60;
          const shown = toWall(instant, timeZone);
          const again = toEpoch(shown.date, shown.time, timeZone);
          expect(toWall(again, timeZone)).toEqual(shown);
          expect([0, 30 * 60, 60 * 60]).toContain(instant - again);
        },
      ),
      { numRuns: 600 },
    );
  });

  test('event times are converted to clock times and back at both ends', () => {
    fc.assert(
      fc.property(times, (given) => {
        const ends = epochs(withStartTime(given, given.startTime));
        const wall = wallTimes(ends, given.timeZone);
        const back = epochs(wall);
        // Only a repeated hour is read as its first.
        expect(ends.start_epoc - back.start_epoc).toBeLessThanOrEqual(3600);
        expect(wallTimes(back, given.timeZone)).toEqual(wall);
      }),
      { numRuns: 400 },
    );
  });

  test('whole days begin and end with the zone’s own days', () => {
    fc.assert(
      fc.property(
        inZone((timeZone) => fc.record({ from: dateIn(timeZone), days: fc.integer({ min: -3, max: 20 }) })),
        ({ timeZone, from, days }) => {
          const start = Temporal.PlainDate.from(from);
          // The zone may have skipped a day altogether: Apia has no 30 December 2011.
          if (start.toZonedDateTime(timeZone).toPlainDate().toString() !== from) return;
          const last = start.add({ days }).toString();
          const span = wholeDays(from, last, timeZone);
          expect(toWall(span.start_epoc, timeZone).date).toBe(from);
          expect(span.start_epoc).toBe(Math.floor(start.toZonedDateTime(timeZone).epochMilliseconds / 1000));
          expect(canEndAt(span).ok).toBe(true);
          const shown = lastDay(span, timeZone);
          const gone = Temporal.PlainDate.from(last).toZonedDateTime(timeZone).toPlainDate().toString() !== last;
          if (!gone) expect(shown).toBe(days < 0 ? from : last);
          expect(wholeDays(from, shown, timeZone)).toEqual(span);
        },
      ),
      { numRuns: 600 },
    );
  });

  test('a copy’s times are in the future and last long enough', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: -400, max: 400 }), (given, days) => {
        const from = epochs(withStartTime(given, given.startTime));
        const now = from.start_epoc + days * DAY;
        const copy = copyTimes(from, given.timeZone, now);
        const ends = epochs(copy);
        expect(ends.start_epoc).toBeGreaterThan(from.start_epoc);
        expect(ends.start_epoc).toBeGreaterThan(now - 2 * 3600);
        expect(canEndAt(ends).ok).toBe(true);
      }),
      { numRuns: 600 },
    );
  });

  test('a new event begins in the evening a week from now', () => {
    fc.assert(
      fc.property(zone, fc.integer({ min: 1_200_000_000, max: 1_900_000_000 }), (timeZone, now) => {
        const first = firstTimes(now, timeZone);
        const ends = epochs(first);
        expect(canEndAt(ends).ok).toBe(true);
        expect(first.startTime).toBe('18:00');
        // A day around it, for what the clocks show now; in Apia a day more.
        expect(Math.abs(ends.start_epoc - now - 7 * DAY)).toBeLessThanOrEqual(2 * DAY);
      }),
      { numRuns: 400 },
    );
  });
});

describe('days when clocks change', () => {
  test.each([
    ['London in spring has no 01:30', '2026-03-29', 'Europe/London', '01:30', 46],
    ['New York in spring has no 02:00', '2026-03-08', 'America/New_York', '02:00', 46],
    ['Lord Howe in spring has no 02:00, half an hour alone', '2026-10-04', 'Australia/Lord_Howe', '02:00', 47],
    ['Cairo in spring has no 00:30, for clocks change at midnight', '2026-04-24', 'Africa/Cairo', '00:30', 46],
    ['Apia had no 30 December 2011', '2011-12-30', 'Pacific/Apia', '12:00', 0],
  ])('%s', (_, date, timeZone, skipped, count) => {
    const options = timeOptions(date, timeZone);
    expect(options).not.toContain(skipped);
    expect(options).toHaveLength(count);
  });

  test('a repeated hour is offered once, and an event that starts in it ends an hour later', () => {
    expect(timeOptions('2026-10-25', 'Europe/London')).toHaveLength(48);
    const given = {
      startDate: '2026-10-25',
      startTime: '00:30',
      endDate: '2026-10-25',
      endTime: '00:30',
      timeZone: 'Europe/London',
    };
    expect(withStartTime(given, '01:00')).toMatchObject({ endTime: '02:00' });
    expect(lasts(withStartTime(given, '01:00'))).toBe(2 * 3600);
    expect(withStartTime(given, '00:30')).toMatchObject({ endTime: '01:30' });
  });

  test('an event’s end rolls over midnight and over the end of a year', () => {
    const given = {
      startDate: '2026-12-31',
      startTime: '20:00',
      endDate: '2026-12-31',
      endTime: '21:00',
      timeZone: 'Asia/Kathmandu',
    };
    expect(withStartTime(given, '23:30')).toMatchObject({ endDate: '2027-01-01', endTime: '00:30' });
  });

  test('offered seats %s', () => {
    const from = epochs({
      startDate: '2025-04-18',
      startTime: '00:00',
      endDate: '2025-04-18',
      endTime: '01:00',
      timeZone: 'Africa/Cairo',
    });
    const copy = copyTimes(from, 'Africa/Cairo', from.start_epoc);
    expect(copy).toMatchObject({ startDate: '2025-04-25', startTime: '01:00', endTime: '02:00' });
  });

  test('a day has 23 hours in spring, 25 in autumn, and 23 and a half on Lord Howe', () => {
    const hours = (date: string, timeZone: string) => {
      const { start_epoc, end_epoc } = wholeDays(date, date, timeZone);
      return (end_epoc - start_epoc) / 3600;
    };
    expect([
      hours('2026-03-29', 'Europe/London'),
      hours('2026-10-25', 'Europe/London'),
      hours('2026-10-04', 'Australia/Lord_Howe'),
      hours('2026-06-01', 'Asia/Kathmandu'),
    ]).toEqual([23, 25, 23.5, 24]);
  });
});
