import { expect, test } from 'vitest';
import { readQuery, withoutDefaults } from './browse-query.ts';

test('a browse address without filters shows all channels, most members first', () => {
  expect(readQuery({})).toEqual({ search: '', view: 'all', mode: 'any', sort: 'most' });
});

test('invalid browse filters become the default, and the rest is kept', () => {
  expect(readQuery({ search: 12, view: 'mine', mode: 'loud', sort: null })).toEqual({
    search: '12',
    view: 'mine',
    mode: 'any',
    sort: 'most',
  });
});

test('the browse address leaves out defaults', () => {
  expect(withoutDefaults(readQuery({ view: 'other' }))).toEqual({ view: 'other' });
});
