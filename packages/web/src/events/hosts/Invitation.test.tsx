import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { Answer } from './Invitation.tsx';

const BEA = '0190a3b4-0000-7000-8000-00000000000b';
const invitation = { eventId: '0190a3b4-0000-7000-8000-0000000000e1', name: 'Makers Fair' };

test('invitation: in a list, guests go to the page where they register, or decline', async () => {
  await draw(<Answer invitation={{ ...invitation, role: 'guest' }} alias="makers-fair" />, { as: BEA });
  await expect
    .element(page.getByRole('link', { name: 'See the event: Makers Fair' }))
    .toHaveAttribute('href', '/makers-fair');
  await expect.element(page.getByRole('button', { name: 'Decline: Makers Fair' })).toBeVisible();
  await expectAccessible();
});

test('invitation: hosts answer where they are', async () => {
  await draw(<Answer invitation={{ ...invitation, role: 'host' }} alias="makers-fair" />, { as: BEA });
  await expect.element(page.getByRole('button', { name: 'Accept: Makers Fair' })).toBeVisible();
  expect(page.getByRole('link').elements()).toEqual([]);
});
