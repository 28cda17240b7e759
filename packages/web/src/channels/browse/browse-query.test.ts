import { expect, test } from 'vitest';
import { readQuery, withoutDefaults } from './browse-query.ts';

test('an empty address asks for all channels, most members first', () => {
  expect(readQuery({})).toEqual({ search: '', view: 'all', mode: 'any', sort: 'most' });
});

test('what makes no sense is the default, and the rest is kept', () => {
  expect(readQuery({ search: 12, view: 'mine', mode: 'loud', sort: null })).toEqual({
    search: '12',
    view: 'mine',
    mode: 'any',
    sort: 'most',
  });
});

test('defaults do not stand in the address', () => {
  expect(withoutDefaults(readQuery({ view: 'other' }))).toEqual({ view: 'other' });
});
