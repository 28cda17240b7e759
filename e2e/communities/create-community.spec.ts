import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { startChannel, startCommunity, unique } from '../people.ts';
import { DETAIL } from '../viewports.ts';

/** Opens the menu behind a channel's dots on the browse screen. */
async function openMenu(page: Page, channel: string, entry: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: `More about ${channel}` })
    .click();
  await page
    .getByRole('menu', { name: `More about ${channel}` })
    .getByRole('menuitem', { name: entry })
    .click();
}

test('starting a community proposes an address from its name, and refuses a taken one at its field', async ({
  arrive,
  watch,
}) => {
  // An address that is taken.
  watch.expectRefusal(422, /^\/api\/v1\/servers$/);
  const hal = await arrive('Hal');
  const { page } = hal;
  const taken = await startCommunity(hal, 'Dye House');
  await page.goto('/');
  await page.getByRole('main').getByRole('button', { name: 'Start a community' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start a community' });
  await dialog.getByRole('button', { name: 'Create community' }).click();
  await expect(dialog.getByText('Community name is required.')).toBeVisible();

  const mark = unique();
  await dialog.getByLabel('Name').fill(`Änne’s Kiln & Loom ${mark}`);
  const address = dialog.getByRole('textbox', { name: 'Address' });
  await expect(address).toHaveValue(`annes-kiln-loom-${mark}`);
  await expect(dialog.getByRole('img', { name: 'This address is available' })).toBeVisible();

  await address.fill(taken.slug);
  await expect(dialog.getByText('That address is taken. Try another.')).toBeVisible();
  await address.fill('settings');
  await expect(dialog.getByText('That address is reserved. Try another.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create community' }).click();
  await expect(address).toBeFocused();
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByLabel('Name')).toHaveValue(`Änne’s Kiln & Loom ${mark}`);

  await address.fill(`kiln-${mark}`);
  await dialog.getByRole('radio', { name: 'Private' }).check();
  await dialog.getByRole('button', { name: 'Create community' }).click();
  await expect(page.getByText('Community created.')).toBeVisible();
  await expect(page).toHaveURL(/\/channel\/[0-9a-f-]+$/);
  await page.getByRole('dialog', { name: 'is ready' }).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'general' })).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Communities' }).getByRole('link', { name: `Änne’s Kiln & Loom ${mark}` }),
  ).toBeVisible();
});

test(
  'a channel is created in two steps, its name is tidied while you type, and Back keeps everything',
  DETAIL,
  async ({ arrive }) => {
    const hal = await arrive('Hal');
    const { page } = hal;
    const { id, slug } = await startCommunity(hal, 'Kiln Yard');
    await hal.api('POST', `/${id}/categories`, { name: 'Workshops' });
    await page.goto(`/${slug}/channels`);
    await page.getByRole('main').getByRole('button', { name: 'Create channel' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create channel' });
    const next = dialog.getByRole('button', { name: 'Next' });
    const name = dialog.getByLabel('Name');

    await next.click();
    await expect(dialog.getByText('Channel name is required.')).toBeVisible();
    await name.pressSequentially('   ');
    await next.click();
    await expect(dialog.getByText('Channel name cannot be only spaces.')).toBeVisible();
    await name.fill('x'.repeat(81));
    await expect(dialog.getByText('81/80')).toBeVisible();
    await next.click();
    await expect(dialog.getByText('Channel name cannot exceed 80 characters.')).toBeVisible();

    await name.fill('');
    await name.pressSequentially('Raku & Smoke Firing!');
    await expect(name).toHaveValue('raku--smoke-firing');
    await expect(dialog.getByText('18/80')).toBeVisible();
    await dialog.getByLabel('Description').fill('Red-hot pots and buckets of sawdust.');
    await dialog.getByRole('button', { name: 'Choose an emoji as avatar' }).click();
    await dialog.getByLabel('Search emoji').fill('fire extinguisher');
    await dialog.getByRole('gridcell', { name: 'fire extinguisher' }).click();
    await next.click();

    const byDefault = dialog.getByRole('switch', { name: 'Default channel' });
    await byDefault.check();
    await dialog.getByRole('radio', { name: 'Private' }).check();
    await expect(byDefault).toBeDisabled();
    await expect(byDefault).not.toBeChecked();
    await expect(dialog.getByText('Default channel can only be public')).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'Workshops' }).click();

    await dialog.getByRole('button', { name: 'Back' }).click();
    await expect(name).toHaveValue('raku--smoke-firing');
    await expect(dialog.getByLabel('Description')).toHaveValue('Red-hot pots and buckets of sawdust.');
    await expect(dialog.getByRole('button', { name: 'Avatar: 🧯. Change it' })).toBeVisible();
    await next.click();
    await expect(dialog.getByRole('radio', { name: 'Private' })).toBeChecked();
    await expect(dialog.getByRole('combobox', { name: 'Category' })).toHaveValue('Workshops');
    await dialog.getByRole('radio', { name: 'Public' }).check();
    await expect(byDefault).toBeEnabled();
    await dialog.getByRole('radio', { name: 'Private' }).check();
    await dialog.getByRole('button', { name: 'Create channel' }).click();

    await expect(page).toHaveURL(/\/channel\/[0-9a-f-]+$/);
    await expect(page.getByRole('heading', { level: 1, name: 'raku--smoke-firing private' })).toBeVisible();
    await expect(
      page.getByRole('list', { name: 'Workshops' }).getByRole('link', { name: /raku--smoke-firing/ }),
    ).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('complementary', { name: 'Channel info' })).toContainText(
      'Private channel in Workshops',
    );
    await expect(page.getByRole('complementary', { name: 'Channel info' })).toContainText(
      'Red-hot pots and buckets of sawdust.',
    );
  },
);

test('a channel can be edited, and a taken name is refused on the first step', DETAIL, async ({ arrive }) => {
  const hal = await arrive('Hal');
  const { page } = hal;
  const community = await startCommunity(hal, 'Kiln Yard');
  await startChannel(hal, community, { name: 'glazes' });
  await startChannel(hal, community, { name: 'firings' });
  await page.goto(`/${community.slug}/channels`);
  await openMenu(page, 'firings', 'Edit channel');
  const dialog = page.getByRole('dialog', { name: 'Edit channel' });
  await dialog.getByLabel('Name').fill('glazes');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: 'Save channel' }).click();
  await expect(dialog.getByText('There is already a channel with that name.')).toBeVisible();
  await dialog.getByLabel('Name').fill('firing rota');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: 'Save channel' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('main').getByRole('link', { name: 'firing-rota' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'firings' })).toBeHidden();
});

test('channels can be moved between categories, out of them, and into a new one', DETAIL, async ({ arrive }) => {
  const hal = await arrive('Hal');
  const { page } = hal;
  const community = await startCommunity(hal, 'Kiln Yard');
  await startChannel(hal, community, { name: 'glazes' });
  await page.goto(`/${community.slug}/channels`);
  const main = page.getByRole('main');

  await main.getByRole('button', { name: 'New category' }).click();
  const making = page.getByRole('dialog', { name: 'Create category' });
  await making.getByRole('button', { name: 'Create category' }).click();
  await expect(making.getByText('Category name is required.')).toBeVisible();
  await making.getByLabel('Name').pressSequentially('Clay & Fire #1');
  await expect(making.getByLabel('Name')).toHaveValue('Clay & Fire 1');
  await expect(making.getByText('13/50')).toBeVisible();
  await making.getByRole('button', { name: 'Create category' }).click();
  await expect(page.getByText('Category created.')).toBeVisible();
  await expect(main.getByRole('region', { name: 'Clay & Fire 1' })).toContainText('No channels in here yet.');

  await openMenu(page, 'glazes', 'Move to category');
  const moving = page.getByRole('dialog', { name: 'Move #glazes' });
  await expect(moving.getByRole('button', { name: 'Move channel' })).toBeDisabled();
  await moving.getByRole('radio', { name: 'Clay & Fire 1' }).check();
  await moving.getByRole('button', { name: 'Move channel' }).click();
  await expect(page.getByText('Channel moved successfully!')).toBeVisible();
  await expect(main.getByRole('region', { name: 'Clay & Fire 1' }).getByRole('link', { name: 'glazes' })).toBeVisible();

  await openMenu(page, 'glazes', 'Remove from category');
  await expect(page.getByText('Channel removed successfully!')).toBeVisible();
  await expect(main.getByRole('region', { name: 'Clay & Fire 1' }).getByRole('link', { name: 'glazes' })).toBeHidden();
  await expect(main.getByRole('link', { name: 'glazes' })).toBeVisible();

  await openMenu(page, 'glazes', 'Create category and move');
  const both = page.getByRole('dialog', { name: 'Create category and move' });
  await both.getByLabel('Category name').fill('Clay & Fire 1');
  await both.getByRole('button', { name: 'Create and move' }).click();
  await expect(both.getByText('There is already a category with that name.')).toBeVisible();
  await both.getByLabel('Category name').fill('Chemistry');
  await both.getByRole('button', { name: 'Create and move' }).click();
  await expect(both).toBeHidden();
  await expect(main.getByRole('region', { name: 'Chemistry' }).getByRole('link', { name: 'glazes' })).toBeVisible();
  await expect(
    page
      .getByRole('list', { name: 'Chemistry' })
      .getByRole('link', { name: /^glazes/ })
      .first(),
  ).toBeVisible();
});

test('a channel can become a default, be archived, and be restored', DETAIL, async ({ arrive }) => {
  const hal = await arrive('Hal');
  const { page } = hal;
  const community = await startCommunity(hal, 'Kiln Yard');
  await startChannel(hal, community, { name: 'hearth' });
  await startChannel(hal, community, { name: 'keyholders', mode: 'private' });
  await page.goto(`/${community.slug}/channels`);
  const main = page.getByRole('main');
  const row = main.getByRole('listitem').filter({ hasText: 'hearth' });

  await openMenu(page, 'hearth', 'Mark as default');
  await expect(row).toContainText('Default');
  await openMenu(page, 'hearth', 'Remove as default');
  await expect(row).not.toContainText('Default');
  await openMenu(page, 'hearth', 'Mark as default');
  await expect(row).toContainText('Default');
  await main.getByRole('button', { name: 'More about keyholders' }).click();
  await expect(page.getByRole('menuitem', { name: 'Mark as default' })).toBeDisabled();
  await expect(page.getByRole('menuitem', { name: 'Mark as default' })).toContainText(
    'Default channel can only be public',
  );
  await page.keyboard.press('Escape');

  await openMenu(page, 'hearth', 'Archive channel');
  const question = page.getByRole('dialog', { name: 'Archive #hearth?' });
  await question.getByRole('button', { name: 'Archive channel' }).click();
  await expect(page.getByText('Channel archived. It can be restored for 30 days.')).toBeVisible();
  await expect(page.getByRole('link', { name: /hearth/ })).toHaveCount(0);

  await page.getByRole('button', { name: `${community.name}, community menu` }).click();
  await page.getByRole('menuitem', { name: 'Community settings' }).click();
  await page.getByRole('link', { name: 'Archived channels' }).click();
  await page.getByRole('button', { name: 'Restore hearth' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing archived' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: /hearth/ })).toBeVisible();
});
