import { expect, test } from 'vitest';
import { firstDayOfWeek } from './event-times.ts';
import { dayText, readDay, readTime, timeText } from './reading.ts';

test.each([
  ['2026-06-20', 'en-GB', '2026-06-20'],
  [' 20/6/2026 ', 'en-GB', '2026-06-20'],
  ['12/1/2026', 'en-GB', '2026-01-12'],
  ['12/1/2026', 'en-US', '2026-12-01'],
  ['20.06.2026', 'de', '2026-06-20'],
  ['2026/6/20', 'ja', '2026-06-20'],
  ['20 June 2026', 'en-GB', '2026-06-20'],
  ['20 June 2026', 'de', '2026-06-20'],
  ['June 20, 2026', 'en-US', '2026-06-20'],
  ['Sat, 20 Jun 2026', 'en-GB', '2026-06-20'],
  ['20 juin 2026', 'fr', '2026-06-20'],
  ['20. März 2026', 'de', '2026-03-20'],
  ['2026年6月20日', 'ja', '2026-06-20'],
  ['20 June', 'en-GB', '2026-06-20'],
  ['1/5', 'en-GB', '2027-05-01'],
  ['29 February', 'en-GB', '2028-02-29'],
  ['29 February 2028', 'en-GB', '2028-02-29'],
  ['29 February 2026', 'en-GB', null],
  ['31/4/2026', 'en-GB', null],
  ['13/13/2026', 'en-US', null],
  ['2026-13-01', 'en-GB', null],
  ['20/6/26', 'en-GB', null],
  ['tomorrow', 'en-GB', null],
  ['', 'en-GB', null],
])('a day typed as “%s” in %s is %s', (typed, locale, expected) => {
  expect(readDay(typed, locale, '2026-06-02')).toBe(expected);
});

test.each([
  ['7pm', 'en-GB', '19:00'],
  ['7 PM', 'en-US', '19:00'],
  ['7.15', 'en-GB', '07:15'],
  ['7.15 p.m.', 'en-GB', '19:15'],
  ['19:15', 'en-US', '19:15'],
  ['1915', 'en-GB', '19:15'],
  ['19h15', 'fr', '19:15'],
  ['19 h', 'fr', '19:00'],
  ['12am', 'en-US', '00:00'],
  ['12 pm', 'en-US', '12:00'],
  ['noon', 'en-GB', '12:00'],
  ['9', 'en-GB', '09:00'],
  ['午後7:15', 'ja', '19:15'],
  ['٧:١٥ م', 'ar-EG', '19:15'],
  ['13pm', 'en-US', null],
  ['24:00', 'en-GB', null],
  ['7:75', 'en-GB', null],
  ['half past seven', 'en-GB', null],
  ['', 'en-GB', null],
])('a time typed as “%s” in %s is %s', (typed, locale, expected) => {
  expect(readTime(typed, locale)).toBe(expected);
});

test.each(['en-GB', 'en-US', 'de', 'fr', 'ja', 'ar-EG', 'hi', 'ko', 'fi'])(
  'what %s writes can be read again',
  (locale) => {
    for (const time of ['00:00', '09:05', '12:30', '19:15'])
      expect(readTime(timeText(time, locale), locale)).toBe(time);
    for (const day of ['2026-01-02', '2026-05-31', '2026-12-12'])
      expect(readDay(dayText(day, locale), locale)).toBe(day);
  },
);

test('a day and a time are written in the order of the locale', () => {
  expect(dayText('2026-06-20', 'en-US')).toBe('Sat, June 20, 2026');
  expect(timeText('09:05', 'en-US')).toMatch(/^9:05\sAM$/u);
  expect(timeText('19:15', 'en-GB')).toBe('19:15');
});

test('the week begins on the day of the locale', () => {
  expect(firstDayOfWeek('en-US')).toBe(0);
  expect(firstDayOfWeek('en-GB')).toBe(1);
});
