import { createAccount, createAccountLink, getAccount } from '@folkmoot/contract/payments/api.ts';
import { getEventPayments } from '@folkmoot/contract/payments/orders-api.ts';
import type { EventPayments } from '@folkmoot/contract/payments/orders-schema.ts';
import type { AccountView } from '@folkmoot/contract/payments/schema.ts';
import { createTicket, updateTicket } from '@folkmoot/contract/tickets/api.ts';
import { refusals, VAT_FAULT } from '@folkmoot/contract/tickets/schema.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls, refuse } from '../../test/answers.ts';
import { expectAccessible, expectFocusReturned, openDialog } from '../../test/draw.tsx';
import { eventView, ticketView } from '../../test/events.ts';
import { takeTicket } from './selling/kept-ticket.ts';
import { TicketDialog } from './TicketDialog.tsx';

const HEDDA = '0190a3b4-0000-7000-8000-00000000000c';
const event = eventView({ name: 'Proof day' });

const account: AccountView = { id: 'acct_1', state: 'ready', due: [], currency: 'GBP', country: 'GB' };
const payments: EventPayments = {
  available: true,
  percent: 5,
  account: null,
  currency: null,
  canChange: true,
  goesBack: [],
};

const dialog = page.getByRole('dialog', { name: /ticket$/ });
const field = (name: string) => dialog.getByRole('textbox', { name });
const sent = () => calls.findLast(({ method, path }) => method !== 'GET' && path.includes('/tickets'))?.body;

const open = async (props: Partial<Parameters<typeof TicketDialog>[0]> = {}) => {
  await openDialog(<TicketDialog event={event} others={null} onSaved={() => undefined} {...props} />, { as: HEDDA });
};

beforeEach(() => {
  answer(getAccount, { data: account });
  answer(getEventPayments, { data: payments });
  answer(createTicket, { message: 'Saved!', data: ticketView() });
  answer(updateTicket, { message: 'Saved!', data: ticketView() });
});

test('ticket form: a name that is still empty is no mistake while the rest is filled in', async () => {
  await open();
  await expect.element(field('Name')).toHaveFocus();
  await dialog.getByText('Paid', { exact: true }).click();
  await expect.element(field('Price')).toBeVisible();
  const wrong = dialog.getByText('Name is required');
  expect(wrong.elements()).toEqual([]);
  await dialog.getByText('Free', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Add ticket' }).click();
  await expect.element(wrong).toBeVisible();
  await field('Name').fill(' ');
  await expect.element(wrong).not.toBeInTheDocument();
  await field('Description (optional)').click();
  await expect.element(wrong).toBeVisible();
});

test('ticket form: a free one asks for no price', async () => {
  await open();
  await field('Name').fill('Day pass');
  await expect.element(dialog.getByRole('radio', { name: 'Free' })).toBeChecked();
  expect(dialog.getByLabelText('Price').elements()).toEqual([]);
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Add ticket' }).click();
  await expectFocusReturned();
  expect(sent()).toEqual({
    ...{ name: 'Day pass', description: '', capacity: null, type: 'free' },
    ...{ is_hidden: false, is_archived: false, require_approval: false },
    ...{ sale_starts_epoc: null, sale_ends_epoc: null },
  });
});

test('ticket form: a price as people type it, with what buyers pay and what you get', async () => {
  await open();
  await field('Name').fill('Workshop');
  await dialog.getByText('Paid', { exact: true }).click();
  await expect.element(dialog.getByRole('combobox', { name: 'Currency' })).toHaveValue('GBP');
  await dialog.getByRole('textbox', { name: 'Price' }).fill('18,50');
  await expect.element(dialog.getByText('£19.43')).toBeVisible();
  await dialog.getByRole('radio', { name: /^You/ }).click();
  await expect.element(dialog.getByText('£17.57')).toBeVisible();
  await expectAccessible();
  await field('How many days before the start refunds end').fill('3');
  await dialog.getByRole('button', { name: 'Add ticket' }).click();
  await expectFocusReturned();
  expect(sent()).toMatchObject({
    ...{ type: 'paid', price: 1850, currency: 'GBP', fee_bearer: 'host', is_refundable: true },
    refund_policy: [{ valid_before: 3 * 86_400 }],
  });
});

test.each([
  [
    'the one who saves it, if nobody is yet',
    null,
    /your Stripe account, which becomes this event’s account/,
    'You get',
  ],
  [
    ...(['the one who looks', { id: 'acct_1', mine: true, owner: 'Hedda Host' }] as const),
    ...([/^The money goes to your Stripe account\.$/, 'You get'] as const),
  ],
  [
    ...(['another host', { id: 'acct_2', mine: false, owner: 'Owen Other' }] as const),
    ...([/goes to the Stripe account of Owen Other/, 'Owen Other gets'] as const),
  ],
  [
    ...(['somebody who has left', { id: 'acct_2', mine: false, owner: '' }] as const),
    ...([/goes to the Stripe account of a former host/, 'The former host gets'] as const),
  ],
])('ticket form: a paid one says whose account is paid: %s', async (_, paid, sentence, gets) => {
  const ready = { state: 'ready' as const, disconnected: false, currency: 'GBP' };
  answer(getEventPayments, { data: { ...payments, account: paid && { ...ready, ...paid } } });
  await open();
  await field('Name').fill('Workshop');
  expect(dialog.getByText(sentence).elements()).toEqual([]);
  await dialog.getByText('Paid', { exact: true }).click();
  await expect.element(dialog.getByText(sentence)).toBeVisible();
  await expect.element(dialog.getByText(`${gets}, before Stripe’s own fee`)).toBeVisible();
  const bearer = `${gets.replace(/ gets?$/, '')}: it is taken from the price`;
  await expect.element(dialog.getByRole('radio', { name: bearer })).toBeVisible();
  await expectAccessible();
});

test('ticket form: the VAT in what buyers pay is named, and a wrong rate said at its field', async () => {
  await open();
  await field('Name').fill('Workshop');
  await dialog.getByText('Paid', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Price' }).fill('18');
  const rate = dialog.getByRole('textbox', { name: 'VAT included (%)' });
  await rate.fill('60');
  await dialog.getByRole('button', { name: 'Add ticket' }).click();
  await expect.element(dialog.getByText(VAT_FAULT)).toBeVisible();
  await expectAccessible();
  await rate.fill('7.7');
  await expect.element(dialog.getByText(/^£1\.35 of what buyers pay/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Add ticket' }).click();
  await expectFocusReturned();
  expect(sent()).toMatchObject({ vat_rate: 7.7 });
});

test('ticket form: what is wrong with a price is said at its field, and what was typed stays', async () => {
  await open();
  await field('Name').fill('Workshop');
  await dialog.getByText('Paid', { exact: true }).click();
  const price = dialog.getByRole('textbox', { name: 'Price' });
  const save = dialog.getByRole('button', { name: 'Add ticket' });
  await save.click();
  await expect.element(dialog.getByText(refusals.priceRequired.message)).toBeVisible();
  await price.fill('eighteen');
  await save.click();
  await expect.element(dialog.getByText('Enter an amount, such as 18.00.')).toBeVisible();
  await expect.element(price).toHaveValue('eighteen');
  await price.fill('18');
  refuse(createTicket, { statusCode: 422, message: 'No.', fields: { currency: refusals.otherCurrency.message } });
  await save.click();
  await expect.element(dialog.getByText(refusals.otherCurrency.message)).toBeVisible();
});

test('ticket form: a paid ticket is edited as it was sold, in the one currency of the event', async () => {
  const ticket = ticketView({ type: 'paid', price: 4500, currency: 'KWD', is_refundable: false, fee_bearer: 'host' });
  await open({ ticket, others: 'KWD' });
  await expect.element(dialog.getByRole('textbox', { name: 'Price' })).toHaveValue('4.500');
  await expect.element(dialog.getByRole('combobox', { name: 'Currency' })).toBeDisabled();
  await expect.element(dialog.getByRole('switch', { name: /^Refundable/ })).not.toBeChecked();
  await dialog.getByText('Free', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Save ticket' }).click();
  await expectFocusReturned();
  expect(sent()).toMatchObject({ type: 'free' });
});

test('ticket form: without an account you go to Stripe, and nothing typed is lost', async () => {
  answer(getAccount, { data: null });
  answer(createAccount, { statusCode: 201, message: '', data: { ...account, state: 'unfinished' } });
  answer(createAccountLink, { data: { url: 'https://connect.stripe.example/setup' } });
  const go = vi.fn();
  await open({ go });
  await field('Name').fill('Workshop');
  await dialog.getByText('Paid', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Price' }).fill('18');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const connect = page.getByRole('dialog', { name: 'Get paid with Stripe' });
  await expect.element(connect).toBeVisible();
  await expectAccessible();
  await connect.getByRole('button', { name: 'Not now' }).click();
  await expect.element(dialog.getByRole('textbox', { name: 'Price' })).toHaveValue('18');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await connect.getByRole('button', { name: 'Continue to Stripe' }).click();
  await expect.poll(() => go.mock.calls).toEqual([['https://connect.stripe.example/setup']]);
  expect(sent()).toBeUndefined();
  expect(takeTicket(event.id)).toMatchObject({
    ticketId: null,
    values: { name: 'Workshop', type: 'paid', price: '18' },
  });
});

test('ticket form: where payments are not set up, there is no price', async () => {
  answer(getAccount, { data: null });
  answer(getEventPayments, { data: { ...payments, available: false } });
  await open();
  await expect.poll(() => calls.some(({ path }) => path.endsWith('/payments'))).toBe(true);
  expect(dialog.getByRole('radio', { name: 'Paid' }).elements()).toEqual([]);
});

test('ticket form: more options are there to open, and open where one is used', async () => {
  await open();
  await field('Name').fill('Crew');
  const hidden = dialog.getByRole('switch', { name: /^Hidden/ });
  expect(hidden.elements()).toEqual([]);
  await dialog.getByText('More options').click();
  await hidden.click({ force: true });
  // What is not there yet cannot be archived.
  expect(dialog.getByRole('switch', { name: /^Archived/ }).elements()).toEqual([]);
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Add ticket' }).click();
  await expectFocusReturned();
  expect(sent()).toMatchObject({ is_hidden: true, require_approval: false, sale_starts_epoc: null });
});

test('ticket form: sales that end before they start are named at the end', async () => {
  const times = { sale_starts_epoc: 1_900_000_000, sale_ends_epoc: 1_899_990_000 };
  await open({ ticket: ticketView({ name: 'Late', ...times }) });
  await expect.element(dialog.getByRole('switch', { name: /^Archived/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save ticket' }).click();
  await expect.element(dialog.getByText(refusals.saleOrder.message)).toBeVisible();
  expect(sent()).toBeUndefined();
});
