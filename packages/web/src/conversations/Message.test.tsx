import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { conversationFacts, messageHandlers, messageView } from '../../test/conversations.ts';
import { draw, expectAccessible } from '../../test/draw.tsx';
import { finger } from '../../test/touch.ts';
import { Message } from './messages/Message.tsx';

const toolbar = () => page.getByRole('toolbar', { name: 'Message actions' });
const buttons = () => toolbar().getByRole('button').elements().length;
const onReply = vi.fn();

/** The pointer may be left from another test where the message will be. */
async function pointAway(): Promise<void> {
  const corner = document.createElement('div');
  corner.style.cssText = 'position: fixed; right: 0; bottom: 0; width: 20px; height: 20px';
  document.body.append(corner);
  await userEvent.hover(corner);
  corner.remove();
}

async function drawMessage(facts = conversationFacts()) {
  await draw(
    <div style={{ paddingTop: 60 }}>
      <button type="button">Before</button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as in the list, where the arrow keys move between rows */}
      <div data-row="0" tabIndex={0}>
        <Message
          facts={facts}
          message={messageView()}
          people={new Map()}
          me="0190a3b4-0000-7000-8000-0000000000b0"
          continues={false}
          found={false}
          change={vi.fn()}
          acts={messageHandlers({ onReply })}
        />
      </div>
    </div>,
  );
  await expect.element(page.getByRole('article')).toBeVisible();
}

beforeEach(async () => {
  onReply.mockClear();
  await pointAway();
  await drawMessage();
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

test('messages: a swipe to the left replies, one that ends early does nothing, and scrolling is no swipe', async () => {
  const touch = finger(page.getByText('Who has the shed key?'));
  const swiped = () => (page.getByRole('article').element() as HTMLElement).dataset.swipe;
  touch.down();
  touch.move(-30);
  expect(swiped()).toBe('on');
  touch.up();
  expect(onReply).not.toHaveBeenCalled();
  touch.down();
  touch.move(-3, 20);
  touch.move(-60);
  expect(swiped()).toBeUndefined();
  touch.up();
  touch.down();
  touch.move(60);
  expect(swiped()).toBeUndefined();
  touch.up();
  expect(onReply).not.toHaveBeenCalled();
  touch.down();
  touch.move(-30);
  touch.move(-40);
  expect(swiped()).toBe('acts');
  touch.up();
  expect(swiped()).toBeUndefined();
  expect(onReply).toHaveBeenCalledOnce();
});

test('messages: a long press counts though the page hears of it only once it is over', async () => {
  const touch = finger(page.getByText('Who has the shed key?'));
  const busy = (ms: number) => {
    const until = performance.now() + ms;
    while (performance.now() < until);
  };
  touch.down();
  busy(100);
  touch.up();
  touch.down();
  busy(500);
  // No click comes of it, which would be for the sheet.
  expect(touch.up()).toBe(false);
  await expect.element(page.getByRole('dialog', { name: 'Message actions' })).toBeVisible();
});

test('messages: what is opened from the sheet of a message gives the focus back to it', async () => {
  await cleanup();
  await drawMessage(conversationFacts({ permissions: ['MANAGE_MESSAGES'] }));
  (page.getByRole('button', { name: 'Before' }).element() as HTMLElement).focus();
  const touch = finger(page.getByText('Who has the shed key?'));
  touch.down();
  const sheet = page.getByRole('dialog', { name: 'Message actions' });
  await expect.element(sheet).toBeVisible();
  touch.up();
  await sheet.getByRole('button', { name: 'Delete message' }).click();
  const asked = page.getByRole('dialog', { name: 'Delete this message?' });
  await asked.getByRole('button', { name: /^(Keep|Cancel)/ }).click();
  await expect.poll(() => document.activeElement?.getAttribute('data-row')).toBe('0');
});
