import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrange, between } from './arrange.ts';

test('arrange: the order is as wanted while nothing is held', () => {
  expect(arrange(['a', 'b', 'c'], ['c', 'a', 'b'], undefined)).toEqual(['c', 'a', 'b']);
});

test('arrange: a held row and what is above it stay where they are, and the rest moves', () => {
  expect(arrange(['a', 'b', 'c', 'd'], ['d', 'c', 'b', 'a'], 'b')).toEqual(['a', 'b', 'd', 'c']);
  // Something new with more votes waits below.
  expect(arrange(['a', 'b'], ['new', 'a', 'b'], 'a')).toEqual(['a', 'new', 'b']);
  // What is gone goes, also above.
  expect(arrange(['a', 'b', 'c'], ['c', 'b'], 'b')).toEqual(['b', 'c']);
  expect(arrange(['a', 'b'], ['b', 'a'], 'gone')).toEqual(['b', 'a']);
});

test('between: what is gone and what more there is changes at once; an order that differs waits', () => {
  expect(between(['a', 'b', 'c'], ['a', 'c'])).toEqual(['a', 'c']);
  expect(between(['a', 'b'], ['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
  expect(between([], ['a', 'b'])).toEqual(['a', 'b']);
  expect(between(['a', 'b'], ['b', 'a'])).toBeUndefined();
  expect(between(['a', 'b'], ['new', 'a', 'b'])).toBeUndefined();
});

test('arrange: whatever comes, the same rows are shown, and no row above the held one has moved', () => {
  const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'));
  fc.assert(
    fc.property(ids, ids, fc.nat(), (shown, wanted, pick) => {
      const both = shown.filter((id) => wanted.includes(id));
      const held = both[pick % Math.max(1, both.length)];
      const next = arrange(shown, wanted, held);
      expect([...next].sort()).toEqual([...wanted].sort());
      if (held !== undefined)
        expect(next.slice(0, both.indexOf(held) + 1)).toEqual(both.slice(0, both.indexOf(held) + 1));
    }),
  );
});
