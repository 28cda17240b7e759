import { checkCode } from '@folkmoot/contract/codes/api.ts';
import { type CodeOffer, refusals } from '@folkmoot/contract/codes/schema.ts';
import { declineParticipation, getOwnParticipation, register } from '@folkmoot/contract/registrations/api.ts';
import {
  createPaymentIntent,
  getRefundDue,
  type IntentView,
  recordPayment,
} from '@folkmoot/contract/registrations/payment-api.ts';
import { listPublicTickets, listTickets } from '@folkmoot/contract/tickets/api.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, breakDown, calls, refuse } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { eventView, ticketsPage, ticketView } from '../../../test/events.ts';
import { participationView } from '../../../test/registrations.ts';
import { RegistrationCard } from './RegistrationCard.tsx';

const BEA = '0190a3b4-0000-7000-8000-00000000000b';
const pass = ticketView({
  ...{ name: 'Workshop pass', type: 'paid', price: 1800, currency: 'GBP', fee: 90 },
  ...{ is_refundable: true, refund_policy: [{ valid_before: 86_400 }] },
});
const own = {
  ...{ participationId: '0190a3b4-0000-7000-8000-0000000000aa', role: 'guest', ticketId: pass.id },
  ticketName: pass.name,
} as const;

const now = () => Math.floor(Date.now() / 1000);
const card = (viewer: object = {}, as: string | null = BEA) =>
  draw(<RegistrationCard event={eventView({ viewer })} token={undefined} fresh />, as === null ? {} : { as });

beforeEach(() => {
  for (const endpoint of [listTickets, listPublicTickets]) answer(endpoint, ticketsPage([pass]));
});

test('paid tickets: the fee and the policy are named before anything is bought', async () => {
  await card();
  await expect.element(page.getByText(/^Includes the 5% platform fee\. Full refund until /)).toBeVisible();
  await expectAccessible();
});

test('paid tickets: a visitor sees the price, and goes on to the payment and to their ticket with the token of their place', async () => {
  const data = participationView({ status: 'payment_pending', ticketId: pass.id, confirmed: false });
  answer(register, { message: 'Held.', status: 'payment_pending', data, token: 'theirs' });
  answer(getOwnParticipation, { role: 'guest', data, responses: [] });
  breakDown(createPaymentIntent);
  const onOwn = vi.fn();
  await draw(<RegistrationCard event={eventView()} token={undefined} fresh onOwn={onOwn} />);
  await page.getByRole('button', { name: 'Register' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Registration' });
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Vi');
  await dialog.getByRole('textbox', { name: 'Email' }).fill('vi@visitor.example');
  await dialog.getByRole('button', { name: 'Continue to payment, £18.90' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Pay for your ticket' })).toBeVisible();
  expect(onOwn.mock.calls).toEqual([['theirs']]);
  await expect.poll(() => calls.some(({ path }) => path.endsWith('/payment-intents'))).toBe(true);
});

test('paid tickets: the ticket of a visitor who has paid is opened with the token of their place', async () => {
  const data = participationView({ status: 'payment_pending', ticketId: pass.id, confirmed: false });
  answer(register, { message: 'Held.', status: 'payment_pending', data, token: 'theirs' });
  answer(getOwnParticipation, { role: 'guest', data, responses: [] });
  const paid = { ...data, status: 'going' } as const;
  answer(recordPayment, { message: 'Event registration accepted', status: 'going', data: paid });
  const intent: IntentView = {
    ...{ id: 'pi_one', client_secret: 'pi_one_secret_two', status: 'succeeded', expires_epoc: now() + 581 },
    ...{ publishable_key: 'pk_test_one', stripe_account: 'acct_one', stand_in: null, amount: 1890, fee: 90 },
    ...{ price: 1800, fee_percent: 5, currency: 'GBP', ticket_name: pass.name, is_refundable: true },
    refund_seconds: 86_400,
  };
  answer(createPaymentIntent, { data: intent });
  const onPaid = vi.fn();
  // Nobody has a token before: the page was opened by its address.
  await draw(<RegistrationCard event={eventView()} token={undefined} fresh onPaid={onPaid} />);
  await page.getByRole('button', { name: 'Register' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Registration' });
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Vi');
  await dialog.getByRole('textbox', { name: 'Email' }).fill('vi@visitor.example');
  await dialog.getByRole('button', { name: 'Continue to payment, £18.90' }).click();
  await expect.poll(() => onPaid.mock.calls).toEqual([[data.participationId, 'theirs']]);
});

test('paid tickets: the name of each ticket to choose has its price', async () => {
  const both = ticketView({ name: 'Both days', type: 'paid', price: 6800, currency: 'GBP' });
  for (const endpoint of [listTickets, listPublicTickets]) answer(endpoint, ticketsPage([pass, both]));
  await card();
  await expect.element(page.getByRole('radio', { name: /^Workshop pass.*£18\.90/ })).toBeVisible();
  await expect.element(page.getByRole('radio', { name: /^Both days.*£68/ })).toBeVisible();
});

test('paid tickets: while none are sold the card says so', async () => {
  const message = 'Tickets for this event are not on sale at the moment. Please try again later.';
  refuse(register, { statusCode: 409, code: 'payments.sales-paused', message });
  await card();
  await page.getByRole('button', { name: 'Register' }).first().click();
  await expect.element(page.getByText(message)).toBeVisible();
});

test('paid tickets: a place that is held says until when, and can be paid for or given up', async () => {
  await card({ ...own, status: 'payment_pending', hold_expires_epoc: now() + 600 });
  await expect.element(page.getByText(/^Your place is held until /)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Pay £18.90' }).first()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Give up the place' })).toBeVisible();
  await expectAccessible();
});

test('paid tickets: a place that was not paid for in time can be tried for again', async () => {
  await card({ ...own, status: 'payment_pending', hold_expires_epoc: null });
  await expect.element(page.getByText('£18.90 due: your place is no longer held')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
  await expectAccessible();
});

test.each([
  ['back', '£18.90 went back to you, the way you paid. It usually arrives within ten days.'],
  ['underway', '£18.90 is on its way back to you, the way you paid.'],
  [
    'failed',
    '£18.90 has not gone back to you: your bank or card did not take it. The hosts have been told, and can try again.',
  ],
] as const)(
  'paid tickets: somebody who has given their place back reads what became of the money: %s',
  async (state, said) => {
    await card({ ...own, status: 'not_going', refund: { amount: 1890, currency: 'GBP', state } });
    await expect.element(page.getByText(said)).toBeVisible();
    await expectAccessible();
  },
);

test('paid tickets: while the bank is at work nobody is asked to pay again', async () => {
  await card({ ...own, status: 'payment_pending', hold_expires_epoc: now() + 30 * 86_400 });
  await expect.element(page.getByText('Your bank is processing the payment')).toBeVisible();
  expect(page.getByRole('button', { name: /^Pay/ }).elements()).toEqual([]);
});

test.each([
  ['in time', { amount: 1890, until_epoc: null }, 'You will get £18.90 back the way you paid.'],
  [
    'with a ticket that is not refunded',
    { amount: 0, until_epoc: null },
    'You will not get your £18.90 back: this ticket is not refundable.',
  ],
  ['too late', { amount: 0, until_epoc: 1_700_000_000 }, /^You will not get your £18\.90 back: refunds ended on /],
])('paid tickets: who gives up their place %s is told before what goes back', async (_, due, sentence) => {
  answer(getRefundDue, { data: { currency: 'GBP', paid: 1890, ...due } });
  answer(declineParticipation, {
    message: 'Event registration declined',
    refund: { amount: due.amount, currency: 'GBP' },
  });
  await card({ ...own, status: 'going' });
  await page.getByRole('button', { name: 'Cancel registration' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(sentence)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel registration' }).click();
  await expect
    .element(page.getByText(due.amount > 0 ? /£18\.90 will go back/ : 'Event registration declined'))
    .toBeVisible();
});

describe('codes', () => {
  const early: CodeOffer = {
    ...{ code: 'EARLY', kind: 'percent', percent: 10, amount: null, currency: 'GBP', ticket_ids: null },
    ...{ prices: [{ id: pass.id, price: 1620, fee: 81 }], tickets: [] },
  };
  const enter = async (code: string) => {
    await page.getByRole('button', { name: 'Have a code?' }).click();
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.getByRole('button', { name: 'Apply' }).click();
  };
  const sent = () => calls.findLast(({ path }) => path.endsWith('/register'))?.body;

  beforeEach(() => {
    for (const endpoint of [listTickets, listPublicTickets])
      answer(endpoint, { ...ticketsPage([pass]), takesCodes: true });
    answer(checkCode, { data: early });
    refuse(register, { statusCode: 409, code: 'codes.used-up', message: 'This code has been used up.' });
  });

  test('paid tickets: where an event has no codes, none is asked for', async () => {
    for (const endpoint of [listTickets, listPublicTickets]) answer(endpoint, ticketsPage([pass]));
    await card();
    await expect.element(page.getByRole('button', { name: 'Register' }).first()).toBeVisible();
    expect(page.getByRole('button', { name: 'Have a code?' }).elements()).toEqual([]);
  });

  test('paid tickets: a code shows the old price and the new one, goes with the registration, and can be taken back', async () => {
    await card();
    await enter('early');
    await expect.element(page.getByText(/takes 10% off\.$/)).toBeVisible();
    const ticket = page.getByRole('group', { name: 'Ticket' });
    await expect.element(ticket.getByText('£17.01')).toBeVisible();
    await expect.element(ticket.getByText('£18.90', { exact: true })).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Register' }).first().click();
    await expect.element(page.getByText('This code has been used up.')).toBeVisible();
    expect(sent()).toMatchObject({ code: 'EARLY', ticketId: pass.id });
    await page.getByRole('button', { name: 'Remove code EARLY' }).click();
    await expect.poll(() => ticket.getByText('£17.01').elements()).toEqual([]);
    await page.getByRole('button', { name: 'Register' }).first().click();
    await expect.poll(sent).toMatchObject({ code: '' });
  });

  test('paid tickets: a code that makes a ticket free says so', async () => {
    answer(checkCode, { data: { ...early, percent: 100, prices: [{ id: pass.id, price: 0, fee: 0 }] } });
    await card({}, null);
    await enter('guest');
    await expect.element(page.getByText(/makes it free\.$/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Register' }).first()).toBeVisible();
  });

  test('paid tickets: a hidden ticket appears with its code, and is chosen', async () => {
    const crew = ticketView({ name: 'Crew', is_hidden: true });
    answer(checkCode, { data: { ...early, kind: 'access', percent: null, prices: [], tickets: [crew] } });
    await card();
    await enter('crew');
    await expect.element(page.getByRole('radio', { name: /^Crew/ })).toBeChecked();
  });

  test('paid tickets: a wrong code is named at its field, which keeps it', async () => {
    refuse(checkCode, { statusCode: 422, code: refusals.unknown.code, message: refusals.unknown.message });
    await card();
    await enter('nope');
    const field = page.getByRole('textbox', { name: 'Code' });
    await expect.element(page.getByText(refusals.unknown.message)).toBeVisible();
    await expect.element(field).toHaveValue('nope');
    await expect.element(field).toBeInvalid();
  });

  test('paid tickets: what was held with an unknown code shows no sum that may be wrong', async () => {
    await card({ ...own, status: 'payment_pending', hold_expires_epoc: now() + 600 });
    await expect.element(page.getByRole('button', { name: 'Pay', exact: true }).first()).toBeVisible();
  });
});

test('paid tickets: one that is not on sale says when it is, and another is chosen', async () => {
  const later = ticketView({ name: 'Later', sale_starts_epoc: now() + 86_400 });
  const ended = ticketView({ name: 'Early bird', sale_ends_epoc: now() - 60 });
  for (const endpoint of [listTickets, listPublicTickets]) answer(endpoint, ticketsPage([ended, later, pass]));
  await card();
  await expect.element(page.getByText(/^On sale from /)).toBeVisible();
  await expect.element(page.getByText('No longer on sale.')).toBeVisible();
  await expect.element(page.getByRole('radio', { name: /^Later/ })).toBeDisabled();
  await expect.element(page.getByRole('radio', { name: /^Workshop pass/ })).toBeChecked();
});

test('paid tickets: where none is on sale the card says so', async () => {
  for (const endpoint of [listTickets, listPublicTickets]) answer(endpoint, { ...ticketsPage([]), needed: true });
  await card();
  await expect.element(page.getByText('No tickets are on sale.')).toBeVisible();
});
