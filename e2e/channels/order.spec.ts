import type { Page } from '@playwright/test';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { expectPickedUp } from '../keyboard.ts';
import { moveTo, reload } from '../opening.ts';
import { bringIn, startChannel, startCommunity } from '../people.ts';
import { CI, DETAIL } from '../viewports.ts';

const channelsOf = (page: Page) => page.getByRole('navigation', { name: 'Channels' });
const loose = (page: Page) => channelsOf(page).getByRole('list', { name: 'Without a category' }).getByRole('link');

test(
  'channels can be put in order by dragging and by keyboard, and other members see the new order',
  CI,
  async ({ arrive, watch }) => {
    // Two people at once.
    watch.expectRefusal(409, /\/channels\/order$/);
    const [maren, bea] = [await arrive('Maren', 'Holm'), await arrive('Bea', 'Okafor')];
    const community = await startCommunity(maren, 'Alder Village');
    for (const name of ['ash', 'birch', 'cedar']) await startChannel(maren, community, { name, isDefault: true });
    await bringIn(maren, community, [bea]);
    const { data } = await maren.api<{ data: { categoryId: string } }>('POST', `/${community.id}/categories`, {
      name: 'Woods',
    });
    expect(data.categoryId).not.toBe('');
    for (const { page } of [maren, bea]) await page.goto(`/${community.slug}/channels`);
    await expect(loose(bea.page)).toHaveText([/ash/, /birch/, /cedar/]);
    await expect(channelsOf(bea.page).getByRole('button', { name: 'Move ash' })).toHaveCount(0);

    const handle = (name: string) => channelsOf(maren.page).getByRole('button', { name: `Move ${name}`, exact: true });
    const middle = async (name: string) => {
      const box = await channelsOf(maren.page).getByRole('link', { name }).first().boundingBox();
      if (!box) throw new Error(`${name} is not to be seen.`);
      return { x: box.x + 4, y: box.y + box.height / 2 };
    };
    // By dragging: cedar to the top.
    await handle('cedar').hover();
    const [from, to] = [await middle('cedar'), await middle('ash')];
    await maren.page.mouse.move(from.x, from.y);
    await maren.page.mouse.down();
    await maren.page.mouse.move(from.x, from.y - 12, { steps: 3 });
    await maren.page.mouse.move(to.x, to.y - 4, { steps: 12 });
    await maren.page.mouse.up();
    await expect(loose(maren.page)).toHaveText([/cedar/, /ash/, /birch/]);
    await expect(loose(bea.page)).toHaveText([/cedar/, /ash/, /birch/]);

    // By keyboard, with announcements.
    await handle('cedar').focus();
    await maren.page.keyboard.press('Space');
    await expectPickedUp(maren.page, 'cedar, at position 1 of 3.');
    await maren.page.keyboard.press('ArrowDown');
    await expect(maren.page.getByText('cedar is at position 2 of 3.')).toBeAttached();
    await maren.page.keyboard.press('Space');
    await expect(loose(maren.page)).toHaveText([/ash/, /cedar/, /birch/]);
    await expect(loose(bea.page)).toHaveText([/ash/, /cedar/, /birch/]);
    await expect(handle('cedar')).toBeFocused();

    // From the menu, one position at a time; the order survives a reload.
    await maren.page.getByRole('main').getByRole('button', { name: 'More about birch' }).click();
    await maren.page.getByRole('menuitem', { name: 'Move up' }).click();
    await expect(loose(bea.page)).toHaveText([/ash/, /birch/, /cedar/]);
    await reload(maren.page, 'the order is kept');
    await expect(loose(maren.page)).toHaveText([/ash/, /birch/, /cedar/]);

    // Refused: it returns to where it was, and says why.
    await maren.page.route('**/channels/order', (route) =>
      route.fulfill({
        status: 409,
        json: { statusCode: 409, code: 'x', message: 'The order has changed since you last saw it.' },
      }),
    );
    await maren.page.getByRole('main').getByRole('button', { name: 'More about birch' }).click();
    await maren.page.getByRole('menuitem', { name: 'Move up' }).click();
    await expect(maren.page.getByText('The order has changed since you last saw it.')).toBeVisible();
    await expect(loose(maren.page)).toHaveText([/ash/, /birch/, /cedar/]);
  },
);

test('on a phone, channels are put in order in a mode of its own', DETAIL, async ({ arrive }) => {
  const maren = await arrive('Maren', 'Holm');
  await maren.page.setViewportSize({ width: 390, height: 844 });
  const community = await startCommunity(maren, 'Alder Village');
  for (const name of ['ash', 'birch']) await startChannel(maren, community, { name });
  for (const name of ['Woods', 'Hills']) await maren.api('POST', `/${community.id}/categories`, { name });
  await maren.page.goto(`/${community.slug}`);
  await expect(maren.page.getByRole('heading', { name: 'Members' })).toBeVisible();
  await moveTo(maren.page, '/channels');
  const main = maren.page.getByRole('main');
  await expect(main.getByRole('button', { name: 'Move birch', exact: true })).toBeHidden();
  await main.getByRole('button', { name: 'Reorder channels' }).click();
  await expectNoSeriousViolations(maren.page);
  await main.getByRole('button', { name: 'Move birch', exact: true }).focus();
  await maren.page.keyboard.press('Space');
  await expectPickedUp(maren.page, 'birch, at position 2 of 2.');
  await maren.page.keyboard.press('ArrowUp');
  await expect(maren.page.getByText('birch is at position 1 of 2.')).toBeAttached();
  await maren.page.keyboard.press('Space');
  await expect(loose(maren.page)).toHaveText([/birch/, /ash/]);
  await main.getByRole('button', { name: 'Done reordering' }).click();

  // Categories follow the menu on the browse screen.
  await moveTo(maren.page, `/${community.slug}/channels`);
  await main.getByRole('button', { name: 'Manage Woods' }).click();
  await maren.page.getByRole('menuitem', { name: 'Move up' }).click();
  await expect(main.getByRole('region')).toHaveCount(2);
  await expect(main.getByRole('region').first()).toHaveAccessibleName('Woods');
});
