import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StripeService, startStripe } from './start.ts';
import { act, clientOf, json, pay, readyAccount, refusal } from './testing.ts';

let service: StripeService;
let stripe: Stripe;
let account: string;
let euros: string;
beforeAll(async () => {
  service = await startStripe();
  stripe = clientOf(service);
  account = await readyAccount(service);
  euros = await readyAccount(service, { country: 'DE', currency: 'EUR' });
});
afterAll(() => service.stop());

const on = () => ({ stripeAccount: account });
const create = (params: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({ amount: 1890, currency: 'gbp', ...params }, on());

describe('a bank debit', () => {
  const debit = (iban: string) =>
    stripe.paymentIntents.create(
      {
        ...{
          amount: 2500,
          currency: 'eur',
          application_fee_amount: 125,
          confirm: true,
          return_url: 'http://127.0.0.1/',
        },
        payment_method_data: {
          type: 'sepa_debit',
          sepa_debit: { iban },
          billing_details: { name: 'Jo', email: 'jo@example.com' },
        },
      },
      { stripeAccount: euros },
    );
  const read = (id: string) =>
    stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }, { stripeAccount: euros });

  test('is in process until the bank has paid', async () => {
    const sent = await debit('DE89 3704 0044 0532 0130 00');
    expect(sent).toMatchObject({ status: 'processing', amount_received: 0 });
    expect((await read(sent.id)).latest_charge).toMatchObject({
      status: 'pending',
      paid: false,
      balance_transaction: null,
      application_fee: null,
    });
    expect(await refusal(stripe.paymentIntents.cancel(sent.id, {}, { stripeAccount: euros }))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    service.hurry();
    const paid = await read(sent.id);
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 2500 });
    expect(paid.latest_charge).toMatchObject({
      status: 'succeeded',
      paid: true,
      payment_method_details: { type: 'sepa_debit', sepa_debit: { last4: '3000' } },
    });
    expect((paid.latest_charge as Stripe.Charge).id).toMatch(/^py_/);
  });

  test('can fail, and be decided by hand', async () => {
    const sent = await debit('DE62370400440532013001');
    service.hurry();
    const failed = await read(sent.id);
    expect(failed).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { decline_code: 'debit_not_authorized' },
    });
    expect(failed.latest_charge).toMatchObject({ status: 'failed', paid: false });
    const other = await debit('DE89370400440532013000');
    await act(service, `payment_intents/${other.id}/fail`);
    expect(await read(other.id)).toMatchObject({ status: 'requires_payment_method' });
    const third = await debit('DE89370400440532013000');
    await act(service, `payment_intents/${third.id}/settle`);
    expect(await read(third.id)).toMatchObject({ status: 'succeeded' });
    await expect(act(service, `payment_intents/${third.id}/settle`)).rejects.toThrow('not processing');
    // The bank comes too late for what was decided by hand.
    service.hurry();
    expect(await read(other.id)).toMatchObject({ status: 'requires_payment_method' });
    expect(await read(third.id)).toMatchObject({ status: 'succeeded' });
  });

  test('needs an IBAN that adds up, a name, and euros', async () => {
    expect(await refusal(debit('DE89370400440532013001'))).toMatchObject({ code: 'invalid_bank_account_iban' });
    const nameless = stripe.paymentIntents.create(
      {
        amount: 2500,
        currency: 'eur',
        confirm: true,
        return_url: 'http://127.0.0.1/',
        payment_method_data: { type: 'sepa_debit', sepa_debit: { iban: 'DE89370400440532013000' } },
      },
      { stripeAccount: euros },
    );
    expect(await refusal(nameless)).toMatchObject({ param: 'billing_details[name]' });
    expect(await refusal(pay(stripe, account, { payment_method: 'pm_sepaDebit_success_de' }))).toMatchObject({
      param: 'payment_method',
    });
  });
});

describe('a browser', () => {
  const ask = (path: string, fields: Record<string, string>, method = 'POST') =>
    fetch(`${service.url}/v1/${path}${method === 'GET' ? `?${new URLSearchParams(fields)}` : ''}`, {
      ...(method === 'POST' && { body: new URLSearchParams(fields) }),
      ...{ method, headers: { authorization: `Bearer ${service.publishableKey}`, 'stripe-account': account } },
    });
  const card = {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2040',
    'payment_method_data[card][cvc]': '123',
  };

  test('confirms with the secret of the intent, and learns neither fee nor metadata', async () => {
    const intent = await create({ application_fee_amount: 90, metadata: { order: '7' } });
    const fields = {
      ...card,
      'payment_method_data[card][number]': '4242 4242 4242 4242',
      client_secret: intent.client_secret ?? '',
    };
    const wrong = await ask(`payment_intents/${intent.id}/confirm`, {
      ...fields,
      client_secret: `${intent.id}_secret_no`,
    });
    expect(wrong.status).toBe(400);
    const paid = await (await ask(`payment_intents/${intent.id}/confirm`, fields)).json();
    expect(paid).toMatchObject({ id: intent.id, status: 'succeeded', amount: 1890 });
    for (const name of ['metadata', 'application_fee_amount', 'latest_charge', 'application'])
      expect(paid).not.toHaveProperty(name);
    const read = await json<{ status: string }>(
      await ask(`payment_intents/${intent.id}`, { client_secret: intent.client_secret ?? '' }, 'GET'),
    );
    expect(read.status).toBe('succeeded');
    expect((await ask(`payment_intents/${intent.id}`, {}, 'GET')).status).toBe(400);
  });

  test.each([
    ['4242424242424241', 'incorrect_number', {}],
    ['4242424242424242', 'invalid_expiry_year', { 'payment_method_data[card][exp_year]': '2020' }],
    ['4242424242424242', 'invalid_expiry_month', { 'payment_method_data[card][exp_month]': '13' }],
    ['4242424242424242', 'invalid_cvc', { 'payment_method_data[card][cvc]': '1' }],
    ['4111111111111111', 'card_declined', {}],
  ])('is told what is wrong with %s: %s', async (number, code, more) => {
    const intent = await create({ metadata: { order: '7' }, application_fee_amount: 90 });
    const reply = await ask(`payment_intents/${intent.id}/confirm`, {
      ...card,
      ...more,
      'payment_method_data[card][number]': number,
      client_secret: intent.client_secret ?? '',
    });
    const { error } = await json<{ error: { type: string; code: string } }>(reply);
    expect([reply.status, error.type, error.code]).toEqual([402, 'card_error', code]);
    expect(JSON.stringify(error)).not.toContain('metadata":{"order"');
    expect(JSON.stringify(error)).not.toContain('application_fee_amount');
  });

  test('may do nothing else', async () => {
    const intent = await create();
    const reply = await ask(`payment_intents/${intent.id}/cancel`, { client_secret: intent.client_secret ?? '' });
    expect([reply.status, (await json<{ error: { code: string } }>(reply)).error.code]).toEqual([
      401,
      'secret_key_required',
    ]);
  });

  test('alone may send card numbers', async () => {
    const raw = stripe.paymentIntents.create(
      {
        ...{ amount: 1890, currency: 'gbp', confirm: true, return_url: 'http://127.0.0.1/' },
        payment_method_data: {
          type: 'card',
          card: { number: '4242424242424242', exp_month: 12, exp_year: 2040 },
        } as never,
      },
      on(),
    );
    expect((await refusal(raw)).message).toContain('unsafe');
  });
});
