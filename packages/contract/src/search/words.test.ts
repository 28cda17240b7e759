import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokensOf } from '../core/words/tokens.ts';
import { parseSearch } from './rules.ts';
import { isWorthAsking, marksIn, termsOf } from './words-rules.ts';

const found = (text: string, search: string) =>
  marksIn(text, termsOf(parseSearch(search))).map(([start, end]) => text.slice(start, end));

test.each([
  ['The Kiln’s glaze', 'kil', ['Kiln']],
  ['Łódź and Ærø', 'lodz aero', ['Łódź', 'Ærø']],
  ['Ёлка у подъезда', 'елк подъезд', ['Ёлка', 'подъезда']],
  ['قرأت الكِتَابَ', 'كتاب', ['الكِتَابَ']],
  ['وللكتاب', 'الكتاب', []],
  ['כשהבית נפתח', 'בית', ['כשהבית']],
  ['שָׁלוֹם', 'שלום', ['שָׁלוֹם']],
  ['在图书馆见', '图书馆', ['图书馆']],
  ['在图书馆见', '图', ['图']],
  // Half width takes two characters for one: the whole run is marked.
  ['ﾜｰｸｼｮｯﾌﾟ', 'ワーク', ['ﾜｰｸｼｮｯﾌﾟ']],
  ['도서관에서', '도서관', ['도서관']],
  ['ไปเที่ยวทะเล', 'ทะเล', ['ทะเล']],
  ['see the glaze lab', '"the glaze"', ['the glaze']],
  ['the blue glaze', '"the glaze"', []],
  ['a b', 'b', ['b']],
  ['abc', 'b', []],
])('%s is indexed as %s', (text, search, expected) => expect(found(text, search)).toEqual(expected));

const SCRIPTS = [
  ...'abzßéłøı',
  ...'ёйщ',
  ...'ابةىآؤوال',
  'َ',
  ...'שלוםהבכ',
  'ָ',
  ...'漢字仮名ガｶﾞ',
  ...'한국어',
  ...'ไเที่',
  ...'हिन',
  ...' .,\'"\\:|&!',
  '🔥',
  'e\u0301',
];
const text = fc.string({ unit: fc.constantFrom(...SCRIPTS), maxLength: 40 });

test('any text is found by each of its words, and by all of it', () => {
  fc.assert(
    fc.property(text, (written) => {
      const words = written.split(/[\s"“”]+/).filter((word) => tokensOf(word, true).length > 0);
      for (const word of words) {
        const terms = termsOf([{ kind: 'phrase', value: word, start: 0, end: 1 }]);
        expect(marksIn(written, terms).length, word).toBeGreaterThan(0);
      }
    }),
    { numRuns: 500 },
  );
});

test('indexed words contain nothing that a query could mistake for its own syntax, and know their positions', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (written) => {
      for (const { forms, start, end } of tokensOf(written)) {
        expect(end).toBeGreaterThan(start);
        for (const form of forms) {
          expect(form).not.toBe('');
          expect(form).not.toMatch(/['"\\:&|!()<>*@=\s]/u);
          expect([...form].length).toBeLessThanOrEqual(40);
        }
      }
      for (const [start, end] of marksIn(written, termsOf(parseSearch(written.slice(0, 50)))))
        expect(end).toBeGreaterThan(start);
    }),
  );
});

test('search starts while typing from two letters on, or with one character that is a word', () => {
  const asks = (search: string) => isWorthAsking(parseSearch(search));
  expect(['a', '', '?', 'from:', '"'].map(asks)).toEqual([false, false, false, false, false]);
  expect(['ab', '字', '안', 'from:me', 'a b ab'].map(asks)).toEqual([true, true, true, true, true]);
});

test('highlighting a text with matches nearly everywhere costs no more than one with many matches', () => {
  const search = Array.from({ length: 12 }, (_, n) => '日'.repeat(10 + n)).join(' ');
  const terms = termsOf(parseSearch(search));
  expect(terms.flatMap(({ steps }) => steps).length).toBeLessThanOrEqual(40);
  const text = '日'.repeat(4000);
  // Counted, not timed: how often a form of the text is looked at.
  let looks = 0;
  const counted = terms.map((term) => ({
    ...term,
    steps: term.steps.map((step) => ({
      get forms() {
        looks += 1;
        return step.forms;
      },
      at: step.at,
    })),
  }));
  expect(marksIn(text, counted).length).toBeGreaterThan(0);
  expect(looks).toBeLessThanOrEqual(20_100);
});

test('a repeated search term counts once, and a phrase that is too long is cut', () => {
  expect(termsOf(parseSearch('kiln kiln KILN glaze'))).toHaveLength(2);
  const [phrase] = termsOf(parseSearch(`"${'a b '.repeat(60)}"`));
  expect(phrase?.steps).toHaveLength(40);
});
