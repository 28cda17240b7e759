import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { signIn } from '../people.ts';
import { DETAIL } from '../viewports.ts';

test(
  'read from right to left, a home and its editor have nothing serious for axe, and nothing scrolls sideways',
  DETAIL,
  async ({ browser, baseURL, demoSignIns }) => {
    const { email = '', password = '' } = demoSignIns[0] ?? {};
    const { page } = await signIn(browser, { baseURL: baseURL ?? '', email, password });
    for (const [path, width] of [
      ['/alderwick-makers-guild', 1440],
      ['/alderwick-makers-guild', 390],
      ['/alderwick-makers-guild/edit', 1440],
      ['/alderwick-makers-guild/edit', 390],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'From the workshops' })).toBeVisible();
      await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
        await expectNoSeriousViolations(page, {});
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
  },
);
