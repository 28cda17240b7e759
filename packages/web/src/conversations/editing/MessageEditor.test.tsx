import { editMessage } from '@folkmoot/contract/conversations/api.ts';
import type { MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, calls, refuse } from '../../../test/answers.ts';
import { conversationFacts, messageHandlers, messageView } from '../../../test/conversations.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { Message } from '../messages/Message.tsx';
import { writeEdit } from './edits.ts';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';
const facts = conversationFacts();
const form = page.getByRole('form', { name: 'Edit message' });
const box = form.getByRole('textbox', { name: 'Message' });

function Row({ sent }: { sent: MessageView }) {
  const [message, setMessage] = useState(sent);
  const alone = { people: new Map(), hasBefore: false, hasAfter: false, version: 0, ahead: new Set<number>() };
  const acts = messageHandlers({ onEdit: ({ id, text }) => writeEdit(messageHandlers().place, id, text) });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: as in the list, where the arrow keys move between rows
    <div data-row="0" tabIndex={0} style={{ marginTop: 60 }}>
      <Message
        facts={facts}
        message={message}
        people={new Map()}
        me={ME}
        continues={false}
        found={false}
        change={(next) => setMessage((now) => next({ ...alone, messages: [now] }).messages[0] ?? now)}
        acts={acts}
      />
    </div>
  );
}

async function begin(sent = messageView({ authorId: ME, text: 'I bring two.' })) {
  const screen = await draw(<Row sent={sent} />, { as: ME });
  await userEvent.hover(page.getByRole('article'));
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit message' }).click();
  await expect.element(box).toHaveFocus();
  return { sent, screen };
}

test('editing: the text is changed where it stands, and Enter saves it', async () => {
  const { sent } = await begin();
  await expect.element(box).toHaveValue('I bring two.');
  await expectAccessible();
  answer(editMessage, { ...sent, version: 2, text: 'I bring three.', editedAt: sent.createdAt });
  await box.fill('I bring three.');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('I bring three.')).toBeVisible();
  await expect.poll(() => form.elements()).toEqual([]);
  await expect.poll(() => document.activeElement?.matches('[data-row]')).toBe(true);
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ text: 'I bring three.' });
});

test('editing: what the writer selects at once stays selected while the menu closes', async () => {
  const timers = vi.spyOn(window, 'setTimeout');
  await begin();
  const area = box.element() as HTMLTextAreaElement;
  area.select();
  // What waits for the menu, now and not in some milliseconds.
  for (const [work, delay] of timers.mock.calls) if (delay !== undefined && delay <= 30) (work as () => void)();
  timers.mockRestore();
  expect([area.selectionStart, area.selectionEnd]).toEqual([0, 'I bring two.'.length]);
});

test('editing: Escape cancels, and the text is what it was', async () => {
  await begin();
  await box.fill('Nothing of this.');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('I bring two.')).toBeVisible();
  expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([]);
});

test('editing: what was typed is there again after the channel was left', async () => {
  const { sent, screen } = await begin();
  await box.fill('I bring');
  await screen.unmount();
  await draw(<Row sent={sent} />, { as: ME });
  await expect.element(box).toHaveValue('I bring');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByText('I bring two.')).toBeVisible();
});

test('editing: an empty text and a refusal say what is wrong, and keep what was typed', async () => {
  await begin();
  await box.fill('  ');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Write something first.')).toBeVisible();
  refuse(editMessage, { statusCode: 409, message: 'This channel is archived. Restore it to write in it.' });
  await box.fill('I bring three.');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('This channel is archived. Restore it to write in it.')).toBeVisible();
  await expect.element(box).toHaveValue('I bring three.');
});
