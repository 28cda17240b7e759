import { getOwnParticipation, register } from '@folkmoot/contract/registrations/api.ts';
import { createPaymentIntent, type IntentView, recordPayment } from '@folkmoot/contract/registrations/payment-api.ts';
import type { ParticipationView } from '@folkmoot/contract/registrations/schema.ts';
import { PAYING } from '@folkmoot/contract/registrations/schema.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls, refuse } from '../../../test/answers.ts';
import { expectAccessible, openDialog } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { participationView } from '../../../test/registrations.ts';
import { CheckoutDialog } from './CheckoutDialog.tsx';

const BEA = '0190a3b4-0000-7000-8000-00000000000b';
const OWN = '0190a3b4-0000-7000-8000-0000000000aa';
const TICKET = '0190a3b4-0000-7000-8000-0000000000cc';
const event = eventView({ name: 'Makers Fair', tint: 'woad' });

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

const participation = (fields: Partial<ParticipationView> = {}) =>
  participationView({
    ...{ participationId: OWN, eventId: event.id, status: 'payment_pending', ticketId: TICKET },
    ...{ hold_expires_epoc: inSeconds(900), ...fields },
  });

function intent(fields: Partial<IntentView> = {}): IntentView {
  return {
    ...{ id: 'pi_one', client_secret: 'pi_one_secret_two', status: 'requires_payment_method' },
    ...{ publishable_key: 'pk_test_one', stripe_account: 'acct_one', stand_in: null },
    ...{ amount: 1890, fee: 90, price: 1800, fee_percent: 5, currency: 'GBP', ticket_name: 'Workshop pass' },
    ...{ is_refundable: true, refund_seconds: 86_400, expires_epoc: inSeconds(581) },
    ...fields,
  };
}

/** Stands in for Stripe's script, which the page asks for by its address. */
const confirmPayment = vi.fn();
const made = { on: {} as Record<string, () => void>, appearance: {} as { variables?: Record<string, string> } };
const elements = {
  submit: async () => ({}),
  update: () => undefined,
  create: () => ({
    on: (name: string, act: () => void) => {
      made.on[name] = act;
    },
    mount: (place: HTMLElement) => {
      place.textContent = 'Card number';
      made.on.ready?.();
    },
    destroy: () => undefined,
  }),
};
const handleNextAction = vi.fn();
const Stripe = () => ({
  elements: ({ appearance }: { appearance: typeof made.appearance }) => {
    made.appearance = appearance;
    return elements;
  },
  ...{ confirmPayment, handleNextAction },
});

const onPaid = vi.fn();
const open = () =>
  openDialog(
    <CheckoutDialog event={event} token={undefined} participationId={OWN} ticketId={TICKET} onPaid={onPaid} />,
    { as: BEA },
  );
const dialog = page.getByRole('dialog', { name: 'Pay for your ticket' });
const pay = dialog.getByRole('button', { name: 'Pay £18.90' });

beforeEach(() => {
  onPaid.mockReset();
  confirmPayment.mockReset();
  handleNextAction.mockReset();
  Object.assign(window, { Stripe });
  answer(getOwnParticipation, { role: 'guest', data: participation(), responses: [] });
  answer(createPaymentIntent, { data: intent() });
  answer(recordPayment, { message: 'Done', status: 'going', data: participation({ status: 'going' }) });
});

describe('the checkout dialog', () => {
  // First, since a script that is there is not asked for again.
  test('checkout: Stripe’s script is asked for by its address, and its absence is said', async () => {
    Object.assign(window, { Stripe: undefined });
    const asked: string[] = [];
    const real = document.head.appendChild.bind(document.head);
    const append = vi.spyOn(document.head, 'appendChild').mockImplementation((node) => {
      if (!(node instanceof HTMLScriptElement)) return real(node);
      asked.push(node.src);
      queueMicrotask(() => node.dispatchEvent(new Event('error')));
      return node;
    });
    await open();
    await expect.element(dialog.getByText('The payment form could not be loaded.')).toBeVisible();
    expect(asked[0]).toMatch(/^https:\/\/js\.stripe\.com\//);
    append.mockRestore();
    Object.assign(window, { Stripe });
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect.element(dialog.getByText('Card number')).toBeVisible();
  });

  test('checkout: what is bought, for whom, and how long the place is held', async () => {
    await open();
    await expect.element(pay).toBeVisible();
    await expect.element(dialog.getByText('bea@post.example')).toBeVisible();
    const order = dialog.getByRole('complementary', { name: 'Your order' });
    for (const line of ['Workshop pass', '£18.00', 'Platform fee, 5%', '£0.90', '£18.90'])
      await expect.element(order.getByText(line, { exact: true })).toBeVisible();
    await expect
      .element(order.getByText(/^Full refund until .* After that you can pass the ticket on\.$/))
      .toBeVisible();
    await expect.element(dialog.getByText(/^Your place is held for 9:\d\d\. If you leave/)).toBeVisible();
    await expect.element(dialog.getByText('Secured by Stripe')).toBeVisible();
    await expectAccessible();
  });

  test('checkout: on a phone what is bought comes first', async () => {
    await page.viewport(390, 844);
    await open();
    const top = (text: string) => dialog.getByText(text, { exact: true }).element().getBoundingClientRect().top;
    await expect.element(pay).toBeVisible();
    expect(top('Total')).toBeLessThan(top('Pay for your ticket'));
    await page.viewport(720, 900);
  });

  test('checkout: a fee that the host bears is no line of its own', async () => {
    answer(createPaymentIntent, { data: intent({ amount: 1800, is_refundable: false }) });
    await open();
    await expect.element(dialog.getByRole('button', { name: 'Pay £18.00' })).toBeVisible();
    expect(dialog.getByText(/Platform fee/).elements()).toEqual([]);
    await expect.element(dialog.getByText('This ticket is not refundable. You can pass it on.')).toBeVisible();
  });

  test('checkout: a payment that could not be begun says so, and can be begun again', async () => {
    refuse(createPaymentIntent, { statusCode: 503, message: 'Failed to create payment intent.' });
    await open();
    await expect.element(dialog.getByText('Failed to create payment intent.')).toBeVisible();
    await expectAccessible();
    answer(createPaymentIntent, { data: intent() });
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect.element(pay).toBeVisible();
  });

  test('checkout: while the payment is being prepared it says so', async () => {
    answer(createPaymentIntent, () => new Promise(() => undefined));
    await open();
    await expect.element(dialog.getByRole('status', { name: 'Preparing the payment' })).toBeInTheDocument();
    expect(pay.elements()).toEqual([]);
  });

  test('checkout: Stripe is asked in our colours, a success is looked at, and the ticket follows', async () => {
    confirmPayment.mockResolvedValue({ paymentIntent: { status: 'succeeded' } });
    await open();
    await pay.click();
    await expect.element(page.getByText('Success! Payment received.')).toBeVisible();
    await expect.poll(() => onPaid.mock.calls).toEqual([[OWN]]);
    expect(made.appearance.variables?.colorPrimary).toMatch(/^#/);
    const [given] = confirmPayment.mock.calls[0] as [{ redirect: string; confirmParams: { return_url: string } }];
    expect([given.redirect, new URL(given.confirmParams.return_url).pathname]).toEqual([
      'if_required',
      '/kiln-opening',
    ]);
    expect(calls.filter(({ path }) => path.endsWith('/payment-intents/pi_one'))).toHaveLength(1);
  });

  test('checkout: a declined card is said in the bank’s words, and another one can be tried', async () => {
    confirmPayment.mockResolvedValueOnce({
      error: { type: 'card_error', message: 'Your card has insufficient funds.' },
    });
    await open();
    await pay.click();
    await expect.element(dialog.getByText('Payment failed. Please try another payment method.')).toBeVisible();
    await expect.element(dialog.getByText('Your card has insufficient funds.')).toBeVisible();
    await expectAccessible();
    confirmPayment.mockResolvedValue({ paymentIntent: { status: 'succeeded' } });
    await pay.click();
    await expect.poll(() => onPaid.mock.calls.length).toBe(1);
  });

  test('checkout: a bank that is at work is said, and there is no ticket yet', async () => {
    confirmPayment.mockResolvedValue({ paymentIntent: { status: 'processing' } });
    answer(recordPayment, { message: 'Held', status: 'payment_pending', data: participation() });
    await open();
    await pay.click();
    await expect
      .element(page.getByText("Payment processing. We'll update you when payment is received."))
      .toBeVisible();
    expect(onPaid).not.toHaveBeenCalled();
  });

  test('checkout: money that came too late is said to go back, and not that something went wrong', async () => {
    confirmPayment.mockResolvedValue({ paymentIntent: { status: 'succeeded' } });
    answer(recordPayment, { message: PAYING.late, status: 'payment_pending', data: participation() });
    await open();
    await pay.click();
    await expect.element(page.getByText(PAYING.late)).toBeVisible();
    expect(page.getByText('Something went wrong.').elements()).toEqual([]);
    expect(onPaid).not.toHaveBeenCalled();
  });

  test('checkout: a bank that was left is gone back to', async () => {
    confirmPayment.mockResolvedValue({ paymentIntent: { status: 'requires_action' } });
    handleNextAction.mockResolvedValue({ paymentIntent: { status: 'succeeded' } });
    await open();
    await pay.click();
    await expect.element(dialog.getByText('Your bank has not confirmed the payment yet.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Continue at your bank' }).click();
    await expect.poll(() => onPaid.mock.calls.length).toBe(1);
    expect(confirmPayment).toHaveBeenCalledTimes(1);
  });

  test('checkout: anything else went wrong, and the payment is asked for again', async () => {
    confirmPayment.mockResolvedValue({ error: { type: 'api_error', message: 'Internal' } });
    await open();
    await pay.click();
    await expect.element(dialog.getByText('Something went wrong.')).toBeVisible();
    await expect.poll(() => calls.filter(({ path }) => path.endsWith('/payment-intents')).length).toBeGreaterThan(1);
  });

  test('checkout: a place whose time is over can be asked for again', async () => {
    answer(createPaymentIntent, { data: intent({ expires_epoc: inSeconds(1) }) });
    answer(register, { message: 'Held', status: 'payment_pending', data: participation() });
    await open();
    await expect.element(dialog.getByText('Your place is no longer held.')).toBeVisible();
    expect(pay.elements()).toEqual([]);
    await expectAccessible();
    answer(createPaymentIntent, { data: intent({ client_secret: 'pi_two_secret_two' }) });
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect.element(pay).toBeVisible();
    expect(calls.find(({ path }) => path.endsWith('/register'))?.body).toMatchObject({ ticketId: TICKET });
  });

  test('checkout: how long the place is held is read out at first', async () => {
    answer(createPaymentIntent, { data: intent({ expires_epoc: inSeconds(595) }) });
    await open();
    await expect.element(dialog.getByText('Your place is held for 10 minutes.')).toBeInTheDocument();
  });

  test('checkout: near its end the time that is left is read out', async () => {
    answer(createPaymentIntent, { data: intent({ expires_epoc: inSeconds(250) }) });
    await open();
    await expect.element(dialog.getByText('Your place is held for five more minutes.')).toBeInTheDocument();
  });
});
