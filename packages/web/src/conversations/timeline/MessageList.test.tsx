import type { AuthorView } from '@folkmoot/contract/conversations/schema.ts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { conversationFacts, messageHandlers, messageView } from '../../../test/conversations.ts';
import { draw } from '../../../test/draw.tsx';
import { MessageList } from '../messages/MessageList.tsx';
import { listItems } from './list-items.ts';

const BEA = '0190a3b4-0000-7000-8000-0000000000b0';
const facts = conversationFacts();
const acts = messageHandlers();
const nothing = () => undefined;
const first = Array.from({ length: 40 }, (_, at) => messageView({ seq: at + 1, text: `Message ${at + 1}.` }));

const MAREN: AuthorView = {
  id: messageView().authorId ?? '',
  firstName: 'Maren',
  lastName: 'Oduya',
  username: 'maren',
  imageUrl: null,
  roleName: null,
};
const people = new Map([[MAREN.id, MAREN]]);

type Shown = { known?: boolean; at?: number | 'newest'; unreadAfter?: number; of?: typeof first };

function List({ known = true, at, unreadAfter, of = first }: Shown) {
  const [messages, setMessages] = useState(of);
  const [atEnd, setAtEnd] = useState(known);
  const view = { messages, pending: [], hasBefore: false, hasAfter: false, unreadAfter: unreadAfter ?? null, me: BEA };
  const arrive = (authorId?: string, text?: string) => {
    const seq = messages.length + 1;
    const fields = { seq, text: text ?? `Message ${seq}.`, ...(authorId && { authorId }) };
    setMessages([...messages, messageView(fields)]);
  };
  return (
    <div style={{ height: 400, display: 'flex', flexDirection: 'column' }}>
      <button type="button" onClick={() => arrive()}>
        Somebody writes
      </button>
      <button type="button" onClick={() => arrive(BEA)}>
        Another device of mine writes
      </button>
      <button type="button" onClick={() => arrive(undefined, '**Yes**, @maren')}>
        Somebody agrees
      </button>
      <button type="button" onClick={() => setMessages(messages.slice(0, -1))}>
        The last one goes
      </button>
      <MessageList
        facts={facts}
        rows={listItems(view)}
        timeline={{ ...view, people, version: 1, ahead: new Set() }}
        at={at}
        jumps={0}
        atEnd={atEnd}
        onAtEnd={setAtEnd}
        onBefore={nothing}
        onAfter={nothing}
        onNewest={nothing}
        acts={acts}
        change={nothing}
        root={null}
      />
    </div>
  );
}

test('messages: the button to the newest says how many have arrived since you scrolled back', async () => {
  await draw(<List />, { as: BEA });
  await expect.element(page.getByText('Message 40.')).toBeVisible();
  const newest = page.getByRole('button', { name: /new/i });
  expect(newest.elements()).toEqual([]);
  const scroller = page.getByRole('list', { name: 'Messages' }).element().parentElement as HTMLElement;
  // Rows are measured for some frames, and the list follows its end meanwhile.
  const heights: number[] = [];
  await expect
    .poll(() => {
      heights.push(scroller.scrollHeight);
      return heights.length > 5 && new Set(heights.slice(-5)).size === 1;
    })
    .toBe(true);
  scroller.scrollTop = 0;
  await expect.element(page.getByRole('button', { name: 'Newest' })).toBeVisible();
  await expect.element(page.getByText('Message 1.', { exact: true })).toBeVisible();
  // The last message is too far away to be drawn, and Tab still reaches the list at one place.
  await expect.poll(() => scroller.querySelectorAll('[data-row][tabindex="0"]').length).toBe(1);
  await page.getByRole('button', { name: 'Somebody writes' }).click();
  await expect.element(page.getByRole('button', { name: '1 new message' })).toBeVisible();
  await page.getByRole('button', { name: 'Another device of mine writes' }).click();
  await page.getByRole('button', { name: 'Somebody writes' }).click();
  await page.getByRole('button', { name: '2 new messages' }).click();
  await expect.element(page.getByText('Message 43.')).toBeVisible();
  await expect.poll(() => newest.elements()).toEqual([]);
});

test('messages: a list that opens at its end shows them in its first frame, and no button to the newest', async () => {
  const seen: string[] = [];
  let frames = 0;
  const watch = new MutationObserver(() => {
    if (page.getByRole('list', { name: 'Messages' }).elements().length === 0) return;
    seen.push(
      ...page
        .getByRole('button', { name: 'Newest' })
        .elements()
        .map((button) => button.textContent),
    );
    frames += 1;
    if (frames === 1) seen.push(page.getByText('Message 40.').elements().length === 1 ? 'the last message' : 'nothing');
  });
  watch.observe(document.body, { childList: true, subtree: true });
  await draw(<List known={false} />, { as: BEA });
  await expect.element(page.getByText('Message 40.')).toBeVisible();
  watch.disconnect();
  expect(seen).toEqual(['the last message']);
});

test('messages: “Newest” leads there at the first press, even past unread messages, and takes the focus along', async () => {
  await draw(<List at="newest" unreadAfter={10} />, { as: BEA });
  await expect.element(page.getByText('Message 40.')).toBeInViewport();
  await expect.poll(() => document.activeElement?.textContent).toContain('Message 40.');
});

test('messages: the button to the newest gives the focus to it', async () => {
  await draw(<List known={false} unreadAfter={10} />, { as: BEA });
  const newest = page.getByRole('button', { name: 'Newest' });
  await expect.element(newest).toBeVisible();
  (newest.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.activeElement?.textContent).toContain('Message 40.');
  await expect.poll(() => newest.elements()).toEqual([]);
});

test('messages: where a day begins at the top, the day before is not named above it', async () => {
  const at = (seq: number) => `2026-03-${seq <= 3 ? '17' : '19'}T10:00:00.000Z`;
  const of = first.map((message) => ({ ...message, createdAt: at(message.seq) }));
  await draw(<List at={1} of={of} />, { as: BEA });
  const days = page.getByText(/^(Tuesday, March 17|Thursday, March 19)$/);
  const isAbove = (text: Element) => text.closest('[aria-hidden="true"]') !== null;
  const line = (day: string) => days.elements().find((text) => text.textContent === day && !isAbove(text));
  /** The day that is named above the messages. */
  const above = () => days.elements().find(isAbove)?.textContent ?? 'none';
  await expect.poll(() => line('Tuesday, March 17')).toBeDefined();
  const scroller = page.getByRole('list', { name: 'Messages' }).element().parentElement as HTMLElement;
  /** Scrolls until the line of a day is this far below the top, as often as the list still moves by itself. */
  const stands = (day: string, below: number) =>
    expect.poll(() => {
      const at = (line(day)?.getBoundingClientRect().top ?? 0) - scroller.getBoundingClientRect().top;
      scroller.scrollTop += at - below;
      return [Math.round(at), above()];
    });
  await stands('Tuesday, March 17', -20).toEqual([-20, 'Tuesday, March 17']);
  await stands('Thursday, March 19', 20).toEqual([20, 'none']);
});

const rowOf = (text: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')].find(({ textContent }) => textContent.includes(text));
const click = (name: string) => (page.getByRole('button', { name }).element() as HTMLElement).click();

test('messages: the message that the keyboard is at keeps the focus and stays in sight while others arrive', async () => {
  await draw(<List />, { as: BEA });
  await expect.element(page.getByText('Message 40.')).toBeVisible();
  (page.getByRole('button', { name: 'The last one goes' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Tab}');
  await expect.poll(() => document.activeElement).toBe(rowOf('Message 40.'));
  for (let more = 0; more < 40; more += 1) {
    click('Somebody writes');
    await expect.poll(() => document.querySelector('[aria-live]')?.textContent).toContain(`Message ${41 + more}.`);
  }
  expect(document.activeElement).toBe(rowOf('Message 40.'));
  await expect.element(page.getByText('Message 40.')).toBeInViewport();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => document.activeElement).toBe(rowOf('Message 41.'));
  // It also keeps it when the list is scrolled far away.
  const scroller = page.getByRole('list', { name: 'Messages' }).element().parentElement as HTMLElement;
  scroller.scrollTop = 0;
  await expect.element(page.getByText('Message 1.', { exact: true })).toBeVisible();
  expect(document.activeElement).toBe(rowOf('Message 41.'));
});

test('messages: if the message with the focus goes, its neighbour has it', async () => {
  await draw(<List />, { as: BEA });
  await expect.element(page.getByText('Message 40.')).toBeVisible();
  (page.getByRole('button', { name: 'The last one goes' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Tab}');
  await expect.poll(() => document.activeElement).toBe(rowOf('Message 40.'));
  click('The last one goes');
  await expect.poll(() => document.activeElement).toBe(rowOf('Message 39.'));
});

test('messages: the message that an address leads to has the focus', async () => {
  await draw(<List at={12} />, { as: BEA });
  await expect.poll(() => document.activeElement).toBe(rowOf('Message 12.'));
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(() => document.activeElement).toBe(rowOf('Message 11.'));
});

test('messages: the same words twice are announced twice, without marks and with names', async () => {
  await draw(<List />, { as: BEA });
  await expect.element(page.getByText('Message 40.')).toBeVisible();
  const said: (string | null)[] = [];
  const watch = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) said.push(node.textContent);
  });
  watch.observe(document.querySelector('[aria-live]') as Element, { childList: true, subtree: true });
  for (const times of [1, 2]) {
    click('Somebody agrees');
    await expect.poll(() => said).toEqual(Array(times).fill('Maren Oduya: Yes, @Maren Oduya.'));
  }
  watch.disconnect();
});
