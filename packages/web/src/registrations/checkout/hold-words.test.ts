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
  expect([900, 301, 0].map(readOut)).toEqual(['', '', '']);
  expect(new Set([300, 200, 61].map(readOut))).toEqual(new Set(['Your place is held for five more minutes.']));
  expect(new Set([60, 1].map(readOut))).toEqual(new Set(['Your place is held for one more minute.']));
});
