import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { conversationFacts, messageHandlers, messageView } from '../../../test/conversations.ts';
import { draw } from '../../../test/draw.tsx';
import { MessageList } from '../messages/MessageList.tsx';
import { listItems } from './list-items.ts';

const BEA = '0190a3b4-0000-7000-8000-0000000000b0';
const facts = conversationFacts();
const acts = messageHandlers();
const nothing = () => undefined;
const first = Array.from({ length: 40 }, (_, at) => messageView({ seq: at + 1, text: `Message ${at + 1}.` }));

function List({ known = true }: { known?: boolean }) {
  const [messages, setMessages] = useState(first);
  const [atEnd, setAtEnd] = useState(known);
  const view = { messages, pending: [], hasBefore: false, hasAfter: false, unreadAfter: null, me: BEA };
  const arrive = (authorId?: string) => {
    const seq = messages.length + 1;
    setMessages([...messages, messageView({ seq, text: `Message ${seq}.`, ...(authorId && { authorId }) })]);
  };
  return (
    <div style={{ height: 400, display: 'flex', flexDirection: 'column' }}>
      <button type="button" onClick={() => arrive()}>
        Somebody writes
      </button>
      <button type="button" onClick={() => arrive(BEA)}>
        Another device of mine writes
      </button>
      <MessageList
        facts={facts}
        rows={listItems(view)}
        timeline={{ ...view, people: new Map(), version: 1, ahead: new Set() }}
        at={undefined}
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
