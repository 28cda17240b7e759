import type { MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { expect, test } from 'vitest';
import { dayLabel, listItems, shows } from './list-items.ts';

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

test('messages of one person that were deleted one after the other are one row, which all of them lead to', () => {
  const gone = (seq: number, authorId: string, day = 13) => ({
    ...message(seq, authorId, at(day, 9)),
    deletedAt: at(15, 9),
  });
  const answered = { ...gone(5, 'a'), thread: { count: 1, lastAt: at(13, 10), people: [] } };
  const messages = [gone(1, 'a'), gone(2, 'a'), gone(3, 'a'), gone(4, 'b'), answered, gone(6, 'a'), gone(7, 'a', 14)];
  const rows = listItems({ ...base, messages }).filter(({ kind }) => kind === 'message');
  expect(rows.map((row) => row.kind === 'message' && [row.key, row.deleted?.count])).toEqual([
    ['m1', 3],
    ['m4', undefined],
    ['m5', undefined],
    ['m6', undefined],
    ['m7', undefined],
  ]);
  expect(rows.findIndex((row) => shows(row, 3))).toBe(0);
  expect(rows.findIndex((row) => shows(row, 4))).toBe(1);
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

const joins = (at: string, count = 1) => ({ at, count, people: [] as never });

test('who has joined is told between the messages, on its day, and starts a new group', () => {
  const messages = [message(1, 'a', at(13, 9)), message(2, 'a', at(13, 9, 4)), message(3, 'a', at(15, 9))];
  // Newest first, as the server says it.
  const told = [joins(at(15, 10)), joins(at(14, 8)), joins(at(13, 9, 2))];
  const rows = listItems({ ...base, messages, joins: told });
  expect(kinds(rows)).toEqual([
    ...['start', 'day', 'message', 'joins', 'message'],
    ...['day', 'joins', 'day', 'message', 'joins'],
  ]);
});

test('joins are told without a message, and never outside the messages that are loaded', () => {
  expect(kinds(listItems({ ...base, messages: [], joins: [joins(at(13, 9))] }))).toEqual(['start', 'day', 'joins']);
  const messages = [message(7, 'a', at(13, 9)), message(8, 'a', at(13, 10))];
  const told = [joins(at(13, 11)), joins(at(12, 9))];
  expect(kinds(listItems({ ...base, hasBefore: true, hasAfter: true, messages, joins: told }))).toEqual([
    'day',
    'message',
    'message',
  ]);
});

test('a line of joins stays the same row while more join within the hour', () => {
  const keyOf = (minute: number) => listItems({ ...base, messages: [], joins: [joins(at(13, 9, minute))] }).at(-1)?.key;
  expect(keyOf(50)).toBe(keyOf(10));
});
