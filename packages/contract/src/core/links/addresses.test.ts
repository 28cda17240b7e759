import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LinkAddress, LinkFields, OptionalAddress, OutsideAddress } from './address-schema.ts';
import { fromPunycode, hostShown, readLinkAddress, readWebAddress } from './addresses.ts';

declare const URL: new (address: string) => Record<'href' | 'protocol' | 'hostname' | 'username' | 'password', string>;

describe('web addresses', () => {
  test.each([
    ['example.org', 'https://example.org/'],
    ['  example.org/a?b=c#d ', 'https://example.org/a?b=c#d'],
    ['HTTP://Example.ORG:80/x', 'http://example.org/x'],
    ['example.org:8443/x', 'https://example.org:8443/x'],
    ['localhost:3000', 'https://localhost:3000/'],
    ['https://[2001:db8::1]/', 'https://[2001:db8::1]/'],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
    ['example.org/@someone', 'https://example.org/@someone'],
  ])('%s is read as %s', (typed, stored) => {
    expect(readWebAddress(typed)).toBe(stored);
  });

  test.each([
    ['nothing', ''],
    ['a word', 'kiln'],
    ['a script', 'javascript:alert(1)'],
    ['a script with slashes', 'javascript://example.org/%0aalert(1)'],
    ['data', 'data:text/html,<script>'],
    ['a file', 'file:///etc/passwd'],
    ['an email address', 'me@example.org'],
    ['mailto', 'mailto:me@example.org'],
    ['a user', 'https://me@example.org'],
    ['a user and a password', 'https://me:secret@example.org'],
    ['a user without a name', 'https://@example.org'],
    ['a host that is a user', 'https://example.org@evil.example'],
    ['no scheme', '//example.org'],
    ['a path', '/settings'],
    ['three slashes', 'https:///example.org'],
    ['one slash', 'https:/example.org'],
    ['a backslash', 'https:\\\\example.org'],
    ['a backslash in the path', 'https://example.org\\@evil.example'],
    ['a line break', 'https://exam\nple.org'],
    ['a tab', 'java\tscript:alert(1)'],
    ['a zero', 'https://example.org/\u0000'],
    ['a mark that turns text around', 'https://example.org/\u202egpj.exe'],
    ['a mark that shows nothing', 'https://exam\u200bple.org'],
    ['spaces inside', 'https://example.org/a b'],
    ['a host that is none', 'https://exa_mple..org'],
    ['too long', `https://example.org/${'a'.repeat(2000)}`],
    ['too long once it is read', `https://example.org/${'ä'.repeat(500)}`],
  ])('%s is none', (_, typed) => {
    expect(readWebAddress(typed)).toBeNull();
  });

  test('whatever is typed, what is stored leads to http or https, names no user, hides nothing, and is read as itself', () => {
    const typed = fc.oneof(
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.string({ unit: 'binary' }),
      fc
        .tuple(
          fc.constantFrom('http://', 'https://', 'HTTPS:', '//', 'javascript:', 'mailto:', ''),
          fc.array(
            fc.constantFrom(
              'a',
              'example.org',
              '@',
              ':',
              '/',
              '\\',
              '?',
              '#',
              '%00',
              '\u202e',
              '\t',
              '.',
              'ü',
              '[',
              '1',
            ),
          ),
        )
        .map(([scheme, parts]) => scheme + parts.join('')),
    );
    fc.assert(
      fc.property(typed, (raw) => {
        const stored = readWebAddress(raw);
        if (stored === null) return;
        const url = new URL(stored);
        expect(['http:', 'https:']).toContain(url.protocol);
        expect(url.username + url.password).toBe('');
        expect(stored).toMatch(/^[\x21-\x7e]+$/);
        expect(stored).not.toContain('\\');
        expect(raw.trim()).not.toMatch(/[\p{Cf}\\]/u);
        expect(readWebAddress(stored)).toBe(stored);
        expect(new URL(stored).href).toBe(stored);
      }),
      { numRuns: 2000 },
    );
  });

  test('every plain web address is one', () => {
    fc.assert(fc.property(fc.webUrl(), (url) => readWebAddress(url) !== null));
  });
});

describe('addresses of a link', () => {
  test.each([
    ['me@example.org', 'mailto:me@example.org'],
    [' MAILTO:Me@Example.org ', 'mailto:Me@example.org'],
    ['me@bücher.example', 'mailto:me@xn--bcher-kva.example'],
    ['example.org', 'https://example.org/'],
  ])('%s is read as %s', (typed, stored) => {
    expect(readLinkAddress(typed)).toBe(stored);
    expect(readLinkAddress(stored)).toBe(stored);
  });

  test.each([
    'mailto:',
    'mailto:me',
    'mailto:me@example',
    'mailto:me@example.org?bcc=all@example.org',
    'mailto:me%0abcc@example.org',
    'mailto:a@b.org,c@d.org',
    'mailto:me\u202e@example.org',
    'javascript:me@example.org',
    'tel:+441234',
    '//me@example.org',
  ])('%s is none', (typed) => {
    expect(readLinkAddress(typed)).toBeNull();
  });
});

describe('the host that is shown', () => {
  test.each([
    ['https://www.example.org/x', 'example.org'],
    ['https://xn--bcher-kva.example/', 'bücher.example'],
    ['https://xn--e1afmkfd.xn--p1ai/', 'пример.рф'],
    ['https://xn--r8jz45g.jp/', '例え.jp'],
    ['mailto:me@example.org', 'me@example.org'],
    ['https://[2001:db8::1]/', '[2001:db8::1]'],
  ])('of %s is %s', (address, host) => {
    expect(hostShown(address)).toBe(host);
  });

  test.each([
    ['Cyrillic letters that look like Latin ones', 'https://аррӏе.com'],
    ['one Cyrillic letter', 'https://pаypal.com'],
    ['a Greek letter', 'https://gοogle.com'],
    ['two scripts in two labels', 'https://пример.ελ'],
  ])('with %s stays in punycode', (_, typed) => {
    const address = readWebAddress(typed) ?? '';
    expect(hostShown(address)).toBe(new URL(address).hostname);
    expect(hostShown(address)).toContain('xn--');
  });

  test('labels in punycode are read as what they are written from', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'abcz09-éüßñøжщпрфελ例えテスト한국العربية'),
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(letters, (label) => {
        const address = readWebAddress(`https://${label}.example`);
        const ascii = address === null ? '' : (new URL(address).hostname.split('.')[0] ?? '');
        if (!ascii.startsWith('xn--')) return;
        const letters = fromPunycode(ascii.slice(4)) ?? '';
        expect(letters).toMatch(/[^\x20-\x7e]/);
        expect(readWebAddress(`https://${letters}.example`)).toBe(address);
      }),
    );
    expect(fromPunycode('!')).toBeNull();
    expect(fromPunycode('a-99999999999')).toBeNull();
  });
});

test('fields say what the specification says', () => {
  const said = (schema: typeof OutsideAddress | typeof LinkAddress | typeof OptionalAddress, typed: string) =>
    schema.safeParse(typed).error?.issues.map(({ message }) => message);
  expect(said(OutsideAddress, ' ')).toEqual(['This field is required.']);
  expect(said(OutsideAddress, 'kiln')).toEqual(['Please enter valid URL.']);
  expect(said(OptionalAddress, 'kiln')).toEqual(['Please enter valid URL.']);
  expect(OptionalAddress.parse(' ')).toBe('');
  expect(said(LinkAddress, '')).toEqual(['This field is required.']);
  expect(said(LinkAddress, 'kiln')).toEqual(['Please enter valid URL or email.']);
  expect(LinkFields.parse({ text: ' Kiln ', link: 'kiln.example' })).toEqual({
    text: 'Kiln',
    link: 'https://kiln.example/',
  });
});
