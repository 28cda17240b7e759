import { getMe, isUsernameFree, listAvatars } from '@folkmoot/contract/accounts/api.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../../test/answers.ts';
import { memberView } from '../../../test/communities.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { ProfileScreen } from './ProfileScreen.tsx';

async function drawProfile() {
  const bea = memberView('Bea', 'Ashby');
  const user = {
    ...bea,
    email: 'bea@moot.example',
    profile_photo: null,
    timeZone: 'Europe/London',
    conversation: null,
  };
  answer(getMe, { user, sessionId: crypto.randomUUID(), isInstallationOwner: false });
  answer(isUsernameFree, { available: true });
  answer(listAvatars, { data: [{ id: 'ana', url: '/art/avatars/ana.webp' }], count: 1 });
  const screen = await draw(<ProfileScreen />, { as: bea.id, path: '/settings/profile' });
  await expect.element(page.getByText('bea@moot.example')).toBeVisible();
  return screen;
}

test('profile: a picture that was chosen and not saved is not lost without a question', async () => {
  const { router } = await drawProfile();
  const picture = page.getByRole('radio', { name: 'Picture 1' });
  await expect.element(picture).toBeInTheDocument();
  await page.getByRole('group', { name: 'Picture' }).getByRole('radio').nth(1).click({ force: true });
  await expect.element(picture).toBeChecked();
  // What guards the change is there with the next frames, long before a hand is at a link.
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  void router.navigate({ to: '/settings/privacy' as never });
  await page
    .getByRole('dialog', { name: 'Discard your changes?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  await expect.element(picture).toBeChecked();
  expect(router.state.location.pathname).toBe('/settings/profile');
});

test('profile: the email address, which cannot be changed here, is shown and is no field', async () => {
  await drawProfile();
  await expect.element(page.getByText('Only you can see your email address.')).toBeVisible();
  const fields = page.getByRole('textbox').elements() as HTMLInputElement[];
  expect(fields.map(({ value }) => value)).not.toContain('bea@moot.example');
  await expectAccessible();
});
