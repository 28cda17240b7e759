import { expect, test } from 'vitest';
import { countdown, readOut } from './hold-words.ts';

test.each([
  [581, '9:41'],
  [59, '0:59'],
  [0, '0:00'],
  [3600, '1:00:00'],
  [86_399, '23:59:59'],
])('%d seconds of a hold are written %s', (seconds, written) => {
  expect(countdown(seconds)).toBe(written);
});

test('a countdown is read out at five minutes and at one, and not each second', () => {
  const read = (seconds: number) => readOut(seconds, 595);
  expect([595, 301].map(read)).toEqual(Array(2).fill('Your place is held for 10 minutes.'));
  expect([readOut(86_400, 86_400), read(0)]).toEqual(['Your place is held for 24 hours.', '']);
  expect(new Set([300, 200, 61].map(read))).toEqual(new Set(['Your place is held for five more minutes.']));
  expect(new Set([60, 1].map(read))).toEqual(new Set(['Your place is held for one more minute.']));
});
