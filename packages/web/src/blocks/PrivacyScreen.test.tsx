import { getProfile } from '@folkmoot/contract/accounts/api.ts';
import { listBlocks, unblockUser } from '@folkmoot/contract/blocks/api.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../test/answers.ts';
import { memberView } from '../../test/communities.ts';
import { draw, expectAccessible } from '../../test/draw.tsx';
import { PrivacyScreen } from './PrivacyScreen.tsx';

test('privacy: blocked people are listed, and can be unblocked', async () => {
  const { id, firstName, lastName, username, imageUrl } = memberView('Tomasz', 'Zielinski');
  const person = { id, firstName, lastName, username, imageUrl };
  answer(getProfile, {
    ...memberView('Maren', 'Holm'),
    profile_photo: null,
    timeZone: 'Europe/London',
    conversation: null,
    presenceHidden: false,
  });
  answer(listBlocks, { data: [{ ...person, blockedAt: '2026-01-05T10:00:00.000Z' }] });
  answer(unblockUser, { message: 'Unblocked.' });
  await draw(<PrivacyScreen />, { as: crypto.randomUUID() });
  await expect.element(page.getByText('Tomasz Zielinski')).toBeVisible();
  await expectAccessible();
  answer(listBlocks, { data: [] });
  await page.getByRole('button', { name: 'Unblock' }).click();
  await expect.element(page.getByText('You haven’t blocked anyone')).toBeVisible();
});
