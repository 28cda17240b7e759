import { expect, test } from 'vitest';
import { quoteWords } from './plain-text-rules.ts';

const words = (text: string) => quoteWords({ text, attachments: 0 });
const INES = { id: 'i', firstName: 'Ines', lastName: 'Carvalho', username: 'ines_c', imageUrl: null, roleName: null };

test('one line of a message keeps its words, its channels and its file names, and drops its formatting', () => {
  expect(words('see #wood-shop for **all** ~~two~~ _three_ `kilns`')).toBe('see #wood-shop for all two three kilns');
  expect(words('> said\n\nplan_v2_final.pdf')).toBe('said plan_v2_final.pdf');
  expect(words('2 > 1')).toBe('2 > 1');
  expect(words('at <https://moot.example/kiln>, 1 < 2')).toBe('at https://moot.example/kiln, 1 < 2');
});

test('one line of a message calls people by their names, where they are known', () => {
  const people = new Map([[INES.id, INES]]);
  expect(quoteWords({ text: 'Thanks @ines_c and @bea!', attachments: 0 }, people)).toBe(
    'Thanks @Ines Carvalho and @bea!',
  );
});

test('a message without words is its files', () => {
  expect(quoteWords({ text: '', attachments: 1 })).toBe('A file');
  expect(quoteWords({ text: '', attachments: 3 })).toBe('3 files');
  expect(quoteWords({ text: null, attachments: 0 })).toBe('This message cannot be shown.');
});
