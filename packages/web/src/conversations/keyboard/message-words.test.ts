import type { AuthorView } from '@folkmoot/contract/conversations/schema.ts';
import { expect, test } from 'vitest';
import { messageView } from '../../../test/conversations.ts';
import { listItems } from '../timeline/list-items.ts';
import { linesBefore, messageWords, pendingWords, timeOfDay } from './message-words.ts';

const at = '2026-01-05T10:00:00.000Z';
const GWEN: AuthorView = {
  id: messageView().authorId ?? '',
  firstName: 'Gwen',
  lastName: 'Pritchard',
  username: 'gwen',
  imageUrl: null,
  roleName: null,
};
const people = new Map([[GWEN.id, GWEN]]);
const words = (fields: Parameters<typeof messageView>[0]) =>
  messageWords(messageView({ createdAt: at, ...fields }), people);

test('messages: a message says its author, its words without marks and with names, its time, and what is under it', () => {
  expect(words({ text: 'It was the **relay**' })).toBe(`Gwen Pritchard: It was the relay. ${timeOfDay(at)}.`);
  expect(
    words({
      text: 'Thanks @gwen!',
      authorId: null,
      editedAt: at,
      pinnedAt: at,
      replyTo: { messageId: 'm', seq: 1, authorId: GWEN.id, text: 'Kiln?', attachments: 0 } as never,
      reactions: [
        { emoji: '👍', count: 3, mine: true },
        { emoji: '🔥', count: 1, mine: false },
      ],
      thread: { count: 2 } as never,
    }),
  ).toBe(
    `Deleted member, in reply to Gwen Pritchard: Thanks @Gwen Pritchard! ${timeOfDay(at)}, edited, pinned. Reactions: 👍 3 with yours, 🔥 1. 2 replies.`,
  );
});

test('messages: a message says its files, and why it cannot be read', () => {
  const file = { alt: '', fileName: 'plan.pdf' } as never;
  const picture = { alt: 'The kiln, open', fileName: 'IMG_1.jpg' } as never;
  expect(words({ text: '', attachments: [file, picture] })).toContain('Pritchard: plan.pdf, The kiln, open.');
  expect(words({ text: '', deletedAt: at })).toContain('This message was deleted.');
  expect(messageWords(messageView({ deletedAt: at }), people, 10)).toContain('10 messages were deleted.');
  expect(words({ text: '', hidden: true })).toContain('You have blocked this person.');
});

test('messages: the first message of a day, and the first that is new, say so', () => {
  const messages = [1, 2, 3].map((seq) => messageView({ seq, createdAt: at }));
  const view = { messages, pending: [], hasBefore: true, hasAfter: false, me: 'me' };
  const lines = (unreadAfter: number | null) => {
    const rows = listItems({ ...view, unreadAfter });
    return rows.flatMap(({ kind }, index) => (kind === 'message' ? [linesBefore(rows, index, new Date(at))] : []));
  };
  expect(lines(1)).toEqual(['Today.', 'New messages.', '']);
  expect(lines(0)).toEqual(['Today. New messages.', '', '']);
});

test('messages: a message that is not sent says so, and why', () => {
  const pending = { text: 'On my _way_', attachments: [], waitsFor: [], failed: 'Join this channel to write in it.' };
  expect(pendingWords(pending as never, people)).toBe(
    'Your unsent message: On my way. Join this channel to write in it.',
  );
});
