import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { reload } from '../opening.ts';
import { bringIn, type Channel, type Person, say, startChannel, startCommunity } from '../people.ts';
import { DETAIL } from '../viewports.ts';

/** The message with this text; its author's name and time are part of its accessible name. */
function message(page: Page, text: string) {
  return page.getByRole('list', { name: 'Messages' }).getByRole('article').filter({ hasText: text });
}

/** The buttons in a message's toolbar, which appears on hover. */
async function act(page: Page, text: string, entry: string): Promise<void> {
  await message(page, text).hover();
  await message(page, text).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

async function write(page: Page, channel: Channel, text: string): Promise<void> {
  await page.getByRole('textbox', { name: `Message ${channel.name}` }).fill(text);
  await page.keyboard.press('Enter');
}

/** Waits until nothing in the community is unread: what is on the screen counts as read after a moment. */
async function allIsRead({ page }: Person): Promise<void> {
  const rail = page.getByRole('navigation', { name: 'Communities' });
  await expect(rail.getByRole('link', { name: 'Weavers Row', exact: true })).toBeVisible();
}

/** Two people of one community, each in a browser, both inside `hearth` and `looms`. */
async function twoPeople(arrive: (firstName: string, lastName?: string) => Promise<Person>) {
  const [maren, tomasz] = [await arrive('Maren', 'Holm'), await arrive('Tomasz', 'Zielinski')];
  const community = await startCommunity(maren, 'Weavers Row');
  const hearth = await startChannel(maren, community, { name: 'hearth' });
  const looms = await startChannel(maren, community, { name: 'looms' });
  await bringIn(maren, community, [tomasz], [hearth, looms]);
  return { maren, tomasz, community, hearth, looms };
}

async function open(person: Person, channel: Channel): Promise<void> {
  await person.page.goto(`/channel/${channel.id}`);
  await expect(person.page.getByRole('textbox', { name: `Message ${channel.name}` })).toBeVisible();
}

test('a message, its edits, reactions and deletion reach the other person at once', async ({ arrive }) => {
  const { maren, tomasz, hearth } = await twoPeople(arrive);
  await open(maren, hearth);
  await open(tomasz, hearth);
  await expect(tomasz.page.getByRole('heading', { name: 'No messages in hearth yet' })).toBeVisible();

  await write(maren.page, hearth, 'The kiln is at **1240** now.');
  const arrived = message(tomasz.page, 'The kiln is at 1240 now.');
  await expect(arrived).toBeVisible();
  await expect(arrived.getByRole('strong')).toHaveText('1240');
  await expect(arrived).toContainText('Maren Holm');
  await expect(message(maren.page, 'The kiln is at 1240 now.')).toHaveCount(1);

  await act(maren.page, 'The kiln', 'Edit message');
  const box = maren.page.getByRole('form', { name: 'Edit message' }).getByRole('textbox', { name: 'Message' });
  await expect(box).toHaveValue('The kiln is at **1240** now.');
  await box.fill('The kiln is at 1260 now.');
  await box.press('Enter');
  await expect(message(tomasz.page, 'The kiln is at 1260 now.')).toContainText('edited');
  await expect(message(tomasz.page, '1240')).toHaveCount(0);

  // Nobody changes what others wrote.
  await message(tomasz.page, 'The kiln').hover();
  await message(tomasz.page, 'The kiln').getByRole('button', { name: 'More' }).click();
  await expect(tomasz.page.getByRole('menuitem', { name: 'Copy text' })).toBeVisible();
  await expect(tomasz.page.getByRole('menuitem', { name: 'Edit message' })).toBeHidden();
  await expect(tomasz.page.getByRole('menuitem', { name: 'Delete message' })).toBeHidden();
  await tomasz.page.keyboard.press('Escape');

  await message(tomasz.page, 'The kiln').hover();
  await message(tomasz.page, 'The kiln').getByRole('button', { name: 'React with 🔥' }).click();
  const fire = message(maren.page, 'The kiln').getByRole('button', { name: /^🔥, / });
  await expect(fire).toHaveAccessibleName('🔥, 1 person');
  await expect(fire).toHaveAttribute('aria-pressed', 'false');
  await fire.click();
  await expect(fire).toHaveAttribute('aria-pressed', 'true');
  await expect(message(tomasz.page, 'The kiln').getByRole('button', { name: '🔥, 2 people' })).toBeVisible();
  await message(tomasz.page, 'The kiln').hover();
  await message(tomasz.page, 'The kiln').getByRole('button', { name: 'Add reaction' }).click();
  await tomasz.page.getByLabel('Search emoji').fill('hourglass done');
  await tomasz.page.getByRole('gridcell', { name: 'hourglass done' }).click();
  await expect(message(maren.page, 'The kiln').getByRole('button', { name: '⌛, 1 person' })).toBeVisible();

  await act(maren.page, 'The kiln', 'See reactions');
  const dialog = maren.page.getByRole('dialog', { name: 'Reactions' });
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await dialog.getByText('⌛ 1', { exact: true }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await expect(dialog.getByRole('radio', { name: '⌛ 1' })).toBeChecked();
  await expect(dialog.getByRole('listitem')).toContainText('Tomasz Zielinski');
  await dialog.getByText('All', { exact: true }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await maren.page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await fire.click();
  await expect(message(tomasz.page, 'The kiln').getByRole('button', { name: '🔥, 1 person' })).toBeVisible();

  await act(maren.page, 'The kiln', 'Delete message');
  const question = maren.page.getByRole('dialog', { name: 'Delete this message?' });
  await question.getByRole('button', { name: 'Delete message' }).click();
  await expect(message(tomasz.page, 'This message was deleted.')).toHaveCount(1);
  await expect(message(tomasz.page, 'The kiln')).toHaveCount(0);
  await expect(tomasz.page.getByRole('button', { name: /^🔥, / })).toHaveCount(0);
});

test(
  'a member mentioned from the list sees the message highlighted and a badge on its channel',
  DETAIL,
  async ({ arrive }) => {
    const { maren, tomasz, hearth, looms } = await twoPeople(arrive);
    await say(maren, hearth, 'Good morning.');
    await open(maren, hearth);
    await open(tomasz, hearth);
    await allIsRead(tomasz);
    await expect(message(tomasz.page, 'Good morning.')).toBeVisible();
    await open(tomasz, looms);
    const line = tomasz.page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: /^hearth/ });
    await expect(line).toHaveAccessibleName('hearth');

    const box = maren.page.getByRole('textbox', { name: 'Message hearth' });
    await box.pressSequentially('Can you look, @tom');
    const people = maren.page.getByRole('listbox', { name: 'People to mention' });
    await expect(people.getByRole('option')).toHaveCount(1);
    await expect(people.getByRole('option', { name: /Tomasz Zielinski/ })).toHaveAttribute('aria-selected', 'true');
    await maren.page.keyboard.press('Enter');
    await expect(box).toHaveValue(`Can you look, @${tomasz.username} `);
    await expect(people).toBeHidden();
    await box.pressSequentially('please?');
    await maren.page.keyboard.press('Enter');
    await expect(message(maren.page, 'Can you look').getByRole('button', { name: '@Tomasz Zielinski' })).toBeVisible();
    await write(maren.page, hearth, 'No hurry.');
    await write(maren.page, hearth, 'Or tomorrow.');

    await expect(line).toHaveAccessibleName('hearth 1 mention');
    await expect(
      tomasz.page
        .getByRole('navigation', { name: 'Communities' })
        .getByRole('link', { name: 'Weavers Row, 1 mention, unread' }),
    ).toBeVisible();
    await line.click();
    const named = message(tomasz.page, 'Can you look');
    await expect(tomasz.page.getByRole('list', { name: 'Messages' }).getByText('New', { exact: true })).toBeVisible();
    const tint = (text: string) =>
      message(tomasz.page, text).evaluate((element) => getComputedStyle(element).backgroundColor);
    await tomasz.page.getByRole('textbox', { name: 'Message hearth' }).hover();
    expect(await tint('Can you look')).not.toBe(await tint('No hurry.'));
    await named.getByRole('button', { name: '@Tomasz Zielinski' }).click();
    await expect(tomasz.page.getByRole('dialog', { name: 'Profile' })).toContainText(`@${tomasz.username}`);
    await tomasz.page.keyboard.press('Escape');
    await expect(tomasz.page.getByRole('dialog', { name: 'Profile' })).toBeHidden();
    await expect(line).toHaveAccessibleName('hearth');
    await tomasz.page.keyboard.press('Shift+Escape');
    await expect(tomasz.page.getByRole('list', { name: 'Messages' }).getByText('New', { exact: true })).toBeHidden();
  },
);

test('unread messages are counted next to the channel until it is opened', DETAIL, async ({ arrive }) => {
  const { maren, tomasz, hearth, looms } = await twoPeople(arrive);
  await open(tomasz, looms);
  const line = tomasz.page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: /^hearth/ });
  await expect(line).toHaveAccessibleName('hearth');
  for (const text of ['One.', 'Two.', 'Three.']) await say(maren, hearth, text);
  await expect(line).toHaveAccessibleName('hearth 3 unread');
  await reload(tomasz.page, 'the count is the same from the start');
  await expect(line).toHaveAccessibleName('hearth 3 unread');
  await line.click();
  await expect(message(tomasz.page, 'Three.')).toBeVisible();
  await allIsRead(tomasz);
  await open(tomasz, looms);
  await expect(line).toHaveAccessibleName('hearth');
});

test('a message that comes while the counts are being asked for is counted', DETAIL, async ({ arrive }) => {
  const { maren, tomasz, hearth, looms } = await twoPeople(arrive);
  const { page } = tomasz;
  await open(tomasz, looms);
  const line = page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: /^hearth/ });
  await say(maren, hearth, 'One.');
  await expect(line).toHaveAccessibleName('hearth 1 unread');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked = new Promise<void>((resolve) => {
    // All of them: what is asked for once more would otherwise be answered before it is released.
    void page.route('**/api/v1/conversations/counts', async (route) => {
      const response = await route.fetch();
      resolve();
      await held;
      await route.fulfill({ response }).catch(() => undefined);
    });
  });
  // Deleting a message that is not read makes the client ask.
  await open(maren, hearth);
  await act(maren.page, 'One.', 'Delete');
  await maren.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await asked;
  await say(maren, hearth, 'Two.');
  await expect(line).toHaveAccessibleName('hearth 2 unread');
  release();
  await expect(line).toHaveAccessibleName('hearth 1 unread');
});

test('a channel with many new messages opens at the line above them', DETAIL, async ({ arrive }) => {
  const { maren, tomasz, hearth, looms } = await twoPeople(arrive);
  await say(maren, hearth, 'Read already.');
  await open(tomasz, hearth);
  await allIsRead(tomasz);
  await open(tomasz, looms);
  for (let number = 1; number <= 30; number += 1) await say(maren, hearth, `Row ${number} is woven.`);
  const { page } = tomasz;
  await page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: 'hearth 30 unread' }).click();
  const line = page.getByRole('list', { name: 'Messages' }).getByText('New', { exact: true });
  await expect(line).toBeInViewport();
  await expect(message(page, 'Row 1 is woven.')).toBeInViewport();
  await expect(message(page, 'Row 30 is woven.')).not.toBeInViewport();
  await page.getByRole('button', { name: 'Newest' }).click();
  await expect(message(page, 'Row 30 is woven.')).toBeInViewport();
  await allIsRead(tomasz);
});
