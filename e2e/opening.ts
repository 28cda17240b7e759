import type { Page } from '@playwright/test';

/*
 * How people get to a screen. A page is loaded once, at the start of a journey or where the link of an email is opened; from
 * there on, screens are reached as by links, with everything that the program remembers.
 */

/** Goes to another screen without loading the program again, as a link does. */
export async function moveTo(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(path);
  else await page.evaluate((to) => window.history.pushState({}, '', to), path);
}

/**
 * Loads the page again, where people would, or where a journey is about that.
 *
 * @param why is for those who read the test: without a good reason a reload hides that the screen did not follow.
 */
export async function reload(page: Page, why: string): Promise<void> {
  if (why === '') throw new Error('Say why somebody would load this page again.');
  await page.reload();
}
