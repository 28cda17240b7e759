import type { SidebarChannel, SidebarView } from '@folkmoot/contract/channels/schema.ts';
import { expect, test } from 'vitest';
import { arrange, neighbour, stepFrom, withChannelMoved } from './sidebar-groups.ts';

function channel(id: string, categoryId: string | null, unread = 0): SidebarChannel {
  return {
    id,
    name: id,
    avatar: null,
    mode: 'public',
    type: 'text',
    isDefault: false,
    categoryId,
    conversationId: `of-${id}`,
    version: 10,
    unread,
    mentions: 0,
  };
}

const view: SidebarView = {
  channels: [channel('a', 'k'), channel('b', null, 2), channel('c', 'gone'), channel('d', 'k', 1)],
  categories: [
    { id: 'k', name: 'Kilns' },
    { id: 'e', name: 'Empty' },
  ],
};

test('channels without a category come first, including those whose category is unknown', () => {
  expect(
    arrange(view, false).map(({ category, channels }) => [category?.name, channels.map(({ id }) => id).join('')]),
  ).toEqual([
    [undefined, 'bc'],
    ['Kilns', 'ad'],
  ]);
  expect(arrange(view, true)).toHaveLength(3);
});

test('Alt+Down cycles through the channels, and with Shift only through unread ones', () => {
  const groups = arrange(view, false);
  expect(neighbour(groups, 'b', 1, false)?.id).toBe('c');
  expect(neighbour(groups, 'd', 1, false)?.id).toBe('b');
  expect(neighbour(groups, 'b', -1, false)?.id).toBe('d');
  expect(neighbour(groups, undefined, 1, false)?.id).toBe('b');
  expect(neighbour(groups, undefined, -1, false)?.id).toBe('d');
  expect(neighbour(groups, 'b', 1, true)?.id).toBe('d');
  expect(neighbour(groups, 'd', 1, true)?.id).toBe('b');
});

test('a channel can be moved before another or into another category, and stays if the neighbour is gone', () => {
  const names = (of: SidebarView) =>
    arrange(of, true).map(
      ({ category, channels }) => `${category?.name ?? ''}:${channels.map(({ id }) => id).join('')}`,
    );
  const move = (channelId: string, categoryId: string | null, before: string | null) =>
    names(withChannelMoved(view, { channelId, categoryId, before }));
  expect(move('d', 'k', 'a')).toEqual([':bc', 'Kilns:da', 'Empty:']);
  expect(move('d', 'e', null)).toEqual([':bc', 'Kilns:a', 'Empty:d']);
  expect(move('b', 'k', 'd')).toEqual([':c', 'Kilns:abd', 'Empty:']);
  expect(move('d', 'k', 'b')).toEqual(names(view));
  expect(move('nobody', 'k', null)).toEqual(names(view));
});

test.each([
  ['a', 1, 'c'],
  ['b', 1, null],
  ['c', 1, undefined],
  ['c', -1, 'b'],
  ['a', -1, undefined],
  ['gone', 1, undefined],
] as const)('one step from %s by %i leads to the position before %s', (id, step, before) =>
  expect(stepFrom(['a', 'b', 'c'], id, step)).toBe(before),
);
