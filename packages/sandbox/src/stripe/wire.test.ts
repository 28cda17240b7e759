import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StripeService, startStripe } from './start.ts';
import { clientOf, json, pay, readyAccount, refusal } from './testing.ts';

let service: StripeService;
let stripe: Stripe;
let account: string;
beforeAll(async () => {
  service = await startStripe();
  stripe = clientOf(service);
  account = await readyAccount(service);
});
afterAll(() => service.stop());

const on = (more: Stripe.RequestOptions = {}) => ({ stripeAccount: account, ...more });
const create = (amount: number, options: Stripe.RequestOptions = {}) =>
  stripe.paymentIntents.create({ amount, currency: 'gbp' }, on(options));
type Failure = { error: { type: string; code?: string; param?: string; message: string } };
async function raw(
  method: string,
  path: string,
  fields: Record<string, string> = {},
  key = service.secretKey,
): Promise<{ status: number; reply: Response; error: Failure['error'] }> {
  const headers = { ...(key !== '' && { authorization: `Bearer ${key}` }), 'stripe-account': account };
  const reply = await fetch(`${service.url}${path}`, {
    method,
    headers,
    ...(method === 'POST' && { body: new URLSearchParams(fields) }),
  });
  return { status: reply.status, reply, error: (await json<Failure>(reply.clone())).error };
}

describe('a call', () => {
  test('needs a key that is ours, and any answer has an id', async () => {
    expect(await raw('GET', '/v1/payment_intents', {}, '')).toMatchObject({
      status: 401,
      error: { type: 'invalid_request_error' },
    });
    const wrong = await refusal(clientOf(service, 'sk_test_sandboxwrong').paymentIntents.list());
    expect(wrong).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 });
    expect(wrong.requestId).toMatch(/^req_/);
    const made = await create(500);
    expect(made.lastResponse.requestId).toMatch(/^req_/);
    const basic = await fetch(`${service.url}/v1/events`, {
      headers: { authorization: `Basic ${btoa(`${service.secretKey}:`)}` },
    });
    expect(basic.status).toBe(200);
  });

  test('that does not exist is refused', async () => {
    expect(await raw('GET', '/v1/nothing')).toMatchObject({
      status: 404,
      error: { message: expect.stringContaining('Unrecognized request URL (GET: /v1/nothing)') },
    });
    expect(await raw('POST', '/v1/charges/ch_1')).toMatchObject({ status: 404 });
  });

  test.each([
    [{ amount: '500', currency: 'gbp', colour: 'red' }, 'parameter_unknown', 'colour'],
    [
      {
        amount: '500',
        currency: 'gbp',
        'automatic_payment_methods[enabled]': 'true',
        'automatic_payment_methods[speed]': '1',
      },
      'parameter_unknown',
      'automatic_payment_methods[speed]',
    ],
    [{ currency: 'gbp' }, 'parameter_missing', 'amount'],
    [{ amount: '5.5', currency: 'gbp' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: '500', currency: '' }, 'parameter_invalid_empty', 'currency'],
    [{ amount: '500', currency: 'gbp', confirm: 'perhaps' }, undefined, 'confirm'],
    [{ amount: '500', currency: 'gbp', metadata: 'text' }, undefined, 'metadata'],
  ])('with %o is refused: %s at %s', async (fields, code, param) => {
    const { status, error } = await raw('POST', '/v1/payment_intents', fields as Record<string, string>);
    expect([status, error.type, error.code, error.param]).toEqual([400, 'invalid_request_error', code, param]);
  });

  test('is for the account that its header names', async () => {
    const other = await readyAccount(service);
    const mine = await create(500);
    expect(await refusal(stripe.paymentIntents.retrieve(mine.id, {}, { stripeAccount: other }))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    expect(await refusal(stripe.paymentIntents.retrieve(mine.id))).toMatchObject({ statusCode: 404 });
    expect((await stripe.paymentIntents.list({}, { stripeAccount: other })).data).toEqual([]);
    expect(await refusal(stripe.paymentIntents.list({}, { stripeAccount: 'acct_unknown' }))).toMatchObject({
      type: 'StripePermissionError',
      statusCode: 403,
      code: 'account_invalid',
    });
  });

  test('from elsewhere or through a proxy is not answered', async () => {
    expect((await fetch(service.url, { headers: { 'x-forwarded-for': '198.51.100.7' } })).status).toBe(403);
    expect(
      (await fetch(`${service.url}/sandbox/due`, { method: 'POST', headers: { origin: 'https://elsewhere.example' } }))
        .status,
    ).toBe(403);
  });
});

describe('an idempotency key', () => {
  test('gives the first answer again, also a refusal', async () => {
    const first = await create(500, { idempotencyKey: 'once' });
    const again = await create(500, { idempotencyKey: 'once' });
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(first.lastResponse.headers).not.toHaveProperty('idempotent-replayed');
    const decline = () =>
      refusal(
        stripe.paymentIntents.confirm(
          first.id,
          { payment_method: 'pm_card_visa_chargeDeclined', return_url: 'http://127.0.0.1/' },
          on({ idempotencyKey: 'no' }),
        ),
      );
    const [one, two] = [await decline(), await decline()];
    expect([one.statusCode, two.statusCode, two.charge]).toEqual([402, 402, one.charge]);
    expect(two.headers?.['idempotent-replayed']).toBe('true');
  });

  test('is for one call with its parameters', async () => {
    const { id } = await create(500, { idempotencyKey: 'same' });
    const changed = await refusal(create(501, { idempotencyKey: 'same' }));
    expect(changed).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    expect(changed.message).toContain("Try using a key other than 'same'");
    const elsewhere = await refusal(stripe.paymentIntents.cancel(id, {}, on({ idempotencyKey: 'same' })));
    expect(elsewhere.message).toContain(`('/v1/payment_intents/${id}/cancel' vs '/v1/payment_intents')`);
    const other = await readyAccount(service);
    expect((await create(501, { idempotencyKey: 'same', stripeAccount: other })).amount).toBe(501);
  });

  test('is not used up by parameters that are wrong', async () => {
    expect(
      await refusal(stripe.paymentIntents.create({ amount: 500 } as never, on({ idempotencyKey: 'typo' }))),
    ).toMatchObject({ code: 'parameter_missing' });
    expect((await create(500, { idempotencyKey: 'typo' })).amount).toBe(500);
  });

  test('lets one call through at a time', async () => {
    service.failNext({ delayMs: 300 });
    const both = await Promise.allSettled([
      create(500, { idempotencyKey: 'slow' }),
      create(500, { idempotencyKey: 'slow' }),
    ]);
    const [made] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refused = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toMatchObject([{ statusCode: 409, code: 'idempotency_key_in_use' }]);
    expect((await create(500, { idempotencyKey: 'slow' })).id).toBe(made?.id);
  });

  test('finds a call that was carried out but never answered', async () => {
    service.failNext({ status: 0, when: 'after' });
    // The client tries a closed connection once more, with the same key.
    const made = await create(777, { idempotencyKey: 'lost' });
    expect(made.lastResponse.headers['idempotent-replayed']).toBe('true');
    const { data } = await stripe.paymentIntents.list({ limit: 100 }, on());
    expect(data.filter(({ amount }) => amount === 777)).toHaveLength(1);
  });

  test('is free for other calls while a fault waits for its own', async () => {
    service.failNext({ status: 503, path: '/v1/refunds' });
    expect((await create(500)).status).toBe('requires_payment_method');
    expect(await refusal(stripe.refunds.list({}, on()))).toMatchObject({ statusCode: 503 });
    expect((await stripe.refunds.list({}, on())).data).toEqual([]);
  });

  test('leads to nothing before a fault', async () => {
    service.failNext({ status: 500 }, { status: 429 });
    expect(await refusal(create(888, { idempotencyKey: 'broken' }))).toMatchObject({
      type: 'StripeAPIError',
      statusCode: 500,
    });
    expect(await refusal(create(888, { idempotencyKey: 'broken' }))).toMatchObject({ type: 'StripeRateLimitError' });
    const { data } = await stripe.paymentIntents.list({ limit: 100 }, on());
    expect(data.filter(({ amount }) => amount === 888)).toHaveLength(0);
    expect((await create(888, { idempotencyKey: 'broken' })).amount).toBe(888);
  });
});

describe('a list', () => {
  test('is divided into pages, newest first, both ways', async () => {
    const own = { stripeAccount: await readyAccount(service) };
    const ids: string[] = [];
    for (let count = 0; count < 5; count++)
      ids.unshift((await stripe.paymentIntents.create({ amount: 500 + count, currency: 'gbp' }, own)).id);
    const first = await stripe.paymentIntents.list({ limit: 2 }, own);
    expect([first.data.map(({ id }) => id), first.has_more, first.url]).toEqual([
      ids.slice(0, 2),
      true,
      '/v1/payment_intents',
    ]);
    const last = await stripe.paymentIntents.list({ limit: 3, starting_after: ids[1] ?? '' }, own);
    expect([last.data.map(({ id }) => id), last.has_more]).toEqual([ids.slice(2), false]);
    const back = await stripe.paymentIntents.list({ limit: 2, ending_before: ids[3] ?? '' }, own);
    expect([back.data.map(({ id }) => id), back.has_more]).toEqual([ids.slice(1, 3), true]);
    const all: string[] = [];
    for await (const { id } of stripe.paymentIntents.list({ limit: 2 }, own)) all.push(id);
    expect(all).toEqual(ids);
    expect(await refusal(stripe.paymentIntents.list({ limit: 101 }, own))).toMatchObject({ param: 'limit' });
    expect(await refusal(stripe.paymentIntents.list({ starting_after: 'pi_none' }, own))).toMatchObject({
      param: 'starting_after',
    });
  });

  test('can be of a time', async () => {
    const made = await create(500);
    const later = await stripe.paymentIntents.list({ created: { gte: made.created + 100 } }, on());
    expect(later.data).toEqual([]);
    const since = await stripe.paymentIntents.list({ created: { gte: made.created }, limit: 100 }, on());
    expect(since.data.map(({ id }) => id)).toContain(made.id);
  });

  test('can have its objects’ own objects', async () => {
    await pay(stripe, account);
    const { data } = await stripe.paymentIntents.list(
      { limit: 1, expand: ['data.latest_charge.balance_transaction'] },
      on(),
    );
    expect(data[0]?.latest_charge).toMatchObject({
      object: 'charge',
      balance_transaction: { object: 'balance_transaction' },
    });
    expect(await refusal(stripe.paymentIntents.list({ expand: ['data.nothing'] }, on()))).toMatchObject({
      param: 'expand',
    });
    expect((await refusal(stripe.paymentIntents.list({ expand: ['data.a.b.c.d'] }, on()))).message).toContain(
      'more than 4 levels',
    );
  });
});
