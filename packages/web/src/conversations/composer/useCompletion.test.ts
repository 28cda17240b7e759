import { expect, test } from 'vitest';
import { typedBefore } from './useCompletion.ts';

test.each([
  ['hi @to', { sign: '@', search: 'to', from: 3 }],
  ['me@to', undefined],
  ['in #loo', { sign: '#', search: 'loo', from: 3 }],
  ['a#b', undefined],
  [':f', undefined],
  ['wow :fi', { sign: ':', search: 'fi', from: 4 }],
  ['https://a', undefined],
] as const)('typing %j opens the right list', (text, expected) => {
  expect(typedBefore(text, text.length)).toEqual(expected);
});
