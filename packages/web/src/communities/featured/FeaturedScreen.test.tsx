import { getMe } from '@folkmoot/contract/accounts/api.ts';
import { discoverCommunities } from '@folkmoot/contract/communities/api.ts';
import * as api from '@folkmoot/contract/communities/featured-api.ts';
import { FEATURED, type FeaturedRow, refusals } from '@folkmoot/contract/communities/featured-schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, calls, refuse } from '../../../test/answers.ts';
import { communityView, memberView } from '../../../test/communities.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { FeaturedScreen } from './FeaturedScreen.tsx';

beforeEach(() => page.viewport(1440, 900));
afterEach(() => page.viewport(720, 900));

const row = (name: string, fields: Partial<FeaturedRow['community']> = {}): FeaturedRow => ({
  featuredCommunityId: crypto.randomUUID(),
  community: { id: crypto.randomUUID(), name, logo: null, visibility: 'public', memberCount: 12, ...fields },
});
const [makers, choir, growers] = [row('Makers'), row('Choir', { memberCount: 1 }), row('Growers')];

/** What the server has; its answers follow the calls. */
let featured: FeaturedRow[];

async function drawScreen(given: FeaturedRow[], { isOwner = true, list = 'read' } = {}) {
  featured = given;
  const maren = memberView('Maren', 'Holt');
  answer(getMe, {
    user: { ...maren, profile_photo: null, timeZone: 'Europe/London', conversation: null },
    sessionId: crypto.randomUUID(),
    isInstallationOwner: isOwner,
  });
  if (list === 'read') answer(api.listAllFeatured, () => ({ data: featured }));
  else refuse(api.listAllFeatured, { statusCode: 403, message: core.forbidden.message });
  answer(api.orderFeatured, ({ order = [] }) => {
    featured = order.flatMap((id) => featured.filter((one) => one.featuredCommunityId === id));
    return { message: 'Order saved.' };
  });
  answer(api.removeFeatured, ({ featuredCommunityId }) => {
    featured = featured.filter((one) => featuredCommunityId && one.featuredCommunityId !== featuredCommunityId);
    return { message: 'No community is featured now.' };
  });
  return draw(<FeaturedScreen />, { as: maren.id });
}

const list = page.getByRole('list', { name: 'Featured communities' });
const names = () =>
  list
    .getByRole('listitem')
    .elements()
    .map((item) => item.querySelector('b')?.textContent);
const sent = (method: string) => calls.filter((one) => one.method === method).map(({ body }) => body);
const idsOf = (...rows: FeaturedRow[]) => ({ order: rows.map(({ featuredCommunityId }) => featuredCommunityId) });

test('only the owner of the installation has this screen, and nothing is asked for others', async () => {
  await drawScreen([], { isOwner: false });
  await expect.element(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
  expect(calls.some(({ path }) => path.includes('feature'))).toBe(false);
});

test('the list says who has how many members, and what is not shown and why', async () => {
  await drawScreen([makers, choir, row('Rowers', { visibility: 'secret', memberCount: null })]);
  await expect.element(page.getByRole('heading', { name: 'Featured communities (3)' })).toBeVisible();
  await expect.element(list.getByText('12 members')).toBeVisible();
  await expect.element(list.getByText('1 member', { exact: true })).toBeVisible();
  await expect.element(list.getByText('Not shown, because it is secret now.')).toBeVisible();
  await expectAccessible();
});

test('an empty list offers to add one', async () => {
  await drawScreen([]);
  await expect.element(page.getByRole('heading', { name: 'No featured communities' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Add community' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Remove all' }).elements()).toEqual([]);
  await expectAccessible();
});

test('a list that cannot be read says so, and can be asked for again', async () => {
  await drawScreen([makers], { list: 'refused' });
  await expect.element(page.getByText('You are not allowed to do that here.')).toBeVisible();
  answer(api.listAllFeatured, { data: [makers] });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(names).toEqual(['Makers']);
});

test('a community moves by its buttons, which keep the focus, and by the keyboard on its handle', async () => {
  await drawScreen([makers, choir, growers]);
  const down = page.getByRole('button', { name: 'Move Makers down' });
  await down.click();
  await down.click();
  await expect.poll(names).toEqual(['Choir', 'Growers', 'Makers']);
  await expect.element(down).toHaveFocus();
  await expect.element(down).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(() => sent('PATCH')).toEqual([idsOf(choir, makers, growers), idsOf(choir, growers, makers)]);
  page.getByRole('button', { name: 'Move Makers', exact: true }).element().focus();
  await userEvent.keyboard(' ');
  await expect.element(page.getByText('Picked up Makers, at position 3 of 3.')).toBeInTheDocument();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(page.getByText('Makers is at position 2 of 3.')).toBeInTheDocument();
  await userEvent.keyboard(' ');
  await expect.poll(names).toEqual(['Choir', 'Makers', 'Growers']);
  await expect.poll(() => sent('PATCH').at(-1)).toEqual(idsOf(choir, makers, growers));
});

test('an order that the server refuses is taken back, and the sentence says why', async () => {
  await drawScreen([makers, choir]);
  await expect.element(list).toBeVisible();
  refuse(api.orderFeatured, { statusCode: 409, message: refusals.listChanged.message });
  await page.getByRole('button', { name: 'Move Choir up' }).click();
  await expect.element(page.getByText(refusals.listChanged.message)).toBeVisible();
  await expect.poll(names).toEqual(['Makers', 'Choir']);
});

test('a removed community comes back to its place with Undo', async () => {
  await drawScreen([makers, choir, growers]);
  answer(api.featureCommunity, ({ position = 0 }) => {
    const back = { ...choir, featuredCommunityId: crypto.randomUUID() };
    featured = featured.toSpliced(position, 0, back);
    return { message: 'Choir is featured now.', data: back };
  });
  await page.getByRole('button', { name: 'Remove Choir' }).click();
  await expect.poll(names).toEqual(['Makers', 'Growers']);
  await expect.element(page.getByRole('heading', { name: 'Featured communities (2)' })).toHaveFocus();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(names).toEqual(['Makers', 'Choir', 'Growers']);
  expect(sent('POST').at(-1)).toEqual({ serverId: choir.community.id, position: 1 });
});

test('what is not public is removed without an offer to undo it, since it could not be featured again', async () => {
  await drawScreen([makers, row('Rowers', { visibility: 'private' })]);
  await page.getByRole('button', { name: 'Remove Rowers' }).click();
  await expect.element(page.getByText('“Rowers” removed.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Undo' }).elements()).toEqual([]);
});

test('removing all asks first, and says how many', async () => {
  await drawScreen([makers, choir, growers]);
  await page.getByRole('button', { name: 'Remove all' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove all featured communities?' });
  await expect.element(dialog.getByText(/^3 communities are no longer shown first\./)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(sent('DELETE')).toEqual([]);
  await page.getByRole('button', { name: 'Remove all' }).click();
  await dialog.getByRole('button', { name: 'Remove all' }).click();
  await expect.element(page.getByRole('heading', { name: 'No featured communities' })).toBeVisible();
});

test('communities are found by a search and featured one after the other', async () => {
  await drawScreen([]);
  const cardOf = ({ community }: FeaturedRow) => ({
    ...communityView({ id: community.id, slug: community.name.toLowerCase(), name: community.name }),
    joined: false,
  });
  answer(discoverCommunities, ({ search = '' }) => ({
    data: [makers, choir, growers].filter(({ community }) => community.name.includes(search)).map(cardOf),
    nextCursor: null,
  }));
  answer(api.featureCommunity, ({ serverId }) => {
    const added = [makers, choir, growers].find(({ community }) => community.id === serverId) ?? choir;
    featured = [...featured, added];
    return { message: `${added.community.name} is featured now.`, data: added };
  });
  await page.getByRole('button', { name: 'Add community' }).click();
  const dialog = page.getByRole('dialog', { name: 'Feature a community' });
  await dialog.getByRole('button', { name: 'Feature Makers' }).click();
  await expect.element(dialog.getByText('Featured', { exact: true })).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Feature Makers' }).elements()).toEqual([]);
  await expectAccessible();
  await dialog.getByRole('searchbox', { name: 'Search communities' }).fill('Gro');
  await dialog.getByRole('button', { name: 'Feature Growers' }).click();
  await expect.element(page.getByText('Growers is featured now.')).toBeVisible();
  await dialog.getByRole('searchbox', { name: 'Search communities' }).fill('zzz');
  await expect.element(dialog.getByText('No public communities found')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.poll(names).toEqual(['Makers', 'Growers']);
  await expect.element(page.getByRole('button', { name: 'Add community' })).toHaveFocus();
});

test('a full list says so, and has no button to add another', async () => {
  await drawScreen(Array.from({ length: FEATURED.most }, (_, at) => row(`Community ${at + 1}`)));
  await expect.element(page.getByText(/^24 communities are featured, which is the most\./)).toBeVisible();
  expect(page.getByRole('button', { name: 'Add community' }).elements()).toEqual([]);
});
