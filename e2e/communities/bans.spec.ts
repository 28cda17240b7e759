import { expect, test } from '../fixtures.ts';
import { bringIn, startCommunity } from '../people.ts';
import { BOTH, DETAIL } from '../viewports.ts';

for (const [where, size, scope] of BOTH) {
  test(`a banned person is removed at once, cannot come back, and can rejoin once the ban is lifted, on ${where}`, {
    ...DETAIL,
    ...scope,
  }, async ({ arrive, watch }) => {
    // What somebody who is banned no longer gets.
    watch.expectRefusal(404, /\/permissions\/getMemberPermissions$/);
    watch.expectRefusal(403, /\/invites\/[^/]+\/accept$/);
    const [maren, otis] = [await arrive('Maren', 'Holm'), await arrive('Otis', 'Reed')];
    for (const { page } of [maren, otis]) await page.setViewportSize(size);
    const community = await startCommunity(maren, 'Open Kiln');
    await bringIn(maren, community, [otis]);
    await otis.page.goto(`/${community.slug}/members`);
    await expect(otis.page.getByRole('main').getByText('Maren Holm')).toBeVisible();
    await expect(otis.page.getByRole('main').getByRole('link', { name: 'Banned' })).toBeHidden();

    await maren.page.goto(`/${community.slug}/members`);
    const main = maren.page.getByRole('main');
    await main.getByRole('button', { name: 'Manage Otis Reed' }).click();
    await maren.page.getByRole('menuitem', { name: 'Ban from community' }).click();
    const dialog = maren.page.getByRole('dialog', { name: 'Ban Otis Reed?' });
    await dialog.getByRole('textbox', { name: 'Reason (optional)' }).fill('Sold us the same kiln twice.');
    await dialog.getByRole('button', { name: 'Ban member' }).click();
    await expect(maren.page.getByText('Member banned.')).toBeVisible();

    await expect(otis.page.getByText(`You are no longer in ${community.name}.`)).toBeVisible();
    // Loaded: they come back by a link.
    await otis.page.goto(`/${community.slug}`);
    await expect(otis.page.getByRole('heading', { name: 'You cannot join this community' })).toBeVisible();
    await expect(otis.page.getByRole('button', { name: 'Join', exact: true })).toBeHidden();
    const { inviteCode } = await maren.api<{ inviteCode: string }>('GET', `/${community.id}/invite-code`);
    // Loaded: somebody sends them an invitation.
    await otis.page.goto(`/invite/${inviteCode}`);
    await otis.page.getByRole('button', { name: 'Join Open Kiln' }).click();
    await expect(otis.page.getByText('You have been banned from this community, so you cannot join it.')).toBeVisible();

    await main.getByRole('link', { name: 'Banned' }).click();
    const row = main.getByRole('list', { name: 'Banned people' }).getByRole('listitem');
    await expect(row).toContainText('Sold us the same kiln twice.');
    await row.getByRole('button', { name: 'Lift ban on Otis Reed' }).click();
    await maren.page
      .getByRole('dialog', { name: 'Lift the ban on Otis Reed?' })
      .getByRole('button', { name: 'Lift ban' })
      .click();
    await expect(main.getByRole('heading', { name: 'No one is banned' })).toBeVisible();
    // Loaded: they come back by a link.
    await otis.page.goto(`/${community.slug}`);
    await otis.page.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(otis.page.getByRole('heading', { name: 'Members' })).toBeVisible();
  });
}
