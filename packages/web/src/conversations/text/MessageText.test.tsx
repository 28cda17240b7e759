import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { conversationFacts, messageHandlers, messageView } from '../../../test/conversations.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { Message } from '../messages/Message.tsx';

async function drawMessage(fields: Parameters<typeof messageView>[0]) {
  const screen = await draw(
    <Message
      facts={conversationFacts()}
      message={messageView(fields)}
      people={new Map()}
      me="0190a3b4-0000-7000-8000-0000000000b0"
      continues={false}
      found={false}
      change={vi.fn()}
      acts={messageHandlers()}
    />,
  );
  await expect.element(page.getByRole('article')).toBeVisible();
  return screen;
}

const sizeOf = (text: string) => Number.parseFloat(getComputedStyle(page.getByText(text).element()).fontSize);

test('messages: nothing but a few emoji is shown large, and emoji beside words are not', async () => {
  const { unmount } = await drawMessage({ text: '🎉 🔥' });
  expect(sizeOf('🎉 🔥')).toBeGreaterThanOrEqual(28);
  await unmount();
  await drawMessage({ text: 'Done 🎉' });
  expect(sizeOf('Done 🎉')).toBeLessThan(20);
});

test('messages: “edited” follows the last word on its line', async () => {
  await drawMessage({ text: 'First part.\n\nThe kiln is hot.', editedAt: '2026-01-05T11:00:00.000Z' });
  const words = page.getByText('The kiln is hot.').element().getBoundingClientRect();
  const edited = page.getByText('edited', { exact: true }).element().getBoundingClientRect();
  expect(edited.left).toBeGreaterThanOrEqual(words.right);
  expect(edited.bottom).toBeLessThanOrEqual(words.bottom + 2);
  expect(words.top).toBeGreaterThan(page.getByText('First part.').element().getBoundingClientRect().bottom + 4);
});

test('messages: a long text is folded until the rest is asked for, or the focus goes there', async () => {
  const text = `${Array.from({ length: 60 }, (_, line) => `Line ${line}.`).join('\n')}\nhttps://kiln.example/`;
  await drawMessage({ text });
  const height = () => page.getByRole('article').element().getBoundingClientRect().height;
  expect(height()).toBeLessThan(400);
  await expectAccessible();
  const button = page.getByRole('button', { name: 'Show more' });
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  await button.click();
  expect(height()).toBeGreaterThan(1000);
  await page.getByRole('button', { name: 'Show less' }).click();
  expect(height()).toBeLessThan(400);
  button.element().focus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(page.getByRole('link', { name: 'https://kiln.example/' })).toHaveFocus();
  expect(height()).toBeGreaterThan(1000);
});

test('messages: a text of ordinary length is not folded', async () => {
  await drawMessage({ text: 'Bring a chair.\n'.repeat(10) });
  expect(page.getByRole('button', { name: 'Show more' }).elements()).toEqual([]);
});

test('messages: the time is written as its reader writes it, without a zero before a morning hour', async () => {
  await drawMessage({ text: 'The kiln is hot.', createdAt: new Date(2026, 4, 14, 7, 5).toISOString() });
  await expect.element(page.getByText(/^7:05\sAM$/)).toBeVisible();
});
