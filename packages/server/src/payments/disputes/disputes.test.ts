import * as api from '@folkmoot/contract/payments/orders-api.ts';
import { refusals } from '@folkmoot/contract/payments/orders-schema.ts';
import { act, clientOf } from '@folkmoot/sandbox/src/stripe/testing.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paymentFixtures } from '../../../test/fixtures/payment-fixtures.ts';
import { openSales, type Sales } from '../../../test/fixtures/sales-fixture.ts';
import { until } from '../../../test/fixtures/until.ts';
import { type Mailbox, openMailbox } from '../../../test/mail.ts';
import type { Signed } from '../../../test/world.ts';
import { newId } from '../../core/id.ts';
import { findPaper } from '../papers/papers-store.ts';

/* A buyer asks their bank to take a payment back, from the first word of it to the bank's decision. */

let sales: Sales;
let mailbox: Mailbox;
let stripe: Sales['stripe'];
let world: Sales['world'];
let host: Sales['host'];
let gatherings: Sales['gatherings'];
let money: Sales['money'];
let account: Sales['account'];

beforeAll(async () => {
  mailbox = await openMailbox();
  sales = await openSales({ SMTP_URL: mailbox.url });
  ({ stripe, world, host, gatherings, money, account } = sales);
});
afterAll(async () => {
  await sales.close();
  await mailbox.close();
});

/** A ticket of £18.90 that was paid for, and whose payment its buyer disputes. Nobody has told us yet. */
async function disputed(fields: object = {}, ticket: object = {}, refunded: number | null = null) {
  const { id: eventId } = await gatherings.published({ name: 'Moot', ...fields });
  const ticketId = await money.ticket(eventId, { refund_policy: [{ valid_before: 60 }], ...ticket });
  const wren = await world.person({ firstName: 'Wren', lastName: 'Halloran' });
  await gatherings.register(eventId, wren, { ticketId });
  const { id: intentId } = await money.payAtStripe(eventId, wren);
  expect((await money.record(eventId, wren, intentId)).data.status).toBe('going');
  await mailbox.next(wren.email);
  if (refunded !== null) {
    expect((await refund(eventId, { amount: refunded })).status).toBe(200);
    await until(async () => expect((await orderOf(eventId)).data[0]?.papers).toHaveLength(2));
  }
  const intent = await clientOf(stripe).paymentIntents.retrieve(intentId, {}, { stripeAccount: account });
  const dispute = await act<{ id: string }>(stripe, `charges/${String(intent.latest_charge)}/dispute`);
  return { eventId, ticketId, wren, intentId, disputeId: dispute.id };
}
const told = (what: string, disputeId: string) => money.deliver(account, `charge.dispute.${what}`, disputeId);
async function decide(disputeId: string, status: 'won' | 'lost') {
  await act(stripe, `disputes/${disputeId}/decide`, { status });
  await told('closed', disputeId);
}
const orderOf = async (eventId: string, query: object = {}) =>
  (await world.call(api.listOrders, { eventId, ...query }, host)).data;
const stateOf = async (eventId: string) => (await orderOf(eventId)).data[0]?.state;
const isFlagged = (eventId: string, state = 'disputed') =>
  until(async () => expect(await stateOf(eventId)).toBe(state));
const refund = async (eventId: string, fields: object = {}) => {
  const orderId = (await orderOf(eventId)).data[0]?.id ?? '';
  const asked = { orderId, amount: null, reason: '', endRegistration: false, clientId: newId() };
  return world.call(api.refundOrder, { ...asked, ...fields }, host);
};
const statusOf = async (eventId: string, as: Signed) => (await gatherings.own(eventId, as))?.status;
const ledgerOf = async (eventId: string) =>
  Object.fromEntries(
    (
      await sql<{ kind: string; amount: number }>`select l.kind, sum(l.amount)::int as amount
        from ledger l join orders o on o.id = l.order_id where o.event_id = ${eventId} group by 1`.execute(world.db)
    ).rows.map(({ kind, amount }) => [kind, amount]),
  );
const atStripe = async (intentId: string) =>
  (await clientOf(stripe).refunds.list({ payment_intent: intentId }, { stripeAccount: account })).data.map(
    ({ amount }) => amount,
  );

describe('a disputed payment', () => {
  test('is flagged for its hosts, who are told, with what has left their account', async () => {
    const { eventId, wren, disputeId } = await disputed();
    const before = await ledgerOf(eventId);
    await told('created', disputeId);
    await told('funds_withdrawn', disputeId);
    await isFlagged(eventId);
    const { data, sums } = await orderOf(eventId, { status: 'disputed' });
    expect(data[0]?.dispute).toMatchObject({ state: 'open', amount: 1890, reason: 'fraudulent' });
    expect(data[0]?.dispute?.answer_epoc).toBeGreaterThan(0);
    const after = await ledgerOf(eventId);
    expect(after.dispute).toBe(-1890);
    // Stripe takes a fee for it.
    expect(after.stripe_fee).toBeLessThan(before.stripe_fee ?? 0);
    expect(sums[0]).toMatchObject({ sold: 1890, disputed: 1890, yours: -(sums[0]?.fees ?? 0) });
    expect(await statusOf(eventId, wren)).toBe('going');
    const letter = await mailbox.next(host.email);
    expect(letter.subject).toBe('Payment disputed: Moot');
    expect(letter.text).toContain('Wren Halloran has asked their bank to take back £18.90');
  });

  test('is not refunded meanwhile, and the hosts are told why', async () => {
    const { eventId, intentId, disputeId } = await disputed();
    await told('created', disputeId);
    await isFlagged(eventId);
    const { status, problem } = await refund(eventId);
    expect([status, problem.code]).toEqual([409, refusals.disputed.code]);
    expect(await atStripe(intentId)).toEqual([]);
  });

  test('is found by a refund that Stripe refuses, if nobody has told us of it', async () => {
    const { eventId } = await disputed();
    expect((await refund(eventId)).status).toBe(200);
    await isFlagged(eventId);
    expect((await orderOf(eventId)).data[0]?.refunds.map(({ state }) => state)).toEqual(['queued']);
  });

  test('is found by asking Stripe, if nobody tells us that it was decided', async () => {
    const { eventId, disputeId } = await disputed();
    await told('created', disputeId);
    await isFlagged(eventId);
    await act(stripe, `disputes/${disputeId}/decide`, { status: 'lost' });
    await sql`update disputes set look_at = ${world.clock.now()}`.execute(world.db);
    money.wake();
    await isFlagged(eventId, 'dispute_lost');
  });

  test('of another account than the one that was paid counts for nothing', async () => {
    const { eventId, intentId } = await disputed();
    const other = await paymentFixtures(world, stripe, await world.person(), gatherings).account();
    const always = { confirm: true, payment_method: 'pm_card_visa', return_url: 'http://127.0.0.1/' };
    const paid = await clientOf(stripe).paymentIntents.create(
      { amount: 1890, currency: 'gbp', ...always },
      { stripeAccount: other },
    );
    const dispute = await act<{ id: string }>(stripe, `charges/${String(paid.latest_charge)}/dispute`);
    await money.deliver(other, 'charge.dispute.created', dispute.id);
    await money.settled();
    expect([await stateOf(eventId), paid.id === intentId]).toEqual(['paid', false]);
  });
});

describe('a lost dispute', () => {
  test('is credited like a refund: whole, or what refunds have left of the invoice', async () => {
    for (const amount of [null, 500]) {
      const { eventId, wren, disputeId } = await disputed({}, { vat_rate: 20 }, amount);
      await told('created', disputeId);
      await isFlagged(eventId);
      await decide(disputeId, 'lost');
      await isFlagged(eventId, 'dispute_lost');
      const [order] = (await orderOf(eventId)).data;
      const credits = order?.papers.filter(({ kind }) => kind === 'credit_note') ?? [];
      expect(credits.map((credit) => credit.amount)).toEqual(amount === null ? [1890] : [500, 1390]);
      const last = await findPaper(
        world.db,
        { orderId: order?.id ?? '', refundId: credits.at(-1)?.refundId ?? '' },
        { buyer: { userId: wren.id } },
      );
      // The VAT of all credit notes is that of the invoice, £3.15.
      expect(last?.vat).toBe(amount === null ? 315 : 232);
      await told('closed', disputeId);
      await money.settled();
      expect((await orderOf(eventId)).data[0]?.papers).toHaveLength(amount === null ? 2 : 3);
    }
  });

  test('ends the place, which goes to the next who waits, and both sides are told; nothing more goes back', async () => {
    const { eventId, ticketId, wren, intentId, disputeId } = await disputed({ capacity: 1 });
    const robin = await world.person();
    expect((await gatherings.register(eventId, robin, { ticketId })).data.status).toBe('waitlisted');
    await told('created', disputeId);
    await isFlagged(eventId);
    await decide(disputeId, 'lost');
    await until(async () => expect(await statusOf(eventId, wren)).toBe('not_going'));
    expect(await statusOf(eventId, robin)).toBe('offered');
    expect((await orderOf(eventId)).data[0]).toMatchObject({ state: 'dispute_lost', hasPlace: false, refunds: [] });
    const letter = await mailbox.next(wren.email);
    expect(letter.subject).toBe('Your registration has ended: Moot');
    expect(letter.text).toContain('The bank has returned the £18.90');
    expect((await refund(eventId)).problem.code).toBe(refusals.disputeLost.code);
    await told('closed', disputeId);
    await money.settled();
    expect(await atStripe(intentId)).toEqual([]);
    expect((await ledgerOf(eventId)).dispute).toBe(-1890);
    const subjects: string[] = [];
    for (let letters = 0; letters < 20 && !subjects.includes('Dispute lost: Moot'); letters += 1)
      subjects.push((await mailbox.next(host.email)).subject ?? '');
    expect(subjects).toContain('Dispute lost: Moot');
  });

  test('of somebody who has given up the place meanwhile ends the refund that waited', async () => {
    const { eventId, wren, intentId, disputeId } = await disputed();
    await told('created', disputeId);
    await isFlagged(eventId);
    await gatherings.leave(eventId, wren);
    money.wake();
    await decide(disputeId, 'lost');
    await isFlagged(eventId, 'dispute_lost');
    const order = (await orderOf(eventId)).data[0];
    expect([order?.refunds.map(({ state, retried }) => [state, retried]), order?.refunded]).toEqual([
      [['failed', true]],
      0,
    ]);
    expect(await atStripe(intentId)).toEqual([]);
  });
});

describe('a won dispute', () => {
  test('brings the money back, without its fee, and it can be refunded again', async () => {
    const { eventId, wren, intentId, disputeId } = await disputed();
    await told('created', disputeId);
    await isFlagged(eventId);
    await decide(disputeId, 'won');
    await isFlagged(eventId, 'paid');
    const ledger = await ledgerOf(eventId);
    expect([ledger.dispute, ledger.dispute_won]).toEqual([-1890, 1890]);
    expect((await orderOf(eventId)).sums[0]).toMatchObject({ disputed: 0 });
    expect((await orderOf(eventId)).data[0]?.dispute).toMatchObject({ state: 'won' });
    expect(await statusOf(eventId, wren)).toBe('going');
    expect((await refund(eventId)).status).toBe(200);
    await until(async () => expect(await atStripe(intentId)).toEqual([1890]));
  });

  test('lets go the refund of a place that others ended meanwhile', async () => {
    const { eventId, wren, intentId, disputeId } = await disputed();
    await told('created', disputeId);
    await isFlagged(eventId);
    await gatherings.changeGuest(eventId, wren, { type: 'decline', reason: '' });
    money.wake();
    await until(async () => expect((await orderOf(eventId)).data[0]?.refunds).toHaveLength(1));
    expect(await atStripe(intentId)).toEqual([]);
    await decide(disputeId, 'won');
    await until(async () => expect(await atStripe(intentId)).toEqual([1890]));
  });

  test('lets a refund through that Stripe refused before we had heard of the dispute', async () => {
    const { eventId, wren, intentId, disputeId } = await disputed();
    await gatherings.leave(eventId, wren);
    await isFlagged(eventId);
    expect((await orderOf(eventId)).data[0]?.refunds.map(({ state }) => state)).toEqual(['queued']);
    await decide(disputeId, 'won');
    await until(async () => expect(await atStripe(intentId)).toEqual([1890]));
  });

  test('stays won, whatever older word of it comes later', async () => {
    const { eventId, disputeId } = await disputed();
    await decide(disputeId, 'won');
    await isFlagged(eventId, 'paid');
    for (const what of ['created', 'updated', 'funds_withdrawn']) await told(what, disputeId);
    await money.settled();
    expect(await stateOf(eventId)).toBe('paid');
  });
});
