import { expect, test } from 'vitest';
import { allZones, readDay, zoneLabel } from './zones.ts';

test.each([
  ['2026-06-20', '2026-06-20'],
  [' 20/6/2026 ', '2026-06-20'],
  ['20.06.2026', '2026-06-20'],
  ['20 June 2026', '2026-06-20'],
  ['Sat, 20 Jun 2026', '2026-06-20'],
  ['29 February 2028', '2028-02-29'],
  ['29 February 2026', null],
  ['31/4/2026', null],
  ['2026-13-01', null],
  ['tomorrow', null],
  ['', null],
])('a day typed as “%s” is %s', (typed, expected) => {
  expect(readDay(typed)).toBe(expected);
});

test('a time zone is labelled with its town, its name and its offset on that date', () => {
  expect(zoneLabel('Europe/London', Date.UTC(2026, 5, 20))).toBe('London, BST (GMT+1)');
  expect(zoneLabel('Europe/London', Date.UTC(2026, 0, 20))).toBe('London (GMT)');
  expect(zoneLabel('America/Argentina/Buenos_Aires', Date.UTC(2026, 5, 20))).toBe('Buenos Aires (GMT-3)');
});

test('UTC is one of the time zones', () => {
  expect(allZones()).toContain('UTC');
});
