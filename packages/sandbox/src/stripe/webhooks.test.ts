import type { Stripe } from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type StripeService, startStripe } from './start.ts';
import { act, clientOf, type Inbox, json, pay, readyAccount, refusal, startInbox } from './testing.ts';

let service: StripeService;
let stripe: Stripe;
let account: string;
beforeAll(async () => {
  service = await startStripe({ retryMs: 20 });
  stripe = clientOf(service);
  account = await readyAccount(service);
});
afterAll(() => service.stop());

let inbox: Inbox;
let endpoint: Stripe.WebhookEndpoint;
beforeEach(async () => {
  inbox = await startInbox();
  endpoint = await stripe.webhookEndpoints.create({ url: inbox.url, enabled_events: ['*'], connect: true });
});
afterEach(async () => {
  await stripe.webhookEndpoints.del(endpoint.id);
  await act(service, 'settings', { hold: false, repeat: false, drop: 0, delayMs: 0 });
  await inbox.stop();
});

const on = () => ({ stripeAccount: account });
const types = () => inbox.received.map(({ type }) => type).sort();
const came = (...wanted: string[]) =>
  vi.waitFor(() => expect(types()).toEqual(expect.arrayContaining(wanted)), { timeout: 20_000 });
const events = () =>
  inbox.received.map(({ body, signature }) => stripe.webhooks.constructEvent(body, signature, endpoint.secret ?? ''));
type State = {
  events: { id: string; type: string; deliveries: { id: string; state: string; attempts: { status: number }[] }[] }[];
};
const state = async () => json<State>(await fetch(`${service.url}/sandbox/state`));

describe('an endpoint', () => {
  test('is told its secret once', async () => {
    expect(endpoint).toMatchObject({
      object: 'webhook_endpoint',
      url: inbox.url,
      status: 'enabled',
      enabled_events: ['*'],
    });
    expect(endpoint.secret).toMatch(/^whsec_/);
    const [listed] = (await stripe.webhookEndpoints.list()).data;
    expect(listed?.id).toBe(endpoint.id);
    expect(listed).not.toHaveProperty('secret');
    const other = await stripe.webhookEndpoints.create({ url: inbox.url, enabled_events: ['charge.refunded'] });
    expect(await stripe.webhookEndpoints.del(other.id)).toMatchObject({ deleted: true });
    expect((await stripe.webhookEndpoints.list()).data).toHaveLength(1);
    expect(await refusal(stripe.webhookEndpoints.del(other.id))).toMatchObject({ code: 'resource_missing' });
  });

  test('is on this machine', async () => {
    expect(
      await refusal(stripe.webhookEndpoints.create({ url: 'https://example.com/hook', enabled_events: ['*'] })),
    ).toMatchObject({ code: 'url_invalid', param: 'url' });
    expect(await refusal(stripe.webhookEndpoints.create({ url: 'hook', enabled_events: ['*'] }))).toMatchObject({
      code: 'url_invalid',
    });
  });
});

describe('an event', () => {
  test('of a payment is signed, and carries the object and the account', async () => {
    const paid = await pay(stripe, account, { metadata: { order: '7' } });
    await came('payment_intent.created', 'payment_intent.succeeded', 'charge.succeeded');
    const event = events().find(({ type }) => type === 'payment_intent.succeeded');
    expect(event).toMatchObject({
      account,
      livemode: false,
      object: 'event',
      data: { object: { id: paid.id, status: 'succeeded', metadata: { order: '7' } } },
    });
    expect(event?.request).toMatchObject({ id: expect.stringMatching(/^req_/) });
    const [first] = inbox.received;
    expect(() =>
      stripe.webhooks.constructEvent(`${first?.body} `, first?.signature ?? '', endpoint.secret ?? ''),
    ).toThrow('signature');
    const read = await stripe.events.retrieve(event?.id ?? '', {}, on());
    expect(read.data.object).toEqual(event?.data.object);
    const listed = await stripe.events.list({ types: ['payment_intent.succeeded'], limit: 1 }, on());
    expect(listed.data[0]?.id).toBe(event?.id);
    // The platform's own events are for endpoints of the platform.
    expect(types()).not.toContain('application_fee.created');
  });

  test('comes for each turn of a payment', async () => {
    const intent = await stripe.paymentIntents.create({ amount: 1890, currency: 'gbp' }, on());
    await refusal(
      stripe.paymentIntents.confirm(
        intent.id,
        { payment_method: 'pm_card_visa_chargeDeclined', return_url: 'http://127.0.0.1/' },
        on(),
      ),
    );
    await stripe.paymentIntents.confirm(
      intent.id,
      { payment_method: 'pm_card_authenticationRequired', return_url: 'http://127.0.0.1/' },
      on(),
    );
    await stripe.paymentIntents.cancel(intent.id, {}, on());
    await came(
      'charge.failed',
      'payment_intent.canceled',
      'payment_intent.created',
      'payment_intent.payment_failed',
      'payment_intent.requires_action',
    );
    const paid = await pay(stripe, account, { payment_method: 'pm_card_createDispute' });
    service.hurry();
    const [dispute] = (await stripe.disputes.list({ payment_intent: paid.id }, on())).data;
    await act(service, `disputes/${dispute?.id}/decide`, { status: 'won' });
    await came(
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
    );
    const other = await pay(stripe, account, { payment_method: 'pm_card_refundFail' });
    await stripe.refunds.create({ payment_intent: other.id }, on());
    service.hurry();
    await came('refund.created', 'charge.refunded', 'refund.failed', 'refund.updated', 'charge.refund.updated');
    expect(events().find(({ type }) => type === 'charge.refunded')?.data.previous_attributes).toEqual({
      amount_refunded: 0,
      refunded: false,
    });
  });

  test('of a debit says that it is in process', async () => {
    const own = await readyAccount(service, { country: 'DE', currency: 'EUR' });
    await pay(stripe, own, { currency: 'eur', payment_method: 'pm_sepaDebit_failed_de' });
    await came('payment_intent.processing', 'charge.pending');
    service.hurry();
    await came('payment_intent.payment_failed', 'charge.failed');
    expect(events().filter(({ account: on }) => on === own)).toHaveLength(
      inbox.received.filter(({ body }) => body.includes(own)).length,
    );
  });

  test('goes to an endpoint of the platform only if it happened there', async () => {
    const own = await startInbox();
    const ours = await stripe.webhookEndpoints.create({
      url: own.url,
      enabled_events: ['application_fee.created', 'charge.succeeded'],
    });
    await pay(stripe, account);
    await vi.waitFor(() => expect(own.received.map(({ type }) => type)).toEqual(['application_fee.created']), {
      timeout: 20_000,
    });
    expect(JSON.parse(own.received[0]?.body ?? '')).not.toHaveProperty('account');
    await stripe.webhookEndpoints.del(ours.id);
    await own.stop();
  });

  test('of an account says that it changed, and thin events only which one', async () => {
    const thin = await startInbox();
    const destination = await stripe.v2.core.eventDestinations.create({
      ...{ name: 'accounts', type: 'webhook_endpoint', event_payload: 'thin', events_from: ['@accounts'] },
      enabled_events: [
        'v2.core.account[requirements].updated',
        'v2.core.account[configuration.merchant].capability_status_updated',
      ],
      include: ['webhook_endpoint.signing_secret', 'webhook_endpoint.url'],
      webhook_endpoint: { url: thin.url },
    });
    expect(destination).toMatchObject({
      object: 'v2.core.event_destination',
      status: 'enabled',
      webhook_endpoint: { url: thin.url },
    });
    const own = await readyAccount(service);
    await act(service, `accounts/${own}/pause`);
    await vi.waitFor(() => expect(thin.received).toHaveLength(4), { timeout: 20_000 });
    const [first] = thin.received;
    const secret = destination.webhook_endpoint?.signing_secret ?? '';
    const notification = stripe.parseEventNotification(first?.body ?? '', first?.signature ?? '', secret);
    expect(notification).toMatchObject({ related_object: { id: own, type: 'v2.core.account' }, livemode: false });
    expect(first?.body).not.toContain('card_payments');
    expect(await stripe.v2.core.events.retrieve(notification.id)).toMatchObject({
      id: notification.id,
      type: notification.type,
    });
    await came('account.updated');
    const updates = events().filter(({ type, account: on }) => type === 'account.updated' && on === own);
    expect(updates.map(({ data }) => (data.object as Stripe.Account).charges_enabled).sort()).toEqual([false, true]);
    expect((await stripe.v2.core.eventDestinations.list()).data).toHaveLength(1);
    await stripe.v2.core.eventDestinations.del(destination.id);
    expect((await stripe.v2.core.eventDestinations.list()).data).toHaveLength(0);
    await thin.stop();
  });
});

describe('a delivery', () => {
  const create = () => stripe.paymentIntents.create({ amount: 500, currency: 'gbp' }, on());

  test('is repeated until it is taken', async () => {
    inbox.statuses.push(500, 302, 404);
    await create();
    await vi.waitFor(() => expect(inbox.received).toHaveLength(4), { timeout: 20_000 });
    expect(new Set(inbox.received.map(({ body }) => JSON.parse(body).id)).size).toBe(1);
    await vi.waitFor(
      async () => {
        const [newest] = (await state()).events;
        expect(newest?.deliveries).toMatchObject([
          { state: 'delivered', attempts: [{ status: 500 }, { status: 302 }, { status: 404 }, { status: 200 }] },
        ]);
      },
      { timeout: 20_000 },
    );
  });

  test('can be held back, and released in another order', async () => {
    await act(service, 'settings', { hold: true });
    const [one, two] = [await create(), await create()];
    const [newest, before] = (await state()).events;
    expect([newest, before].flatMap((event) => event?.deliveries ?? [])).toMatchObject([
      { state: 'held' },
      { state: 'held' },
    ]);
    expect(inbox.received).toEqual([]);
    const pending = (await stripe.events.retrieve(newest?.id ?? '', {}, on())).pending_webhooks;
    expect(pending).toBe(1);
    expect(await act(service, 'deliveries/release', { order: 'newest' })).toEqual({ released: 2 });
    await vi.waitFor(() => expect(inbox.received).toHaveLength(2), { timeout: 20_000 });
    expect(inbox.received.map(({ body }) => JSON.parse(body).data.object.id)).toEqual([two.id, one.id]);
  });

  test('is given up with its endpoint', async () => {
    await act(service, 'settings', { hold: true });
    const other = await stripe.webhookEndpoints.create({ url: inbox.url, enabled_events: ['*'], connect: true });
    await create();
    await stripe.webhookEndpoints.del(other.id);
    expect(await act(service, 'deliveries/release')).toEqual({ released: 1 });
    await vi.waitFor(
      async () => expect((await state()).events[0]?.deliveries).toMatchObject([{ state: 'delivered' }]),
      { timeout: 20_000 },
    );
    const third = await stripe.webhookEndpoints.create({ url: inbox.url, enabled_events: ['*'], connect: true });
    await act(service, 'settings', { hold: false });
    await create();
    const done = () => state().then(({ events }) => events[0]?.deliveries ?? []);
    await vi.waitFor(async () => expect(await done()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]), {
      timeout: 20_000,
    });
    await stripe.webhookEndpoints.del(third.id);
    await expect(act(service, `deliveries/${(await done())[1]?.id}/send`)).rejects.toThrow('has been removed');
  });

  test('can be made twice, lost, late, and sent again', async () => {
    await act(service, 'settings', { repeat: true });
    await create();
    await vi.waitFor(() => expect(inbox.received).toHaveLength(2), { timeout: 20_000 });
    await act(service, 'settings', { repeat: false, drop: 1 });
    await create();
    const [lost] = (await state()).events;
    expect(lost?.deliveries).toMatchObject([{ state: 'dropped', attempts: [] }]);
    await act(service, `deliveries/${lost?.deliveries[0]?.id}/send`);
    await vi.waitFor(() => expect(inbox.received).toHaveLength(3), { timeout: 20_000 });
    await vi.waitFor(async () => expect((await state()).events[0]?.deliveries[0]?.state).toBe('delivered'), {
      timeout: 20_000,
    });
    await act(service, `deliveries/${lost?.deliveries[0]?.id}/send`);
    await vi.waitFor(() => expect(inbox.received).toHaveLength(4), { timeout: 20_000 });
    await act(service, 'settings', { delayMs: 150 });
    const since = performance.now();
    await create();
    await vi.waitFor(() => expect(inbox.received).toHaveLength(5), { timeout: 20_000 });
    expect(performance.now() - since).toBeGreaterThan(140);
  });
});
