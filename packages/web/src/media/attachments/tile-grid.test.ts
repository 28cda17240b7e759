import { expect, test } from 'vitest';
import { isSmall, spansOf } from './tile-grid.ts';

test.each([
  [3, [2, 2, 2]],
  [4, [3, 3, 3, 3]],
  [5, [3, 3, 2, 2, 2]],
  [6, [2, 2, 2, 2, 2, 2]],
  [7, [3, 3, 3, 3, 2, 2, 2]],
  [8, [3, 3, 2, 2, 2, 2, 2, 2]],
  [10, [3, 3, 3, 3, 2, 2, 2, 2, 2, 2]],
])('pictures: the rows of %i are balanced', (count, spans) => {
  expect(spansOf(count)).toEqual(spans);
});

test('pictures: an icon is small, a picture and one of unknown size are not', () => {
  expect(isSmall({ width: 24, height: 24 })).toBe(true);
  expect(isSmall({ width: 24, height: 600 })).toBe(false);
  expect(isSmall({ width: 800, height: 600 })).toBe(false);
  expect(isSmall({ width: null, height: null })).toBe(false);
});
