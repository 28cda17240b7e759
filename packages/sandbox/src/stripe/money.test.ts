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
const chargeOf = async (intent: Stripe.PaymentIntent): Promise<Stripe.Charge> =>
  stripe.charges.retrieve(String(intent.latest_charge), { expand: ['refunds'] }, on());
const movementsOf = async (source: string, options?: { stripeAccount: string }) =>
  (await stripe.balanceTransactions.list({ source }, options)).data;

describe('a refund', () => {
  test('of everything takes the fee with it', async () => {
    const paid = await pay(stripe, account);
    const refund: Stripe.Refund = await stripe.refunds.create(
      { payment_intent: paid.id, refund_application_fee: true, metadata: { refund: 'r1' } },
      on(),
    );
    expect(refund).toMatchObject({
      amount: 1890,
      status: 'succeeded',
      charge: paid.latest_charge,
      payment_intent: paid.id,
      metadata: { refund: 'r1' },
    });
    const charge = await chargeOf(paid);
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 1890 });
    expect(charge.refunds?.data).toMatchObject([{ id: refund.id }]);
    expect(await movementsOf(refund.id, on())).toMatchObject([
      { amount: -1890, fee: -90, net: -1800, type: 'refund', fee_details: [{ amount: -90, type: 'application_fee' }] },
    ]);
    const fee = await stripe.applicationFees.retrieve(String(charge.application_fee));
    expect(fee).toMatchObject({ amount: 90, amount_refunded: 90, refunded: true });
    const [back] = (await stripe.applicationFees.listRefunds(fee.id)).data;
    expect(back).toMatchObject({ object: 'fee_refund', amount: 90, fee: fee.id });
    expect(await movementsOf(back?.id ?? '')).toMatchObject([{ amount: -90, type: 'application_fee_refund' }]);
    expect(await refusal(stripe.refunds.create({ payment_intent: paid.id }, on()))).toMatchObject({
      code: 'charge_already_refunded',
    });
  });

  test('of parts takes the fee in proportion, and never more than is left', async () => {
    const paid = await pay(stripe, account, { amount: 1000, application_fee_amount: 55 });
    const part = (amount: number) =>
      stripe.refunds.create({ payment_intent: paid.id, amount, refund_application_fee: true }, on());
    await part(333);
    const feeOf = async () =>
      (await stripe.applicationFees.retrieve(String((await chargeOf(paid)).application_fee))).amount_refunded;
    expect(await feeOf()).toBe(18);
    await part(333);
    expect(await feeOf()).toBe(36);
    const tooMuch = await refusal(part(335));
    expect(tooMuch).toMatchObject({ statusCode: 400, param: 'amount' });
    expect(tooMuch.message).toBe('Refund amount (£3.35) is greater than unrefunded amount on charge (£3.34)');
    await part(334);
    expect(await feeOf()).toBe(55);
    expect((await chargeOf(paid)).refunded).toBe(true);
    const listed = await stripe.refunds.list({ payment_intent: paid.id }, on());
    expect(listed.data.map(({ amount }) => amount)).toEqual([334, 333, 333]);
  });

  test('without the fee leaves it, and needs one to take it', async () => {
    const paid = await pay(stripe, account);
    await stripe.refunds.create({ charge: String(paid.latest_charge) }, on());
    const fee = await stripe.applicationFees.retrieve(String((await chargeOf(paid)).application_fee));
    expect(fee.amount_refunded).toBe(0);
    await stripe.applicationFees.createRefund(fee.id, { amount: 40 });
    expect((await stripe.applicationFees.retrieve(fee.id)).amount_refunded).toBe(40);
    expect(await refusal(stripe.applicationFees.createRefund(fee.id, { amount: 51 }))).toMatchObject({
      param: 'amount',
    });
    const free = await stripe.paymentIntents.create(
      { amount: 500, currency: 'gbp', confirm: true, payment_method: 'pm_card_visa', return_url: 'http://127.0.0.1/' },
      on(),
    );
    expect(
      await refusal(stripe.refunds.create({ payment_intent: free.id, refund_application_fee: true }, on())),
    ).toMatchObject({ param: 'refund_application_fee' });
  });

  test('can fail later, and is the account’s money again', async () => {
    const paid = await pay(stripe, account, { payment_method: 'pm_card_refundFail' });
    const refund = await stripe.refunds.create({ payment_intent: paid.id }, on());
    expect(refund.status).toBe('succeeded');
    service.hurry();
    const failed = await stripe.refunds.retrieve(refund.id, { expand: ['failure_balance_transaction'] }, on());
    expect(failed).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
      failure_balance_transaction: { amount: 1890, type: 'refund_failure' },
    });
    expect(await chargeOf(paid)).toMatchObject({ refunded: false, amount_refunded: 0 });
    expect(await stripe.refunds.create({ payment_intent: paid.id }, on())).toMatchObject({ status: 'succeeded' });
  });

  test('can take its time', async () => {
    const paid = await pay(stripe, account, { payment_method: 'pm_card_pendingRefund' });
    const refund = await stripe.refunds.create({ payment_intent: paid.id }, on());
    expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' });
    service.hurry();
    expect(await stripe.refunds.retrieve(refund.id, {}, on())).toMatchObject({ status: 'succeeded' });
  });

  test('can be made at Stripe, and failed by hand', async () => {
    const paid = await pay(stripe, account);
    const refund = await act<Stripe.Refund>(service, `charges/${paid.latest_charge}/refund`, { amount: 500 });
    expect(refund).toMatchObject({ amount: 500, metadata: {} });
    await act(service, `refunds/${refund.id}/fail`);
    expect(await stripe.refunds.retrieve(refund.id, {}, on())).toMatchObject({ status: 'failed' });
    await expect(act(service, `refunds/${refund.id}/fail`)).rejects.toThrow('No such refund');
  });

  test('needs a payment that succeeded', async () => {
    const open = await stripe.paymentIntents.create({ amount: 500, currency: 'gbp' }, on());
    expect(await refusal(stripe.refunds.create({ payment_intent: open.id }, on()))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    expect(await refusal(stripe.refunds.create({}, on()))).toMatchObject({ code: 'parameter_missing' });
    expect(await refusal(stripe.refunds.create({ charge: 'ch_none' }, on()))).toMatchObject({
      code: 'resource_missing',
      param: 'charge',
    });
  });
});

describe('a dispute', () => {
  const disputed = async () => {
    const paid = await pay(stripe, account, { payment_method: 'pm_card_createDispute' });
    service.hurry();
    const { data } = await stripe.disputes.list({ payment_intent: paid.id }, on());
    const [dispute] = data;
    if (!dispute) throw new Error('There is no dispute.');
    return { paid, dispute };
  };

  test('takes the money and a fee, and forbids refunds', async () => {
    const { paid, dispute } = await disputed();
    expect(dispute).toMatchObject({
      amount: 1890,
      status: 'needs_response',
      reason: 'fraudulent',
      charge: paid.latest_charge,
      is_charge_refundable: false,
    });
    expect(dispute.balance_transactions).toMatchObject([
      { amount: -1890, fee: 1500, net: -3390, type: 'adjustment', reporting_category: 'dispute' },
    ]);
    expect(await chargeOf(paid)).toMatchObject({ disputed: true, refunded: false });
    expect(await refusal(stripe.refunds.create({ payment_intent: paid.id }, on()))).toMatchObject({
      code: 'charge_disputed',
    });
  });

  test.each([
    ['won', 2],
    ['lost', 1],
  ])('is %s, which makes %i movements', async (status, movements) => {
    const { dispute } = await disputed();
    await act(service, `disputes/${dispute.id}/decide`, { status });
    const decided: Stripe.Dispute = await stripe.disputes.retrieve(dispute.id, {}, on());
    expect(decided.status).toBe(status);
    expect(decided.balance_transactions).toHaveLength(movements);
    await expect(act(service, `disputes/${dispute.id}/decide`, { status: 'won' })).rejects.toThrow('decided already');
  });

  test('can be opened by hand, of what is left', async () => {
    const paid = await pay(stripe, account);
    await stripe.refunds.create({ payment_intent: paid.id, amount: 890 }, on());
    expect(await act(service, `charges/${paid.latest_charge}/dispute`, { reason: 'duplicate' })).toMatchObject({
      amount: 1000,
      reason: 'duplicate',
    });
    await expect(act(service, `charges/${paid.latest_charge}/dispute`)).rejects.toThrow('cannot be disputed');
  });
});

test('the movements of an account add up to what its charges, refunds, disputes and fees say', async () => {
  const own = await readyAccount(service);
  const here = { stripeAccount: own };
  const first = await pay(stripe, own);
  const second = await pay(stripe, own, { amount: 5000, application_fee_amount: 250 });
  await stripe.refunds.create({ payment_intent: first.id, refund_application_fee: true }, here);
  await stripe.refunds.create({ payment_intent: second.id, amount: 1000, refund_application_fee: true }, here);
  const { data } = await stripe.balanceTransactions.list({ limit: 100 }, here);
  expect(data.reduce((sum, { net }) => sum + net, 0)).toBe(0 - 48 + (4000 - 200 - 95));
  expect(data.every(({ amount, fee, net }) => amount - fee === net)).toBe(true);
});
