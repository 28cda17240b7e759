import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { conversationFacts, messageHandlers, messageView } from '../../test/conversations.ts';
import { draw, expectAccessible } from '../../test/draw.tsx';
import { Message } from './messages/Message.tsx';

const toolbar = () => page.getByRole('toolbar', { name: 'Message actions' });
const buttons = () => toolbar().getByRole('button').elements().length;

beforeEach(async () => {
  await draw(
    <div style={{ paddingTop: 60 }}>
      <button type="button">Before</button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as in the list, where the arrow keys move between rows */}
      <div data-row="0" tabIndex={0}>
        <Message
          facts={conversationFacts()}
          message={messageView()}
          people={new Map()}
          me="0190a3b4-0000-7000-8000-0000000000b0"
          continues={false}
          found={false}
          change={vi.fn()}
          acts={messageHandlers()}
        />
      </div>
    </div>,
  );
  await expect.element(page.getByRole('article')).toBeVisible();
});

test('messages: a message has one button until it is pointed at, and then all of them', async () => {
  expect(buttons()).toBe(1);
  await userEvent.hover(page.getByRole('article'));
  await expect.poll(buttons).toBe(7);
  await expectAccessible();
});

test('messages: the buttons of a message are there when Tab enters its row', async () => {
  (page.getByRole('button', { name: 'Before' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Tab}');
  await expect.poll(buttons).toBe(7);
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'React with 🔥' })).toHaveFocus();
});

test('messages: the button of a message keeps the focus when the others appear beside it', async () => {
  (page.getByRole('button', { name: 'More' }).element() as HTMLElement).focus();
  await expect.poll(buttons).toBe(7);
  await expect.element(page.getByRole('button', { name: 'More' })).toHaveFocus();
});

test('messages: pressing the button of a message without pointing at it opens its menu', async () => {
  (page.getByRole('button', { name: 'More' }).element() as HTMLElement).click();
  await expect.element(page.getByRole('menuitem', { name: 'Copy text' })).toBeVisible();
});
