import * as api from '@folkmoot/contract/payments/orders-api.ts';
import { act, clientOf } from '@folkmoot/sandbox/src/stripe/testing.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSales, type Sales } from '../../../test/fixtures/sales-fixture.ts';
import { until } from '../../../test/fixtures/until.ts';
import { newId } from '../../core/id.ts';

/* Refunds that do not go as planned: never made twice, never counted wrongly. */

let sales: Sales;
let stripe: Sales['stripe'];
let world: Sales['world'];
let host: Sales['host'];
let gatherings: Sales['gatherings'];
let money: Sales['money'];
let account: Sales['account'];

beforeAll(async () => {
  sales = await openSales();
  ({ stripe, world, host, gatherings, money, account } = sales);
});
afterAll(() => sales.close());

async function paid(card = 'pm_card_visa') {
  const { id: eventId } = await gatherings.published({ name: 'Moot' });
  const ticketId = await money.ticket(eventId, { refund_policy: [{ valid_before: 60 }] });
  const wren = await world.person();
  expect((await gatherings.register(eventId, wren, { ticketId })).data.status).toBe('payment_pending');
  const { id: intentId } = await money.payAtStripe(eventId, wren, card);
  expect((await money.record(eventId, wren, intentId)).data.status).toBe('going');
  return { eventId, wren, intentId };
}
const orderOf = async (eventId: string) =>
  (await world.call(api.listOrders, { eventId }, host)).data.data[0] ?? expect.fail('There is no order.');

/** A refund that Stripe did not take at the first try; its row says what is tried again. */
async function waiting(eventId: string, amount: number | null) {
  stripe.failNext({ status: 403, path: '/v1/refunds' });
  const { id: orderId } = await orderOf(eventId);
  const asked = { orderId, amount, reason: '', endRegistration: false, clientId: newId() };
  expect((await world.call(api.refundOrder, asked, host)).status).toBe(200);
  return failedOnce(eventId);
}
async function failedOnce(eventId: string) {
  return until(async () => {
    const { rows } = await sql<{
      id: string;
      wait: number;
    }>`select r.id, extract(epoch from r.due_at - ${world.clock.now()})::float8 as wait
      from refunds r join orders o on o.id = r.order_id where o.event_id = ${eventId} and r.state = 'queued'`.execute(
      world.db,
    );
    // It waits for a minute, and not for two as while it is tried.
    expect(rows[0]?.wait).toBeLessThanOrEqual(60);
    expect(rows[0]?.wait).toBeGreaterThan(10);
    return rows[0]?.id ?? '';
  });
}
const again = async (id: string) => {
  await sql`update refunds set due_at = ${world.clock.now()} where id = ${id}`.execute(world.db);
  money.wake();
};
const atStripe = async (intentId: string) =>
  (await clientOf(stripe).refunds.list({ payment_intent: intentId, limit: 100 }, { stripeAccount: account })).data.map(
    ({ amount }) => amount,
  );
const makeAtStripe = (intentId: string, fields: object = {}, key?: string) =>
  clientOf(stripe).refunds.create(
    { payment_intent: intentId, ...fields },
    { stripeAccount: account, ...(key !== undefined && { idempotencyKey: key }) },
  );

describe('a refund that is tried again', () => {
  test('is found at Stripe, even if Stripe has forgotten the key with which it was made', async () => {
    const { eventId, intentId } = await paid();
    const id = await waiting(eventId, 500);
    await makeAtStripe(intentId, { amount: 500, metadata: { refund: id } });
    await again(id);
    await until(async () => expect((await orderOf(eventId)).refunds[0]?.state).toBe('succeeded'));
    expect(await atStripe(intentId)).toEqual([500]);
  });

  test('waits while Stripe has the same key for something else, and does not fail', async () => {
    const { eventId, intentId } = await paid();
    const id = await waiting(eventId, 500);
    await makeAtStripe(intentId, { amount: 400 }, id);
    await sql`update refunds set tries = 2 where id = ${id}`.execute(world.db);
    await again(id);
    // The third wait has ten minutes.
    await until(async () => {
      const { rows } = await sql<{
        state: string;
        waits: boolean;
      }>`select state, due_at > ${new Date(world.clock.now().getTime() + 5 * 60_000)} as waits
        from refunds where id = ${id}`.execute(world.db);
      expect(rows).toEqual([{ state: 'queued', waits: true }]);
    });
  });

  test('for hours, which we may not make, is said to have failed', async () => {
    const { eventId } = await paid();
    const id = await waiting(eventId, 500);
    await sql`update refunds set tries = 6 where id = ${id}`.execute(world.db);
    stripe.failNext({ status: 403, path: '/v1/refunds' });
    await again(id);
    await until(async () => expect((await orderOf(eventId)).state).toBe('refund_failed'));
    expect(await orderOf(eventId)).toMatchObject({ refunded: 0 });
  });

  test('that Stripe had refused and has made all the same counts', async () => {
    const { eventId, intentId } = await paid();
    const id = await waiting(eventId, 500);
    await sql`update refunds set state = 'failed', failure = 'No.' where id = ${id}`.execute(world.db);
    const made = await makeAtStripe(intentId, { amount: 500, metadata: { refund: id } });
    await money.deliver(account, 'refund.updated', made.id);
    await until(async () => expect((await orderOf(eventId)).refunds[0]?.state).toBe('succeeded'));
    expect((await orderOf(eventId)).refunded).toBe(500);
  });
});

describe('refunds that are made at once', () => {
  test('by two hosts and by the end of the place never come to more than was paid', async () => {
    const { eventId, wren, intentId } = await paid();
    const cohost = await world.person();
    await gatherings.host(eventId, cohost);
    const { id: orderId } = await orderOf(eventId);
    const asked = () => ({ orderId, amount: 1000, reason: '', endRegistration: false, clientId: newId() });
    await Promise.all([
      ...[host, cohost, host, cohost].map((as) => world.call(api.refundOrder, asked(), as)),
      gatherings.changeGuest(eventId, wren, { type: 'decline', reason: '' }),
    ]);
    money.wake();
    await until(async () => {
      const order = await orderOf(eventId);
      expect([order.refunded, ...order.refunds.map(({ state }) => state)].slice(0, 2)).toEqual([1890, 'succeeded']);
      expect((await atStripe(intentId)).reduce((sum, amount) => sum + amount, 0)).toBe(1890);
    });
  });
});

describe('a refund that a host has made at Stripe meanwhile', () => {
  test('leaves nothing to give back and nothing to try', async () => {
    const { eventId, intentId } = await paid();
    const id = await waiting(eventId, null);
    const made = await makeAtStripe(intentId);
    await money.deliver(account, 'charge.refunded', String(made.charge));
    await money.settled();
    await again(id);
    await until(async () =>
      expect((await orderOf(eventId)).refunds.map(({ state }) => state)).toEqual(['failed', 'succeeded']),
    );
    expect(await orderOf(eventId)).toMatchObject({ state: 'refunded', refunded: 1890 });
  });

  test.each([
    ['pending', 'pm_card_pendingRefund'],
    ['done', 'pm_card_refundFail'],
  ])('and that was %s, and fails, is the host’s again', async (_, card) => {
    const { eventId, intentId } = await paid(card);
    const made = await makeAtStripe(intentId, { amount: 700 });
    await money.deliver(account, 'refund.created', made.id);
    await until(async () => expect((await orderOf(eventId)).refunded).toBe(700));
    await act(stripe, `refunds/${made.id}/fail`);
    await money.deliver(account, 'refund.failed', made.id);
    await until(async () => expect((await orderOf(eventId)).refunded).toBe(0));
    const { rows } = await sql<{
      sum: number;
    }>`select sum(l.amount)::int as sum from ledger l join orders o on o.id = l.order_id
      where o.event_id = ${eventId} and l.kind in ('refund', 'refund_failed')`.execute(world.db);
    expect(rows).toEqual([{ sum: 0 }]);
  });

  test('is not made ours by what they write on it', async () => {
    const { eventId, intentId } = await paid();
    const other = await paid();
    const id = await waiting(eventId, 500);
    const made = await makeAtStripe(other.intentId, { amount: 500, metadata: { refund: id } });
    await money.deliver(account, 'refund.updated', made.id);
    await money.settled();
    expect((await orderOf(eventId)).refunds.map(({ state }) => state)).toEqual(['queued']);
    expect((await orderOf(other.eventId)).refunds.map(({ reason }) => reason)).toEqual(['elsewhere']);
    expect(await atStripe(intentId)).toEqual([]);
  });

  test('of a second payment is not one of the order', async () => {
    const { id: eventId } = await gatherings.published();
    const ticketId = await money.ticket(eventId, { refund_policy: [{ valid_before: 60 }] });
    const wren = await world.person();
    await gatherings.register(eventId, wren, { ticketId });
    const first = await money.payAtStripe(eventId, wren);
    await sql`update payments set state = 'canceled' where intent_id = ${first.id}`.execute(world.db);
    const second = await money.payAtStripe(eventId, wren);
    expect((await money.record(eventId, wren, second.id)).data.status).toBe('going');
    stripe.failNext({ status: 403, path: '/v1/refunds' });
    await money.record(eventId, wren, first.id);
    const id = await failedOnce(eventId);
    const made = await makeAtStripe(first.id);
    await money.deliver(account, 'charge.refunded', String(made.charge));
    await money.settled();
    expect((await orderOf(eventId)).refunded).toBe(0);
    await again(id);
    expect((await gatherings.leave(eventId, wren)).data.refund).toEqual({ amount: 1890, currency: 'GBP' });
    await until(async () => expect(await atStripe(second.id)).toEqual([1890]));
    expect(await atStripe(first.id)).toEqual([1890]);
  });
});
