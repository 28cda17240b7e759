import { expect, test } from 'vitest';
import { best, rank, spanOf } from './find.ts';

test('the beginning of a name counts more than a word, a word more than the middle', () => {
  expect(rank('glaze-lab', 'gla')).toBeGreaterThan(rank('blue-glaze', 'gla'));
  expect(rank('blue-glaze', 'gla')).toBeGreaterThan(rank('reglaze', 'gla'));
  expect(rank('mending', 'gla')).toBe(0);
});

test('accents and case do not matter', () => {
  expect(rank('Ärger', 'arg')).toBe(4);
  expect(spanOf('glaze-lab', 'LAB')).toEqual([6, 9]);
  expect(spanOf('glaze-lab', '')).toBeUndefined();
});

test('the best few, else in their own order', () => {
  const all = ['wood-shop', 'print-room', 'wool'].map((name) => ({ name }));
  expect(best(all, 'wo', 2).map(({ name }) => name)).toEqual(['wood-shop', 'wool']);
  expect(best(all, '', 2).map(({ name }) => name)).toEqual(['wood-shop', 'print-room']);
});
