import { encodingOf } from '@folkmoot/contract/core/list-file.ts';
import { expect, test } from 'vitest';
import { LIST_TOOLS, readList } from './read-list.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, little: boolean, mark = true) => {
  const view = new DataView(new ArrayBuffer((text.length + (mark ? 1 : 0)) * 2));
  for (const [at, unit] of [...(mark ? '\ufeff' : ''), ...text].entries())
    view.setUint16(at * 2, unit.charCodeAt(0), little);
  return new Uint8Array(view.buffer);
};
const western = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** A table with cells that need quotes in every dialect. */
const table = (separator: string, end = '\r\n') =>
  [
    ['Email', 'First name', 'Last name'],
    ['zoe@post.example', 'Zoë', 'Ålund'],
    ['ana@post.example', `"An${separator}a ""the first"""`, 'Pérez'],
    ['no address', '', ''],
  ]
    .map((row) => row.join(separator))
    .join(end);

const PEOPLE = [
  ['zoe@post.example', 'Zoë', 'Ålund'],
  ['ana@post.example', null, 'Pérez'],
];

const ENCODED: Record<string, (text: string) => Uint8Array<ArrayBuffer>> = {
  'utf-8': utf8,
  'utf-8 with a mark': (text) => utf8(`\ufeff${text}`),
  'utf-16le': (text) => utf16(text, true),
  'utf-16be': (text) => utf16(text, false),
  'utf-16le without a mark': (text) => utf16(text, true, false),
  'utf-16be without a mark': (text) => utf16(text, false, false),
  'windows-1252': western,
};

for (const [encoding, encode] of Object.entries(ENCODED))
  for (const [name, separator] of Object.entries({ comma: ',', semicolon: ';', tab: '\t', bar: '|' }))
    for (const before of ['', `sep=${separator}\r\n`])
      test(`a list is read in ${encoding} with ${name}${before && ', named in its first line'}`, () => {
        const result = readList(encode(before + table(separator)));
        if (!('reading' in result)) throw new Error(result.problem);
        const { entries, invalid } = result.reading.entered;
        expect(
          entries.map((one) => [one.address, one.firstName.includes('the first') ? null : one.firstName, one.lastName]),
        ).toEqual(PEOPLE);
        expect(invalid).toEqual(['no address']);
        expect(result.reading.header).toEqual(['Email', 'First name', 'Last name']);
      });

test('the encoding is told by what the bytes are', () => {
  expect(encodingOf(utf8('é'), LIST_TOOLS)).toBe('utf-8');
  expect(encodingOf(western('é'), LIST_TOOLS)).toBe('windows-1252');
  // The first letter with an accent may come late.
  expect(encodingOf(western(`${'a'.repeat(200_000)}é`), LIST_TOOLS)).toBe('windows-1252');
});

test('a list can be read again in another encoding, and by another column', () => {
  const bytes = Uint8Array.from([...western('Name;E-mail\r\n'), 0xb3, ...western('ukasz;l@post.example\r\n')]);
  const first = readList(bytes);
  if (!('reading' in first)) throw new Error(first.problem);
  expect([first.reading.column, first.reading.columns.suggested]).toEqual([null, { at: 1, header: 'E-mail' }]);
  const again = readList(bytes, { encoding: 'windows-1250', column: 1 });
  if (!('reading' in again)) throw new Error(again.problem);
  expect(again.reading.entered.entries).toMatchObject([{ address: 'l@post.example', firstName: 'łukasz' }]);
});

test('a file that is no list says why', () => {
  const problem = (bytes: Uint8Array<ArrayBuffer>) => {
    const result = readList(bytes);
    return 'problem' in result ? result.problem : undefined;
  };
  expect(problem(new Uint8Array())).toBe('Please upload a file containing valid email addresses.');
  expect(problem(western('PK\u0003\u0004'))).toContain('Save it as CSV first');
  expect(problem(utf8('Email,Name\r\na@post.example,"Ann\r\nb@post.example,Ben\r\n'))).toContain(
    'row 2 is never closed',
  );
  expect(problem(utf8('Email,Name\r\n"a@x.org,Ann\r\n"b@x.org","Ben"\r\n'))).toContain('is never closed');
  expect(problem(new Uint8Array(10 * 1024 * 1024 + 1))).toBe('The file is larger than 10 MB.');
});

test('of more rows than are read, the first 50,000 are, and it is said', () => {
  const rows = Array.from({ length: 50_001 }, (_, n) => `p${n}@list.example`);
  const result = readList(utf8(['Email', ...rows].join('\n')));
  if (!('reading' in result)) throw new Error(result.problem);
  expect([result.reading.entered.entries.length, result.reading.more]).toEqual([50_000, true]);
});
