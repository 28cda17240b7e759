import { appendFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type StripeService, startStripe } from './start.ts';
import { act, clientOf, pay, readyAccount, startInbox } from './testing.ts';

let folder: string;
const running: StripeService[] = [];
const start = async (options: Parameters<typeof startStripe>[0] = {}) => {
  const service = await startStripe({ folder, ...options });
  running.push(service);
  return service;
};
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'folkmoot-stripe-')), 'sandbox');
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.stop()));
  await rm(folder, { recursive: true, force: true });
});

describe('the state', () => {
  test('outlives the service: keys, payments, answers by key, and what is still to come', async () => {
    const first = await start();
    const account = await readyAccount(first);
    const on = { stripeAccount: account, idempotencyKey: 'once' };
    const made = await clientOf(first).paymentIntents.create({ amount: 500, currency: 'gbp' }, on);
    const disputed = await pay(clientOf(first), account, { payment_method: 'pm_card_createDispute' });
    await first.stop();

    const second = await start();
    expect([second.secretKey, second.publishableKey]).toEqual([first.secretKey, first.publishableKey]);
    const stripe = clientOf(second);
    expect((await stripe.paymentIntents.create({ amount: 500, currency: 'gbp' }, on)).id).toBe(made.id);
    expect(await stripe.paymentIntents.retrieve(disputed.id, {}, { stripeAccount: account })).toEqual(disputed);
    second.hurry();
    expect((await stripe.disputes.list({}, { stripeAccount: account })).data).toHaveLength(1);
  });

  test('brings events that were not delivered before', async () => {
    const first = await start({ retryMs: 60_000 });
    const inbox = await startInbox();
    inbox.statuses.push(500);
    await clientOf(first).webhookEndpoints.create({
      url: inbox.url,
      enabled_events: ['payment_intent.created'],
      connect: true,
    });
    await act(first, 'settings', { hold: true });
    await clientOf(first).paymentIntents.create(
      { amount: 500, currency: 'gbp' },
      { stripeAccount: await readyAccount(first) },
    );
    await first.stop();
    const second = await start();
    await act(second, 'deliveries/release');
    await vi.waitFor(() => expect(inbox.received).toHaveLength(1), { timeout: 20_000 });
    await inbox.stop();
  });

  test('keeps events for thirty days', async () => {
    const day = 86_400_000;
    const first = await start();
    const on = { stripeAccount: await readyAccount(first) };
    const { id } = await clientOf(first).paymentIntents.create({ amount: 500, currency: 'gbp' }, on);
    await first.stop();
    const second = await start({ clock: () => Date.now() + 29 * day });
    expect((await clientOf(second).events.list({ type: 'payment_intent.created' }, on)).data).toHaveLength(1);
    await second.stop();
    const third = await start({ clock: () => Date.now() + 31 * day });
    expect((await clientOf(third).events.list({}, on)).data).toEqual([]);
    expect((await clientOf(third).paymentIntents.retrieve(id, {}, on)).id).toBe(id);
  });

  test('survives a line that was cut off, and is for its owner alone', async () => {
    const first = await start();
    const account = await readyAccount(first);
    await first.stop();
    const path = join(folder, 'stripe.jsonl');
    await appendFile(path, '[["payment_intent","pi_3cut"');
    const second = await start();
    expect((await clientOf(second).v2.core.accounts.retrieve(account)).id).toBe(account);
    expect(await readFile(path, 'utf8')).not.toContain('pi_3cut');
    expect(await readdir(folder)).toEqual(['stripe.jsonl']);
    expect((await stat(path)).mode & 0o077).toBe(0);
  });

  test('is forgotten without a folder', async () => {
    const [one, two] = [await startStripe(), await startStripe()];
    running.push(one, two);
    expect(one.secretKey).toMatch(/^sk_test_sandbox\w{20,}$/);
    expect(one.secretKey).not.toBe(two.secretKey);
  });
});

describe('an import', () => {
  const day = (days: number) => Math.floor(Date.UTC(2026, 10, 1) / 1000) + days * 86_400;
  const facts = {
    accounts: [{ id: 'acct_demomakers', display_name: 'Makers', country: 'GB', currency: 'GBP', created: day(0) }],
    payments: [
      {
        key: 'order-1',
        account: 'acct_demomakers',
        amount: 1890,
        currency: 'gbp',
        created: day(1),
        application_fee_amount: 90,
        metadata: { order: '1' },
      },
      {
        ...{
          key: 'order-2',
          account: 'acct_demomakers',
          amount: 5000,
          currency: 'gbp',
          created: day(2),
          application_fee_amount: 250,
        },
        refunds: [
          { amount: 1000, created: day(3), refund_application_fee: true, metadata: { refund: 'r1' } },
          { created: day(4), refund_application_fee: true },
        ],
      },
      {
        key: 'order-3',
        account: 'acct_demomakers',
        amount: 900,
        currency: 'gbp',
        created: day(2),
        dispute: { created: day(5), reason: 'duplicate' },
      },
    ],
  };
  type Imported = {
    payments: {
      payment_intent: string;
      charge: string;
      application_fee: string | null;
      refunds: string[];
      dispute: string | null;
    }[];
  };

  test('puts payments of the past in, the same ones each time and in each sandbox', async () => {
    const service = await start();
    const inbox = await startInbox();
    await clientOf(service).webhookEndpoints.create({ url: inbox.url, enabled_events: ['*'], connect: true });
    const imported = await act<Imported>(service, 'import', facts);
    expect(await act<Imported>(service, 'import', facts)).toEqual(imported);
    const other = await startStripe();
    running.push(other);
    expect(await act<Imported>(other, 'import', facts)).toEqual(imported);

    const stripe = clientOf(service);
    const on = { stripeAccount: 'acct_demomakers' };
    const { data } = await stripe.paymentIntents.list({ expand: ['data.latest_charge'] }, on);
    expect(data).toHaveLength(3);
    const [, refunded, disputed] = imported.payments;
    const charge = await stripe.charges.retrieve(refunded?.charge ?? '', {}, on);
    expect(charge).toMatchObject({ created: day(2), amount_refunded: 5000, refunded: true });
    const refunds: Stripe.Refund[] = (await stripe.refunds.list({}, on)).data;
    expect(refunds.map(({ amount, created }) => [amount, created])).toEqual([
      [4000, day(4)],
      [1000, day(3)],
    ]);
    expect((await stripe.applicationFees.retrieve(refunded?.application_fee ?? '')).amount_refunded).toBe(250);
    expect(await stripe.disputes.retrieve(disputed?.dispute ?? '', {}, on)).toMatchObject({
      reason: 'duplicate',
      created: day(5),
    });
    const movements = await stripe.balanceTransactions.list({ source: charge.id }, on);
    expect(movements.data).toMatchObject([{ created: day(2), status: 'available' }]);
    expect((await stripe.events.list({}, on)).data).toEqual([]);
    expect(inbox.received).toEqual([]);
    await inbox.stop();
  });

  test('leaves alone what has happened to its payments since', async () => {
    const service = await start();
    const [first] = (await act<Imported>(service, 'import', facts)).payments;
    const on = { stripeAccount: 'acct_demomakers' };
    await clientOf(service).refunds.create({ payment_intent: first?.payment_intent ?? '', amount: 500 }, on);
    await act(service, 'accounts/acct_demomakers/pause');
    const [again] = (await act<Imported>(service, 'import', facts)).payments;
    expect(again?.refunds).toHaveLength(1);
    expect(await clientOf(service).charges.retrieve(first?.charge ?? '', {}, on)).toMatchObject({
      amount_refunded: 500,
    });
    await expect(clientOf(service).paymentIntents.create({ amount: 500, currency: 'gbp' }, on)).rejects.toThrow(
      'No valid payment method',
    );
  });

  test('is refused where it makes no sense', async () => {
    const service = await start();
    await expect(act(service, 'import', { payments: [{ key: 'a' }] })).rejects.toThrow(
      'Missing required param: account.',
    );
    await expect(
      act(service, 'import', { accounts: [{ id: 'other', country: 'GB', currency: 'GBP' }] }),
    ).rejects.toThrow('Invalid account id');
    await expect(act(service, 'nothing')).rejects.toThrow('There is no /sandbox/nothing');
  });
});
