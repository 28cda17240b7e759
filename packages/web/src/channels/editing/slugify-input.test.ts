import { tidyChannelName } from '@folkmoot/contract/channels/schema.ts';
import { describe, expect, test } from 'vitest';
import { isOnlySpaces, tidyAt } from './slugify-input.ts';

describe('tidying a channel name while typing', () => {
  test.each([
    ['Glaze', 5, 'glaze', 5],
    ['glaze lab', 6, 'glaze-lab', 6],
    ['glaze  lab', 7, 'glaze-lab', 6],
    ['glaze- ', 7, 'glaze-', 6],
    ['glaze--lab', 7, 'glaze--lab', 7],
    ['gl!aze', 3, 'glaze', 2],
    ['glaze!', 6, 'glaze', 5],
    ['🏺 pots', 3, '🏺-pots', 3],
    ['', 0, '', 0],
  ])('tidying a channel name turns %j with the caret at %i into %j at %i', (raw, at, text, caret) => {
    expect(tidyAt(raw, at, tidyChannelName)).toEqual({ text, caret });
  });
});

describe('checking for only spaces', () => {
  test('hyphens on the screen are known to have been typed as spaces', () => {
    const first = isOnlySpaces(' ', false);
    expect(first).toBe(true);
    expect(isOnlySpaces('- ', first)).toBe(true);
    expect(isOnlySpaces('--a', true)).toBe(false);
  });

  test('typed hyphens are accepted as hyphens', () => {
    expect(isOnlySpaces('-', false)).toBe(false);
    expect(isOnlySpaces('', false)).toBe(false);
  });
});
