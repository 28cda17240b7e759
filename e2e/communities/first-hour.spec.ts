import { devices } from '@playwright/test';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { codeFrom } from '../mailbox.ts';
import { fillSignUp, somebody, startChannel, startCommunity, typeCode, unique } from '../people.ts';
import { CI, DETAIL } from '../viewports.ts';

test(
  'the first hour: a community is ready to talk in, and a visitor who joins from a phone need not press Join twice',
  CI,
  async ({ arrive, browser, baseURL, mailTo }) => {
    const hal = await arrive('Hal');
    const { page } = hal;
    const name = `Dye House ${unique()}`;
    await page.goto('/');
    await page.getByRole('main').getByRole('button', { name: 'Start a community' }).click();
    const making = page.getByRole('dialog', { name: 'Start a community' });
    await making.getByLabel('Name').fill(name);
    const slug = await making.getByRole('textbox', { name: 'Address' }).inputValue();
    await making.getByRole('button', { name: 'Create community' }).click();
    // The first channel is open, and people can be invited at once.
    const ready = page.getByRole('dialog', { name: `${name} is ready` });
    await expect(ready.getByLabel('Invitation link')).toHaveValue(/\/invite\//);
    await expectNoSeriousViolations(page, { dialog: true });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { level: 1, name: 'general' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Message general' }).fill('Welcome to the dye house.');
    await page.keyboard.press('Enter');

    const wren = somebody('Wren');
    const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
    const context = await browser.newContext({ ...phone, ...(baseURL ? { baseURL } : {}) });
    const hand = await context.newPage();
    await hand.goto(`/${slug}`);
    await hand.getByRole('main').getByRole('button', { name: 'Join', exact: true }).tap();
    await expect(hand.getByText('You’re joining')).toBeVisible();
    await expect(hand.getByText(name)).toBeVisible();
    await fillSignUp(hand, wren);
    await expect(hand.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await typeCode(hand, codeFrom(await mailTo(wren.email)));
    // She lands where people talk, and nothing is left to press.
    await expect(hand.getByRole('heading', { level: 1, name: 'general' })).toBeVisible();
    await expect(hand.getByText('Welcome to the dye house.')).toBeVisible();
    await context.close();
  },
);

test(
  'a community opens with the channel that was last open in it, and on a phone its menu leads to the others',
  DETAIL,
  async ({ arrive, browser, baseURL }) => {
    const hal = await arrive('Hal');
    const { page } = hal;
    const [dyes, looms] = [await startCommunity(hal, 'Dye House'), await startCommunity(hal, 'Loom Shed')];
    await startChannel(hal, dyes, { name: 'madder' });
    const weld = await startChannel(hal, dyes, { name: 'weld' });
    const warps = await startChannel(hal, looms, { name: 'warps' });
    const rail = page.getByRole('navigation', { name: 'Communities' });
    await page.goto('/');
    // Without one that was open before, the first channel opens.
    await rail.getByRole('link', { name: 'Dye House' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'madder' })).toBeVisible();
    await page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: 'weld' }).click();
    await expect(page).toHaveURL(new RegExp(`/channel/${weld.id}$`));
    await expect(page.getByRole('heading', { level: 1, name: 'weld' })).toBeVisible();
    await rail.getByRole('link', { name: 'Loom Shed' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'warps' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/channel/${warps.id}$`));
    await rail.getByRole('link', { name: 'Dye House' }).click();
    await expect(page).toHaveURL(new RegExp(`/channel/${weld.id}$`));

    const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
    const context = await browser.newContext({
      ...phone,
      ...(baseURL ? { baseURL } : {}),
      storageState: await hal.context.storageState(),
    });
    const hand = await context.newPage();
    await hand.goto('/channels');
    await hand.getByRole('button', { name: 'Dye House, community menu' }).tap();
    await hand.getByRole('menuitem', { name: 'Loom Shed' }).tap();
    await expect(hand.getByRole('heading', { level: 1, name: 'Channels of Loom Shed' })).toBeAttached();
    await expect(hand.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: 'warps' })).toBeVisible();
    await context.close();
  },
);
