import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { signIn } from '../people.ts';
import type { Running } from '../product.ts';
import { DESK, PHONE } from '../viewports.ts';
import { picturedProduct, type Where } from './global-setup.ts';
import { type Look, MEMBERS, VISITORS } from './screens.ts';

/** When the product's clock stands, as in fixed.mjs. */
const NOW = new Date('2031-06-04T10:24:00Z');

/** Words of names, one of which a picture's has; all pictures without any. */
const wanted = (process.env.LOOKS ?? '').split(' ').filter(Boolean);

const isChosen = ({ name }: Look) => wanted.length === 0 || wanted.some((word) => name.includes(word));

/** Visitors change nothing that members see, so all of these are looked at side by side. */
for (const where of ['desk', 'phone'] as const)
  for (const [who, looks] of [
    ['visitors', VISITORS],
    ['members', MEMBERS],
  ] as const)
    test(`${where}, ${who}`, async ({ browser }) => {
      const product = picturedProduct(where);
      const contexts = new Map<string, Promise<BrowserContext>>();
      const contextOf = (as: string) => {
        const open = contexts.get(as) ?? openContext(browser, product, where, as);
        contexts.set(as, open);
        return open;
      };
      try {
        for (const one of looks.filter(isChosen))
          await test.step(one.name, async () => {
            const page = await (await contextOf(one.as ?? 'nobody')).newPage();
            await look(page, one, where, product).catch(async (error: unknown) => {
              // The others are still looked at.
              await page.screenshot({ path: test.info().outputPath(`${one.name}-stuck.png`) });
              expect.soft(String(error), one.name).toBe('');
            });
            await page.close();
          });
      } finally {
        for (const context of contexts.values()) await (await context).close();
      }
    });

async function openContext(browser: Browser, product: Running, where: Where, as: string) {
  const touch = where === 'phone';
  const context = await browser.newContext({
    baseURL: product.url,
    ...{ locale: 'en-GB', timezoneId: 'Europe/London', reducedMotion: 'reduce', colorScheme: 'light' },
    ...{ viewport: touch ? PHONE : DESK, hasTouch: touch, isMobile: touch, serviceWorkers: 'block' },
  });
  if (as !== 'nobody') {
    const person = product.demo.find(({ email }) => email.startsWith(`${as}@`));
    if (!person) throw new Error(`${as} is not among the people to sign in as.`);
    const session = await signIn(browser, { baseURL: product.url, ...person });
    await context.addCookies(await session.context.cookies());
    await session.context.close();
  }
  await context.clock.setFixedTime(NOW);
  await context.addInitScript(() => {
    // A new event always has the same cover, and no two parts the same id.
    let turn = 0;
    Math.random = () => {
      turn += 1;
      return 0.4 + turn * 1e-8;
    };
    // What one screen keeps for the next visit is not on the next picture.
    localStorage.clear();
  });
  return context;
}

async function look(page: Page, { name, path, open, hide, dark }: Look, where: Where, product: Running) {
  const settled = watchCalls(page);
  await page.goto(path);
  await settled();
  await open?.(page, product);
  await settled();
  await page.mouse.move(0, 0);
  const mask = hide ? [page.getByText(hide), page.getByRole('img', { name: /code/i })] : [];
  await expect.soft(page).toHaveScreenshot(`${name}-${where}.png`, { mask });
  if (!dark) return;
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.soft(page).toHaveScreenshot(`${name}-${where}-dark.png`, { mask });
}

/** @returns waits until nothing is on its way, and pictures and fonts are there. */
function watchCalls(page: Page): () => Promise<void> {
  const onTheirWay = new Set<unknown>();
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') onTheirWay.add(request);
  });
  page.on('requestfinished', (request) => onTheirWay.delete(request));
  page.on('requestfailed', (request) => onTheirWay.delete(request));
  return async () => {
    await page.waitForLoadState();
    const loading = page.getByRole('status', { name: /^Loading/ });
    for (let still = 0; still < 3; ) {
      await page.evaluate(async () => {
        await document.fonts.ready;
        const shown = [...document.images].filter(({ loading }) => loading !== 'lazy');
        await Promise.all(shown.map((image) => image.decode().catch(() => undefined)));
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      });
      still = onTheirWay.size === 0 && (await loading.count()) === 0 ? still + 1 : 0;
    }
  };
}
