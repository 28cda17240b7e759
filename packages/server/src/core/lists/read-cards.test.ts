import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readList } from './read-list.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const western = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

const read = (bytes: Uint8Array<ArrayBuffer>) => {
  const result = readList(bytes);
  if (!('reading' in result)) throw new Error(result.problem);
  return result.reading;
};
const people = (bytes: Uint8Array<ArrayBuffer>) =>
  read(bytes).entered.entries.map((one) => [one.address, one.firstName, one.lastName]);
const card = (version: string, ...lines: string[]) =>
  ['BEGIN:VCARD', `VERSION:${version}`, ...lines, 'END:VCARD', ''].join('\r\n');

/** Text as quoted-printable, without ends of lines. */
const quoted = (text: string) =>
  [...utf8(text)]
    .map((byte) =>
      /[\w .,-]/.test(String.fromCharCode(byte)) && byte < 127
        ? String.fromCharCode(byte)
        : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('');

/** Soft ends of lines, never within a sign. */
const soft = (text: string, width: number) =>
  (text.match(new RegExp(`(?:=[0-9A-F]{2}|[^=]){1,${width}}`, 'g')) ?? []).join('=\r\n');

describe('one person on a card', () => {
  const ZOE = ['zoe@post.example', 'Zoë', 'Ålund'];
  const CASES: Record<string, Uint8Array<ArrayBuffer>> = {
    '2.1 in quoted-printable UTF-8': utf8(
      card('2.1', 'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=85lund;Zo=C3=AB;;;', 'EMAIL;HOME:zoe@post.example'),
    ),
    '2.1 in quoted-printable of Windows': utf8(
      card('2.1', 'N;ENCODING=QUOTED-PRINTABLE;CHARSET=windows-1252:=C5lund;Zo=EB', 'EMAIL;INTERNET:zoe@post.example'),
    ),
    '2.1 without naming its encoding': utf8(
      card('2.1', 'N;QUOTED-PRINTABLE:=C5lund;Zo=EB;;;', 'EMAIL;PREF;INTERNET:zoe@post.example'),
    ),
    '2.1 with an encoding that does not exist': utf8(
      card('2.1', 'N;QUOTED-PRINTABLE;CHARSET=X-NONE:=C3=85lund;Zo=C3=AB;;;', 'EMAIL:zoe@post.example'),
    ),
    '2.1 in bytes of Windows': western(card('2.1', 'N:\u00c5lund;Zo\u00eb;;;', 'EMAIL;INTERNET:zoe@post.example')),
    '2.1 with a name over several lines': utf8(
      card('2.1', 'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Zo=\r\n=C3=\r\n=AB =C3=85lund', 'EMAIL:zoe@post.example'),
    ),
    '3.0': utf8(card('3.0', 'N:Ålund;Zoë;;;', 'FN:Dr. Zoë Ålund', 'EMAIL;TYPE=INTERNET,HOME:zoe@post.example')),
    '3.0 with a group and a folded line': utf8(
      card(
        '3.0',
        'FN:Zoë Ålu\r\n nd',
        'item1.EMAIL;type=INTERNET:zoe@po\r\n st.example',
        'item1.X-ABLabel:_$!<Other>!$_',
      ),
    ),
    '3.0 with a mark, lower case and single line ends': utf8(
      `\ufeff${card('3.0', 'n:Ålund;Zoë', 'email:zoe@post.example').replaceAll('\r\n', '\n').replace('BEGIN:VCARD', 'begin:vcard')}`,
    ),
    '4.0': utf8(card('4.0', 'FN:Zoë Ålund', 'N:Ålund;Zoë;;;', 'EMAIL;PREF=1:zoe@post.example')),
    '4.0 with a quoted parameter': utf8(
      card('4.0', 'FN:Zoë Ålund', 'EMAIL;X-LABEL="a;b:c";TYPE="work,home":zoe@post.example'),
    ),
    '4.0 with the name alone, and a link': utf8(card('4.0', 'FN:Zoë Ålund', 'EMAIL;VALUE=uri:mailto:zoe@post.example')),
  };
  test.each(Object.entries(CASES))('%s', (_, bytes) => {
    expect(people(bytes)).toEqual([ZOE]);
  });

  test('signs that mean something in a card are part of a name', () => {
    const names = ['N:Smith\\, Jr.;Ann\\; the first;;;', 'N:O\\\\Hara;A\\,B;;;'];
    expect(people(utf8(names.map((line, n) => card('3.0', line, `EMAIL:p${n}@post.example`)).join('')))).toEqual([
      ['p0@post.example', 'Ann; the first', 'Smith, Jr.'],
      ['p1@post.example', 'A,B', 'O\\Hara'],
    ]);
    const old = card('2.1', 'N;ENCODING=QUOTED-PRINTABLE:Smith, Jr.;Ann=3B the first;;;', 'EMAIL:p@post.example');
    expect(people(utf8(old))).toEqual([['p@post.example', 'Ann; the first', 'Smith, Jr.']]);
  });
});

describe('several addresses', () => {
  test.each([
    ['the first', '3.0', ['EMAIL:a@post.example', 'EMAIL:b@post.example'], 'a@post.example'],
    ['a preferred one of 2.1', '2.1', ['EMAIL:a@post.example', 'EMAIL;PREF:b@post.example'], 'b@post.example'],
    [
      'a preferred one of 3.0',
      '3.0',
      ['EMAIL:a@post.example', 'EMAIL;TYPE=work,Pref:b@post.example'],
      'b@post.example',
    ],
    [
      'a preferred one with a group',
      '3.0',
      ['EMAIL:a@post.example', 'item2.EMAIL;type=pref:b@post.example'],
      'b@post.example',
    ],
    [
      'the most preferred one of 4.0',
      '4.0',
      ['EMAIL;PREF=50:a@post.example', 'EMAIL;PREF=2:b@post.example'],
      'b@post.example',
    ],
    ['one that is an address', '3.0', ['EMAIL;TYPE=PREF:nobody', 'EMAIL:b@post.example'], 'b@post.example'],
  ])('%s is taken', (_, version, lines, expected) => {
    const reading = read(utf8(card(version, 'FN:Ann', ...lines)));
    expect(reading.entered.entries.map(({ address }) => address)).toEqual([expected]);
    expect([reading.entered.invalid, reading.cards]).toEqual([[], { others: 1, without: 0 }]);
  });

  test('cards without one, with none that is an address, and of the same person again are told apart', () => {
    const bytes = utf8(
      [
        card('3.0', 'FN:Ann', 'EMAIL:ann@post.example'),
        card('4.0', 'FN:Ann again', 'EMAIL:ANN@post.example'),
        card('3.0', 'FN:No address', 'TEL:1'),
        card('2.1', 'N:Wrong', 'EMAIL:nobody'),
        card('4.0', 'KIND:group', 'FN:A group', 'MEMBER:urn:uuid:1'),
      ].join(''),
    );
    const { entered, cards } = read(bytes);
    expect(entered.entries).toHaveLength(1);
    expect([entered.doubled, entered.invalid, cards]).toEqual([1, ['nobody'], { others: 0, without: 2 }]);
  });
});

test('photos, cards within cards and lines that are none do no harm', () => {
  const photo = `PHOTO;ENCODING=BASE64;TYPE=JPEG:${'A'.repeat(70)}\r\n ${'EMAIL:x@post.example'}\r\n\r\n`;
  const bytes = utf8(
    [
      card(
        '2.1',
        photo,
        'N:Lund;Ann',
        'AGENT:',
        'BEGIN:VCARD',
        'EMAIL:agent@post.example',
        'END:VCARD',
        'EMAIL:a@post.example',
      ),
      card('3.0', 'nonsense', 'FN:Bo', 'EMAIL;TYPE="open:b@post.example', 'EMAIL:bo@post.example'),
      'BEGIN:VCARD\r\nEMAIL:cut@post.example',
    ].join(''),
  );
  expect(people(bytes).map(([address]) => address)).toEqual(['a@post.example', 'bo@post.example']);
});

test('of more cards than are read, the first 50,000 are, and it is said', () => {
  const text = Array.from({ length: 50_001 }, (_, n) => card('3.0', `FN:P${n}`, `EMAIL:p${n}@x.example`)).join('');
  const { entered, more } = read(utf8(text));
  expect([entered.entries.length, more]).toEqual([50_000, true]);
});

test('whatever names are on cards of any version, they come back', () => {
  const name = fc
    .stringMatching(/^[A-Za-zÀ-ÿ;,\\:="'()<>. łßя漢-]{1,30}$/u)
    .map((text) => text.replace(/\s+/g, ' ').trim())
    // The library takes a backslash before the end of a part for the mark of what follows.
    .filter((text) => text !== '' && !text.endsWith('\\'));
  const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&');
  const folded = (line: string, at: number) =>
    [...line].length > at ? `${[...line].slice(0, at).join('')}\r\n ${[...line].slice(at).join('')}` : line;
  fc.assert(
    fc.property(
      name,
      name,
      fc.constantFrom('2.1', '3.0', '4.0'),
      fc.integer({ min: 4, max: 40 }),
      (first, last, version, width) => {
        const names =
          version === '2.1'
            ? `N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:${soft(`${quoted(last)};${quoted(first)}`, width)}`
            : folded(`N:${escaped(last)};${escaped(first)};;;`, width);
        expect(people(utf8(card(version, names, 'EMAIL:p@post.example')))).toEqual([['p@post.example', first, last]]);
      },
    ),
  );
});
