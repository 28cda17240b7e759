import type { CountView } from '@folkmoot/contract/conversations/schema.ts';
import { expect, test } from 'vitest';
import { isLeftOut, withMembership, withUnread } from './unread-counts.ts';

const count = (more: Partial<CountView> = {}): CountView => ({
  conversationId: 'c',
  parentId: null,
  serverId: 's',
  type: 'channel',
  readSeq: 5,
  unread: 0,
  mentions: 0,
  level: 'all',
  mutedUntil: null,
  version: 10,
  ...more,
});
const news = { conversationId: 'c', version: 11, authorId: 'other', mentions: ['me'], mentionsAll: false };

test('a message counts as unread once, by its version, and your own never does', () => {
  const once = withUnread([count()], news, 'me');
  expect(once[0]).toMatchObject({ unread: 1, mentions: 1, version: 11 });
  expect(withUnread(once, news, 'me')).toBe(once);
  expect(withUnread([count()], { ...news, authorId: 'me' }, 'me')[0]).toMatchObject({ unread: 0, version: 11 });
  expect(withUnread([count()], { ...news, mentions: [], mentionsAll: true }, 'me')[0]).toMatchObject({ mentions: 1 });
});

test('a message of a conversation you are not in changes no count', () => {
  const known = [count()];
  expect(withUnread(known, { ...news, conversationId: 'of-others' }, 'me')).toBe(known);
});

test('a message in a thread that was left out of the counts asks for them again, unless it is your own', () => {
  const hint = { conversationId: 't', parentId: 'c', authorId: 'other' };
  expect(isLeftOut([count()], hint, 'me')).toBe(true);
  expect(isLeftOut([count()], { ...hint, authorId: 'me' }, 'me')).toBe(false);
  expect(isLeftOut([count(), count({ conversationId: 't', parentId: 'c' })], hint, 'me')).toBe(false);
  expect(isLeftOut([count()], { ...hint, conversationId: 'of-others', parentId: null }, 'me')).toBe(false);
});

test('reading replaces the count unless a message has arrived since', () => {
  const membership = { readSeq: 10, unread: 0, mentions: 0, level: 'all' as const, mutedUntil: null, version: 11 };
  const known = [count({ unread: 3, version: 11 })];
  expect(withMembership(known, 'c', membership)).toMatchObject({ counts: [{ unread: 0 }], stale: false });
  expect(withMembership([count({ unread: 3, version: 12 })], 'c', membership)).toMatchObject({
    counts: [{ unread: 3 }],
    stale: true,
  });
  expect(withMembership([], 'c', membership).stale).toBe(true);
});
