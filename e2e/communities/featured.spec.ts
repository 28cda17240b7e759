import { type Browser, expect, type Page } from '@playwright/test';
import { expectNoSeriousViolations, test } from '../fixtures.ts';
import { expectPickedUp, tabTo } from '../keyboard.ts';
import { moveTo, reload } from '../opening.ts';
import { arrive, startCommunity } from '../people.ts';
import type { Product } from '../product.ts';
import { DETAIL, onBoth } from '../viewports.ts';

/** The communities on the page in their order, by the first word of their names. */
const namesOn = (page: Page) =>
  page
    .getByRole('main')
    .locator('a b')
    .allTextContents()
    .then((names) => names.map((name) => name.split(' ')[0]));

/** Somebody who owns an installation with three communities. */
async function ownerOf({ url, mailboxUrl }: Product, browser: Browser) {
  const owner = await arrive(browser, { baseURL: url, mailboxUrl, firstName: 'Maren' });
  for (const name of ['Makers of Alder', 'Choir of Alder', 'Growers of Alder']) await startCommunity(owner, name);
  return owner;
}

onBoth(() => {
  test(
    'the owner features communities, which visitors see first; and takes them away again',
    DETAIL,
    async ({ browser, freshProduct, viewport }) => {
      const { url } = freshProduct;
      const owner = await ownerOf(freshProduct, browser);
      const { page } = owner;
      const size = viewport ?? { width: 1440, height: 900 };
      await page.setViewportSize(size);
      await page.goto(`${url}/settings/profile`);
      await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Featured' }).click();
      await expect(page.getByRole('heading', { name: 'No featured communities' })).toBeVisible();
      await page.getByRole('button', { name: 'Add community' }).click();
      const dialog = page.getByRole('dialog', { name: 'Feature a community' });
      await dialog.getByRole('searchbox', { name: 'Search communities' }).fill('choir');
      await expect(dialog.getByRole('listitem')).toHaveCount(1);
      await dialog.getByRole('button', { name: 'Feature Choir of Alder' }).click();
      await expect(dialog.getByText('Featured', { exact: true })).toBeVisible();
      await dialog.getByRole('searchbox', { name: 'Search communities' }).fill('grow');
      await dialog.getByRole('button', { name: 'Feature Growers of Alder' }).click();
      await expect(dialog.getByText('Featured', { exact: true })).toBeVisible();
      await dialog.getByRole('button', { name: 'Done' }).click();

      const list = page.getByRole('list', { name: 'Featured communities' });
      await expect(list.getByRole('listitem')).toHaveText([/Choir/, /Growers/]);
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
      await tabTo(page, page.getByRole('button', { name: 'Move Growers of Alder', exact: true }));
      await page.keyboard.press('Space');
      await expectPickedUp(page, 'Growers of Alder');
      await page.keyboard.press('ArrowUp');
      await expect(page.getByText('Growers of Alder is at position 1 of 2.')).toBeAttached();
      await page.keyboard.press('Space');
      await saved;
      await expect(list.getByRole('listitem')).toHaveText([/Growers/, /Choir/]);
      await expectNoSeriousViolations(page);

      // A visitor gets them with the page itself, before any script.
      const discover = new URL('/discover', url);
      await expect
        .poll(async () => (await fetch(discover)).text())
        .toMatch(
          />Featured<[\s\S]*Growers of Alder[\s\S]*Choir of Alder[\s\S]*>More communities<[\s\S]*Makers of Alder/,
        );
      const context = await browser.newContext({ viewport: size });
      const visitor = await context.newPage();
      await visitor.goto(discover.href);
      await expect.poll(() => namesOn(visitor)).toEqual(['Growers', 'Choir', 'Makers']);
      await visitor.getByRole('searchbox', { name: 'Search communities' }).fill('Alder');
      await expect(visitor.getByRole('heading', { name: 'Featured' })).toHaveCount(0);

      // Somebody who is in no community yet begins with them.
      const wren = await arrive(browser, { baseURL: url, mailboxUrl: freshProduct.mailboxUrl, firstName: 'Wren' });
      await wren.page.setViewportSize(size);
      await wren.page.goto(`${url}/`);
      await expect(
        wren.page.getByRole('region', { name: 'Featured communities' }).getByRole('link', { name: /Growers/ }),
      ).toBeVisible();
      await moveTo(wren.page, `${url}/settings/featured`);
      await expect(wren.page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();

      await list.getByRole('button', { name: 'Remove Growers of Alder' }).click();
      await expect(list.getByRole('listitem')).toHaveText([/Choir/]);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(list.getByRole('listitem')).toHaveText([/Growers/, /Choir/]);
      await reload(page, 'it is undone on the server, too');
      await expect(list.getByRole('listitem')).toHaveText([/Growers/, /Choir/]);

      await page.getByRole('button', { name: 'Remove all' }).click();
      const asked = page.getByRole('dialog', { name: 'Remove all featured communities?' });
      await expect(asked).toContainText('2 communities are no longer shown first.');
      await asked.getByRole('button', { name: 'Remove all' }).click();
      await expect(page.getByRole('heading', { name: 'No featured communities' })).toBeVisible();
      // Loaded: somebody comes back later.
      await wren.page.goto(`${url}/discover`);
      await expect(wren.page.getByRole('heading', { name: 'Find your people' })).toBeVisible();
      await expect.poll(() => namesOn(wren.page).then((names) => names.length)).toBe(3);
      await expect(wren.page.getByRole('heading', { name: 'Featured' })).toHaveCount(0);
      await Promise.all([owner.context, wren.context, context].map((one) => one.close()));
    },
  );
});
