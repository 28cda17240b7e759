import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalAddress } from './email.ts';
import { readEntries, splitName } from './entry.ts';
import { columnsOf, readList } from './list.ts';

const keysOf = (text: string) => readEntries(text).entries.map(({ key }) => key);

describe('typed and pasted addresses', () => {
  test.each([
    ['a@x.org,b@x.org;c@x.org\td@x.org e@x.org\nf@x.org', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['a@x.org\r\n\r\nb@x.org ,, ; c@x.org', ['a', 'b', 'c']],
    ['<a@x.org>, (b@x.org) "c@x.org" \'d@x.org\' e@x.org.', ['a', 'b', 'c', 'd', 'e']],
    ['mailto:a@x.org?subject=Hi, <mailto:b@x.org>', ['a', 'b']],
    ['a＠x.org，b@x.org；c@x.org、d@x.org', ['a', 'b', 'c', 'd']],
    ['\ufeffa@x.org\u200b, b@x.org\u00a0c@x.org', ['a', 'b', 'c']],
  ])('%j are separate people', (text, names) => {
    expect(readEntries(text).invalid).toEqual([]);
    expect(keysOf(text)).toEqual(names.map((name) => `${name}@x.org`));
  });

  test.each([
    ['Ines Carvalho <Ines@X.org>', 'Ines', 'Carvalho'],
    ['"Carvalho, Ines" <Ines@X.org>', 'Ines', 'Carvalho'],
    ['b@x.org, Ines de la Cruz Carvalho <Ines@X.org>', 'Ines', 'de la Cruz Carvalho'],
    ['"Ines" "Carvalho"<Ines@X.org>', 'Ines', 'Carvalho'],
    ['Ines@X.org', '', ''],
  ])('%j gives the name with the address, which is delivered as it was typed', (text, firstName, lastName) =>
    expect(readEntries(text).entries.at(-1)).toEqual({ address: 'Ines@x.org', key: 'ines@x.org', firstName, lastName }),
  );

  test('what is no address is shown as it was typed, and a person who is entered twice is counted once', () => {
    expect(readEntries('a@x.org, Ines, b@, A@X.ORG; "x@y" <nobody> —')).toEqual({
      entries: [{ address: 'a@x.org', key: 'a@x.org', firstName: '', lastName: '' }],
      invalid: ['Ines', 'b@', 'x@y', 'nobody'],
      doubled: 1,
    });
  });

  test('quotes and brackets that are never closed separate nothing', () =>
    expect(keysOf('"a@x.org, b@x.org <c@x.org d@x.org\ne@x.org" f@x.org')).toEqual(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@x.org`),
    ));

  test('any addresses come out of any separators, and no text is too strange to read', () => {
    const address = fc.integer({ min: 0, max: 999 }).map((n) => `person${n}@x.org`);
    const separator = fc.constantFrom(',', ';', ' ', '\t', '\n', '\r\n', ', ', ' ; ', ',,', '\u00a0');
    fc.assert(
      fc.property(fc.array(fc.tuple(address, separator)), (parts) => {
        const keys = keysOf(parts.flat().join(''));
        expect(keys).toEqual([...new Set(parts.map(([one]) => one))]);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { entries, invalid } = readEntries(text);
        for (const { address, key } of entries) expect(canonicalAddress(address)).toBe(key);
        for (const word of invalid) expect(word).toMatch(/\S/);
      }),
    );
  });

  test.each([
    '<'.repeat(200_000),
    '"'.repeat(200_001),
    `${'?'.repeat(200_000)}@`,
    `${'a@x.org '.repeat(50_000)}`,
    ','.repeat(500_000),
  ])(
    'a long text is read in the time that its length needs (%#)',
    // A reader that takes the square of it would exceed the time limit of a test.
    (text) => expect(readEntries(text).entries.length).toBeLessThan(2),
  );

  test.each([
    ['Ines', ['Ines', '']],
    ['  Ines   Carvalho ', ['Ines', 'Carvalho']],
    ['Carvalho, Ines Maria', ['Ines Maria', 'Carvalho']],
    ['Carvalho,', ['Carvalho', '']],
    ['', ['', '']],
  ])('the name %j is %j', (typed, split) => expect(splitName(typed)).toEqual(split));
});

describe('lists from files', () => {
  const people = [
    ['E-Mail', 'First name', 'Surname'],
    ['ines@x.org', 'Ines', 'Carvalho'],
    ['', 'Nobody', ''],
    ['INES@x.org', '', ''],
    ['not an address', '', ''],
  ];

  test('a list with "email" in its first header cell is read with its names', () => {
    const columns = columnsOf(people);
    expect(columns).toMatchObject({ email: 0, suggested: null, firstName: 1, lastName: 2 });
    expect(readList(people, columns, 0)).toEqual({
      entries: [{ address: 'ines@x.org', key: 'ines@x.org', firstName: 'Ines', lastName: 'Carvalho' }],
      invalid: ['not an address'],
      doubled: 1,
    });
  });

  test.each([
    'email',
    'Email address',
    'E-MAIL',
    'e\u2011mail',
    'Ｅｍａｉｌ',
    ' e_mail ',
    '\ufeffEmail',
    'Work e mail',
  ])('the first header cell %j names the addresses', (header) =>
    expect(columnsOf([[header], ['a@x.org']]).email).toBe(0),
  );

  test('a list that names its addresses in another column says in which', () => {
    const rows = [
      ['Name', 'Company', 'E-mail'],
      ['Ines Carvalho', 'Moot', 'ines@x.org'],
    ];
    const columns = columnsOf(rows);
    expect(columns).toMatchObject({ email: null, suggested: { at: 2, header: 'E-mail' }, name: 0 });
    expect(readList(rows, columns, 2).entries).toMatchObject([{ firstName: 'Ines', lastName: 'Carvalho' }]);
  });

  test('a list without a header suggests the column with the most addresses, and its first row counts', () => {
    const rows = [
      ['Ines', 'ines@x.org'],
      ['Bo', 'bo@x.org'],
    ];
    expect(columnsOf(rows)).toMatchObject({ email: null, suggested: { at: 1, header: 'ines@x.org' } });
    expect(readList(rows, columnsOf(rows), 1).entries).toHaveLength(2);
    expect(columnsOf([['a'], ['b']])).toMatchObject({ email: null, suggested: null });
    expect(columnsOf([])).toMatchObject({ email: null, suggested: null });
  });
});
