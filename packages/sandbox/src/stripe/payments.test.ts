import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StripeService, startStripe } from './start.ts';
import { act, clientOf, pay, readyAccount, refusal } from './testing.ts';

let service: StripeService;
let stripe: Stripe;
let account: string;
beforeAll(async () => {
  service = await startStripe();
  stripe = clientOf(service);
  account = await readyAccount(service);
});
afterAll(() => service.stop());

const on = () => ({ stripeAccount: account });
const create = (params: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({ amount: 1890, currency: 'gbp', ...params }, on());

describe('an intent', () => {
  test('is made, read, changed and given up', async () => {
    const made: Stripe.PaymentIntent = await create({
      metadata: { order: '7', seat: 'A' },
      application_fee_amount: 90,
      description: 'Seat',
    });
    expect(made).toMatchObject({
      status: 'requires_payment_method',
      amount: 1890,
      application_fee_amount: 90,
      livemode: false,
      latest_charge: null,
    });
    expect(made.client_secret).toMatch(new RegExp(`^${made.id}_secret_\\w{20,}$`));
    const changed = await stripe.paymentIntents.update(
      made.id,
      { amount: 2000, application_fee_amount: 100, metadata: { seat: '' } },
      on(),
    );
    expect(changed).toMatchObject({
      amount: 2000,
      application_fee_amount: 100,
      metadata: { order: '7' },
      description: 'Seat',
    });
    const canceled = await stripe.paymentIntents.cancel(made.id, { cancellation_reason: 'abandoned' }, on());
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    expect(canceled.canceled_at).toBeGreaterThan(0);
    expect(await stripe.paymentIntents.retrieve(made.id, {}, on())).toEqual(canceled);
    expect(await refusal(stripe.paymentIntents.cancel(made.id, {}, on()))).toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
    });
    expect((await refusal(stripe.paymentIntents.cancel(made.id, {}, on()))).payment_intent).toMatchObject({
      id: made.id,
      status: 'canceled',
    });
  });

  test.each([
    [29, 'gbp', 'amount_too_small'],
    [17_499, 'huf', 'amount_too_small'],
    [100_000_000, 'gbp', 'amount_too_large'],
    [4505, 'kwd', 'parameter_invalid_integer'],
    [1050, 'isk', 'parameter_invalid_integer'],
    [0, 'gbp', 'parameter_invalid_integer'],
  ])('of %i %s is refused: %s', async (amount, currency, code) => {
    expect(await refusal(create({ amount, currency }))).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      code,
      param: 'amount',
    });
  });

  test.each([
    [50, 'jpy'],
    [4500, 'kwd'],
    [180_000, 'huf'],
    [30, 'gbp'],
    [99_999_999, 'usd'],
  ])('of %i %s is fine', async (amount, currency) => {
    expect(await create({ amount, currency })).toMatchObject({ amount, currency });
  });

  test('needs a currency that exists, and a fee that fits', async () => {
    expect(await refusal(create({ currency: 'xyz' }))).toMatchObject({ param: 'currency' });
    expect(await refusal(create({ application_fee_amount: 1891 }))).toMatchObject({ param: 'application_fee_amount' });
    const ours = stripe.paymentIntents.create({ amount: 1890, currency: 'gbp', application_fee_amount: 90 });
    expect((await refusal(ours)).message).toContain('direct payment');
  });

  test('is not for an account that cannot take payments', async () => {
    const other = await readyAccount(service);
    const intent = await stripe.paymentIntents.create({ amount: 1890, currency: 'gbp' }, { stripeAccount: other });
    await act(service, `accounts/${other}/pause`);
    expect(
      await refusal(stripe.paymentIntents.create({ amount: 1890, currency: 'gbp' }, { stripeAccount: other })),
    ).toMatchObject({ statusCode: 400 });
    const late = stripe.paymentIntents.confirm(
      intent.id,
      { payment_method: 'pm_card_visa', return_url: 'http://127.0.0.1/' },
      { stripeAccount: other },
    );
    expect(await refusal(late)).toMatchObject({ code: 'payment_method_unactivated' });
  });
});

describe('a card', () => {
  test('pays: a charge, its fee, and movements on both balances', async () => {
    const paid = await pay(stripe, account, {
      metadata: { order: '9' },
      expand: ['latest_charge.balance_transaction', 'latest_charge.application_fee'],
    });
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 1890, next_action: null });
    const charge = paid.latest_charge as Stripe.Charge;
    expect(charge).toMatchObject({
      amount: 1890,
      paid: true,
      captured: true,
      status: 'succeeded',
      metadata: { order: '9' },
      payment_intent: paid.id,
    });
    expect(charge.payment_method_details?.card).toMatchObject({ brand: 'visa', last4: '4242', three_d_secure: null });
    const movement = charge.balance_transaction as Stripe.BalanceTransaction;
    // 1.5 % and 20p of Stripe's, and 90p of ours.
    expect(movement).toMatchObject({
      amount: 1890,
      fee: 138,
      net: 1752,
      type: 'charge',
      status: 'pending',
      source: charge.id,
    });
    expect(movement.fee_details.map(({ type, amount }) => [type, amount])).toEqual([
      ['application_fee', 90],
      ['stripe_fee', 48],
    ]);
    const fee = charge.application_fee as Stripe.ApplicationFee;
    expect(fee).toMatchObject({ amount: 90, account, charge: charge.id, amount_refunded: 0 });
    const ours = await stripe.balanceTransactions.list({ source: fee.id });
    expect(ours.data).toMatchObject([{ amount: 90, type: 'application_fee', net: 90 }]);
  });

  test.each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', 'processing_error'],
  ])('%s is declined with %s, and another one can pay', async (payment_method, code, decline_code) => {
    const intent = await create();
    const declined = await refusal(
      stripe.paymentIntents.confirm(intent.id, { payment_method, return_url: 'http://127.0.0.1/' }, on()),
    );
    expect(declined).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code });
    const after = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] }, on());
    expect(after).toMatchObject({ status: 'requires_payment_method', payment_method: null, amount_received: 0 });
    expect(after.last_payment_error).toMatchObject({ code, decline_code, type: 'card_error', charge: declined.charge });
    expect(after.latest_charge).toMatchObject({
      status: 'failed',
      paid: false,
      failure_code: code,
      balance_transaction: null,
    });
    const paid = await stripe.paymentIntents.confirm(
      intent.id,
      { payment_method: 'pm_card_visa', return_url: 'http://127.0.0.1/' },
      on(),
    );
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
  });

  test('pays once', async () => {
    const paid = await pay(stripe, account);
    const again = stripe.paymentIntents.confirm(
      paid.id,
      { payment_method: 'pm_card_visa', return_url: 'http://127.0.0.1/' },
      on(),
    );
    expect((await refusal(again)).message).toContain('has already succeeded');
    expect(await refusal(stripe.paymentIntents.update(paid.id, { amount: 5 }, on()))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    expect(await stripe.paymentIntents.update(paid.id, { metadata: { late: 'yes' } }, on())).toMatchObject({
      metadata: { late: 'yes' },
    });
  });

  test('needs to be given, with an address to return to', async () => {
    const intent = await create();
    expect(await refusal(stripe.paymentIntents.confirm(intent.id, {}, on()))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    const nowhere = stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }, on());
    expect((await refusal(nowhere)).message).toContain('`return_url`');
    const unknown = stripe.paymentIntents.confirm(
      intent.id,
      { payment_method: 'pm_card_none', return_url: 'http://127.0.0.1/' },
      on(),
    );
    expect(await refusal(unknown)).toMatchObject({ code: 'resource_missing', param: 'payment_method' });
  });
});

describe('authentication', () => {
  const challenge = async (payment_method: string, params: Partial<Stripe.PaymentIntentConfirmParams> = {}) => {
    const intent = await create();
    return stripe.paymentIntents.confirm(
      intent.id,
      { payment_method, return_url: 'http://127.0.0.1:9/done?a=1', ...params },
      on(),
    );
  };
  const answer = async (url: string, word: string) => {
    const page = await (await fetch(url)).text();
    expect(page).toContain('£18.90');
    const form = new URLSearchParams({ secret: /name="secret" value="(\w+)"/.exec(page)?.[1] ?? '', answer: word });
    return fetch(url.replace(/\?.*/, ''), { method: 'POST', body: form, redirect: 'manual' });
  };

  test('is asked for on a page, and pays when it is passed', async () => {
    const asked = await challenge('pm_card_authenticationRequired');
    expect(asked).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } });
    const reply = await answer(asked.next_action?.redirect_to_url?.url ?? '', 'pass');
    const back = new URL(reply.headers.get('location') ?? '');
    expect(Object.fromEntries(back.searchParams)).toEqual({
      a: '1',
      payment_intent: asked.id,
      payment_intent_client_secret: asked.client_secret,
      redirect_status: 'succeeded',
    });
    const paid = await stripe.paymentIntents.retrieve(asked.id, { expand: ['latest_charge'] }, on());
    expect(paid).toMatchObject({ status: 'succeeded', next_action: null });
    expect((paid.latest_charge as Stripe.Charge).payment_method_details?.card?.three_d_secure).toMatchObject({
      result: 'authenticated',
    });
  });

  test('opens the payment again when it is refused, and its page is over', async () => {
    const asked = await challenge('pm_card_threeDSecure2Required');
    const url = asked.next_action?.redirect_to_url?.url ?? '';
    const reply = await answer(url, 'refuse');
    expect(reply.headers.get('location')).toContain('redirect_status=failed');
    const open = await stripe.paymentIntents.retrieve(asked.id, {}, on());
    expect(open).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    expect((await fetch(url)).status).toBe(404);
  });

  test('can be followed by a decline', async () => {
    const asked = await challenge('pm_card_authenticationRequiredChargeDeclinedInsufficientFunds');
    await answer(asked.next_action?.redirect_to_url?.url ?? '', 'pass');
    const open = await stripe.paymentIntents.retrieve(asked.id, {}, on());
    expect(open.last_payment_error).toMatchObject({ code: 'card_declined', decline_code: 'insufficient_funds' });
  });

  test('is left to the browser by `use_stripe_sdk`, and its page has a secret', async () => {
    const asked = await challenge('pm_card_authenticationRequired', { use_stripe_sdk: true });
    expect(asked.next_action?.type).toBe('use_stripe_sdk');
    expect((await fetch(`${service.url}/next-action/${asked.id}?secret=src_wrong`)).status).toBe(404);
    const form = new URLSearchParams({ secret: 'src_wrong', answer: 'pass' });
    expect((await fetch(`${service.url}/next-action/${asked.id}`, { method: 'POST', body: form })).status).toBe(400);
    expect(await stripe.paymentIntents.retrieve(asked.id, {}, on())).toMatchObject({ status: 'requires_action' });
    await act(service, `payment_intents/${asked.id}/authenticate`, { passed: true });
    expect(await stripe.paymentIntents.retrieve(asked.id, {}, on())).toMatchObject({ status: 'succeeded' });
  });

  test('is not waited for once the intent is given up', async () => {
    const asked = await challenge('pm_card_authenticationRequired');
    await stripe.paymentIntents.cancel(asked.id, {}, on());
    await expect(act(service, `payment_intents/${asked.id}/authenticate`, { passed: true })).rejects.toThrow(
      'moved on',
    );
  });
});
