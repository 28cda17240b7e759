import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalAddress, emailAddress } from './email.ts';

test.each([
  ['ines@alderwick.example', 'ines@alderwick.example'],
  ['  Ines.Carvalho+Moot@Alderwick.Example ', 'ines.carvalho+moot@alderwick.example'],
  ['a&b@x.org', 'a&b@x.org'],
  ["o'neill!#$%*/=?^_`{|}~@x.org", "o'neill!#$%*/=?^_`{|}~@x.org"],
  ['MÜLLER@x.de', 'müller@x.de'],
  ['mu\u0308ller@x.de', 'müller@x.de'],
  ['info@Bücher.example', 'info@xn--bcher-kva.example'],
  ['info@xn--bcher-kva.example', 'info@xn--bcher-kva.example'],
  ['почта@пример.рф', 'почта@xn--e1afmkfd.xn--p1ai'],
  ['用户@例子。中国', '用户@xn--fsqu00a.xn--fiqs8s'],
  [`${'a'.repeat(64)}@x.org`, `${'a'.repeat(64)}@x.org`],
])('the email address %j is stored as %j', (typed, stored) => expect(canonicalAddress(typed)).toBe(stored));

test.each([
  [
    '',
    'plain',
    '@x.org',
    'a@',
    'a@x',
    'a@@x.org',
    'a b@x.org',
    'a@x .org',
    'a,b@x.org',
    'a@x..org',
    'a@.org',
    'a@x.org.',
  ],
  [
    'a..b@x.org',
    '.a@x.org',
    'a.@x.org',
    '-a@x.org',
    'a@-x.org',
    'a@x-.org',
    'a@x.1',
    'a@127.0.0.1',
    'a@0x7f.1',
    'a@[::1]',
  ],
  [
    '"a b"@x.org',
    'a@x_y.org',
    'a@x.org/',
    'a@x.org:25',
    'a@x.org?b',
    'a@x.org#b',
    'a@b@',
    'a\n@x.org',
    'a@x\u0000.org',
  ],
  ['Ines <a@x.org>', 'a@x\u200b.org', 'a\u202e@x.org', `${'a'.repeat(65)}@x.org`, `a@${'b'.repeat(64)}.org`],
  [`${'ü'.repeat(33)}@x.org`, `a@${`${'b'.repeat(60)}.`.repeat(5)}org`],
])('%j and its like are no email addresses', (...wrong) => {
  for (const typed of wrong) expect([typed, canonicalAddress(typed)]).toEqual([typed, null]);
});

test('the stored form of an email address is its own stored form, and has no second @', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.emailAddress(),
        fc.string(),
        fc.tuple(fc.string(), fc.domain()).map((parts) => parts.join('@')),
      ),
      (typed) => {
        const stored = canonicalAddress(typed);
        if (stored === null) return;
        expect(canonicalAddress(stored)).toBe(stored);
        expect(stored).toMatch(/^[^@\s<>,;"]+@[a-z0-9.-]+$/u);
        expect(stored).toBe(stored.toLowerCase());
      },
    ),
  );
});

test('a field for an email address says what is wrong with it', () => {
  expect(emailAddress('Not valid.').safeParse('x').error?.issues[0]?.message).toBe('Not valid.');
  expect(emailAddress('Not valid.').safeParse(7).success).toBe(false);
  expect(emailAddress('Not valid.').parse(' A@X.org')).toBe('a@x.org');
});
