import { expect, test } from 'vitest';
import { formatOf } from './shortcuts.ts';
import { type Format, formatted, inBlock, linked, nextLine, type TextSelection } from './text-formatting.ts';
import { difference } from './useTextEditing.ts';

/** A text with its selection between bars: `a |b| c`; one bar is a caret. */
function read(marked: string): TextSelection {
  const [before = '', chosen, after] = marked.split('|');
  if (after === undefined) return { text: before + (chosen ?? ''), start: before.length, end: before.length };
  return { text: before + chosen + after, start: before.length, end: before.length + (chosen ?? '').length };
}

function show({ text, start, end }: TextSelection): string {
  return start === end
    ? `${text.slice(0, start)}|${text.slice(start)}`
    : `${text.slice(0, start)}|${text.slice(start, end)}|${text.slice(end)}`;
}

test.each<[Format, string, string]>([
  ['bold', 'a |b| c', 'a **|b|** c'],
  ['bold', 'a **|b|** c', 'a |b| c'],
  ['bold', 'a |**b**| c', 'a |b| c'],
  ['bold', 'a| b |c', 'a **|b|** c'],
  ['italic', '|', '_|_'],
  ['italic', '_|_', '|'],
  ['strike', '|gone|', '~~|gone|~~'],
  ['code', 'x |y|', 'x `|y|`'],
  ['block', 'see |x = 1| there', 'see \n```\n|x = 1|\n```\n there'],
  ['quote', 'one\n|two\nthree|', 'one\n|> two\n> three|'],
  ['quote', '|> two\n> three|', '|two\nthree|'],
  ['list', 'milk|', '- milk|'],
  ['list', '|1. a\n2. b|', '|- a\n- b|'],
  ['numbers', '|- a\n- b|', '|1. a\n2. b|'],
  ['numbers', '|1. a\n2. b|', '|a\nb|'],
  ['link', 'see |here| now', 'see [here](|) now'],
  ['link', 'see |', 'see [|]()'],
])('%s turns %j into %j', (format, before, after) => {
  expect(show(formatted(read(before), format))).toBe(after);
});

test('pasting an address onto selected text makes a link', () => {
  expect(show(linked(read('see |here|'), 'https://a.example'))).toBe('see [here](https://a.example|)');
});

test.each([
  ['- milk|', '- milk\n- |'],
  ['  * milk|', '  * milk\n  * |'],
  ['9. nine| more', '9. nine\n10. | more'],
  ['> said|', '> said\n> |'],
  ['- milk\n- |', '- milk\n|'],
  ['> |', '|'],
])('a new line in %j continues as %j', (before, after) => {
  const next = nextLine(read(before));
  expect(next && show(next)).toBe(after);
});

test('a new line elsewhere is left to the browser', () => {
  expect(nextLine(read('just words|'))).toBeUndefined();
});

test('the inside of a code block is recognised', () => {
  expect(inBlock('a\n```\nb', 7)).toBe(true);
  expect(inBlock('a\n```\nb\n```\nc', 14)).toBe(false);
});

test('only the changed part is replaced', () => {
  expect(difference('a b c', 'a **b** c')).toEqual({ from: 2, to: 3, piece: '**b**' });
  expect(difference('aa', 'aaa')).toEqual({ from: 2, to: 2, piece: 'a' });
  expect(difference('abc', 'ac')).toEqual({ from: 1, to: 2, piece: '' });
});

test('shortcuts apply formats, and Ctrl-K opens search if nothing is selected', () => {
  const key = { key: 'b', code: 'KeyB', ctrlKey: true, metaKey: false, shiftKey: false, altKey: false };
  expect(formatOf(key, false)).toBe('bold');
  expect(formatOf({ ...key, ctrlKey: false }, false)).toBeUndefined();
  expect(formatOf({ ...key, key: '(', code: 'Digit9', shiftKey: true }, false)).toBe('quote');
  expect(formatOf({ ...key, key: 'k', code: 'KeyK' }, false)).toBeUndefined();
  expect(formatOf({ ...key, key: 'k', code: 'KeyK' }, true)).toBe('link');
});
