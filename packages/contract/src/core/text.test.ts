import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold, lengthOf } from './text.ts';

test.each([
  ['Zsófia Łukasiewicz', 'zsofia lukasiewicz'],
  ['STRASSE Straße', 'strasse strasse'],
  ['Ærø', 'aero'],
  ['ﬁre', 'fire'],
  ['日本', '日本'],
])('%j folds to %j', (text, folded) => expect(fold(text)).toBe(folded));

test('folding a text twice changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(fold(fold(text))).toBe(fold(text));
    }),
  );
});

test('an emoji of two units is one code point', () => expect(lengthOf('a🏺é')).toBe(3));
