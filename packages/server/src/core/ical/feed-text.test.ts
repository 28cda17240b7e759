import { expect, test } from 'vitest';
import { plainLine } from './feed-text.ts';

test.each([
  ['C++ <templates> & std::vector<int>', 'C++ <templates> & std::vector<int>'],
  ['Tea <3 cake', 'Tea <3 cake'],
  ['<p>Tea &amp; <b>cake</b></p>', 'Tea & cake'],
  ['<a href="https://moot.example">Tea</a><br/>and cake', 'Tea and cake'],
])('%s is read as %s', (raw, read) => {
  expect(plainLine(raw, 200)).toBe(read);
});
