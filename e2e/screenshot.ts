/**
 * Takes a picture of a page of a running product:
 *
 *   node tools/run.mjs e2e/screenshot.ts /path [--as maren] [--width 390] [--dark] [--out file.png]
 *
 * `--as` signs in as a demo person (the beginning of the email address is enough; `--password` for others) and keeps the session
 * for the next run. `--click "Name"`, as often as needed, clicks a button, link, tab or option first. `--full` captures
 * the whole page, `--height` another window height, `--wait` more milliseconds. FOLKMOOT_URL says where the product is.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { browserOptions } from './browser.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    as: { type: 'string' },
    password: { type: 'string' },
    width: { type: 'string', default: '1440' },
    height: { type: 'string' },
    dark: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    wait: { type: 'string', default: '400' },
    click: { type: 'string', multiple: true, default: [] },
    out: { type: 'string' },
  },
});

const path = positionals[0] ?? '/';
const origin = process.env.FOLKMOOT_URL ?? 'http://localhost:3000';
const width = Number(values.width);
const scheme = values.dark ? 'dark' : 'light';
const out =
  values.out ??
  join(root, 'e2e/shots', `look${path.replace(/[^\w-]+/g, '-').replace(/-$/, '')}-${width}-${scheme}.png`);

/** The demo's people, as the product wrote them down in its data folder. */
function demoPerson(start: string): { email: string; password: string } {
  const file = resolve(root, process.env.DATA_DIR ?? 'data', 'demo-sign-ins.json');
  const people: { email: string; password: string }[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const known = people.find((person) => person.email.startsWith(start));
  const password = values.password ?? known?.password ?? people[0]?.password;
  if (password === undefined)
    throw new Error(`Nothing is known of ${start}. Give --password, or start the product with its demo world.`);
  return { email: known?.email ?? start, password };
}

async function signIn(page: Page, start: string): Promise<void> {
  const { email, password } = demoPerson(start);
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel(/^e-?mail/i).fill(email);
  await page
    .getByLabel(/^password/i)
    .first()
    .fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'), { timeout: 15_000 });
}

/** Live connections never end, so the network is not waited for longer than three seconds. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {});
  await page.waitForTimeout(Number(values.wait));
}

async function press(page: Page, name: string): Promise<void> {
  const roles = ['button', 'link', 'tab', 'menuitem', 'option', 'radio', 'checkbox', 'treeitem'] as const;
  const exact = roles.map((role) => page.getByRole(role, { name, exact: true }));
  const loose = roles.map((role) => page.getByRole(role, { name }));
  for (const locator of [...exact, ...loose, page.getByText(name)]) {
    if ((await locator.count()) > 0) {
      // What looks like a switch of several parts has radio buttons that nobody sees.
      if (await locator.first().isVisible()) await locator.first().click({ timeout: 5000 });
      else await locator.first().dispatchEvent('click');
      return settle(page);
    }
  }
  throw new Error(`There is nothing named "${name}" to press.`);
}

const browser = await chromium.launch(await browserOptions());
try {
  const kept =
    values.as &&
    join(root, 'node_modules/.cache/folkmoot-look', `${new URL(origin).port}-${values.as.replace(/\W+/g, '-')}.json`);
  const context = await browser.newContext({
    viewport: { width, height: Number(values.height ?? (width < 768 ? 844 : 900)) },
    colorScheme: scheme,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    ...(kept && existsSync(kept) ? { storageState: kept } : {}),
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`error on the page: ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && console.error(`console: ${message.text()}`));
  await page.goto(`${origin}${path}`);
  await settle(page);
  const isSignedOut = /^\/(sign-in|logout)/.test(new URL(page.url()).pathname) && !path.startsWith('/sign-in');
  if (values.as && kept && (isSignedOut || !existsSync(kept))) {
    await signIn(page, values.as);
    mkdirSync(dirname(kept), { recursive: true });
    await context.storageState({ path: kept });
    await page.goto(`${origin}${path}`);
    await settle(page);
  }
  for (const name of values.click) await press(page, name);
  mkdirSync(dirname(out), { recursive: true });
  await page.screenshot({ path: out, fullPage: values.full });
  console.log(`${page.url()}\n${out}`);
} finally {
  await browser.close();
}
