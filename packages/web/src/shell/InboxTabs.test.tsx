import { listCounts } from '@folkmoot/contract/conversations/api.ts';
import type { OriginView } from '@folkmoot/contract/inbox/schema.ts';
import { listSaved, listSavedIds, unsaveMessage } from '@folkmoot/contract/saved/api.ts';
import { listThreads } from '@folkmoot/contract/threads/api.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls, refuse } from '../../test/answers.ts';
import { messageView } from '../../test/conversations.ts';
import { draw, expectAccessible } from '../../test/draw.tsx';
import { SavedTab } from '../saved/SavedTab.tsx';
import { ThreadsTab } from '../threads/ThreadsTab.tsx';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';
const INES = {
  id: '0190a3b4-0000-7000-8000-0000000000a0',
  firstName: 'Ines',
  lastName: 'Carvalho',
  username: 'ines',
  imageUrl: null,
  roleName: null,
};
const origin: OriginView = {
  conversationId: crypto.randomUUID(),
  type: 'thread',
  serverId: crypto.randomUUID(),
  serverName: 'Makers',
  serverLogo: null,
  channelId: crypto.randomUUID(),
  channelName: 'hearth',
  channelAvatar: null,
  parentId: crypto.randomUUID(),
  rootSeq: 4,
  rootText: 'Who has the shed key?',
  title: null,
  coverUrl: null,
};
const membership = { readSeq: 0, unread: 2, mentions: 0, level: 'all' as const, mutedUntil: null, version: 2 };

test('threads: each shows its first message, its newest replies and what is new', async () => {
  answer(listCounts, { data: [] });
  const root = messageView({ authorId: INES.id });
  const reply = messageView({ seq: 2, authorId: INES.id, text: 'On the hook.' });
  const gone = { ...origin, conversationId: crypto.randomUUID() };
  answer(listThreads, {
    data: [
      { origin, root, membership, messages: [reply], lastAt: reply.createdAt },
      {
        origin: gone,
        root: messageView({ text: '', deletedAt: root.createdAt }),
        membership: { ...membership, unread: 0 },
        messages: [],
        lastAt: reply.createdAt,
      },
    ],
    nextCursor: null,
    people: [INES],
  });
  await draw(<ThreadsTab />, { as: ME });
  await expect.element(page.getByText('Who has the shed key?')).toBeVisible();
  await expect.element(page.getByText('2 new')).toBeVisible();
  await expect.element(page.getByText('The first message is no longer there.')).toBeVisible();
  const to = `/channel/${origin.channelId}?message=2&thread=${origin.conversationId}`;
  await expect.element(page.getByRole('link', { name: /On the hook/ })).toHaveAttribute('href', to);
  await expectAccessible();
});

test('threads: without any, and where they cannot be loaded, the tab says so', async () => {
  answer(listCounts, { data: [] });
  answer(listThreads, { data: [], nextCursor: null, people: [] });
  const { unmount } = await draw(<ThreadsTab />, { as: ME });
  await expect.element(page.getByRole('heading', { name: 'No threads yet' })).toBeVisible();
  await unmount();
  refuse(listThreads, { statusCode: 429, message: 'That was a little fast.' });
  await draw(<ThreadsTab />, { as: ME });
  await expect.element(page.getByText('That was a little fast.')).toBeVisible();
});

test('saved: a message that is no longer there shows nothing of itself, and can be removed', async () => {
  const message = messageView({ authorId: INES.id, text: 'Fire at seven.' });
  const kept = { savedAt: message.createdAt, conversationId: message.conversationId };
  const lost = { messageId: crypto.randomUUID(), ...kept, shown: null };
  const all = [{ messageId: message.id, ...kept, shown: { origin, message } }, lost];
  answer(listSavedIds, { data: all.map(({ messageId }) => messageId) });
  answer(listSaved, { data: all, nextCursor: null, people: [INES] });
  answer(unsaveMessage, { message: 'Removed from your saved messages.' });
  await draw(<SavedTab />, { as: ME });
  await expect.element(page.getByText('Fire at seven.')).toBeVisible();
  await expect.element(page.getByText('This message is no longer available to you.')).toBeVisible();
  await expectAccessible();
  answer(listSaved, { data: all.slice(0, 1), nextCursor: null, people: [INES] });
  await page.getByRole('button', { name: 'Remove from saved messages' }).nth(1).click();
  await expect.poll(() => page.getByRole('article').elements()).toHaveLength(1);
  expect(calls.find(({ method }) => method === 'DELETE')?.path).toContain(lost.messageId);
});
