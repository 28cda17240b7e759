import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { signIn } from '../people.ts';
import { DESK, PHONE } from '../viewports.ts';
import { productUnderTest } from './global-setup.ts';
import { LOOKS, type Look } from './screens.ts';

/** When the product's clock stands, as in fixed.mjs, and a little later. */
const NOW = new Date('2031-06-04T10:24:00Z');

const sessions = new Map<string, ReturnType<BrowserContext['storageState']>>();

/** Each person signs in once for each worker. */
function sessionOf(browser: Browser, username: string): ReturnType<BrowserContext['storageState']> {
  const open = async () => {
    const { url: baseURL, demo } = productUnderTest();
    const person = demo.find(({ email }) => email.startsWith(`${username}@`));
    if (!person) throw new Error(`${username} is not among the people to sign in as.`);
    const { context } = await signIn(browser, { baseURL, ...person });
    const state = await context.storageState();
    await context.close();
    return state;
  };
  const state = sessions.get(username) ?? open();
  sessions.set(username, state);
  return state;
}

/** Nothing is on its way, pictures are there, and the fonts, too. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(
      [...document.images]
        .filter(({ loading }) => loading !== 'lazy')
        .map((image) => image.decode().catch(() => undefined)),
    );
  });
}

async function look(
  browser: Browser,
  { name, path, as, open, hide }: Look,
  where: 'desk' | 'phone',
  colorScheme: 'light' | 'dark',
) {
  const touch = where === 'phone';
  const context = await browser.newContext({
    baseURL: productUnderTest().url,
    ...{ locale: 'en-GB', timezoneId: 'Europe/London', reducedMotion: 'reduce', colorScheme },
    ...{ viewport: touch ? PHONE : DESK, hasTouch: touch, isMobile: touch },
    ...(as && { storageState: await sessionOf(browser, as) }),
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(NOW);
  // A new event has one of the covers.
  await page.addInitScript(() => {
    Math.random = () => 0.4;
  });
  await page.goto(path);
  await settled(page);
  await open?.(page);
  await settled(page);
  await page.mouse.move(0, 0);
  const mask = hide ? [page.getByText(hide), page.getByRole('img', { name: /code/i })] : [];
  await expect(page).toHaveScreenshot(`${name}-${where}${colorScheme === 'dark' ? '-dark' : ''}.png`, { mask });
  await context.close();
}

for (const one of LOOKS)
  for (const where of ['desk', 'phone'] as const)
    for (const colorScheme of one.dark ? (['light', 'dark'] as const) : (['light'] as const))
      test(`${one.name}, ${where}${colorScheme === 'dark' ? ', dark' : ''}`, ({ browser }) =>
        look(browser, one, where, colorScheme));
