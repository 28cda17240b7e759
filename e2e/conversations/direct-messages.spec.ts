import { message, write } from '../chat.ts';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { moveTo } from '../opening.ts';
import { bringIn, startChannel, startCommunity } from '../people.ts';
import { DESK_FIRST, DETAIL } from '../viewports.ts';

for (const [where, size] of DESK_FIRST) {
  test(`a private conversation and a group can be started, named and left, on ${where}`, async ({ arrive }) => {
    const [maren, tomasz, yuki] = [
      await arrive('Maren', 'Holmgren'),
      await arrive('Tomasz', 'Zielinski'),
      await arrive('Yukiko', 'Tanabe'),
    ];
    const community = await startCommunity(maren, 'Weavers Row');
    await bringIn(maren, community, [tomasz, yuki]);
    const { page } = maren;
    await page.setViewportSize(size);
    await page.goto('/chat');
    await page.getByRole('button', { name: 'Start private conversation' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Start private conversation' });
    // You are not in the list yourself.
    await dialog.getByRole('searchbox', { name: 'People' }).fill('Holmgren');
    await expect(dialog.getByText('No one found')).toBeVisible();
    await dialog.getByRole('searchbox', { name: 'People' }).fill('Zielinski');
    await dialog.getByRole('checkbox', { name: new RegExp(tomasz.username) }).check();
    await dialog.getByRole('button', { name: 'Start conversation' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Tomasz Zielinski' })).toBeVisible();
    const beginning = 'This is the beginning of your conversation with Tomasz Zielinski';
    await expect(page.getByRole('heading', { name: beginning })).toBeVisible();
    await write(page, 'Tomasz Zielinski', 'Are you in on Saturday?');
    await expect(message(page, 'Are you in on Saturday?')).toBeVisible();

    // Tomasz, on another screen, sees that there is something for him alone.
    await tomasz.page.setViewportSize(size);
    await tomasz.page.goto('/inbox');
    const forHim = async () => Number(/^\((\d+)\)/.exec(await tomasz.page.title())?.[1]);
    await expect(tomasz.page.getByRole('link', { name: /Are you in on Saturday/ })).toBeVisible();
    const before = await forHim();
    await tomasz.page.getByRole('link', { name: /Are you in on Saturday/ }).click();
    await expect(message(tomasz.page, 'Are you in on Saturday?')).toBeVisible();
    await expect(tomasz.page).toHaveTitle(/Maren Holmgren/);
    await expect.poll(forHim).toBe(before - 1);
    await tomasz.page.getByRole('textbox', { name: 'Message Maren Holmgren' }).pressSequentially('Ye');
    await expect(page.getByText('Tomasz Zielinski is typing')).toBeVisible();
    await write(tomasz.page, 'Maren Holmgren', 'Yes, from ten.');
    await expect(message(page, 'Yes, from ten.')).toBeVisible();

    // Starting it again opens the same one.
    await moveTo(page, '/chat');
    await page.getByRole('button', { name: 'Start private conversation' }).first().click();
    await dialog.getByRole('searchbox', { name: 'People' }).fill('Zielinski');
    await dialog.getByRole('checkbox', { name: new RegExp(tomasz.username) }).check();
    await dialog.getByRole('searchbox', { name: 'People' }).fill('Tanabe');
    await dialog.getByRole('checkbox', { name: new RegExp(yuki.username) }).check();
    await dialog.getByRole('button', { name: 'Start group' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Tomasz Zielinski, Yukiko Tanabe' })).toBeVisible();
    const about = page.getByRole('complementary', { name: 'About this conversation' });
    // Beside the conversation where there is room.
    if (!(await about.isVisible())) await page.getByRole('button', { name: 'About this conversation' }).click();
    await about.getByRole('button', { name: 'Name and cover' }).click();
    const named = page.getByRole('dialog', { name: 'Name and cover' });
    await named.getByRole('textbox', { name: 'Name (optional)' }).fill('Saturday crew');
    await named.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Saturday crew' })).toBeVisible();
    await expectNoSeriousViolations(page);
    await about.getByRole('button', { name: 'Remove Yukiko Tanabe' }).click();
    const sure = page.getByRole('dialog', { name: 'Remove Yukiko Tanabe?' });
    await sure.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(about.getByRole('button', { name: /Yukiko Tanabe/ })).toHaveCount(0);
    await about.getByRole('button', { name: 'Leave group' }).click();
    await page.getByRole('dialog', { name: 'Leave this group?' }).getByRole('button', { name: 'Leave group' }).click();
    await expect(page).toHaveURL(/\/chat$/);
    const conversations = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem');
    await expect(conversations.filter({ hasText: 'Saturday crew' })).toHaveCount(0);
    await expect(conversations.filter({ hasText: 'Tomasz Zielinski' })).toHaveCount(1);
  });
}

test(
  'a member no longer sees whom they blocked, who is not told, and the owner sees both',
  DETAIL,
  async ({ arrive }) => {
    const [owner, maren, tomasz] = [
      await arrive('Ines', 'Carvalho'),
      await arrive('Maren', 'Holmgren'),
      await arrive('Tomasz', 'Zielinski'),
    ];
    const community = await startCommunity(owner, 'Weavers Row');
    const hearth = await startChannel(owner, community, { name: 'hearth' });
    await bringIn(owner, community, [maren, tomasz], [hearth]);
    await tomasz.page.goto(`/channel/${hearth.id}`);
    await write(tomasz.page, 'hearth', 'Buy my looms, they are the best');
    await maren.page.goto(`/channel/${hearth.id}`);
    await message(maren.page, 'Buy my looms').getByRole('button', { name: 'Tomasz Zielinski' }).click();
    const profile = maren.page.getByRole('dialog', { name: 'Profile' });
    await profile.getByRole('button', { name: 'Block' }).click();
    await maren.page
      .getByRole('dialog', { name: 'Block Tomasz Zielinski?' })
      .getByRole('button', { name: 'Block', exact: true })
      .click();
    await expect(profile.getByRole('button', { name: 'Unblock' })).toBeVisible();
    await expect(profile.getByRole('button', { name: 'Message' })).toBeDisabled();
    await maren.page.keyboard.press('Escape');
    await expect(message(maren.page, 'Buy my looms')).toHaveCount(0);
    await expect(maren.page.getByText('You have blocked this person.')).toBeVisible();
    await write(tomasz.page, 'hearth', 'Really, the best');
    await write(maren.page, 'hearth', 'Good morning, everyone else');
    await expect(message(maren.page, 'Good morning')).toBeVisible();
    await expect(message(maren.page, 'Really')).toHaveCount(0);
    await expect(message(tomasz.page, 'Good morning')).toBeVisible();
    await expect(tomasz.page.getByText('blocked')).toHaveCount(0);
    await owner.page.goto(`/channel/${hearth.id}`);
    await expect(message(owner.page, 'Really')).toBeVisible();

    await moveTo(maren.page, '/settings/privacy');
    const blocked = maren.page.getByRole('listitem').filter({ hasText: 'Tomasz Zielinski' });
    await blocked.getByRole('button', { name: 'Unblock' }).click();
    await expect(blocked).toHaveCount(0);
    await moveTo(maren.page, `/channel/${hearth.id}`);
    await expect(message(maren.page, 'Really, the best')).toBeVisible();
  },
);

test('members see who is online, except people who hide it', DETAIL, async ({ arrive }) => {
  const [maren, tomasz] = [await arrive('Maren', 'Holmgren'), await arrive('Tomasz', 'Zielinski')];
  const community = await startCommunity(maren, 'Weavers Row');
  const hearth = await startChannel(maren, community, { name: 'hearth' });
  await bringIn(maren, community, [tomasz], [hearth]);
  await tomasz.page.goto(`/channel/${hearth.id}`);
  await maren.page.goto(`/channel/${hearth.id}`);
  await maren.page.getByRole('tab', { name: /^Members/ }).click();
  const panel = maren.page.getByRole('complementary', { name: 'Channel info' });
  await expect(panel.getByRole('button', { name: /online.*Tomasz/ })).toBeVisible();
  await moveTo(tomasz.page, '/settings/privacy');
  await tomasz.page.getByRole('switch', { name: 'Show when I am online or typing' }).click();
  await expect(panel.getByRole('button', { name: /online.*Tomasz/ })).toHaveCount(0);
});
