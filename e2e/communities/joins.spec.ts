import { expect, test } from '../fixtures.ts';
import { startChannel, startCommunity } from '../people.ts';
import { CI, PHONE } from '../viewports.ts';

test('a community hears who has joined, greets them, and forgets who leaves again', CI, async ({ arrive }) => {
  const [maren, bea] = [await arrive('Maren', 'Holm'), await arrive('Bea', 'Okafor')];
  const community = await startCommunity(maren, 'Open Bindery');
  const hearth = await startChannel(maren, community, { name: 'hearth', isDefault: true });
  await maren.page.goto(`/channel/${hearth.id}`);
  await expect(maren.page.getByRole('heading', { name: 'No messages in hearth yet' })).toBeVisible();

  // Somebody joins on a phone, and lands where people talk.
  await bea.page.setViewportSize(PHONE);
  await bea.page.goto(`/${community.slug}`);
  await bea.page.getByRole('button', { name: 'Join', exact: true }).first().click();
  await expect(bea.page.getByRole('textbox', { name: 'Message hearth' })).toBeVisible();
  await expect(bea.page.getByText('You joined')).toBeVisible();

  // Who is there sees it at once, and greets.
  await expect(maren.page.getByText('Bea Okafor joined')).toBeVisible();
  await expect(maren.page.getByRole('button', { name: 'Members: 2 members' })).toBeVisible();
  await maren.page.getByRole('button', { name: 'Say hello' }).click();
  await expect(maren.page.getByRole('textbox', { name: 'Message hearth' })).toBeFocused();
  await maren.page.keyboard.press('Enter');
  await expect(bea.page.getByText(/^Hello/)).toContainText('Bea Okafor');

  // Who looks after the members finds it in the inbox, too.
  await maren.page
    .getByRole('link', { name: /^Inbox/ })
    .first()
    .click();
  await maren.page.getByRole('link', { name: /^Notifications/ }).click();
  await expect(maren.page.getByRole('link', { name: /Open Bindery.*Bea Okafor joined\./ })).toBeVisible();

  await bea.api('POST', `/servers/${community.id}/leave`);
  await expect(maren.page.getByRole('link', { name: /Bea Okafor joined\./ })).toHaveCount(0);
});
