import { expect, test } from '../fixtures.ts';
import { moveTo } from '../opening.ts';
import { bringIn, startChannel, startCommunity } from '../people.ts';
import { CI, DETAIL } from '../viewports.ts';

test('a signed-out person who follows a link to a channel signs in and arrives there', CI, async ({ arrive, page }) => {
  const [maren, bea] = [await arrive('Maren', 'Holm'), await arrive('Bea', 'Okafor')];
  const community = await startCommunity(maren, 'Alder Village', 'secret');
  const hearth = await startChannel(maren, community, { name: 'hearth', mode: 'private' });
  await bringIn(maren, community, [bea]);
  await maren.api('POST', `/conversations/add-members?serverId=${community.id}`, {
    conversationId: hearth.conversation.id,
    users: [(await bea.api<{ user: { id: string } }>('GET', '/auth/me')).user.id],
  });

  await page.goto(`/channel/${hearth.id}?message=1`);
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(page.getByText('hearth')).toHaveCount(0);
  await page.getByLabel('Email').fill(bea.email);
  await page.getByLabel('Password', { exact: true }).fill(bea.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/channel/${hearth.id}\\?message=1$`));
  await expect(page.getByRole('textbox', { name: 'Message hearth' })).toBeVisible();
});

test('a return address on another site is not followed', DETAIL, async ({ arrive, page, baseURL }) => {
  const bea = await arrive('Bea', 'Okafor');
  await page.goto(`/sign-in?next=${encodeURIComponent('//elsewhere.example/steal')}`);
  await page.getByLabel('Email').fill(bea.email);
  await page.getByLabel('Password', { exact: true }).fill(bea.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`^${baseURL}/?$`));
});

test(
  'a visitor can look at every public page and is never sent to sign in by a refused call',
  DETAIL,
  async ({ arrive, page }) => {
    const maren = await arrive('Maren', 'Holm');
    const open = await startCommunity(maren, 'Open Orchard');
    const closed = await startCommunity(maren, 'Closed Orchard', 'private');
    const hidden = await startCommunity(maren, 'Hidden Orchard', 'secret');
    const visited: string[] = [];
    const refused: string[] = [];
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
    page.on('response', (response) => response.status() === 401 && refused.push(new URL(response.url()).pathname));

    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Find your people' })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search communities' }).fill(open.slug.slice(-10));
    await moveTo(page, `/${open.slug}`);
    await expect(page.getByRole('heading', { name: 'Open Orchard' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('button', { name: 'Join' })).toBeVisible();
    await moveTo(page, `/${closed.slug}`);
    await expect(page.getByRole('heading', { name: 'By invitation only' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('button', { name: 'Join', exact: true })).toBeHidden();
    await expect(page.getByRole('main').getByRole('button', { name: 'Request to join' })).toBeVisible();
    await moveTo(page, `/${hidden.slug}`);
    await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
    await expect(page.getByText('Hidden Orchard')).toHaveCount(0);
    await moveTo(page, '/nobody/made/this');
    await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();

    expect(refused, 'nothing that a visitor’s page asks for is refused').toEqual([]);
    expect(visited.filter((path) => path === '/logout' || path === '/sign-in')).toEqual([]);

    await moveTo(page, `/${open.slug}`);
    await page.getByRole('main').getByRole('button', { name: 'Join' }).click();
    await expect(page).toHaveURL(new RegExp(`/sign-up\\?next=%2F${open.slug}$`));
    await moveTo(page, `/${closed.slug}`);
    await page.getByRole('main').getByRole('button', { name: 'Request to join' }).click();
    await expect(page).toHaveURL(new RegExp(`/sign-up\\?next=%2F${closed.slug}$`));
  },
);
