import { expect, test } from 'vitest';
import { emojiNamed, findEmoji, namedEmoji, wholeName } from './emojis.ts';
import { typedBefore } from './useCompletion.ts';

const all = namedEmoji(
  [
    { hexcode: '1F389', emoji: '🎉', label: 'party popper', tags: ['celebrate', 'tada'], order: 2 },
    { hexcode: '1F525', emoji: '🔥', label: 'fire', tags: ['hot'], order: 1 },
    { hexcode: '1F44D', emoji: '👍', label: 'thumbs up', tags: [], order: 3 },
    { hexcode: '1F1E6', emoji: '🇦', label: 'regional indicator A' },
  ],
  { '1F389': 'tada', '1F525': 'fire', '1F44D': ['+1', 'thumbsup'] },
);

test('finds emoji by the beginning of a name, then within it, then by their words', () => {
  expect(findEmoji(all, 'ta').map(({ emoji }) => emoji)).toEqual(['🎉']);
  expect(findEmoji(all, 'cele').map(({ emoji }) => emoji)).toEqual(['🎉']);
  expect(findEmoji(all, 'thumb').map(({ name }) => name)).toEqual(['thumbsup']);
  expect(findEmoji(all, 'nothing')).toEqual([]);
  expect(emojiNamed(all, '+1')).toBe('👍');
  expect(emojiNamed(all, 'tad')).toBeUndefined();
});

test('a whole name ends at the caret, and is no part of a time or an address', () => {
  expect(wholeName('hi :tada:', 9)).toEqual({ from: 3, name: 'tada' });
  expect(wholeName('at 10:30:', 9)).toBeUndefined();
  expect(wholeName('hi :tada: there', 12)).toBeUndefined();
});

test.each([
  ['hi @to', { sign: '@', search: 'to', from: 3 }],
  ['me@to', undefined],
  ['in #loo', { sign: '#', search: 'loo', from: 3 }],
  ['a#b', undefined],
  [':f', undefined],
  ['wow :fi', { sign: ':', search: 'fi', from: 4 }],
  ['https://a', undefined],
] as const)('%j opens the right list', (text, expected) => {
  expect(typedBefore(text, text.length)).toEqual(expected);
});
