import { expect, test } from '../fixtures.ts';
import { moveTo } from '../opening.ts';
import { bringIn, startChannel, startCommunity } from '../people.ts';
import { CI, DETAIL } from '../viewports.ts';

test('a promoted member finds new buttons without a reload, and loses them when demoted', CI, async ({ arrive }) => {
  const [maren, bea, otis] = [
    await arrive('Maren', 'Holm'),
    await arrive('Bea', 'Okafor'),
    await arrive('Otis', 'Reed'),
  ];
  const community = await startCommunity(maren, 'Alder Village');
  await startChannel(maren, community, { name: 'hearth', isDefault: true });
  await startChannel(maren, community, { name: 'keyholders', mode: 'private' });
  await bringIn(maren, community, [bea, otis]);
  await bea.page.goto(`/${community.slug}/channels`);
  const main = bea.page.getByRole('main');
  await expect(main.getByRole('link', { name: 'hearth' })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Create channel' })).toBeHidden();
  await expect(main.getByRole('link', { name: 'keyholders' })).toBeHidden();

  await maren.page.goto(`/${community.slug}/members`);
  await expect(maren.page.getByRole('main').getByText('3 members', { exact: true })).toBeVisible();
  const row = maren.page.getByRole('main').getByRole('listitem').filter({ hasText: 'Bea Okafor' });
  await row.getByRole('button', { name: 'Manage Bea Okafor' }).click();
  await maren.page.getByRole('menuitem', { name: 'Promote to admin' }).click();
  await expect(maren.page.getByText('Role changed.')).toBeVisible();
  await expect(row).toContainText('Admin');
  await expect(main.getByRole('button', { name: 'Create channel' })).toBeVisible();
  await expect(main.getByRole('button', { name: 'New category' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'keyholders' })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Leave hearth' })).toHaveAttribute('aria-disabled', 'true');

  // An admin acts on those below, and is told why not on those above.
  await bea.page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: 'Members 3' }).click();
  await main.getByRole('button', { name: 'Manage Maren Holm' }).click();
  const refusedEntry = bea.page.getByRole('menuitem', { name: 'Remove from community' });
  await expect(refusedEntry).toBeDisabled();
  await expect(refusedEntry).toContainText('You can only manage people whose role is below your own.');
  await bea.page.keyboard.press('Escape');
  await expect(main.getByRole('button', { name: 'Manage Otis Reed' })).toBeVisible();
  await main.getByRole('searchbox', { name: 'Search members' }).fill('reed');
  await expect(main.getByRole('listitem')).toHaveCount(1);
  await expect(bea.page).toHaveURL(/\?search=reed$/);

  await row.getByRole('button', { name: 'Manage Bea Okafor' }).click();
  await maren.page.getByRole('menuitem', { name: 'Demote to member' }).click();
  await expect(row).not.toContainText('Admin');
  await expect(main.getByRole('button', { name: 'Manage Otis Reed' })).toBeHidden();
  await bea.page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: 'Browse channels' }).click();
  await expect(main.getByRole('link', { name: 'hearth' })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Create channel' })).toBeHidden();
  await expect(main.getByRole('link', { name: 'keyholders' })).toBeHidden();
});

test('a role that changes while you are offline takes effect when you are back online', DETAIL, async ({ arrive }) => {
  const [maren, bea] = [await arrive('Maren', 'Holm'), await arrive('Bea', 'Okafor')];
  const community = await startCommunity(maren, 'Alder Village');
  await startChannel(maren, community, { name: 'hearth', isDefault: true });
  await bringIn(maren, community, [bea]);
  // The socket is cut by the test, and comes back when it says so.
  let away = false;
  const sockets: { close: () => Promise<void> }[] = [];
  await bea.page.routeWebSocket(/\/live$/, async (socket) => {
    if (away) return socket.close();
    sockets.push(socket);
    socket.connectToServer();
  });
  await bea.page.goto(`/${community.slug}/channels`);
  const main = bea.page.getByRole('main');
  await expect(main.getByRole('link', { name: 'hearth' })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Create channel' })).toBeHidden();
  await expect.poll(() => sockets.length).toBe(1);
  away = true;
  await sockets[0]?.close();

  await maren.page.goto(`/${community.slug}/members`);
  await maren.page.getByRole('main').getByRole('button', { name: 'Manage Bea Okafor' }).click();
  await maren.page.getByRole('menuitem', { name: 'Promote to admin' }).click();
  await expect(maren.page.getByText('Role changed.')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Create channel' })).toBeHidden();
  away = false;
  await expect(main.getByRole('button', { name: 'Create channel' })).toBeVisible({ timeout: 20_000 });
});

test('a removed member loses access to the community at once', DETAIL, async ({ arrive, watch }) => {
  // What somebody who is removed no longer gets.
  watch.expectRefusal(404, /\/permissions\/getMemberPermissions$/);
  watch.expectRefusal(404, /\/conversations\/[^/]+\/messages$/);
  watch.expectRefusal(404, /\/public\/alias\//);
  const [maren, bea] = [await arrive('Maren', 'Holm'), await arrive('Bea', 'Okafor')];
  const community = await startCommunity(maren, 'Alder Village', 'secret');
  const hearth = await startChannel(maren, community, { name: 'hearth', isDefault: true });
  await bringIn(maren, community, [bea]);
  await bea.page.goto(`/channel/${hearth.id}`);
  await expect(bea.page.getByRole('textbox', { name: 'Message hearth' })).toBeVisible();
  const onRail = bea.page
    .getByRole('navigation', { name: 'Communities' })
    .getByRole('link', { name: /^Alder Village/ });
  await expect(onRail).toBeVisible();

  await maren.page.goto(`/${community.slug}/members`);
  await maren.page.getByRole('button', { name: 'Manage Bea Okafor' }).click();
  await maren.page.getByRole('menuitem', { name: 'Remove from community' }).click();
  const question = maren.page.getByRole('dialog', { name: 'Remove Bea Okafor?' });
  await question.getByRole('button', { name: 'Remove member' }).click();
  await expect(maren.page.getByText('Member removed.')).toBeVisible();
  await expect(maren.page.getByRole('main').getByText('1 member', { exact: true })).toBeVisible();

  await expect(bea.page.getByText(`You are no longer in ${community.name}.`)).toBeVisible();
  const theirs = bea.page.getByRole('region', { name: 'Your communities' });
  await expect(theirs).toBeVisible();
  await expect(theirs.getByText(community.name)).toHaveCount(0);
  await expect(onRail).toBeHidden();
  for (const path of [`/channel/${hearth.id}`, `/${community.slug}`, `/${community.slug}/channels`]) {
    await moveTo(bea.page, path);
    await expect(bea.page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
  }
});
