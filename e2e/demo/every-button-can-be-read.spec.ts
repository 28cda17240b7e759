import type { Page } from '@playwright/test';
import { unreadable } from '../contrast.ts';
import { expect, test } from '../fixtures.ts';
import { signIn } from '../people.ts';

test.describe.configure({ mode: 'parallel', timeout: 120_000 });
test.use({ trace: 'off' });

/** Collects what cannot be read on the screens of one walk, in both colours. */
function reader(page: Page) {
  const found: string[] = [];
  return {
    found,
    async read(name: string) {
      await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expect
          .poll(() => page.evaluate(() => document.documentElement.dataset.mantineColorScheme))
          .toBe(colorScheme);
        found.push(...(await unreadable(page)).map((line) => `${name}, ${colorScheme}, ${line}`));
      }
    },
    async go(path: string, heading: string | RegExp) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await this.read(path);
    },
  };
}

const GUILD = 'alderwick-makers-guild';

test('a visitor reads every button, at rest, pointed at, focused and pressed', async ({ page }) => {
  const { found, go, read } = reader(page);
  await go.call({ read }, '/sign-in', 'Welcome back');
  await go.call({ read }, '/sign-up', 'Create an account');
  await go.call({ read }, '/discover', 'Find your people');
  await go.call({ read }, `/${GUILD}`, /./);
  await go.call({ read }, '/midsummer-moot', /Midsummer/);
  expect(found).toEqual([]);
});
