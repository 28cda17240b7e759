import { expect, test } from 'vitest';
import { best, rank } from '../ui/inputs/find.ts';
import { spanOf } from './find.ts';

test('the beginning of a name ranks above a later word, and a later word above the middle of one', () => {
  expect(rank('glaze-lab', 'gla')).toBeGreaterThan(rank('blue-glaze', 'gla'));
  expect(rank('blue-glaze', 'gla')).toBeGreaterThan(rank('reglaze', 'gla'));
  expect(rank('mending', 'gla')).toBe(0);
});

test('search ignores accents and case', () => {
  expect(rank('Ärger', 'arg')).toBe(4);
  expect(spanOf('glaze-lab', 'LAB')).toEqual([6, 9]);
  expect(spanOf('glaze-lab', '')).toBeUndefined();
});

test('the best few matches come first, and equal ones keep their order', () => {
  const all = ['wood-shop', 'print-room', 'wool'].map((name) => ({ name }));
  expect(best(all, 'wo', 2).map(({ name }) => name)).toEqual(['wood-shop', 'wool']);
  expect(best(all, '', 2).map(({ name }) => name)).toEqual(['wood-shop', 'print-room']);
});
