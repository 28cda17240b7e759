import type { MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { conversationFacts, messageHandlers, messageView } from '../../../test/conversations.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { MessageList } from '../messages/MessageList.tsx';
import { listItems } from '../timeline/list-items.ts';

const BEA = '0190a3b4-0000-7000-8000-0000000000b0';
const done = vi.fn();

const MESSAGES = [
  messageView({ seq: 1, text: 'The door is open.', reactions: [{ emoji: '🙌', count: 1, mine: false }] }),
  messageView({ seq: 2, text: 'See https://kiln.example/ first.' }),
  messageView({ seq: 3, text: 'I bring two.', authorId: BEA }),
];

async function drawList(facts = conversationFacts(), messages: MessageView[] = MESSAGES): Promise<void> {
  done.mockClear();
  const acts = messageHandlers({
    onReply: ({ text }) => done('reply', text),
    onThread: (id) => done('thread', messages.find((message) => message.id === id)?.text),
    onEdit: ({ text }) => done('edit', text),
  });
  const view = { messages, pending: [], hasBefore: false, hasAfter: false, unreadAfter: null, me: BEA };
  await draw(
    <div style={{ height: 500, display: 'flex', flexDirection: 'column' }}>
      <button type="button">Before</button>
      <MessageList
        facts={facts}
        rows={listItems(view)}
        timeline={{ ...view, people: new Map(), version: 1, ahead: new Set() }}
        at={undefined}
        jumps={0}
        atEnd
        onAtEnd={() => undefined}
        onBefore={() => undefined}
        onAfter={() => undefined}
        onNewest={() => undefined}
        acts={acts}
        change={() => undefined}
        root={null}
      />
      <button type="button">After</button>
    </div>,
    { as: BEA },
  );
  await expect.element(page.getByText('I bring two.')).toBeVisible();
}

const row = (text: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')].find(({ textContent }) => textContent.includes(text));

async function enter(): Promise<void> {
  (page.getByRole('button', { name: 'Before' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Tab}');
  await expect.poll(() => document.activeElement).toBe(row('I bring two.'));
}

test('messages: the whole list is one stop of Tab, at the newest message', async () => {
  await drawList();
  await enter();
  await expectAccessible();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'After' })).toHaveFocus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  expect(document.activeElement).toBe(row('I bring two.'));
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(page.getByRole('button', { name: 'Before' })).toHaveFocus();
});

test('messages: a message with the focus shows its buttons, and the arrow keys reach them', async () => {
  await drawList();
  await enter();
  const actions = row('I bring two.')?.querySelector('[role="toolbar"]') as HTMLElement;
  await expect.poll(() => getComputedStyle(actions).opacity).toBe('1');
  await userEvent.keyboard('{ArrowLeft}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('More');
  // The first closes the tooltip.
  await userEvent.keyboard('{Escape}{Escape}');
  expect(document.activeElement).toBe(row('I bring two.'));
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(() => document.activeElement).toBe(row('first.'));
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('link', { name: 'https://kiln.example/' })).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(() => document.activeElement).toBe(row('The door is open.'));
});

test('messages: single keys act on the message that has the focus', async () => {
  await drawList();
  await enter();
  await userEvent.keyboard('rte');
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(() => document.activeElement).toBe(row('first.'));
  await userEvent.keyboard('erp');
  expect(done.mock.calls).toEqual([
    ['reply', 'I bring two.'],
    ['thread', 'I bring two.'],
    ['edit', 'I bring two.'],
    ['reply', 'See https://kiln.example/ first.'],
  ]);
  await userEvent.keyboard('+');
  await expect.element(page.getByRole('searchbox', { name: 'Search emoji' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.activeElement).toBe(row('first.'));
});

test('messages: a deleted message has no keys', async () => {
  await drawList(conversationFacts(), [
    messageView({ text: '', deletedAt: '2026-01-05T11:00:00.000Z' }),
    ...MESSAGES.slice(2),
  ]);
  await enter();
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(() => document.activeElement?.textContent).toContain('This message was deleted.');
  await userEvent.keyboard('rtep+');
  expect(done).not.toHaveBeenCalled();
});
