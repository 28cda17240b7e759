import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { reload } from '../opening.ts';
import { bringIn, type Person, startChannel, startCommunity } from '../people.ts';
import { DETAIL } from '../viewports.ts';

const articles = (page: Page) => page.getByRole('list', { name: 'Messages' }).getByRole('article');
const box = (page: Page) => page.getByRole('textbox', { name: 'Message hearth' });

async function twoInHearth(arrive: (firstName: string, lastName?: string) => Promise<Person>) {
  const [maren, tomasz] = [await arrive('Maren', 'Holm'), await arrive('Tomasz', 'Zielinski')];
  const community = await startCommunity(maren, 'Weavers Row');
  const hearth = await startChannel(maren, community, { name: 'hearth' });
  const looms = await startChannel(maren, community, { name: 'looms' });
  await bringIn(maren, community, [tomasz], [hearth]);
  for (const { page } of [maren, tomasz]) {
    await page.goto(`/channel/${hearth.id}`);
    await expect(box(page)).toBeVisible();
  }
  return { maren, tomasz, hearth, looms };
}

test(
  'composer: a list is sent as a list, and emoji, channels and people are completed by name',
  DETAIL,
  async ({ arrive }) => {
    const { maren, tomasz, looms } = await twoInHearth(arrive);
    const { page } = maren;
    await page.getByRole('button', { name: 'Formatting' }).click();
    await box(page).fill('kiln');
    await box(page).press('ControlOrMeta+a');
    await page.getByRole('button', { name: 'Bulleted list' }).click();
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('clay');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(articles(page).getByRole('listitem')).toHaveText(['kiln', 'clay']);

    await box(page).pressSequentially('Well done :tada: and :fir');
    await expect(box(page)).toHaveValue('Well done 🎉 and :fir');
    const emoji = page.getByRole('listbox', { name: 'Emoji by name' });
    await expect(emoji.getByRole('option', { name: ':fire:', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(emoji).toBeHidden();
    await page.keyboard.type('e');
    await expect(emoji.getByRole('option', { name: ':fire:', exact: true })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Tab');
    await expect(box(page)).toHaveValue('Well done 🎉 and 🔥 ');

    await box(page).pressSequentially('see #loo');
    await expect(page.getByRole('listbox', { name: 'Channels' }).getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(box(page)).toHaveValue('Well done 🎉 and 🔥 see #looms ');
    await box(page).pressSequentially('@chan');
    await page.getByRole('listbox', { name: 'People to mention' }).getByRole('option', { name: '@channel' }).click();
    await page.keyboard.press('Enter');

    const arrived = articles(tomasz.page).filter({ hasText: 'Well done' });
    await expect(arrived).toContainText('@channel');
    await arrived.getByRole('link', { name: '#looms' }).click();
    await expect(tomasz.page).toHaveURL(new RegExp(`/channel/${looms.id}$`));
  },
);

test(
  'composer: code is highlighted and can be copied, and a draft with its reply survives a reload',
  DETAIL,
  async ({ arrive }) => {
    const { maren } = await twoInHearth(arrive);
    const { page, context } = maren;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await box(page).fill('```js\nconst heat = 1240;\n```');
    await page.keyboard.press('Enter');
    const block = articles(page).filter({ hasText: 'const heat' });
    await expect(block.getByText('const', { exact: true })).toBeVisible();
    await block.hover();
    await block.getByRole('button', { name: 'Copy code' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('const heat = 1240;');

    await block.hover();
    await block.getByRole('button', { name: 'Reply', exact: true }).click();
    await box(page).fill('Is that too hot?');
    await reload(page, 'the draft is kept');
    await expect(box(page)).toHaveValue('Is that too hot?');
    await expect(page.getByRole('button', { name: 'Cancel reply' })).toBeVisible();
    await box(page).press('Enter');
    const reply = articles(page).filter({ hasText: 'Is that too hot?' });
    await expect(reply.getByRole('button', { name: /^In reply to Maren Holm/ })).toBeVisible();
    await expect(box(page)).toHaveValue('');
  },
);
