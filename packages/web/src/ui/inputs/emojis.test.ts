import { expect, test } from 'vitest';
import { emojiNamed, findEmoji, namedEmoji, wholeName } from './emojis.ts';

const all = namedEmoji(
  [
    { hexcode: '1F389', emoji: '🎉', label: 'party popper', tags: ['celebrate', 'tada'], order: 2 },
    { hexcode: '1F525', emoji: '🔥', label: 'fire', tags: ['hot'], order: 1 },
    { hexcode: '1F44D', emoji: '👍', label: 'thumbs up', tags: [], order: 3 },
    { hexcode: '1F1E6', emoji: '🇦', label: 'regional indicator A' },
  ],
  { '1F389': 'tada', '1F525': 'fire', '1F44D': ['+1', 'thumbsup'] },
);

test('emoji are found by the beginning of a name, then within it, then by their keywords', () => {
  expect(findEmoji(all, 'ta').map(({ emoji }) => emoji)).toEqual(['🎉']);
  expect(findEmoji(all, 'cele').map(({ emoji }) => emoji)).toEqual(['🎉']);
  expect(findEmoji(all, 'thumb').map(({ name }) => name)).toEqual(['thumbsup']);
  expect(findEmoji(all, 'nothing')).toEqual([]);
  expect(emojiNamed(all, '+1')).toBe('👍');
  expect(emojiNamed(all, 'tad')).toBeUndefined();
});

test('a complete emoji name ends at the caret, and is not part of a time or an address', () => {
  expect(wholeName('hi :tada:', 9)).toEqual({ from: 3, name: 'tada' });
  expect(wholeName('at 10:30:', 9)).toBeUndefined();
  expect(wholeName('hi :tada: there', 12)).toBeUndefined();
});

test('an emoji with exactly that name comes first, whatever its category', () => {
  const hot = namedEmoji(
    [
      { hexcode: '1F692', emoji: '🚒', label: 'fire engine', order: 1 },
      { hexcode: '1F9EF', emoji: '🧯', label: 'fire extinguisher', order: 2 },
      { hexcode: '2764-1F525', emoji: '❤️‍🔥', label: 'heart on fire', order: 3 },
      { hexcode: '1F525', emoji: '🔥', label: 'fire', order: 9 },
    ],
    { '1F692': 'fire_engine', '1F9EF': 'fire_extinguisher', '2764-1F525': 'heart_on_fire', '1F525': 'fire' },
  );
  expect(findEmoji(hot, 'fire').map(({ emoji }) => emoji)).toEqual(['🔥', '🚒', '🧯', '❤️‍🔥']);
  expect(findEmoji(hot, 'fire ex').map(({ emoji }) => emoji)).toEqual(['🧯']);
});
