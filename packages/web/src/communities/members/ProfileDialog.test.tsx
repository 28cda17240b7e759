import { getProfile } from '@folkmoot/contract/accounts/api.ts';
import {
  banMember,
  countWritten,
  listCommunitiesOf,
  listMembers,
  listMyCommunities,
} from '@folkmoot/contract/communities/api.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls } from '../../../test/answers.ts';
import { communityView, memberView } from '../../../test/communities.ts';
import { expectAccessible, openDialog } from '../../../test/draw.tsx';
import { BanDialog } from './BanDialog.tsx';
import { ProfileDialog } from './ProfileDialog.tsx';

// A quarter of an hour off, so that no other zone shows the same time.
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const elsewhere = here === 'Asia/Kathmandu' ? 'Asia/Kolkata' : 'Asia/Kathmandu';

test.each([
  ['shows the time there', elsewhere, 1],
  ['shows no time if it is the same here', here, 0],
  ['shows no time of a zone that the browser does not know', 'Mars/Olympus', 0],
])('profile: a person’s card %s', async (_, timeZone, times) => {
  const ana = memberView('Ana', 'Ortega');
  answer(getProfile, { ...ana, profile_photo: null, timeZone, conversation: null });
  answer(listCommunitiesOf, { data: [], nextCursor: null });
  await openDialog(<ProfileDialog userId={ana.id} />, { as: crypto.randomUUID() });
  await expect.element(page.getByRole('heading', { name: 'Ana Ortega' })).toBeVisible();
  await expect.element(page.getByText(/^Signed up .*2026/)).toBeVisible();
  expect(page.getByText(/local time$/).elements()).toHaveLength(times);
  await expectAccessible();
});

test.each([
  ['shows the role of a moderator', 'MODERATOR', 'Moderator', 1],
  ['shows no role of a plain member', 'MEMBER', 'Member', 0],
] as const)('profile: a card that is opened in a community %s', async (_, roleType, roleName, times) => {
  answer(listMyCommunities, { data: [] });
  const ana = { ...memberView('Ana', 'Ortega'), roleType, roleName };
  answer(getProfile, { ...ana, profile_photo: null, timeZone: here, conversation: null });
  answer(listCommunitiesOf, { data: [], nextCursor: null });
  answer(listMembers, ({ informationOf }) => ({
    data: informationOf === ana.id ? [ana] : [],
    nextCursor: null,
    count: 1,
  }));
  await openDialog(<ProfileDialog userId={ana.id} serverId={crypto.randomUUID()} />, { as: crypto.randomUUID() });
  await expect.element(page.getByRole('heading', { name: 'Ana Ortega' })).toBeVisible();
  await expect.poll(() => calls.some(({ path }) => path.endsWith('/members'))).toBe(true);
  await expect.poll(() => page.getByText(roleName, { exact: true }).elements()).toHaveLength(times);
  await expectAccessible();
});

test('profile: somebody who is banned from their card is no longer said to be in the community', async () => {
  const guild = { ...communityView({ name: 'Alder Guild' }), joined: true };
  const ana = memberView('Ana', 'Ortega');
  let banned = false;
  answer(listMyCommunities, { data: [] });
  // Before the card: its address would answer this one too.
  answer(listCommunitiesOf, () => ({ data: banned ? [] : [guild], nextCursor: null }));
  answer(getProfile, { ...ana, profile_photo: null, timeZone: here, conversation: null });
  answer(listMembers, { data: [ana], nextCursor: null, count: 1 });
  answer(countWritten, { data: { hour: 0, day: 0, week: 0 } });
  answer(banMember, () => {
    banned = true;
    return { message: 'Member banned.' };
  });
  await openDialog(
    <>
      <ProfileDialog userId={ana.id} />
      <BanDialog member={ana} serverId={guild.id} />
    </>,
    { as: crypto.randomUUID() },
  );
  await expect.element(page.getByText('Alder Guild')).toBeInTheDocument();
  await page.getByRole('button', { name: 'Ban member' }).click();
  await expect.poll(() => page.getByText('Alder Guild').elements()).toEqual([]);
});
