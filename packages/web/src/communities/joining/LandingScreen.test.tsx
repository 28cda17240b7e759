import { getInstallation } from '@folkmoot/contract/accounts/api.ts';
import { discoverCommunities } from '@folkmoot/contract/communities/api.ts';
import { listFeatured } from '@folkmoot/contract/communities/featured-api.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { LandingScreen } from './LandingScreen.tsx';

beforeEach(() => answer(listFeatured, { data: [], nextCursor: null }));

const installation = (owned: boolean) => ({
  name: 'Folkmoot',
  owned,
  providers: [],
  people: 0,
  demo: [],
  mailboxUrl: null,
});

test('start page of visitors: it says what this is and offers an account, above what there is to discover', async () => {
  answer(getInstallation, installation(true) as never);
  answer(discoverCommunities, { data: [], nextCursor: null } as never);
  await draw(<LandingScreen />);
  await expect.element(page.getByRole('heading', { level: 1, name: 'A home for your community' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/sign-up');
  await expect.element(page.getByRole('heading', { level: 2, name: 'Find your people' })).toBeVisible();
  await expectAccessible();
});

test('start page of a new installation: it welcomes its owner, and lists no communities', async () => {
  answer(getInstallation, installation(false) as never);
  // Asked for before it is known whether anybody is here.
  answer(discoverCommunities, { data: [], nextCursor: null } as never);
  await draw(<LandingScreen />);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Your Folkmoot is ready' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Create the first account' }))
    .toHaveAttribute('href', '/sign-up');
  await expect.element(page.getByText('Find your people')).not.toBeInTheDocument();
  await expectAccessible();
});
