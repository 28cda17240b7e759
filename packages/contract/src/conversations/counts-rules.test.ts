import { expect, test } from 'vitest';
import { isPersonal, titleWith, totalOf } from './counts-rules.ts';
import type { CountView } from './schema.ts';

const now = new Date('2026-05-14T09:00:00Z');
const count = (fields: Partial<CountView>): CountView => ({
  conversationId: 'c',
  parentId: null,
  serverId: 's',
  type: 'channel',
  readSeq: 0,
  unread: 0,
  mentions: 0,
  level: 'all',
  mutedUntil: null,
  version: 0,
  ...fields,
});

test.each([
  ['nothing', [], { unread: 0, mentions: 0 }],
  ['a channel with new messages', [count({ unread: 4 })], { unread: 1, mentions: 0 }],
  ['a channel with a mention', [count({ unread: 4, mentions: 2 })], { unread: 1, mentions: 2 }],
  ['a private conversation', [count({ type: 'one-to-one', unread: 3 })], { unread: 1, mentions: 3 }],
  ['a group with a mention', [count({ type: 'group', unread: 3, mentions: 1 })], { unread: 1, mentions: 3 }],
  ['a thread', [count({ type: 'thread', parentId: 'p', unread: 3, mentions: 1 })], { unread: 1, mentions: 1 }],
  [
    'a muted conversation',
    [count({ type: 'group', unread: 3, mutedUntil: '9999-01-01T00:00:00Z' })],
    { unread: 0, mentions: 0 },
  ],
  [
    'a thread in a muted channel',
    [
      count({ conversationId: 'p', mutedUntil: '9999-01-01T00:00:00Z' }),
      count({ type: 'thread', parentId: 'p', unread: 3, mentions: 1 }),
    ],
    { unread: 0, mentions: 0 },
  ],
  [
    'a thread in a channel at mentions only',
    [
      count({ conversationId: 'p', level: 'mentions' }),
      count({ type: 'thread', parentId: 'p', unread: 3, mentions: 1 }),
    ],
    { unread: 1, mentions: 1 },
  ],
  [
    'a conversation at mentions only, without mentions',
    [count({ unread: 3, level: 'mentions' })],
    { unread: 0, mentions: 0 },
  ],
  ['several', [count({ unread: 1 }), count({ unread: 9, mentions: 1 }), count({})], { unread: 2, mentions: 1 }],
] as const)('the unread total of %s is right', (_, counts, total) => expect(totalOf(counts, now)).toEqual(total));

test.each([
  [{ unread: 0, mentions: 0 }, 'Guild'],
  [{ unread: 5, mentions: 0 }, '• Guild'],
  [{ unread: 5, mentions: 99 }, '(99) Guild'],
  [{ unread: 5, mentions: 100 }, '(99+) Guild'],
])('%j makes the title %j', (total, title) => expect(titleWith(total, 'Guild')).toBe(title));

test('a message to one person alone is personal', () =>
  expect((['channel', 'one-to-one', 'group', 'event-group', 'thread'] as const).filter(isPersonal)).toEqual([
    'one-to-one',
    'group',
  ]));
