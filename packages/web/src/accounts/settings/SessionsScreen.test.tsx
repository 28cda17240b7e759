import { accessToken, changePassword, getMe, listSessions } from '@folkmoot/contract/accounts/api.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, refuse } from '../../../test/answers.ts';
import { memberView } from '../../../test/communities.ts';
import { draw } from '../../../test/draw.tsx';
import { SessionsScreen } from './SessionsScreen.tsx';

test('password: once it is changed, nothing that fails afterwards says that it is not', async () => {
  const bea = memberView('Bea', 'Ashby');
  const user = {
    ...bea,
    email: 'bea@moot.example',
    profile_photo: null,
    timeZone: 'Europe/London',
    conversation: null,
  };
  answer(getMe, { user, sessionId: crypto.randomUUID(), isInstallationOwner: false });
  answer(listSessions, { data: [] });
  await draw(<SessionsScreen />, { as: bea.id });
  await page.getByLabelText('Current password').fill('the old one, ten long');
  await page.getByLabelText('New password').fill('a long and quiet river');
  answer(changePassword, {});
  refuse(accessToken, { statusCode: 503, message: 'The server is starting. Try again in a moment.' });
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect
    .element(page.getByText('Your password has been changed. Other devices will have to sign in again.'))
    .toBeVisible();
  await expect.element(page.getByLabelText('Current password')).toHaveValue('');
  expect(page.getByRole('alert').elements()).toEqual([]);
});
