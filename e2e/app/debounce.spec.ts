import type { Page } from '@playwright/test';
import { startEvent } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { DETAIL } from '../viewports.ts';

/*
 * The specification's pauses: 300 ms where members and guests are looked for, 500 ms in other searches. The page's clock is
 * moved by hand, so that nothing depends on how fast the machine is.
 */

/** What the page asks of an address that matches, by this part of the query. */
function asksOf(page: Page, path: RegExp, name: string): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    const said = url.searchParams.get(name);
    if (path.test(url.pathname) && said) asked.push(said);
  });
  return asked;
}

/** Stops the page's clock from now on. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

test('message search waits for half a second', DETAIL, async ({ arrive }) => {
  const { page } = await arrive('Bea', 'Okafor');
  await page.clock.install();
  await page.goto('/search');
  const box = page.getByRole('searchbox', { name: 'Search messages' });
  await expect(box).toBeFocused();
  const asked = asksOf(page, /\/search/, 'search');
  await stopClock(page);
  await box.fill('quoin');
  await page.clock.runFor(450);
  await expect(page).toHaveURL(/\/search$/);
  await page.clock.runFor(100);
  await expect(page).toHaveURL(/\/search\?q=quoin$/);
  await page.clock.resume();
  await expect.poll(() => asked).toEqual(['quoin']);
});

test('search for people who are going waits for 300 milliseconds', DETAIL, async ({ arrive }) => {
  const [maren, wren] = [await arrive('Maren', 'Oduya'), await arrive('Wren', 'Halloran')];
  const event = await startEvent(maren, 'Kiln opening');
  await wren.api('PUT', `/events/${event.id}/register`, { status: 'going' });
  const { page } = maren;
  await page.clock.install();
  await page.goto(`/${event.alias}`);
  await page.getByRole('button', { name: 'See guests' }).click();
  const dialog = page.getByRole('dialog', { name: 'Who is going' });
  await expect(dialog.getByText('Wren Halloran')).toBeVisible();
  const asked = asksOf(page, /\/participations/, 'search');
  await stopClock(page);
  await dialog.getByRole('searchbox', { name: 'Search guests' }).fill('wren');
  await page.clock.runFor(250);
  // Requests the page had made by now are already recorded.
  for (let turn = 0; turn < 2; turn += 1) await page.evaluate(async () => (await fetch('/healthz')).status);
  expect(asked).toEqual([]);
  await page.clock.runFor(150);
  await expect.poll(() => asked).toEqual(['wren']);
});
