import { readEntries } from '@folkmoot/contract/core/entry.ts';
import { LIMITS } from '@folkmoot/contract/invitations/schema.ts';
import { expect, test } from 'vitest';
import {
  addList,
  addTyped,
  chipsOf,
  countOf,
  isEmpty,
  isPicked,
  NOBODY,
  noteTotal,
  removeList,
  removeSource,
  removeTyped,
  sizeOf,
  toData,
  togglePerson,
  toggleSource,
} from './selection.ts';

const kiln = { type: 'Event' as const, id: 'kiln', name: 'Kiln opening', total: 3 };
const typed = (text: string, before = NOBODY) => addTyped(before, readEntries(text));
const list = (count: number, name = 'guests.csv') => ({
  name,
  entries: readEntries(Array.from({ length: count }, (_, n) => `p${n}@list.example`).join(' ')).entries,
  invalid: [],
});

test('selection: typed addresses are kept once, and those that were there already are counted', () => {
  const first = typed('Ines <ines@post.example>, kofi@post.example').selection;
  const { selection, doubled } = typed('INES@post.example, mina@post.example', first);
  expect(doubled).toBe(1);
  expect(selection.typed.map(({ address }) => address)).toEqual([
    'ines@post.example',
    'kofi@post.example',
    'mina@post.example',
  ]);
  expect(removeTyped(selection, 'kofi@post.example').typed).toHaveLength(2);
});

test('selection: everybody of a past event but some, or only some, and nobody means that it is not there', () => {
  const all = toggleSource(NOBODY, kiln);
  const [source] = all.sources;
  expect([source && countOf(source), isPicked(source, 'a')]).toEqual([3, true]);
  const without = togglePerson(all, kiln, 'a');
  expect(without.sources.map(countOf)).toEqual([2]);
  expect(isPicked(without.sources[0], 'a')).toBe(false);
  expect(togglePerson(togglePerson(without, kiln, 'b'), kiln, 'c').sources).toEqual([]);
  const one = togglePerson(NOBODY, kiln, 'b');
  expect(one.sources.map(countOf)).toEqual([1]);
  expect([isPicked(one.sources[0], 'b'), isPicked(one.sources[0], 'a')]).toEqual([true, false]);
  // A press on a part of an event clears it, as a second press on the whole does.
  expect(toggleSource(one, kiln).sources).toEqual([]);
  expect(toggleSource(all, kiln).sources).toEqual([]);
  expect(isEmpty(removeSource(all, 'kiln'))).toBe(true);
});

test('selection: the number of an event is known once it was counted, and that is no change', () => {
  const all = toggleSource(NOBODY, { ...kiln, total: null });
  expect(all.sources.map(countOf)).toEqual([undefined]);
  const counted = noteTotal(all, 'kiln', 41);
  expect([counted.sources.map(countOf), counted.version]).toEqual([[41], all.version]);
  expect(noteTotal(counted, 'kiln', 41)).toBe(counted);
});

test('selection: a list is added and removed whole, and one of the same name gets a number', () => {
  const both = addList(addList(NOBODY, list(3)), list(5, 'press.csv'));
  expect([sizeOf(both), addList(both, list(2)).lists.map(({ name }) => name)]).toEqual([
    8,
    ['guests.csv', 'press.csv', 'guests.csv (2)'],
  ]);
  expect(sizeOf(removeList(both, 'press.csv'))).toBe(3);
});

test('selection: long lists travel in parts that a call may have, with names where there are some', () => {
  const { selection } = typed('Ines Carvalho <ines@post.example>');
  const data = toData(toggleSource(addList(selection, list(LIMITS.named + 1)), kiln));
  expect(
    data.map(({ resourceType, resourceData }) => [resourceType, resourceData.map((one) => one.selected?.length)]),
  ).toEqual([
    ['Email', [LIMITS.named, 2]],
    ['Event', [undefined]],
  ]);
  expect(data[0]?.resourceData[0]?.selected?.slice(0, 2)).toEqual([
    { email: 'ines@post.example', firstName: 'Ines', lastName: 'Carvalho' },
    'p0@list.example',
  ]);
  expect(data[1]?.resourceData).toEqual([{ resourceId: 'kiln', selectAll: true, deselected: [] }]);
  const press = { ...kiln, type: 'Group' as const, id: 'press' };
  const both = toData(toggleSource(toggleSource(NOBODY, kiln), press));
  expect(both.map(({ resourceType }) => resourceType)).toEqual(['Group', 'Event']);
  expect(toData(NOBODY)).toEqual([]);
});

test('selection: in few words it names its events and lists, and counts the others', () => {
  const words = (selection = NOBODY) => chipsOf(selection).map(({ name, count }) => `${name} ${count}`.trim());
  expect(words(typed('ines@post.example').selection)).toEqual(['ines@post.example']);
  expect(words(typed('ines@post.example, kofi@post.example').selection)).toEqual(['2 addresses']);
  expect(words(toggleSource(typed('ines@post.example').selection, kiln))).toEqual(['Kiln opening 3', '1 other']);
});
