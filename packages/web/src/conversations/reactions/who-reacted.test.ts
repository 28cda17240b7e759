import { expect, test } from 'vitest';
import { whoReacted } from './who-reacted.ts';

const person = (firstName: string) => ({
  id: firstName,
  firstName,
  lastName: 'Holm',
  imageUrl: null,
  username: firstName,
});
const reaction = (count: number, mine = false) => ({ emoji: '🙌', count, mine });

test('reactions: people are named, you first, and those beyond five are counted', () => {
  const people = ['Ana', 'Bea', 'Hal', 'Jun', 'Des', 'Dev'].map(person);
  expect(whoReacted(reaction(1), people.slice(0, 1), 'me')).toBe('Ana Holm');
  expect(whoReacted(reaction(2, true), [person('Ana'), person('me')], 'me')).toBe('You and Ana Holm');
  expect(whoReacted(reaction(1, true), [], 'me')).toBe('You');
  expect(whoReacted(reaction(6), people, 'me')).toBe('Ana Holm, Bea Holm, Hal Holm, Jun Holm, Des Holm, and 1 other');
  expect(whoReacted(reaction(12, true), people, 'me')).toBe(
    'You, Ana Holm, Bea Holm, Hal Holm, Jun Holm, and 7 others',
  );
});

test('reactions: they are only counted while the names are on their way', () => {
  expect(whoReacted(reaction(1), [], 'me')).toBe('1 person');
  expect(whoReacted(reaction(3, true), [], 'me')).toBe('3 people');
});
