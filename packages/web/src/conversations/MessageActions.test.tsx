import type { ConversationFacts, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { conversationFacts, messageHandlers, messageView } from '../../test/conversations.ts';
import { draw, expectAccessible } from '../../test/draw.tsx';
import { MessageActions } from './messages/MessageActions.tsx';
import type { MessageHandlers } from './messages/message-handlers.ts';
import { MessageExtrasContext } from './messages/useMessageExtras.ts';
import { useMessageMenu } from './messages/useMessageMenu.tsx';

const TOMASZ = '0190a3b4-0000-7000-8000-0000000000b0';
const OWN = { authorId: TOMASZ };
const OWNER = ['VIEW_CHANNEL', 'SEND_MESSAGE', 'MANAGE_MESSAGES', 'EDIT_CHANNEL'];

type Given = { facts?: Partial<ConversationFacts>; message?: Partial<MessageView>; acts?: Partial<MessageHandlers> };
const done = vi.fn();

function Bar({ facts, message, acts }: Required<{ facts: ConversationFacts; message: MessageView }> & Given) {
  const handlers = messageHandlers(acts);
  const onDelete = async () => void done('deleted');
  const menu = { facts, message, me: TOMASZ, acts: handlers, onEdit: () => done('edit'), onPin: () => done('pin') };
  const entries = useMessageMenu({ ...menu, onRewrite: (text) => done('rewritten', text), onDelete });
  return (
    <MessageActions
      facts={facts}
      message={message}
      acts={handlers}
      entries={entries}
      onReact={done}
      onOpen={() => undefined}
      isReady
    />
  );
}

async function drawBar({ facts, message, acts }: Given = {}): Promise<void> {
  done.mockClear();
  await draw(
    <MessageExtrasContext value={{ onReport: () => done('report'), bareText: async (text) => `Bare: ${text}` }}>
      <div style={{ paddingTop: 60 }}>
        <Bar facts={conversationFacts(facts)} message={messageView(message)} {...(acts && { acts })} />
      </div>
    </MessageExtrasContext>,
  );
  await expect.element(page.getByRole('toolbar', { name: 'Message actions' })).toBeVisible();
}

const buttons = () =>
  page
    .getByRole('toolbar')
    .getByRole('button')
    .elements()
    .map((button) => button.getAttribute('aria-label'));

async function entries(): Promise<string[]> {
  await page.getByRole('button', { name: 'More' }).click();
  await expect.element(page.getByRole('menuitem').first()).toBeVisible();
  return page
    .getByRole('menuitem')
    .elements()
    .map(({ textContent }) => textContent ?? '');
}

const REACT = ['React with 🔥', 'React with ✅', 'React with 🙌', 'Add reaction'];

test.each<[string, Given, string[]]>([
  ['of a channel', {}, [...REACT, 'Reply', 'Reply in thread', 'More']],
  ['of an archived channel', { facts: { archived: true }, acts: { onReply: undefined } }, ['Reply in thread', 'More']],
  ['of a blocked person', { facts: { blocked: true }, acts: { onReply: undefined } }, ['Reply in thread', 'More']],
  [
    'of an announcement channel',
    { facts: { posting: 'editors' }, acts: { onReply: undefined } },
    [...REACT, 'Reply in thread', 'More'],
  ],
  ['in a thread', { acts: { onThread: undefined } }, [...REACT, 'Reply', 'More']],
  [
    'that is a copy from a thread',
    { message: { copyOf: { threadId: crypto.randomUUID(), messageId: crypto.randomUUID() } } },
    [...REACT, 'Reply', 'More'],
  ],
  [
    'in a channel you have not joined',
    { facts: { joined: false }, acts: { onReply: undefined } },
    ['Reply in thread', 'More'],
  ],
])('message actions: a message %s has the buttons its rules allow', async (_, given, expected) => {
  await drawBar(given);
  expect(buttons()).toEqual(expected);
});

const SHARED = ['Copy text', 'Copy link', 'Mark unread from here'];

test.each<[string, Given, string[]]>([
  ['another person’s message', {}, [...SHARED, 'Report message']],
  ['your own message', { message: OWN }, ['Edit message', ...SHARED, 'Delete message']],
  [
    'any message, for a moderator',
    { facts: { permissions: OWNER } },
    [...SHARED, 'Pin message', 'Report message', 'Delete message'],
  ],
  [
    'an edited pinned message, for a moderator',
    {
      facts: { permissions: OWNER },
      message: { pinnedAt: '2026-01-05T10:00:00.000Z', editedAt: '2026-01-05T10:00:00.000Z' },
    },
    [...SHARED, 'Unpin message', 'Edit history', 'Report message', 'Delete message'],
  ],
  [
    'another person’s edited message',
    { message: { editedAt: '2026-01-05T10:00:00.000Z' } },
    [...SHARED, 'Report message'],
  ],
  ['your own message in an archived channel', { message: OWN, facts: { archived: true } }, SHARED],
  [
    'a direct message',
    { facts: { serverId: null, type: 'one-to-one', permissions: [] } },
    [...SHARED, 'Pin message', 'Report message'],
  ],
  [
    'a picture without text that has reactions',
    { message: { text: '', reactions: [{ emoji: '🙌', count: 1, mine: false }] } },
    ['Copy link', 'Mark unread from here', 'See reactions', 'Report message'],
  ],
  [
    'a message in a thread you do not follow',
    { acts: { onUnread: undefined } },
    ['Copy text', 'Copy link', 'Report message'],
  ],
])('message actions: the menu of %s offers what you may do', async (_, given, expected) => {
  await drawBar(given);
  expect(await entries()).toEqual(expected);
  await expectAccessible();
});

test('message actions: Delete asks first, and focus returns if you keep the message', async () => {
  await drawBar({ message: OWN });
  await entries();
  await page.getByRole('menuitem', { name: 'Delete message' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this message?' });
  await expect.element(question).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => question.elements()).toEqual([]);
  await expect.element(page.getByRole('button', { name: 'More' })).toHaveFocus();
  expect(done).not.toHaveBeenCalled();
  await entries();
  await page.getByRole('menuitem', { name: 'Delete message' }).click();
  await question.getByRole('button', { name: 'Delete message' }).click();
  await expect.poll(() => done.mock.calls).toEqual([['deleted']]);
});

test('message actions: a quick reaction takes one press', async () => {
  await drawBar();
  await page.getByRole('button', { name: 'React with 🙌' }).click();
  expect(done).toHaveBeenCalledWith('🙌');
});

test('message actions: the author removes the cards of links, where there are any', async () => {
  const text = `Come to ${location.origin}/kiln-opening`;
  await drawBar({ message: { ...OWN, text } });
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Remove link cards' }).click();
  await expect.poll(() => done.mock.calls).toEqual([['rewritten', `Bare: ${text}`]]);
});

test.each([
  ['of somebody else', { text: `${location.origin}/kiln-opening` }],
  ['without a link', { ...OWN, text: 'Come to https://elsewhere.example/kiln' }],
  ['whose cards are removed', { ...OWN, text: `<${location.origin}/kiln-opening>` }],
])('message actions: a message %s has no cards to remove', async (_, message) => {
  await drawBar({ message });
  expect(await entries()).not.toContain('Remove link cards');
});
