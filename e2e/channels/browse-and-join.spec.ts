import { expect, test } from '../fixtures.ts';
import { moveTo, reload } from '../opening.ts';
import { bringIn, type Person, startChannel, startCommunity } from '../people.ts';
import { DETAIL } from '../viewports.ts';

/** A community with channels in and out of categories, its creator, and a plain member who has joined none. */
async function village(arrive: (firstName: string, lastName?: string) => Promise<Person>) {
  const [maren, bea] = [await arrive('Maren', 'Holm'), await arrive('Bea', 'Okafor')];
  const community = await startCommunity(maren, 'Alder Village');
  const { data } = await maren.api<{ data: { categoryId: string } }>('POST', `/${community.id}/categories`, {
    name: 'Workshops',
  });
  const hearth = await startChannel(maren, community, { name: 'hearth', description: 'Say hello.' });
  const looms = await startChannel(maren, community, { name: 'looms', categoryId: data.categoryId });
  const glazes = await startChannel(maren, community, { name: 'glazes', categoryId: data.categoryId });
  const keys = await startChannel(maren, community, { name: 'keyholders', mode: 'private' });
  await bringIn(maren, community, [bea]);
  return { maren, bea, community, hearth, looms, glazes, keys };
}

test('a member joins and leaves a channel, and the member count uses the right plural', DETAIL, async ({ arrive }) => {
  const { bea, community } = await village(arrive);
  const { page } = bea;
  await page.goto(`/${community.slug}/channels`);
  await expect(page.getByRole('heading', { level: 1, name: 'Browse channels' })).toBeVisible();
  const main = page.getByRole('main');
  const row = main.getByRole('region', { name: 'Workshops' }).getByRole('listitem').filter({ hasText: 'looms' });
  await expect(row).toContainText('1 member');
  await expect(row).not.toContainText('1 members');
  await row.getByRole('button', { name: 'Join looms' }).click();
  await expect(row).toContainText('Joined');
  await expect(row).toContainText('2 members');
  const sidebar = page.getByRole('navigation', { name: 'Channels' });
  await expect(sidebar.getByRole('link', { name: 'looms' })).toBeVisible();
  await reload(page, 'it is kept');
  await expect(row).toContainText('Joined');
  await row.getByRole('button', { name: 'Leave looms' }).click();
  await expect(row.getByRole('button', { name: 'Join looms' })).toBeVisible();
  await expect(row).toContainText('1 member');
  await expect(sidebar.getByRole('link', { name: 'looms' })).toBeHidden();

  // A public channel can be read before joining; writing takes joining.
  await main.getByRole('link', { name: 'hearth' }).click();
  await expect(page.getByText('You’re viewing #hearth. Join to write.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message hearth' })).toBeHidden();
  await page.getByRole('button', { name: 'Join channel' }).click();
  await expect(page.getByRole('textbox', { name: 'Message hearth' })).toBeVisible();
});

test('the browse dialog finds, joins and leaves channels from any screen, and closes when a channel is opened', async ({
  arrive,
}) => {
  const { bea, community } = await village(arrive);
  const { page } = bea;
  await page.goto(`/${community.slug}/members`);
  const sidebar = page.getByRole('navigation', { name: 'Channels' });
  await sidebar.getByRole('button', { name: 'Browse channels' }).click();
  const dialog = page.getByRole('dialog', { name: 'Browse channels' });
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await dialog.getByRole('searchbox', { name: 'Search channels by name or description' }).fill('la');
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Join glazes' }).click();
  await expect(sidebar.getByRole('link', { name: 'glazes' })).toBeAttached();
  await dialog.getByRole('button', { name: 'Leave glazes' }).click();
  await expect(dialog.getByRole('button', { name: 'Join glazes' })).toBeVisible();
  await dialog.getByText('My channels', { exact: true }).click();
  await expect(dialog.getByRole('heading', { name: 'No channels found' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/${community.slug}/members$`));
  await dialog.getByText('All', { exact: true }).click();
  await dialog.getByRole('link', { name: 'glazes' }).click();
  await expect(page.getByText('You’re viewing #glazes. Join to write.')).toBeVisible();
  await expect(dialog).toBeHidden();

  // From the palette too.
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Find anything' }).fill('browse');
  await page.getByRole('option', { name: /Browse channels/ }).click();
  await expect(dialog).toBeVisible();
});

test('nothing leads to the browse screen without the permission to view channels', DETAIL, async ({ arrive }) => {
  const { bea, community } = await village(arrive);
  const { page } = bea;
  // Every role of ours holds it: so the answer is changed to what a role without it would get.
  await page.route(/\/api\/v1\/.*(getMemberPermissions|servers)/, async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replaceAll('"VIEW_CHANNEL",', '');
    await route.fulfill({ response: answer, body: text });
  });
  await page.goto(`/${community.slug}/members`);
  const sidebar = page.getByRole('navigation', { name: 'Channels' });
  await expect(sidebar.getByRole('link', { name: 'Members' })).toBeVisible();
  await expect(sidebar.getByRole('link', { name: 'Browse channels' })).toBeHidden();
  await expect(sidebar.getByRole('button', { name: 'Browse channels' })).toBeHidden();
  await moveTo(page, `/${community.slug}/channels`);
  await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
});

test('creators and admins cannot leave a channel, and are told why', DETAIL, async ({ arrive }) => {
  const { maren, community } = await village(arrive);
  await maren.page.goto(`/${community.slug}/channels`);
  const leave = maren.page.getByRole('button', { name: 'Leave hearth' });
  await expect(leave).toHaveAttribute('aria-disabled', 'true');
  await expect(leave).toHaveAccessibleDescription('Admins and creators cannot leave a channel.');
  await leave.focus();
  await expect(maren.page.getByRole('tooltip', { name: 'Admins and creators cannot leave a channel.' })).toBeVisible();
  await leave.press('Enter');
  await reload(maren.page, 'nothing has changed');
  await expect(leave).toBeVisible();
});

test('search waits for a pause, and the address bar holds the search and the filters', DETAIL, async ({ arrive }) => {
  const { bea, community, glazes } = await village(arrive);
  await bea.api('POST', `/${community.id}/channels/join-member`, { channelId: glazes.id });
  const { page } = bea;
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/channels/browse')) asked.push(url.searchParams.get('search'));
  });
  await page.goto(`/${community.slug}/channels`);
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(3);
  asked.length = 0;
  await page.getByRole('searchbox', { name: 'Search channels by name or description' }).pressSequentially('la');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('glazes');
  expect(asked).toEqual(['la']);
  await expect(page).toHaveURL(/\?search=la$/);

  await page.getByText('Other channels', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No channels found' })).toBeVisible();
  await expect(page.getByText('Nothing matches “la”. Try a shorter search.')).toBeVisible();
  await page.getByText('My channels', { exact: true }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Channel type' }).click();
  await page.getByRole('option', { name: 'Public' }).click();
  await expect(page).toHaveURL(/\?search=la&view=mine&mode=public$/);

  await reload(page, 'the address holds the search');
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('searchbox', { name: 'Search channels by name or description' })).toHaveValue('la');
  await expect(page.getByRole('radio', { name: 'My channels' })).toBeChecked();
  await expect(page.getByRole('combobox', { name: 'Channel type' })).toHaveValue('Public');
  await page.getByRole('combobox', { name: 'Channel type' }).click();
  await page.getByRole('option', { name: 'Private' }).click();
  await expect(page.getByRole('heading', { name: 'No channels found' })).toBeVisible();
});

test('a category collapses and expands', DETAIL, async ({ arrive }) => {
  const { bea, community } = await village(arrive);
  const { page } = bea;
  await page.goto(`/${community.slug}/channels`);
  const category = page.getByRole('main').getByRole('region', { name: 'Workshops' });
  const toggle = category.getByRole('button', { name: 'Workshops 2 channels' });
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(category.getByRole('link', { name: 'glazes' })).toBeVisible();
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(category.getByRole('link', { name: 'glazes' })).toBeHidden();
  await expect(page.getByRole('main').getByRole('link', { name: 'hearth' })).toBeVisible();
  await toggle.click();
  await expect(category.getByRole('link', { name: 'glazes' })).toBeVisible();
});

test('a member cannot find a private channel until somebody adds them', DETAIL, async ({ arrive, watch }) => {
  // The private channel, by its address.
  watch.expectRefusal(404, /\/channels\/[^/]+$/);
  const { maren, bea, community, keys } = await village(arrive);
  await maren.page.goto(`/${community.slug}/channels`);
  await expect(maren.page.getByRole('main').getByRole('link', { name: 'keyholders' })).toBeVisible();

  await bea.page.goto(`/${community.slug}/channels?search=keyholders`);
  await expect(bea.page.getByRole('heading', { name: 'No channels found' })).toBeVisible();
  await moveTo(bea.page, `/channel/${keys.id}`);
  await expect(bea.page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
  await expect(bea.page.getByText('keyholders')).toHaveCount(0);
  await moveTo(bea.page, `/${community.slug}`);
  const line = bea.page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: 'keyholders private' });
  await expect(bea.page.getByRole('navigation', { name: 'Channels' })).toBeVisible();
  await expect(line).toBeHidden();

  await maren.page.getByRole('main').getByRole('button', { name: 'More about keyholders' }).click();
  await maren.page.getByRole('menuitem', { name: 'Add member' }).click();
  const dialog = maren.page.getByRole('dialog', { name: 'Add member to #keyholders' });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Please select members.')).toBeVisible();
  await dialog.getByRole('searchbox', { name: 'People' }).fill('okaf');
  await dialog.getByRole('checkbox', { name: /Bea Okafor/ }).check();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(maren.page.getByText('1 person added.')).toBeVisible();
  await line.click();
  await expect(bea.page.getByRole('textbox', { name: 'Message keyholders' })).toBeVisible();
});
