import { listHosts } from '@folkmoot/contract/events/api.ts';
import { changeGuest, changeGuests } from '@folkmoot/contract/registrations/api.ts';
import { TOASTS } from '@folkmoot/contract/registrations/schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls } from '../../../test/answers.ts';
import { expectAccessible, expectFocusReturned, openDialog } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { guestView } from '../../../test/registrations.ts';
import { DeclineDialog } from './DeclineDialog.tsx';
import { HostCancelWizard } from './HostCancelWizard.tsx';

const HEDDA = '0190a3b4-0000-7000-8000-00000000000c';
const whoPaid = (name: string, paid: object = {}) =>
  guestView(name, { money: { amount: 1890, currency: 'GBP', due: false, disputed: false, ...paid } });
const sent = (method: string) => calls.findLast((one) => one.method === method)?.body;

test('cancel a registration: what was paid goes back unless it is unticked', async () => {
  const wren = whoPaid('Wren Halloran');
  answer(listHosts, { data: [] });
  answer(changeGuest, { message: TOASTS.userDeclined, data: { ...wren, status: 'not_going' } });
  await openDialog(<HostCancelWizard event={eventView()} guest={wren} />, { as: HEDDA });
  const wizard = page.getByRole('dialog', { name: 'Cancel registration' });
  const choice = wizard.getByRole('checkbox', { name: 'Refund £18.90' });
  await expect.element(choice).toBeChecked();
  await choice.click();
  await wizard.getByRole('radio', { name: 'General Decline' }).click();
  await wizard.getByRole('switch', { name: /^Send update email/ }).click();
  await expectAccessible();
  await wizard.getByRole('button', { name: 'Proceed' }).click();
  await expectFocusReturned();
  expect(sent('PUT')).toMatchObject({ refund: false, notifyUser: false });
});

test('decline guests: the sum of all of them goes back, without what is disputed', async () => {
  answer(changeGuests, { message: TOASTS.userDeclined, data: { done: 3, left: 0 } });
  const guests = [whoPaid('Wren Halloran'), whoPaid('Kofi Mensah'), whoPaid('Ada Lind', { disputed: true })];
  await openDialog(<DeclineDialog event={eventView()} guests={guests} />);
  const dialog = page.getByRole('dialog', { name: 'Decline 3 registrations' });
  await expect.element(dialog.getByRole('checkbox', { name: 'Refund £37.80' })).toBeChecked();
  await expect.element(dialog.getByText(/1 payment is disputed and is not in this sum/)).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expectFocusReturned();
  expect(sent('POST')).toMatchObject({ action: 'decline', refund: true });
});

test('decline guests: nothing is said of money where nobody has paid', async () => {
  await openDialog(<DeclineDialog event={eventView()} guests={[guestView('Wren Halloran')]} />);
  const dialog = page.getByRole('dialog', { name: 'Decline this registration' });
  await expect.element(dialog.getByRole('button', { name: 'Decline' })).toBeVisible();
  expect(dialog.getByRole('checkbox').elements()).toEqual([]);
});
