import { expect, test } from 'vitest';
import { shortWhenOf, whenOf, yourTime } from './event-times.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
const moot = {
  start_epoc: at('2026-06-20T10:00:00Z'),
  end_epoc: at('2026-06-20T20:00:00Z'),
  time_zone: 'Europe/London',
  is_all_day: false,
  tbdDate: false,
};

test('a time is shown on the event’s clock, and on the reader’s if it differs', () => {
  expect(whenOf(moot).time).toMatch(/^11:00.* to (21|9):00/);
  expect(yourTime(moot, 'Europe/London')).toBeUndefined();
  // The same time under another name is the same time.
  expect(yourTime(moot, 'Europe/Lisbon')).toBeUndefined();
  expect(yourTime(moot, 'Europe/Paris')).toMatch(/^12:00.* to (22|10):00/);
  expect(yourTime(moot, 'Pacific/Auckland')).toMatch(/^(22|10):00.* to S.*, 0?8:00/);
});

test('whole days end on their last day, and a date to be announced has no time', () => {
  const whole = {
    ...moot,
    is_all_day: true,
    start_epoc: at('2026-06-19T23:00:00Z'),
    end_epoc: at('2026-06-20T23:00:00Z'),
  };
  expect(whenOf(whole)).toEqual({ day: expect.stringContaining('20'), time: 'All day' });
  expect(whenOf(whole).day).not.toContain('21');
  expect(yourTime(whole, 'Asia/Tokyo')).toBeUndefined();
  expect(whenOf({ ...moot, tbdDate: true })).toEqual({ day: 'Date to be announced', time: '' });
  expect(shortWhenOf({ ...moot, start_epoc: null })).toBe('Date to be announced');
});

test('an event during which the clocks change shows the name of each end', () => {
  const spring = { ...moot, start_epoc: at('2026-03-28T20:00:00Z'), end_epoc: at('2026-03-29T02:30:00Z') };
  expect(whenOf(spring).day).toMatch(/, (20:00|8:00\sPM) GMT$/u);
  expect(whenOf(spring).time).toMatch(/(03:30|3:30\sAM) (BST, )?GMT\+1$/u);
});

test('an event past midnight shows both days', () => {
  const late = { ...moot, end_epoc: at('2026-06-21T01:00:00Z') };
  expect(whenOf(late).day).toContain('20');
  expect(whenOf(late).time).toContain('21');
});
