import { expect, test } from 'vitest';
import { isFewEmoji } from './emoji-text.ts';

test.each([
  ['🎉', true],
  ['🎉 🔥\n👍🏽', true],
  ['❤️', true],
  ['👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿🇵🇱🎉🔥', true],
  ['🎉🎉🎉🎉🎉🎉', false],
  ['Well done 🎉', false],
  ['1 2', false],
  ['', false],
  ['🎉'.repeat(200), false],
])('messages: %j is shown large: %s', (text, large) => {
  expect(isFewEmoji(text)).toBe(large);
});
