import { createAccountLink, disconnectAccount, getAccount } from '@folkmoot/contract/payments/api.ts';
import { changeStripeAccount, getEventPayments } from '@folkmoot/contract/payments/orders-api.ts';
import { type EventPayments, TOASTS } from '@folkmoot/contract/payments/orders-schema.ts';
import { getSellerDetails, setSellerDetails } from '@folkmoot/contract/payments/papers-api.ts';
import { type AccountView, refusals } from '@folkmoot/contract/payments/schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, breakDown, calls, refuse } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { AccountCard } from './AccountCard.tsx';

const HEDDA = '0190a3b4-0000-7000-8000-00000000000c';
const mine: AccountView = { id: 'acct_1', state: 'ready', due: [], currency: 'GBP', country: 'GB' };
const theirs = {
  id: 'acct_2',
  state: 'ready',
  disconnected: false,
  currency: 'GBP',
  mine: false,
  owner: 'Owen Other',
} as const;

const card = page.getByRole('region', { name: 'Payments' });
const button = (name: string) => card.getByRole('button', { name });

async function show(
  own: AccountView | null,
  account: EventPayments['account'] = null,
  currency: string | null = null,
  canChange = true,
) {
  answer(getAccount, { data: own });
  answer(getEventPayments, { data: { available: true, percent: 5, account, currency, canChange, goesBack: [] } });
  await draw(<AccountCard event={eventView()} />, { as: HEDDA });
}

test('account: without one, it says what it is for and connects', async () => {
  await show(null);
  await expect.element(card.getByText('Not connected')).toBeVisible();
  await button('Connect Stripe').click();
  await expect.element(page.getByRole('dialog', { name: 'Get paid with Stripe' })).toBeVisible();
});

test('account: an unfinished one shows what Stripe still wants, in words', async () => {
  await show({ ...mine, state: 'unfinished', due: ['External account', 'Representative’s date of birth'] });
  await expect.element(card.getByText('External account')).toBeVisible();
  await expectAccessible();
  refuse(createAccountLink, { statusCode: 503, message: refusals.away.message });
  await button('Finish on Stripe').click();
  await expect.element(page.getByText(refusals.away.message)).toBeVisible();
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
    return_url: expect.stringMatching(/\/events\/manage\/kiln-opening\?tab=tickets$/),
  });
});

test('account: a paused one warns', async () => {
  await show(
    { ...mine, state: 'paused', due: ['Proof of address'] },
    { ...theirs, id: 'acct_1', mine: true, state: 'paused', owner: 'Hedda Host' },
    'GBP',
  );
  await expect.element(card.getByText(/Stripe has stopped payments/)).toBeVisible();
  await expect.element(card.getByText('Proof of address')).toBeVisible();
});

const lost = { ...theirs, id: 'acct_0', state: 'lost', owner: 'Hedda Host' } as const;

test('account: a lost one of yours says so, and connects another', async () => {
  await show({ ...mine, id: 'acct_0', state: 'lost' }, { ...lost, mine: true }, 'GBP');
  await expect.element(card.getByText('No longer connected', { exact: true })).toBeVisible();
  await expect
    .element(card.getByText(/no longer connected to this site.*Connect again/))
    .toHaveAttribute('role', 'alert');
  await expect.element(card.getByText(/have to be refunded at Stripe/)).toBeVisible();
  await expectAccessible();
  expect(button('Disconnect').elements()).toEqual([]);
  await button('Connect again').click();
  await expect.element(page.getByRole('dialog', { name: 'Get paid with Stripe' })).toBeVisible();
});

test('account: in the place of a lost one of yours comes the new one, once it is finished', async () => {
  await show({ ...mine, state: 'unfinished', due: ['Address'] }, { ...lost, mine: true }, 'GBP');
  await expect.element(card.getByText(/Finish your new one/)).toBeVisible();
  await expect.element(card.getByText('Address')).toBeVisible();
  await expect.element(button('Finish on Stripe')).toBeVisible();
  expect(button('Connect again').elements()).toEqual([]);
});

test('account: a new one that is ready takes the place of the lost one', async () => {
  answer(changeStripeAccount, { message: TOASTS.accountChanged });
  await show(mine, { ...lost, mine: true }, 'GBP');
  await expect.element(card.getByText(/Your new one can take its place/)).toBeVisible();
  await expectAccessible();
  await button('Use my new account').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use my new account' }).click();
  await expect.element(page.getByText(TOASTS.accountChanged)).toBeVisible();
  expect(calls.findLast(({ method }) => method === 'PATCH')?.body).toEqual({
    ...{ stripe_account_id: 'acct_1', action: 'change-account' },
  });
});

test('account: a lost one of another host names them, and yours can take its place', async () => {
  await show({ ...mine, id: 'acct_9', state: 'lost' }, { ...lost, owner: 'Owen Other' }, 'GBP');
  await expect.element(card.getByText('Stripe account of Owen Other')).toBeVisible();
  await expect.element(card.getByText(/no longer connected to this site/)).toHaveAttribute('role', 'alert');
  expect(button('Finish on Stripe').elements()).toEqual([]);
  await button('Connect my account').click();
  await expect.element(page.getByRole('dialog', { name: 'Get paid with Stripe' })).toBeVisible();
});

test('account: one that is ready says when it is this event’s, and that another host’s may be first', async () => {
  await show(mine);
  await expect.element(card.getByText(/when you add a paid ticket. If another host adds one first/)).toBeVisible();
});

test('account: disconnecting asks first, and says that refunds go on', async () => {
  answer(disconnectAccount, { message: 'Done.' });
  await show(mine, { ...theirs, id: 'acct_1', mine: true, owner: 'Hedda Host' }, 'GBP');
  await expect.element(card.getByText('Ready', { exact: true })).toBeVisible();
  await button('Disconnect').click();
  const dialog = page.getByRole('dialog', { name: 'Disconnect your Stripe account?' });
  await expect.element(dialog.getByText(/Refunds of tickets you have sold still go through it/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await expect.poll(() => calls.some(({ method }) => method === 'DELETE')).toBe(true);
});

test('account: that of another host can give way to yours', async () => {
  answer(changeStripeAccount, { message: TOASTS.accountChanged });
  await show(mine, theirs, 'GBP');
  await expect.element(card.getByText('Stripe account of Owen Other')).toBeVisible();
  await button('Use my account').click();
  const sure = page.getByRole('dialog', { name: 'Use your Stripe account?' });
  await expect.element(sure.getByText(/are paid to you, not to Owen Other\./)).toBeVisible();
  expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([]);
  await sure.getByRole('button', { name: 'Use my account' }).click();
  await expect.element(page.getByText(TOASTS.accountChanged)).toBeVisible();
  expect(calls.findLast(({ method }) => method === 'PATCH')?.body).toEqual({
    ...{ stripe_account_id: 'acct_1', action: 'change-account' },
  });
});

test.each([['ready' as const], [null]])(
  'account: that of another host does not give way to a co-host’s: %s',
  async (state) => {
    await show(state && { ...mine, state }, theirs, 'GBP', false);
    await expect.element(card.getByText('Stripe account of Owen Other')).toBeVisible();
    await expect.element(card.getByRole('button', { name: /my account/ })).not.toBeInTheDocument();
  },
);

const details = { name: 'Kiln & Co', address: '1 Kiln Lane\nAlderwick', taxNumber: 'GB123' };

test('account: what is on invoices is changed here, and each fault is at its field', async () => {
  answer(getSellerDetails, { data: details });
  answer(setSellerDetails, { message: 'Saved!', data: details });
  await show(mine);
  await button('Details on invoices').click();
  const dialog = page.getByRole('dialog', { name: 'Details on invoices' });
  const name = dialog.getByRole('textbox', { name: 'Legal name' });
  await expect.element(name).toHaveValue('Kiln & Co');
  await expectAccessible();
  await name.fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Enter the name you sell under.')).toBeVisible();
  await name.fill('Kiln Ltd');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Saved!')).toBeVisible();
  expect(calls.findLast(({ method }) => method === 'PUT')?.body).toEqual({ ...details, name: 'Kiln Ltd' });
});

test('account: details on invoices that cannot be loaded say so', async () => {
  breakDown(getSellerDetails);
  await show(mine);
  await button('Details on invoices').click();
  await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('account: somebody without an account has no details to enter', async () => {
  await show(null, theirs, 'GBP');
  await expect.element(card.getByText('Stripe account of Owen Other')).toBeVisible();
  expect(button('Details on invoices').elements()).toEqual([]);
});
