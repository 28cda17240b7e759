import { describe, expect, test } from 'vitest';
import { inviteCodeIn, safeNext } from './paths.ts';

const ORIGIN = 'https://folk.example';

describe('safeNext', () => {
  test.each(['/', '/invite/abc', '/guild/channels?view=mine#top', '/channel/019a'])('%s is a way back', (next) => {
    expect(safeNext(next, ORIGIN)).toBe(next);
  });

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
    '/second-step',
  ])('%j is not', (next) => {
    const path = safeNext(next, ORIGIN);
    expect(new URL(path, ORIGIN).origin).toBe(ORIGIN);
    expect(['/', '/evil.example/x']).toContain(path.replace(/^\/+/, '/'));
  });

  test('a path never begins with two slashes', () => {
    expect(safeNext('/..//evil.example/x', ORIGIN).startsWith('//')).toBe(false);
  });
});

test('the invitation in a way back', () => {
  expect(inviteCodeIn('/invite/a%2Fb?x=1')).toBe('a/b');
  expect(inviteCodeIn('/invite/%E0%A4%A')).toBeUndefined();
  expect(inviteCodeIn('/channel/x')).toBeUndefined();
});
