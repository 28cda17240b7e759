import { expect, test } from 'vitest';
import { dropTarget, withMoved } from './order.ts';

const order = ['a', 'b', 'c'];
const moved = (id: string, before: string | null) =>
  withMoved(
    order.map((each) => ({ id: each })),
    id,
    before,
  )
    .map((item) => item.id)
    .join('');

test('an item dropped onto another takes its position, from above and from below', () => {
  expect(dropTarget(order, 'a', 'b')).toBe('c');
  expect(dropTarget(order, 'a', 'c')).toBeNull();
  expect(dropTarget(order, 'c', 'a')).toBe('a');
  expect(dropTarget(order, 'new', 'b')).toBe('b');
});

test('an item moves before another or to the end, and otherwise the order stays', () => {
  expect(moved('c', 'a')).toBe('cab');
  expect(moved('a', null)).toBe('bca');
  expect(moved('b', 'b')).toBe('abc');
  expect(moved('b', 'gone')).toBe('abc');
  expect(moved('gone', 'a')).toBe('abc');
});
