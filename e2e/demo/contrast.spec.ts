import type { Page } from '@playwright/test';
import { unreadable } from '../contrast.ts';
import { expect, test } from '../fixtures.ts';
import { signIn } from '../people.ts';

// A trace would record every forced state, and slow it down.
test.use({ trace: 'off' });
test.describe.configure({ mode: 'parallel', timeout: 120_000 });

const GUILD = 'alderwick-makers-guild';

/** Notes into `found` what cannot be read on the buttons of the screen, in both colours. */
async function read(page: Page, found: string[], name: string): Promise<void> {
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe(colorScheme);
    found.push(...(await unreadable(page)).map((line) => `${name}, ${colorScheme}, ${line}`));
  }
}

async function walk(page: Page, found: string[], screens: readonly (readonly [path: string, heading: RegExp])[]) {
  for (const [path, heading] of screens) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await read(page, found, path);
  }
}

test('a visitor can read every button, at rest, pointed at, focused and pressed', async ({ page }) => {
  const found: string[] = [];
  await walk(page, found, [
    ['/sign-in', /Welcome back/],
    ['/sign-up', /Create an account/],
    ['/discover', /Find your people/],
    [`/${GUILD}`, /./],
    ['/midsummer-moot', /Midsummer/],
  ]);
  await page.getByRole('button', { name: 'Share' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await read(page, found, 'share');
  expect(found).toEqual([]);
});

test('a member can read every button, at rest, pointed at, focused and pressed', async ({
  browser,
  baseURL,
  demoSignIns,
}) => {
  const { email, password } = demoSignIns[2] ?? { email: '', password: '' };
  const { page, api, context } = await signIn(browser, { baseURL: baseURL ?? '', email, password });
  const found: string[] = [];
  const { data } = await api<{ data: { id: string }[] }>('GET', '/channels');
  await walk(page, found, [
    ['/', /^Good /],
    [`/channel/${data[0]?.id}`, /./],
    ['/chat', /Direct messages/],
    ['/inbox', /Inbox/],
    ['/events', /./],
    [`/${GUILD}`, /./],
    [`/${GUILD}/channels?search=bike-stand`, /Browse channels/],
  ]);
  await page.goto(`/channel/${data[0]?.id}`);
  for (const name of [/^Members/, /^Media/]) {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('tab', { name, selected: true })).toBeVisible();
    await read(page, found, `the panel’s ${name.source}`);
  }
  await page.goto(`/${GUILD}/channels?search=bike-stand`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /bike-stand/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Join channel' })).toBeVisible();
  await read(page, found, 'a channel not joined');
  await context.close();
  expect(found).toEqual([]);
});

test('a host can read every button, at rest, pointed at, focused and pressed', async ({
  browser,
  baseURL,
  demoSignIns,
}) => {
  const { email, password } = demoSignIns[0] ?? { email: '', password: '' };
  const { page, context } = await signIn(browser, { baseURL: baseURL ?? '', email, password });
  const found: string[] = [];
  await walk(page, found, [
    ['/midsummer-moot', /Midsummer/],
    ['/events/create', /New event/],
    ['/events/manage/midsummer-moot', /Midsummer/],
    ['/events/manage/midsummer-moot?tab=guests', /Midsummer/],
    ['/events/manage/midsummer-moot?tab=registration', /Midsummer/],
    ['/events/manage/midsummer-moot?tab=insights', /Midsummer/],
  ]);
  await context.close();
  expect(found).toEqual([]);
});

test('a founder can read every button, at rest, pointed at, focused and pressed', async ({
  browser,
  baseURL,
  demoSignIns,
}) => {
  const { email, password } = demoSignIns[0] ?? { email: '', password: '' };
  const { page, context } = await signIn(browser, { baseURL: baseURL ?? '', email, password });
  const found: string[] = [];
  await walk(page, found, [
    [`/${GUILD}/channels`, /Browse channels/],
    [`/${GUILD}/members`, /Members/],
    [`/${GUILD}/settings`, /Community settings/],
    ['/settings/profile', /Settings/],
    ['/settings/sessions', /Settings/],
    ['/settings/security', /Settings/],
  ]);
  await page.goto(`/${GUILD}/channels`);
  await page.getByRole('button', { name: 'Create channel' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create channel' });
  await dialog.getByLabel('Name').fill('basket weaving');
  await read(page, found, 'create channel');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await read(page, found, 'discard');
  await context.close();
  expect(found).toEqual([]);
});
