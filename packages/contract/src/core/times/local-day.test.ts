import { afterEach, expect, test, vi } from 'vitest';
import { calendarLinks } from '../../events/calendar-rules.ts';
import { localDay } from './local-day.ts';

afterEach(() => vi.restoreAllMocks());

const START = Date.parse('2026-11-30T23:00:00Z');

test.each([
  ['Europe/London', '2026-11-30'],
  ['Pacific/Auckland', '2026-12-01'],
  ['America/Los_Angeles', '2026-11-30'],
])('the day in %s is %s, also where an engine writes dates of en-CA otherwise', (zone, day) => {
  // As engines with CLDR 42 do.
  vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get').mockReturnValue(() => '11/30/2026');
  expect(localDay(START, zone)).toBe(day);
});

test('links for whole days of online calendars do not depend on how an engine writes dates', () => {
  vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get').mockReturnValue(() => '11/30/2026');
  const start_epoc = Date.parse('2026-11-30T00:00:00Z') / 1000;
  const event = {
    ...{
      name: 'Fair',
      summary: '',
      start_epoc,
      end_epoc: start_epoc + 86_400,
      time_zone: 'Europe/London',
      is_all_day: true,
    },
    ...{ tbdDate: false, tbdLocation: true, attend_type: 'offline', attend_type_details: {}, location: null },
  };
  const [google] = calendarLinks(event as never, 'https://moot.example/fair');
  expect(google?.href).toContain(`dates=${encodeURIComponent('20261130/20261201')}`);
});
