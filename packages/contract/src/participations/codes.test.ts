import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CODE, readCode, writtenCode } from './codes-rules.ts';

describe('short codes', () => {
  test.each([
    ['QRTW-4867', 'QRTW4867'],
    ['qrtw4867', 'QRTW4867'],
    [' qrtw 4867 ', 'QRTW4867'],
    ['QRTW–4867', 'QRTW4867'],
    // What looks like a digit is one.
    ['QRTW-4S67', 'QRTW4567'],
    ['QRTW-BZ67', 'QRTW8267'],
    ['QRTW-486', undefined],
    ['QRTW-48677', undefined],
    // Vowels are in words and names.
    ['HALLORAN', undefined],
    ['QRTW-4I67', undefined],
    ['', undefined],
  ])('%j is read as %j', (typed, code) => {
    expect(readCode(typed)).toBe(code);
  });

  test('what is written is read as the same code', () => {
    const letter = fc.constantFrom(...CODE.letters);
    fc.assert(
      fc.property(fc.string({ unit: letter, minLength: CODE.length, maxLength: CODE.length }), (code) => {
        expect(readCode(writtenCode(code))).toBe(code);
      }),
    );
  });
});
