import type { SidebarChannel, SidebarView } from '@folkmoot/contract/channels/schema.ts';
import { expect, test } from 'vitest';
import { arrange, neighbour } from './arrange.ts';
import { withMessage } from './live.ts';

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

test('channels without a category come first, also those whose category is not known', () => {
  expect(
    arrange(view, false).map(({ category, channels }) => [category?.name, channels.map(({ id }) => id).join('')]),
  ).toEqual([
    [undefined, 'bc'],
    ['Kilns', 'ad'],
  ]);
  expect(arrange(view, true)).toHaveLength(3);
});

test('Alt+Down goes around, with Shift only to what is unread', () => {
  const groups = arrange(view, false);
  expect(neighbour(groups, 'b', 1, false)?.id).toBe('c');
  expect(neighbour(groups, 'd', 1, false)?.id).toBe('b');
  expect(neighbour(groups, 'b', -1, false)?.id).toBe('d');
  expect(neighbour(groups, undefined, 1, false)?.id).toBe('b');
  expect(neighbour(groups, undefined, -1, false)?.id).toBe('d');
  expect(neighbour(groups, 'b', 1, true)?.id).toBe('d');
  expect(neighbour(groups, 'd', 1, true)?.id).toBe('b');
});

test('a message is counted once, by its version, and never one of one’s own', () => {
  const message = { conversationId: 'of-a', version: 11, authorId: 'you', mentions: ['me'] };
  const once = withMessage(view, message, 'me');
  expect(once.channels[0]).toMatchObject({ unread: 1, mentions: 1, version: 11 });
  expect(withMessage(once, message, 'me').channels[0]).toMatchObject({ unread: 1 });
  expect(withMessage(view, { ...message, authorId: 'me' }, 'me').channels[0]).toMatchObject({ unread: 0, version: 11 });
  expect(withMessage(view, { ...message, conversationId: 'of-other' }, 'me')).toBe(view);
});
