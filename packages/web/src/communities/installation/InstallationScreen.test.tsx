import { getMe } from '@folkmoot/contract/accounts/api.ts';
import { handOverInstallation } from '@folkmoot/contract/accounts/leaving-api.ts';
import { leavingRefusals } from '@folkmoot/contract/accounts/leaving-schema.ts';
import { findPeople } from '@folkmoot/contract/communities/api.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls, refuse } from '../../../test/answers.ts';
import { memberView } from '../../../test/communities.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { InstallationScreen } from './InstallationScreen.tsx';

const [bea, kofi] = [memberView('Bea', 'Ashby'), memberView('Kofi', 'Mensah')];

async function drawInstallation(isInstallationOwner: boolean) {
  const user = { ...bea, profile_photo: null, timeZone: 'Europe/London', conversation: null };
  answer(getMe, { user, sessionId: crypto.randomUUID(), isInstallationOwner });
  answer(findPeople, { data: [kofi], nextCursor: null });
  await draw(<InstallationScreen />, { as: bea.id, path: '/settings/installation' });
}

const dialog = () => page.getByRole('dialog', { name: 'Hand over this installation?' });

async function chooseKofi() {
  await page.getByRole('button', { name: 'Hand over' }).click();
  await dialog().getByRole('combobox', { name: 'New owner' }).fill('kofi m');
  await page.getByRole('option', { name: /^Kofi Mensah/ }).click();
}

test('installation: nobody but its owner can hand it over', async () => {
  await drawInstallation(false);
  await expect.element(page.getByText('Someone else owns this installation.')).toBeVisible();
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});

test('installation: its owner has to choose somebody, and then no longer owns it', async () => {
  await drawInstallation(true);
  await page.getByRole('button', { name: 'Hand over' }).click();
  await dialog().getByRole('button', { name: 'Hand over' }).click();
  await expect.element(dialog().getByText('Choose who to hand it over to.')).toBeVisible();
  await expectAccessible();
  await dialog().getByRole('button', { name: 'Cancel' }).click();

  answer(handOverInstallation, { message: 'Done.' });
  await chooseKofi();
  answer(getMe, {
    user: { ...bea, profile_photo: null, timeZone: 'Europe/London', conversation: null },
    ...{ sessionId: crypto.randomUUID(), isInstallationOwner: false },
  });
  await dialog().getByRole('button', { name: 'Hand over' }).click();
  await expect.element(page.getByText('Someone else owns this installation.')).toBeVisible();
  expect(calls.findLast(({ path }) => path.endsWith('/installation/handover'))?.body).toEqual({ userId: kofi.id });
});

test('installation: a refusal is said at the person who was chosen, who stays chosen', async () => {
  await drawInstallation(true);
  const { status: statusCode, message } = leavingRefusals.noSuchOwner;
  refuse(handOverInstallation, { statusCode, message, fields: { userId: message } });
  await chooseKofi();
  await dialog().getByRole('button', { name: 'Hand over' }).click();
  await expect.element(dialog().getByText('Choose someone with an account here.')).toBeVisible();
  await expect
    .element(dialog().getByRole('combobox', { name: 'New owner' }))
    .toHaveValue(`Kofi Mensah (@${kofi.username})`);
});
