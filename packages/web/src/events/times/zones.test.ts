import { expect, test } from 'vitest';
import { zoneCity } from './event-times.ts';
import { searchZones } from './zone-search.ts';
import { allZones, zoneLabel } from './zones.ts';

test('a time zone is labelled with its town, its name and its offset on that date', () => {
  expect(zoneLabel('Europe/London', Date.UTC(2026, 5, 20))).toBe('London, BST (GMT+1)');
  expect(zoneLabel('Europe/London', Date.UTC(2026, 0, 20))).toBe('London (GMT)');
  expect(zoneLabel('America/Argentina/Buenos_Aires', Date.UTC(2026, 5, 20))).toBe('Buenos Aires (GMT-3)');
  expect(zoneLabel('UTC')).toBe('UTC (GMT)');
});

test('UTC is one of the time zones', () => {
  expect(allZones()).toContain('UTC');
});

const found = (search: string) => searchZones(search).map(zoneCity);

test.each([
  ['Kyiv', 'Kyiv'],
  ['kiev', 'Kyiv'],
  ['Kolkata', 'Kolkata'],
  ['Calcutta', 'Kolkata'],
  ['Mumbai', 'Kolkata'],
  ['India', 'Kolkata'],
  ['IST', 'Kolkata'],
  ['Kathmandu', 'Kathmandu'],
  ['Ho Chi Minh', 'Ho Chi Minh City'],
  ['Beijing', 'Shanghai'],
  ['China', 'Shanghai'],
  ['San Francisco', 'Los Angeles'],
  ['Pacific Time', 'Los Angeles'],
  ['PST', 'Los Angeles'],
  ['EST', 'New York'],
  ['Eastern', 'New York'],
  ['BST', 'London'],
  ['UK', 'London'],
  ['CET', 'Berlin'],
  ['zurich', 'Zurich'],
  ['Sao Paulo', 'Sao Paulo'],
  ['America/New_York', 'New York'],
  ['UTC', 'UTC'],
  ['Japan', 'Tokyo'],
])('a search for “%s” finds the time zone of %s first', (search, city) => {
  expect(found(search)[0]).toBe(city);
});

test('a search in the middle of words finds nothing, and part of a word finds what begins with it', () => {
  expect(found('est')).not.toContain('Bucharest');
  expect(found('san fran')).toEqual(['Los Angeles']);
  expect(found('nowhere at all')).toEqual([]);
});
