import { getMe } from '@folkmoot/contract/accounts/api.ts';
import { discoverCommunities, listMyCommunities } from '@folkmoot/contract/communities/api.ts';
import { listFeatured } from '@folkmoot/contract/communities/featured-api.ts';
import type { CommunityCard } from '@folkmoot/contract/communities/schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls, refuse } from '../../../test/answers.ts';
import { communityView, memberView } from '../../../test/communities.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { StartScreen } from '../home/StartScreen.tsx';
import { DiscoverScreen } from '../joining/DiscoverScreen.tsx';

const card = (name: string): CommunityCard => ({
  ...communityView({ id: crypto.randomUUID(), slug: name.toLowerCase(), name }),
  joined: false,
});
const [makers, choir, growers, rowers] = [card('Makers'), card('Choir'), card('Growers'), card('Rowers')];

const featuring = (cards: CommunityCard[], nextCursor: string | null = null) => ({
  data: cards.map((community) => ({ featuredCommunityId: crypto.randomUUID(), community })),
  nextCursor,
});
const links = () =>
  page
    .getByRole('link')
    .elements()
    .flatMap((link) => link.querySelector('b')?.textContent ?? []);

test('discover: what is featured comes first and once, and the others follow', async () => {
  answer(listFeatured, featuring([growers, choir]));
  answer(discoverCommunities, { data: [makers, choir, growers], nextCursor: null });
  await draw(<DiscoverScreen />);
  await expect.element(page.getByRole('heading', { level: 2, name: 'Featured' })).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 2, name: 'More communities' })).toBeVisible();
  await expect.poll(links).toEqual(['Growers', 'Choir', 'Makers']);
  await expectAccessible();
});

test('discover: if all communities are featured, no empty list follows', async () => {
  answer(listFeatured, featuring([makers]));
  answer(discoverCommunities, { data: [makers], nextCursor: null });
  await draw(<DiscoverScreen />);
  await expect.poll(links).toEqual(['Makers']);
  expect(page.getByRole('heading', { name: /More communities|No communities found/ }).elements()).toEqual([]);
});

test('discover: without a featured community it is as before', async () => {
  answer(listFeatured, featuring([]));
  answer(discoverCommunities, { data: [makers], nextCursor: null });
  await draw(<DiscoverScreen />);
  await expect.poll(links).toEqual(['Makers']);
  expect(page.getByRole('heading', { name: /Featured|More communities/ }).elements()).toEqual([]);
});

test('discover: if only what is featured cannot be read, everything else is there', async () => {
  refuse(listFeatured, { statusCode: 403, message: 'No.' });
  answer(discoverCommunities, { data: [makers], nextCursor: null });
  await draw(<DiscoverScreen />);
  await expect.poll(links).toEqual(['Makers']);
});

test('discover: nothing is featured while somebody searches, and nothing is left out of what they find', async () => {
  answer(listFeatured, featuring([makers]));
  answer(discoverCommunities, { data: [makers, choir], nextCursor: null });
  await draw(<DiscoverScreen />, { path: '/discover?search=m' });
  await expect.poll(links).toEqual(['Makers', 'Choir']);
  expect(page.getByRole('heading', { name: 'Featured' }).elements()).toEqual([]);
  expect(calls.some(({ path }) => path.includes('feature'))).toBe(false);
});

test('discover: the list waits for what is featured, so that nothing is pushed down', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  answer(listFeatured, async () => {
    await held;
    return featuring([choir]);
  });
  answer(discoverCommunities, { data: [makers, choir], nextCursor: null });
  await draw(<DiscoverScreen />);
  await expect.poll(() => new Set(calls.map(({ path }) => path)).size).toBe(2);
  await expect.element(page.getByRole('status', { name: 'Loading communities' })).toBeInTheDocument();
  expect(links()).toEqual([]);
  release();
  await expect.poll(links).toEqual(['Choir', 'Makers']);
});

test('discover: more than a page of featured communities is shown on demand', async () => {
  answer(listFeatured, ({ cursor }) => (cursor ? featuring([rowers]) : featuring([makers], 'next')));
  answer(discoverCommunities, { data: [], nextCursor: null });
  await draw(<DiscoverScreen />);
  await page.getByRole('button', { name: 'Show more featured communities' }).click();
  await expect.poll(links).toEqual(['Makers', 'Rowers']);
});

async function drawStart(mine: ReturnType<typeof railOf>[]) {
  const bea = memberView('Bea', 'Ashby');
  answer(getMe, {
    user: { ...bea, profile_photo: null, timeZone: 'Europe/London', conversation: null },
    sessionId: crypto.randomUUID(),
    isInstallationOwner: false,
  });
  answer(listMyCommunities, { data: mine });
  answer(listFeatured, featuring([choir]));
  await draw(<StartScreen near={<p>Near you</p>} />, { as: bea.id });
  await expect.element(page.getByText('Near you')).toBeVisible();
}

const railOf = (community: CommunityCard) => ({
  ...community,
  ...{ unread: 0, mentions: 0, requests: 0, reports: 0, firstChannelId: null },
  viewer: { memberId: crypto.randomUUID(), roleType: 'MEMBER' as const, permissions: [] },
});

test('start page: people who are in no community see first what is featured', async () => {
  await drawStart([]);
  const featured = page.getByRole('region', { name: 'Featured communities' });
  await expect.element(featured.getByRole('link', { name: /Choir/ })).toHaveAttribute('href', '/choir');
  const after = featured.element().compareDocumentPosition(page.getByText('Near you').element());
  expect(after & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await expectAccessible();
});

test('start page: members of a community are not asked to look elsewhere', async () => {
  await drawStart([railOf(makers)]);
  expect(page.getByRole('region', { name: 'Featured communities' }).elements()).toEqual([]);
  expect(calls.some(({ path }) => path.includes('feature'))).toBe(false);
});
