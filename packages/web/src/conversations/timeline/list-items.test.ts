import type { MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { expect, test } from 'vitest';
import { dayLabel, listItems } from './list-items.ts';

const at = (day: number, hour: number, minute = 0) => new Date(2026, 4, day, hour, minute).toISOString();
const message = (seq: number, authorId: string, createdAt: string): MessageView => ({
  id: `m${seq}`,
  conversationId: 'c',
  seq,
  version: seq,
  authorId,
  text: '',
  mentions: [],
  mentionsAll: false,
  attachments: [],

  replyTo: null,
  thread: null,
  copyOf: null,
  pinnedAt: null,
  hidden: false,
  reactions: [],
  createdAt,
  editedAt: null,
  deletedAt: null,
});
const base = { pending: [], hasBefore: false, hasAfter: false, unreadAfter: null, me: 'me' };
const kinds = (rows: ReturnType<typeof listItems>) =>
  rows.map((row) =>
    row.kind === 'message' || row.kind === 'pending' ? `${row.kind}${row.continues ? '+' : ''}` : row.kind,
  );

test('messages of one person within five minutes are grouped, and a new day or person starts a new group', () => {
  const messages = [
    message(1, 'a', at(13, 9)),
    message(2, 'a', at(13, 9, 4)),
    message(3, 'a', at(13, 9, 10)),
    message(4, 'b', at(13, 9, 11)),
    message(5, 'b', at(14, 9)),
  ];
  expect(kinds(listItems({ ...base, messages }))).toEqual([
    'start',
    'day',
    'message',
    'message+',
    'message',
    'message',
    'day',
    'message',
  ]);
});

test('the line for new messages is drawn once, above the first new message of another person', () => {
  const messages = [
    message(1, 'a', at(13, 9)),
    message(2, 'me', at(13, 9, 1)),
    message(3, 'a', at(13, 9, 2)),
    message(4, 'a', at(13, 9, 3)),
  ];
  expect(kinds(listItems({ ...base, hasBefore: true, messages, unreadAfter: 1 }))).toEqual([
    'day',
    'message',
    'message',
    'unread',
    'message',
    'message+',
  ]);
});

test('unsent messages are at the end, and only if the end is shown', () => {
  const messages = [message(1, 'me', at(13, 9))];
  const pending = [
    {
      clientId: 'p',
      text: 'x',
      at: at(13, 9, 1),
      failed: null,
      replyTo: null,
      attachments: [],
      waitsFor: [],
      alsoToChannel: false,
    },
  ];
  expect(kinds(listItems({ ...base, messages, pending }))).toEqual(['start', 'day', 'message', 'pending+']);
  expect(kinds(listItems({ ...base, messages, pending, hasAfter: true }))).toEqual(['start', 'day', 'message']);
});

test('dates are named today and yesterday, and with their year if it is another', () => {
  const now = new Date(2026, 4, 14, 0, 30);
  expect(dayLabel(at(14, 0), now)).toBe('Today');
  expect(dayLabel(at(13, 23, 59), now)).toBe('Yesterday');
  expect(dayLabel(new Date(2025, 11, 31).toISOString(), now)).toContain('2025');
});
