import type { MonthRow } from '@folkmoot/contract/calendars/sources-schema.ts';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { addDays, addMonths, dayAfterKey, dayIn, placedByDay, readDate, readMonth, spanOf, weeksOf } from './month.ts';

const at = (text: string) => Date.parse(text) / 1000;
const row = (start: string, end: string, more: Partial<MonthRow> = {}): MonthRow => ({
  ...{ id: start, alias: 'x', name: 'X', status: 'published', type: 'internal', event_url: '', tint: 'woad' },
  ...{ start_epoc: at(start), end_epoc: at(end), time_zone: 'Europe/London', is_all_day: false, ...more },
});

test('the day of an instant does not depend on how an engine writes dates', () => {
  // As engines with CLDR 42 write those of en-CA.
  const written = vi
    .spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get')
    .mockReturnValue(() => '5/14/2026');
  expect(dayIn(at('2026-05-14T12:00Z'), 'Europe/London')).toBe('2026-05-14');
  written.mockRestore();
});

describe('months of a calendar', () => {
  test.each([
    ['2026-05', 1, 5, '2026-04-27', '2026-05-31'],
    ['2026-05', 0, 6, '2026-04-26', '2026-06-06'],
    ['2027-02', 1, 4, '2027-02-01', '2027-02-28'],
    ['2026-12', 6, 5, '2026-11-28', '2027-01-01'],
  ])('%s, with weeks from day %s, has %s weeks from %s to %s', (month, firstDay, count, first, last) => {
    const weeks = weeksOf(month, firstDay);
    expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual([count, first, last]);
  });

  test('every month has each of its days once, in whole weeks, and asks for less than the 62 days that are answered', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1970, max: 2199 }),
        fc.nat({ max: 11 }),
        fc.nat({ max: 6 }),
        (year, index, firstDay) => {
          const month = addMonths(`${year}-01`, index);
          const weeks = weeksOf(month, firstDay);
          const days = weeks.flat();
          expect(days).toEqual(days.map((_, n) => addDays(days[0] ?? '', n)));
          expect(weeks.every((week) => week.length === 7 && new Date(week[0] ?? '').getUTCDay() === firstDay)).toBe(
            true,
          );
          expect(days.filter((day) => day.startsWith(month))).toHaveLength(
            new Date(Date.UTC(year, index + 1, 0)).getUTCDate(),
          );
          const { from, to } = spanOf(month);
          expect(to - from).toBeLessThanOrEqual(62 * 86_400);
          // A day more at both ends, for zones.
          expect(addDays(days[0] ?? '', -1) >= new Date(from * 1000).toISOString().slice(0, 10)).toBe(true);
          expect(addDays(days.at(-1) ?? '', 2) <= new Date(to * 1000).toISOString().slice(0, 10)).toBe(true);
        },
      ),
    );
  });

  test.each([
    ['an evening', row('2026-05-23T18:00Z', '2026-05-23T20:00Z'), ['2026-05-23']],
    ['a night that ends the next day', row('2026-05-23T20:00Z', '2026-05-24T02:00Z'), ['2026-05-23']],
    [
      'a late evening, on the calendar’s day and not the reader’s',
      row('2026-05-23T23:30Z', '2026-05-24T01:30Z'),
      ['2026-05-24'],
    ],
    ['a weekend', row('2026-05-22T17:00Z', '2026-05-24T12:00Z'), ['2026-05-22', '2026-05-23', '2026-05-24']],
    ['a whole day', row('2026-05-22T23:00Z', '2026-05-23T23:00Z', { is_all_day: true }), ['2026-05-23']],
    [
      'whole days elsewhere',
      row('2026-05-22T15:00Z', '2026-05-24T15:00Z', { is_all_day: true, time_zone: 'Asia/Tokyo' }),
      ['2026-05-23', '2026-05-24'],
    ],
  ])('%s is on its days', (_, event, days) => {
    const placed = placedByDay([event], 'Europe/London');
    expect([...placed.keys()]).toEqual(days);
    expect(days.map((day) => placed.get(day)?.[0]?.starts)).toEqual(days.map((_, n) => n === 0));
    expect(days.map((day) => placed.get(day)?.[0]?.ends)).toEqual(days.map((_, n) => n === days.length - 1));
  });

  test('longer events come before those of one day, which keep their order', () => {
    const [long, noon, evening] = [
      row('2026-05-22T17:00Z', '2026-05-24T12:00Z'),
      row('2026-05-23T12:00Z', '2026-05-23T13:00Z'),
      row('2026-05-23T18:00Z', '2026-05-23T19:00Z'),
    ];
    const placed = placedByDay([noon, evening, long], 'UTC').get('2026-05-23');
    expect(placed?.map((one) => one.row.id)).toEqual([long.id, noon.id, evening.id]);
  });

  test.each([
    ['ArrowLeft', '2026-03-01', '2026-02-28'],
    ['ArrowDown', '2026-05-27', '2026-06-03'],
    ['Home', '2026-05-14', '2026-05-11'],
    ['End', '2026-05-14', '2026-05-17'],
    ['PageUp', '2026-03-31', '2026-02-28'],
    ['PageDown', '2026-12-15', '2027-01-15'],
    ['Enter', '2026-05-14', undefined],
  ])('%s goes from %s to %s', (key, from, to) => {
    expect(dayAfterKey(from, key, 1)).toBe(to);
  });

  test('an address may name any month and day that exist', () => {
    expect([readMonth('2026-05'), readMonth('2026-13'), readMonth('1900-01'), readMonth(undefined)]).toEqual([
      '2026-05',
      undefined,
      undefined,
      undefined,
    ]);
    expect([readDate('2026-02-28'), readDate('2026-02-30'), readDate('soon')]).toEqual([
      '2026-02-28',
      undefined,
      undefined,
    ]);
    expect(dayIn(at('2026-05-23T23:30Z'), 'Europe/London')).toBe('2026-05-24');
  });
});
