import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { browserOptions } from './browser.ts';
import { message, write } from './chat.ts';

/** How long people may wait for a message while the server that they were connected to has just died, in milliseconds. */
const PATIENCE = 30_000;

type Talker = { email: string; password: string };

export type TwoBrowsers = {
  /** One of the two writes; resolves with whether both then see it once, and how long that took, in milliseconds. */
  say(text: string): Promise<{ seen: boolean; ms: number }>;
  close(): Promise<void>;
};

/**
 * Two people with a browser each, who sign in by the page of signing in and open the same channel. They take turns in writing.
 *
 * @param url where the product is reached.
 */
export async function openTwoBrowsers(
  url: string,
  talkers: readonly [Talker, Talker],
  channel: { id: string; name: string },
): Promise<TwoBrowsers> {
  const browser = await chromium.launch(await browserOptions());
  try {
    const pages = [
      await enter(browser, url, talkers[0], channel),
      await enter(browser, url, talkers[1], channel),
    ] as const;
    let turn = 0;
    return {
      async say(text) {
        const since = performance.now();
        await write(turn++ % 2 === 0 ? pages[0] : pages[1], channel.name, text);
        const both = pages.map((page) => expect(message(page, text)).toHaveCount(1, { timeout: PATIENCE }));
        const seen = await Promise.all(both).then(
          () => true,
          () => false,
        );
        return { seen, ms: Math.round(performance.now() - since) };
      },
      close: () => browser.close(),
    };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

async function enter(
  browser: Browser,
  url: string,
  { email, password }: Talker,
  channel: { id: string; name: string },
): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/London' })).newPage();
  await page.goto(`${url}/sign-in?next=${encodeURIComponent(`/channel/${channel.id}`)}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('textbox', { name: `Message ${channel.name}` })).toBeVisible({ timeout: PATIENCE });
  return page;
}
