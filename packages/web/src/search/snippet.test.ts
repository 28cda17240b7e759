import { parseSearch } from '@folkmoot/contract/search/rules.ts';
import { termsOf } from '@folkmoot/contract/search/words-rules.ts';
import { expect, test } from 'vitest';
import { snippetOf } from './snippet.ts';

const terms = termsOf(parseSearch('kiln'));
const marked = ({ text, marks }: ReturnType<typeof snippetOf>) => marks.map(([start, end]) => text.slice(start, end));

test('a short text is shown in full, with the matches marked', () => {
  const snippet = snippetOf('The Kiln is hot', terms, 80);
  expect(snippet.text).toBe('The Kiln is hot');
  expect(marked(snippet)).toEqual(['Kiln']);
});

test('a long text is shown around its matches, without cutting words or emoji', () => {
  const long = `${'word '.repeat(60)}the kiln ${'🔥'.repeat(100)}`;
  const snippet = snippetOf(long, terms, 80);
  expect(snippet.text.startsWith('… word')).toBe(true);
  expect(snippet.text.endsWith('…')).toBe(true);
  expect(snippet.text.isWellFormed()).toBe(true);
  expect(marked(snippet)).toEqual(['kiln']);
  expect(snippetOf('🔥'.repeat(200), terms, 81).text.isWellFormed()).toBe(true);
});
