import { expect, test } from 'vitest';
import { writtenNumber } from './papers-rules.ts';

test.each([
  ['invoice', 1, 'INV-00001'],
  ['invoice', 123_456, 'INV-123456'],
  ['credit_note', 42, 'CN-00042'],
] as const)('the number of %s %s is written %s', (kind, number, written) => {
  expect(writtenNumber(kind, number)).toBe(written);
});
