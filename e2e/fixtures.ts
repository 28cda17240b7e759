import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { productOf } from './global-setup.ts';
import { latestMail, type Mail } from './mailbox.ts';
import { forgetPasts, remember } from './past.ts';
import { arrive, type Person } from './people.ts';
import { type DemoSignIn, type Product, startProduct } from './product.ts';
import { smallTargets } from './small-targets.ts';
import { startWatch, type Watch, watchBrowser } from './watching/watch.ts';

type Fixtures = {
  /** Fails the journey for a press that leads to nothing, an answer of 4xx or 5xx that is not expected, an error in the console, and text that is cut. */
  watch: Watch;
  watched: undefined;
  /** The mailbox page of the product under test. */
  mailboxUrl: string;
  /** Where the product's email goes, for a test that sends some itself. */
  smtpUrl: string;
  /** The push service of the product under test. */
  pushUrl: string;
  /** The sandbox's Google of the product under test. */
  peopleUrl: string;
  /** The sandbox's Stripe. */
  stripeUrl: string;
  /** The sandbox's site with calendars, which the product under test may read. */
  feedsUrl: string;
  /** Waits for the newest email to an address; see `latestMail`. */
  mailTo: (to: string, wanted?: { subject?: RegExp; after?: Mail }) => Promise<Mail>;
  /**
   * Somebody with a browser of their own, signed in, who has been here for a while: communities with unread channels, a mention,
   * direct messages, notifications, events gone and to come. Every second one lives in another time zone and prefers dark.
   */
  arrive: (firstName: string, lastName?: string) => Promise<Person>;
  /** Somebody who has just signed up, where the first minute is the subject. */
  newcomer: (firstName: string, lastName?: string) => Promise<Person>;
  /** The demo sign-ins; none in the `journeys` project. */
  demoSignIns: DemoSignIn[];
  /** A product that no other test touches, without the demo world. Costs about six seconds. */
  freshProduct: Product;
};

/** Playwright's `test`, pointed at the product that belongs to the project. */
export const test = base.extend<Fixtures>({
  // Chromium has crashed as it started, before any test had begun: it is started once more then. No test is.
  browser: [
    async ({ playwright }, use) => {
      const browser = await playwright.chromium.launch().catch((error: unknown) => {
        console.warn('Chromium did not start, and is started once more.', error);
        return playwright.chromium.launch();
      });
      watchBrowser(browser);
      await use(browser);
      await Promise.all([browser.close(), forgetPasts()]);
    },
    // As Playwright's own: the start has a limit, all of a run has none.
    { scope: 'worker', timeout: 0 },
  ],
  watch: [async ({ browser }, use) => use(startWatch(browser)), { auto: true }],
  // It is torn down before the contexts that others opened are closed, and after those that a journey closes itself.
  watched: [
    async ({ watch, newcomer: _, context: __ }, use) => {
      await use(undefined);
      expect(await watch.complaints(), 'what nobody should meet').toEqual([]);
    },
    { auto: true },
  ],
  baseURL: async ({ browserName: _ }, use, info) => use(productOf(info.project.name).url),
  mailboxUrl: async ({ browserName: _ }, use, info) => use(productOf(info.project.name).mailboxUrl),
  smtpUrl: async ({ browserName: _ }, use, info) => use(productOf(info.project.name).smtpUrl),
  pushUrl: async ({ browserName: _ }, use, info) => use(productOf(info.project.name).pushUrl),
  peopleUrl: async ({ browserName: _ }, use, info) => use(productOf(info.project.name).peopleUrl),
  feedsUrl: async ({ browserName: _ }, use, info) => use(productOf(info.project.name).feedsUrl),
  stripeUrl: async ({ browserName: _ }, use, info) => use(productOf(info.project.name).stripeUrl),
  mailTo: async ({ mailboxUrl }, use) => use((to, wanted) => latestMail(mailboxUrl, to, wanted)),
  arrive: async ({ newcomer, browserName: _ }, use, info) => {
    const { databaseUrl } = productOf(info.project.name);
    let turn = info.workerIndex;
    await use(async (firstName, lastName) => {
      turn += 1;
      const person = await newcomer(firstName, lastName);
      await remember(databaseUrl, person, turn % 2 === 0 ? 'Pacific/Auckland' : 'Europe/London');
      if (turn % 2 === 0) await person.page.emulateMedia({ colorScheme: 'dark' });
      return person;
    });
  },
  newcomer: async ({ browser, baseURL, mailboxUrl }, use) => {
    const people: Person[] = [];
    await use(async (firstName, lastName) => {
      const person = await arrive(browser, { baseURL: baseURL ?? '', mailboxUrl, firstName, lastName });
      people.push(person);
      return person;
    });
    await Promise.all(people.map(({ context }) => context.close()));
  },
  demoSignIns: async ({ browserName: _ }, use, info) => use(productOf(info.project.name).demo),
  freshProduct: async ({ browserName: _ }, use) => {
    const product = await startProduct({ empty: true });
    await use(product);
    await product.stop();
  },
});

export { expect };

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Look = {
  /** The rules to ask, where a page has been asked all of them and only its colours have changed since. */
  rules?: string[];
  /** Checks only the open dialog, because what is under it has been checked. */
  dialog?: boolean;
};

/** Fails when axe finds anything serious or critical on the page, with each rule and the elements it is about. */
export async function expectNoSeriousViolations(page: Page, { rules, dialog = false }: Look = {}): Promise<void> {
  await settled(page);
  // Once for each document: it is half a megabyte.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const told = await page.evaluate(askAxe, { within: dialog ? '[role="dialog"]' : 'html', rules });
  expect(told, 'axe found serious or critical violations').toEqual([]);
}

/**
 * Runs in the page: each serious or critical violation, with the elements it is about. The page's own frame is asked
 * alone: ours are letters and maps of others, which may run no script and would be waited for.
 */
async function askAxe({ within, rules }: { within: string; rules: string[] | undefined }): Promise<string[]> {
  const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(within, {
    resultTypes: ['violations'],
    iframes: false,
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ target }) => `    ${target.join(' ')}`).join('\n')}`);
}

/** Fails for every target that a finger misses: of the page, or of the dialog that is open. The page needs touch. */
export async function expectFingersFit(page: Page): Promise<void> {
  await settled(page);
  const within = (await page.getByRole('dialog').count()) > 0 ? '[role="dialog"]' : 'body';
  const told = await page.evaluate(smallTargets, { finger: 44, within });
  expect(told, `targets of less than 44 px at ${page.url()}`).toEqual([]);
}

/** The colours of anything still fading in do not count. Endless movement, such as a skeleton, is not waited for. */
async function settled(page: Page): Promise<void> {
  const isStill = () =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity);
  await page.waitForFunction(isStill, undefined, { timeout: 3000 }).catch(() => undefined);
}

/**
 * Goes from screen to screen without loading the app again, as a link does, and waits for the heading. Where the heading
 * is the same as before, it cannot show that the screen has changed: there the page is reloaded.
 */
export function walker(page: Page): (path: string, heading: string | RegExp) => Promise<void> {
  let before: string | undefined;
  return async (path, heading) => {
    if (before === undefined || before === String(heading)) await page.goto(path);
    else await page.evaluate((to) => window.history.pushState({}, '', to), path);
    before = String(heading);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
  };
}

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** Writes e2e/shots/<name>-<width>-<scheme>.png for desk and phone, light and dark; leaves the page as it was. */
export async function shot(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({
        path: join(import.meta.dirname, 'shots', `${name}-${size.width}-${colorScheme}.png`),
        animations: 'disabled',
      });
    }
  }
  await page.emulateMedia({ colorScheme: null });
  if (before !== null) await page.setViewportSize(before);
}
