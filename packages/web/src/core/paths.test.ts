import { describe, expect, test } from 'vitest';
import { inviteCodeIn, safeNext } from './paths.ts';

const ORIGIN = 'https://folk.example';

describe('return addresses', () => {
  test.each(['/', '/invite/abc', '/guild/channels?view=mine#top', '/channel/019a'])(
    'a return address can be %s',
    (next) => {
      expect(safeNext(next, ORIGIN)).toBe(next);
    },
  );

  test.each([
    undefined,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '/\tevil',
    '/..//evil.example/x',
    '/sign-in',
    '/sign-up?next=/x',
    '/logout',
    '/logout/',
    '/LOGOUT',
    '/%6Cogout',
    '/%2Flogout',
    '/second-step',
    'https://evil.example/x',
    '//evil.example/x',
    '/\\evil.example/x',
    '/a\\b',
    'guild',
    '/%E0%A4%A',
  ])('a return address cannot be %j', (next) => expect(safeNext(next, ORIGIN)).toBe('/'));
});

test('a return address can contain an invitation', () => {
  expect(inviteCodeIn('/invite/a%2Fb?x=1')).toBe('a/b');
  expect(inviteCodeIn('/invite/%E0%A4%A')).toBeUndefined();
  expect(inviteCodeIn('/channel/x')).toBeUndefined();
});
