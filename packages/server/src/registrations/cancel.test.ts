import { expect, test } from 'vitest';
import { htmlOf } from './cancel-actions.ts';

test('the HTML of an email may be plain or Base64, and is read as text either way', () => {
  const base64 = (text: string | Buffer) => Buffer.from(text as string).toString('base64');
  expect(htmlOf('<p>Grüße</p>')).toBe('<p>Grüße</p>');
  expect(htmlOf(base64('<p>Grüße</p>'))).toBe('<p>Grüße</p>');
  expect(htmlOf('')).toBe('');
  expect(htmlOf('See you soon')).toBe('See you soon');
  expect(htmlOf('Word')).toBe('Word');
  expect(htmlOf('Wort\u0001')).toBeUndefined();
  expect(htmlOf(base64(Buffer.from([...Array(60).keys()].map((n) => 200 + (n % 50)))))).toBeUndefined();
  expect(htmlOf(base64('text with \u0000 in it, and more of it'))).toBeUndefined();
});
