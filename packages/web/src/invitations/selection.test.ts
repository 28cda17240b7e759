import { readEntries } from '@folkmoot/contract/core/entry.ts';
import { LIMITS } from '@folkmoot/contract/invitations/schema.ts';
import { describe, expect, test } from 'vitest';
import {
  addContacts,
  addList,
  addTyped,
  chipsOf,
  countOf,
  isEmpty,
  isPicked,
  NOBODY,
  noteTotal,
  removeContacts,
  removeList,
  removeSource,
  removeTyped,
  sizeOf,
  toData,
  togglePerson,
  toggleSource,
} from './selection.ts';
import { listFileOf } from './upload-list.ts';
import { createUploads } from './uploads.ts';

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

test('selection: people travel with their names where there are some, groups before past events', () => {
  const { selection } = typed('Ines Carvalho <ines@post.example>, kofi@post.example');
  expect(toData(toggleSource(selection, kiln), selection.typed, ['upload'])).toEqual([
    {
      resourceType: 'Email',
      resourceData: [
        {
          resourceId: 'Email',
          selected: [{ email: 'ines@post.example', firstName: 'Ines', lastName: 'Carvalho' }, 'kofi@post.example'],
        },
        { resourceId: 'upload', selectAll: true },
      ],
    },
    { resourceType: 'Event', resourceData: [{ resourceId: 'kiln', selectAll: true, deselected: [] }] },
  ]);
  const press = { ...kiln, type: 'Group' as const, id: 'press' };
  const both = toData(toggleSource(toggleSource(NOBODY, kiln), press), [], []);
  expect(both.map(({ resourceType }) => resourceType)).toEqual(['Group', 'Event']);
  expect(toData(NOBODY, [], [])).toEqual([]);
});

describe('long lists', () => {
  const MANY = LIMITS.named + 1;
  /** What would be uploaded, by number of people, and what a selection is sent as. */
  const recording = () => {
    const sizes: number[] = [];
    const uploads = createUploads(async (people) => `upload ${sizes.push(people.length)}`);
    const sent = async (selection: typeof NOBODY) =>
      (await uploads.dataOf(selection))[0]?.resourceData.map(({ resourceId, selected }) => [
        resourceId,
        selected?.length,
      ]);
    return { sizes, uploads, sent };
  };

  test('a list of many people is uploaded once, however the selection changes around it', async () => {
    const { sizes, uploads, sent } = recording();
    const long = addList(NOBODY, list(MANY));
    expect(await sent(long)).toEqual([['upload 1', undefined]]);
    const more = addTyped(long, readEntries('ines@post.example')).selection;
    expect(await sent(more)).toEqual([
      ['Email', 1],
      ['upload 1', undefined],
    ]);
    expect(await sent(addList(more, list(MANY, 'other.csv')))).toEqual([
      ['Email', 1],
      ['upload 1', undefined],
      ['upload 2', undefined],
    ]);
    expect(sizes).toEqual([MANY, MANY]);
    uploads.forget();
    await sent(long);
    expect(sizes).toEqual([MANY, MANY, MANY]);
  });

  test('short lists travel with the call, and in one upload if they are many together', async () => {
    const { sizes, sent } = recording();
    const short = addList(NOBODY, list(LIMITS.named));
    expect(await sent(short)).toEqual([['Email', LIMITS.named]]);
    const both = addList(short, list(3, 'press.csv'));
    expect(await sent(both)).toEqual([['upload 1', undefined]]);
    await sent(toggleSource(both, kiln));
    expect(sizes).toEqual([LIMITS.named + 3]);
    // Who was removed is not in what is uploaded.
    await sent(addTyped(removeList(both, 'press.csv'), readEntries('a@post.example, b@post.example')).selection);
    expect(sizes).toEqual([LIMITS.named + 3, LIMITS.named + 2]);
  });

  test('an upload that has failed is tried again', async () => {
    let tries = 0;
    const uploads = createUploads(async () => {
      tries += 1;
      if (tries === 1) throw new Error('away');
      return 'upload';
    });
    const long = addList(NOBODY, list(MANY));
    await expect(uploads.dataOf(long)).rejects.toThrow('away');
    expect(await uploads.dataOf(long)).toHaveLength(1);
  });

  test('a name with quotes and separators arrives as it is', async () => {
    const file = listFileOf([
      { address: 'ann@post.example', key: 'ann@post.example', firstName: 'An"n', lastName: 'A,b' },
    ]);
    expect((await file.text()).split('\n')[1]).toBe('"ann@post.example","An""n","A,b"');
  });
});

test('selection: in few words it names its events and lists, and counts the others', () => {
  const words = (selection = NOBODY) => chipsOf(selection).map(({ name, count }) => `${name} ${count}`.trim());
  expect(words(typed('ines@post.example').selection)).toEqual(['ines@post.example']);
  expect(words(typed('ines@post.example, kofi@post.example').selection)).toEqual(['2 addresses']);
  expect(words(toggleSource(typed('ines@post.example').selection, kiln))).toEqual(['Kiln opening 3', '1 other']);
});

test('selection: contacts are kept once, travel as contacts, and count beside what was typed', () => {
  const { entries } = readEntries('Bea Lindqvist <bea@post.example>, kofi@post.example');
  const chosen = addContacts(typed('ines@post.example').selection, entries);
  expect(addContacts(chosen, entries)).toBe(chosen);
  expect([sizeOf(chosen), isEmpty(chosen)]).toEqual([3, false]);
  expect(chipsOf(chosen).map(({ name, count }) => `${name} ${count}`.trim())).toEqual(['Contacts 2', '1 other']);
  expect(toData(chosen, chosen.typed, [])[1]).toEqual({
    resourceType: 'Contact',
    resourceData: [
      {
        resourceId: 'Contact',
        selected: [{ email: 'bea@post.example', firstName: 'Bea', lastName: 'Lindqvist' }, 'kofi@post.example'],
      },
    ],
  });
  const less = removeContacts(chosen, new Set(['bea@post.example']));
  expect(less.contacts.map(({ key }) => key)).toEqual(['kofi@post.example']);
  expect(isEmpty(removeContacts(addContacts(NOBODY, entries), new Set(entries.map(({ key }) => key))))).toBe(true);
});
