import { expect, type Locator, type Page } from '@playwright/test';
import type { Channel, Person } from './people.ts';

/* Steps that every journey about conversations takes. */

/** The message with this text; its author's name and its time are part of its accessible name. */
export function message(page: Page, text: string, inside: string | undefined = undefined) {
  const where = inside === undefined ? page : page.getByRole('complementary', { name: inside });
  return where.getByRole('list', { name: 'Messages' }).getByRole('article').filter({ hasText: text });
}

/** Presses a button in a message's toolbar, which appears on hover. */
export async function press(page: Page, text: string, button: string, inside?: string): Promise<void> {
  const said = message(page, text, inside).last();
  await said.hover();
  await said.getByRole('button', { name: button, exact: true }).click();
}

/** Chooses an entry of a message's menu. */
export async function act(page: Page, text: string, entry: string, inside?: string): Promise<void> {
  await press(page, text, 'More', inside);
  await page.getByRole('menuitem', { name: entry }).click();
}

/** Writes into the composer of this name and sends it. */
export async function write(page: Page, name: string, text: string): Promise<void> {
  const box = name === 'thread' ? 'Reply in thread' : `Message ${name}`;
  await page.getByRole('textbox', { name: box, exact: true }).fill(text);
  await page.keyboard.press('Enter');
}

/** Opens a channel and waits until you can write in it. */
export async function open({ page }: Pick<Person, 'page'>, channel: Channel): Promise<void> {
  await page.goto(`/channel/${channel.id}`);
  await expect(page.getByRole('textbox', { name: `Message ${channel.name}` })).toBeVisible();
}

/** Presses something with a finger until `then` has appeared, and lifts it. */
export async function longPress(page: Page, on: Locator, then: Locator): Promise<void> {
  // In sight, no longer moving, and with nothing over it.
  await on.hover({ trial: true });
  const box = await on.boundingBox();
  if (box === null) throw new Error('There is nothing to press.');
  const finger = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await expect(then).toBeVisible();
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await finger.detach();
}

/** Swipes to the left over a message, with a finger. */
export async function swipeLeft(page: Page, on: Locator): Promise<void> {
  await on.scrollIntoViewIfNeeded();
  const box = await on.boundingBox();
  if (box === null) throw new Error('There is nothing to swipe over.');
  const finger = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (const by of [10, 20, 40, 60, 80])
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x - by, y }] });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await finger.detach();
}
