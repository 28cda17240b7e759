import { expect, test } from 'vitest';
import { accordion } from '../../../test/home.ts';
import { compare, isSame, resolved } from './merge.ts';

const [one, two, three] = [accordion('One'), accordion('Two'), accordion('Three')];
const base = [one, two, three];
const renamed = (section: typeof one, title: string) => ({ ...section, title });
const titles = (page: { title: string }[]) => page.map(({ title }) => title);

test('merging: what only one of the two changed stays, and what both changed is chosen', () => {
  const mine = [renamed(one, 'One, mine'), two, renamed(three, 'Three, mine')];
  const theirs = [renamed(one, 'One, theirs'), renamed(two, 'Two, theirs'), three];
  const entries = compare(base, mine, theirs);
  expect(entries.map(({ changed }) => changed)).toEqual(['both', 'them', 'me']);
  expect(titles(resolved(entries, new Map()))).toEqual(['One, mine', 'Two, theirs', 'Three, mine']);
  expect(titles(resolved(entries, new Map([[one.clientId, 'theirs']])))).toEqual([
    'One, theirs',
    'Two, theirs',
    'Three, mine',
  ]);
});

test('merging: what one of the two added is there, and what one deleted is gone unless the other changed it', () => {
  const [mineNew, theirNew] = [accordion('Mine'), accordion('Theirs')];
  const entries = compare(base, [one, mineNew, three], [renamed(one, 'One!'), two, theirNew]);
  expect(titles(resolved(entries, new Map()))).toEqual(['One!', 'Mine', 'Theirs']);
  const both = compare(base, [one, three], [one, renamed(two, 'Two!'), three]);
  expect(both.find(({ clientId }) => clientId === two.clientId)?.changed).toBe('both');
  expect(titles(resolved(both, new Map()))).toEqual(['One', 'Three']);
  expect(titles(resolved(both, new Map([[two.clientId, 'theirs']])))).toEqual(['One', 'Two!', 'Three']);
});

test('merging: the order is that of the one who moved something', () => {
  expect(titles(resolved(compare(base, [three, one, two], base), new Map()))).toEqual(['Three', 'One', 'Two']);
  expect(titles(resolved(compare(base, base, [two, one, three]), new Map()))).toEqual(['Two', 'One', 'Three']);
  const both = compare(base, [three, one, two], [two, one, three]);
  expect(titles(resolved(both, new Map()))).toEqual(['Two', 'One', 'Three']);
});

test('merging: the same change by both is no conflict, whatever order the names come back in', () => {
  const said = renamed(one, 'Same');
  const { title, sectionType, ...rest } = said;
  const shuffled = { sectionType, ...rest, title } as typeof said;
  expect(compare([one], [said], [shuffled])[0]?.changed).toBe('nobody');
  expect(isSame([said], [shuffled])).toBe(true);
  expect(isSame([one, two], [two, one])).toBe(false);
});
