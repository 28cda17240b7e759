import * as events from '@folkmoot/contract/events/api.ts';
import { getEventPayments } from '@folkmoot/contract/payments/orders-api.ts';
import { refusals } from '@folkmoot/contract/payments/schema.ts';
import * as api from '@folkmoot/contract/registrations/payment-api.ts';
import { PAYING } from '@folkmoot/contract/registrations/schema.ts';
import { createTicket } from '@folkmoot/contract/tickets/api.ts';
import { act, clientOf } from '@folkmoot/sandbox/src/stripe/testing.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { stripeSettings } from '../../../test/fixtures/payment-fixtures.ts';
import { openSales, type Sales } from '../../../test/fixtures/sales-fixture.ts';
import { until } from '../../../test/fixtures/until.ts';
import { openWorld, type Signed } from '../../../test/world.ts';

/* Buying a ticket, from the seat that is held to the money that comes back. Stripe is the sandbox's, spoken to by its own library. */

const MINUTE = 60_000;

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

/** An event with a paid ticket, and somebody for whom a seat is held. */
async function held(fields: object = {}, ticket: object = {}) {
  const { id: eventId } = await gatherings.published({ name: 'Moot', ...fields });
  const ticketId = await money.ticket(eventId, ticket);
  const wren = await world.person({ firstName: 'Wren' });
  const { data, status } = await gatherings.register(eventId, wren, { ticketId });
  expect([status, data.status]).toEqual([200, 'payment_pending']);
  return { eventId, ticketId, wren };
}

async function paid(fields: object = {}, ticket: object = {}) {
  const all = await held(fields, ticket);
  const { id } = await money.payAtStripe(all.eventId, all.wren);
  expect((await money.record(all.eventId, all.wren, id)).data.status).toBe('going');
  return { ...all, intentId: id };
}

const refundsOf = async (eventId: string) =>
  (
    await sql<{
      amount: number;
      reason: string;
      state: string;
    }>`select r.amount, r.reason, r.state from refunds r join orders o on o.id = r.order_id where o.event_id = ${eventId} order by r.created_at`.execute(
      world.db,
    )
  ).rows;

const ledgerOf = async (eventId: string) =>
  Object.fromEntries(
    (
      await sql<{
        kind: string;
        amount: number;
      }>`select l.kind, sum(l.amount)::int as amount from ledger l join orders o on o.id = l.order_id where o.event_id = ${eventId} group by 1`.execute(
        world.db,
      )
    ).rows.map(({ kind, amount }) => [kind, amount]),
  );

const statusOf = async (eventId: string, as: Signed) => (await gatherings.own(eventId, as))?.status;

describe('a seat that is paid for', () => {
  test('is held for a quarter of an hour, charged with the fee, and given when Stripe says so', async () => {
    const { eventId, wren } = await held({ capacity: 1 });
    const own = await gatherings.own(eventId, wren);
    const now = Math.floor(world.clock.now().getTime() / 1000);
    expect(own?.hold_expires_epoc).toBeGreaterThanOrEqual(now + 15 * 60 - 5);
    expect(await gatherings.taken(eventId)).toBe(1);
    const { data } = await money.intentOf(eventId, wren);
    expect(data.data).toMatchObject({ amount: 1890, fee: 90, currency: 'GBP', stripe_account: account });
    // A second tab goes on with the same payment.
    expect((await money.intentOf(eventId, wren)).data.data.id).toBe(data.data.id);
    // Nothing that a browser says counts.
    expect((await money.record(eventId, wren, data.data.id)).data.status).toBe('payment_pending');
    const { id } = await money.payAtStripe(eventId, wren);
    expect(await statusOf(eventId, wren)).toBe('payment_pending');
    const { data: recorded } = await money.record(eventId, wren, id);
    expect([recorded.status, recorded.data.paymentIntentId]).toEqual(['going', id]);
    expect((await money.record(eventId, wren, id)).data.status).toBe('going');
    expect(await gatherings.taken(eventId)).toBe(1);
    expect(await ledgerOf(eventId)).toMatchObject({ charge: 1890, fee: -90 });
  });

  test('is nobody’s once it has lapsed: the next gets it at once, and its payment ends', async () => {
    const { eventId, ticketId, wren } = await held({ capacity: 1, waitlist: false });
    const { data } = await money.intentOf(eventId, wren);
    world.clock.moveBy(16 * MINUTE);
    const robin = await world.person();
    expect((await gatherings.register(eventId, robin, { ticketId })).data.status).toBe('payment_pending');
    expect(await gatherings.taken(eventId)).toBe(1);
    expect(await statusOf(eventId, wren)).toBe('payment_pending');
    expect((await money.intentOf(eventId, wren)).problem.code).toBe(refusals.holdLapsed.code);
    await sql`update payments set look_at = ${world.clock.now()}`.execute(world.db);
    money.wake();
    await until(async () =>
      expect(
        (await clientOf(stripe).paymentIntents.retrieve(data.data.id, {}, { stripeAccount: account })).status,
      ).toBe('canceled'),
    );
    expect((await gatherings.register(eventId, wren, { ticketId })).status).toBe(409);
  });

  test('can be had again by whom it lapsed for, at today’s price', async () => {
    const { eventId, ticketId, wren } = await held();
    world.clock.moveBy(16 * MINUTE);
    money.wake();
    await until(async () => expect(await gatherings.taken(eventId)).toBe(0));
    await sql`update tickets set price = 2000 where id = ${ticketId}`.execute(world.db);
    expect((await gatherings.register(eventId, wren, { ticketId })).data.status).toBe('payment_pending');
    expect((await money.intentOf(eventId, wren)).data.data.amount).toBe(2100);
  });

  test('costs what was shown when it was held, whatever the ticket costs since', async () => {
    const { eventId, ticketId, wren } = await held();
    await sql`update tickets set price = 2000 where id = ${ticketId}`.execute(world.db);
    expect((await gatherings.register(eventId, wren, { ticketId })).data.status).toBe('payment_pending');
    expect((await money.intentOf(eventId, wren)).data.data.amount).toBe(1890);
  });

  test('is given up for a free ticket', async () => {
    const { eventId, wren } = await held({ capacity: 1 });
    const free = await gatherings.ticket(eventId, 'Open day', null);
    expect((await gatherings.register(eventId, wren, { ticketId: free })).data.status).toBe('going');
    expect(await gatherings.taken(eventId)).toBe(1);
  });

  test('is held four times in an hour for one person, and not five times', async () => {
    const { eventId, ticketId, wren } = await held();
    const other = await money.ticket(eventId, { name: 'Other' });
    for (const ticket of [other, ticketId, other])
      expect((await gatherings.register(eventId, wren, { ticketId: ticket })).status).toBe(200);
    await sql`update participations set hold_expires_at = ${world.clock.now()} where event_id = ${eventId}`.execute(
      world.db,
    );
    world.clock.moveBy(1000);
    expect((await gatherings.register(eventId, wren, { ticketId })).problem.code).toBe(refusals.tooManyHolds.code);
  });

  test('is no business of others: neither its payment nor what became of it', async () => {
    const { eventId, wren } = await held();
    const { data } = await money.intentOf(eventId, wren);
    const robin = await world.person();
    const own = await gatherings.own(eventId, wren);
    const [participation_id, ticket_id] = [own?.participationId ?? '', own?.ticketId ?? ''];
    for (const userId of [robin.id, wren.id]) {
      const input = { userId, eventId, participation_id, ticket_id };
      expect((await world.call(api.createPaymentIntent, input, robin)).status).toBe(404);
      const seen = await world.call(api.recordPayment, { ...input, paymentIntentId: data.data.id }, robin);
      expect(seen.status).toBe(404);
    }
    const theirs = await paid();
    expect((await money.record(eventId, wren, theirs.intentId)).problem.code).toBe(refusals.holdLapsed.code);
  });
});

describe('money that comes otherwise than expected', () => {
  test('too late: seated if a seat is free, else given back whole', async () => {
    const { eventId, ticketId, wren } = await held({ capacity: 1 });
    const { id } = await money.payAtStripe(eventId, wren);
    world.clock.moveBy(16 * MINUTE);
    expect((await money.record(eventId, wren, id)).data.status).toBe('going');

    const full = await held({ capacity: 1 });
    const late = await money.payAtStripe(full.eventId, full.wren);
    const robin = await world.person();
    const waits = await gatherings.register(full.eventId, robin, { ticketId: full.ticketId });
    expect(waits.data.status).toBe('waitlisted');
    // The job or this call sees first that the hold has lapsed; the seat is Robin’s now in either case.
    world.clock.moveBy(16 * MINUTE);
    const { data } = await money.record(full.eventId, full.wren, late.id);
    expect(data.status).toBe('payment_pending');
    await until(async () =>
      expect(await refundsOf(full.eventId)).toEqual([{ amount: 1890, reason: 'late', state: 'succeeded' }]),
    );
    const sums = await ledgerOf(full.eventId);
    expect([(sums.charge ?? 0) + (sums.refund ?? 0), (sums.fee ?? 0) + (sums.fee_refund ?? 0)]).toEqual([0, 0]);
    expect(ticketId).not.toBe(full.ticketId);
  });

  test('is seen when its buyer, who knows nothing of it either, wants to pay again', async () => {
    const { eventId, wren } = await held();
    await money.payAtStripe(eventId, wren);
    expect((await money.intentOf(eventId, wren)).data.data.status).toBe('succeeded');
    expect(await statusOf(eventId, wren)).toBe('going');
  });

  test('is found by asking Stripe, when nobody tells us of it', async () => {
    const { eventId, wren } = await held();
    await money.payAtStripe(eventId, wren);
    await sql`update payments set look_at = ${world.clock.now()}`.execute(world.db);
    money.wake();
    await until(async () => expect(await statusOf(eventId, wren)).toBe('going'));
  });

  test('from a bank that takes days: the seat is kept until it has answered', async () => {
    const { eventId, wren } = await held({ capacity: 1 }, { currency: 'EUR' });
    const { id, status } = await money.payAtStripe(eventId, wren, 'pm_sepaDebit_successDelayed_de');
    expect(status).toBe('processing');
    expect((await money.record(eventId, wren, id)).data).toMatchObject({
      status: 'payment_pending',
      message: PAYING.processing,
    });
    world.clock.moveBy(60 * MINUTE);
    money.wake();
    const robin = await world.person();
    const { data } = await gatherings.register(eventId, robin, {
      ticketId: (await gatherings.own(eventId, wren))?.ticketId,
    });
    expect(data.status).toBe('waitlisted');
    stripe.hurry();
    await until(async () => expect((await money.record(eventId, wren, id)).data.status).toBe('going'));
  });
});

describe('money that goes back', () => {
  test('whole, with the fee, to a guest who gives up their place in time', async () => {
    const { eventId, wren } = await paid({}, { refund_policy: [{ valid_before: 86_400 }] });
    const starts = (await world.call(events.getEvent, { eventId }, wren)).data.start_epoc ?? 0;
    expect((await money.dueTo(eventId, wren)).data.data).toEqual({
      ...{ amount: 1890, currency: 'GBP', paid: 1890, until_epoc: starts - 86_400 },
    });
    const { data } = await gatherings.leave(eventId, wren);
    expect(data.refund).toEqual({ amount: 1890, currency: 'GBP' });
    const seen = async () => (await world.call(events.getEvent, { eventId }, wren)).data.viewer.refund;
    expect(await seen()).toMatchObject({ amount: 1890, currency: 'GBP' });
    await until(async () =>
      expect(await refundsOf(eventId)).toEqual([{ amount: 1890, reason: 'guest', state: 'succeeded' }]),
    );
    expect(await seen()).toEqual({ amount: 1890, currency: 'GBP', state: 'back' });
    expect((await world.call(events.getEvent, { eventId }, await world.person())).data.viewer.refund).toBeNull();
    const sums = await ledgerOf(eventId);
    expect([(sums.charge ?? 0) + (sums.refund ?? 0), (sums.fee ?? 0) + (sums.fee_refund ?? 0)]).toEqual([0, 0]);
  });

  test.each([
    ['too late', { refund_policy: [{ valid_before: 8 * 86_400 }] }],
    ['with a ticket that is not refundable', { is_refundable: false }],
  ])('not to a guest who gives up their place %s', async (_, ticket) => {
    const { eventId, wren } = await paid({}, ticket);
    expect((await money.dueTo(eventId, wren)).data.data).toMatchObject({ amount: 0, paid: 1890 });
    expect((await gatherings.leave(eventId, wren)).data.refund).toEqual({ amount: 0, currency: 'GBP' });
    money.wake();
    expect(await refundsOf(eventId)).toEqual([]);
  });

  test('whole to everybody whose place others have ended: by declining, and by cancelling the event', async () => {
    const declined = await paid({}, { is_refundable: false });
    expect(
      (await gatherings.changeGuest(declined.eventId, declined.wren, { type: 'decline', reason: '' })).status,
    ).toBe(200);
    const cancelled = await paid({}, { is_refundable: false });
    expect((await world.call(events.cancelEvent, { eventId: cancelled.eventId }, host)).status).toBe(200);
    money.wake();
    for (const { eventId } of [declined, cancelled])
      await until(async () =>
        expect(await refundsOf(eventId)).toEqual([{ amount: 1890, reason: 'place_ended', state: 'succeeded' }]),
      );
    for (const { eventId, wren } of [declined, cancelled])
      expect((await world.call(events.getEvent, { eventId }, wren)).data.viewer.refund).toMatchObject({
        state: 'back',
      });
  });

  test('once, however often it is tried', async () => {
    const { eventId, wren, intentId } = await paid({}, { refund_policy: [{ valid_before: 3600 }] });
    // Stripe does it, and its answer is lost.
    stripe.failNext({ status: 500, when: 'after', path: '/v1/refunds' });
    await gatherings.leave(eventId, wren);
    await vi.waitFor(async () => expect((await refundsOf(eventId))[0]?.state).toBe('succeeded'), { timeout: 10_000 });
    const { data } = await clientOf(stripe).refunds.list({ payment_intent: intentId }, { stripeAccount: account });
    expect(data.map(({ amount }) => amount)).toEqual([1890]);
  });
});

describe('what goes back is told before', () => {
  test('to nobody else, and as nothing to somebody who has not paid', async () => {
    const { eventId, wren } = await held();
    expect((await money.dueTo(eventId, wren)).data).toEqual({ data: null });
    const participationId = await gatherings.idOf(eventId, wren);
    const other = await world.call(api.getRefundDue, { eventId, participationId }, await world.person());
    expect(other.status).toBe(404);
  });
});

describe('what a browser may load', () => {
  const policyOf = async (settings: Record<string, string>) => {
    const other = await openWorld(settings);
    const { headers } = await other.app.http.inject('/');
    await other.close();
    return [String(headers['content-security-policy']), String(headers['permissions-policy'])] as const;
  };
  const videos = 'https://www.youtube-nocookie.com https://player.vimeo.com';
  const ours = `frame-src 'self' ${videos};`;

  test('nothing of Stripe where payments are not set up', async () => {
    const [policy, permissions] = await policyOf({});
    expect(policy).toContain(ours);
    expect(policy).not.toContain('stripe');
    expect(permissions).toContain('payment=()');
  });

  test('the card fields of a stand-in, in a frame alone', async () => {
    const [policy] = await policyOf(stripeSettings(stripe));
    expect(policy).toContain(`frame-src 'self' ${stripe.url} ${videos};`);
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('stripe.com');
  });

  test('Stripe’s script, frames and wallets, where Stripe takes payments', async () => {
    const { STRIPE_API_URL: _, ...settings } = stripeSettings(stripe);
    const [policy, permissions] = await policyOf(settings);
    expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;");
    expect(policy).toContain(
      `frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com ${videos};`,
    );
    expect(policy).toContain('https://api.stripe.com');
    expect(permissions).toContain('payment=(self "https://js.stripe.com")');
  });
});

describe('what is sold', () => {
  test('nothing without an account that takes money, and nothing while it takes none', async () => {
    const stranger = await world.person();
    const { id } = await gatherings.published({}, stranger);
    const { problem } = await world.call(
      createTicket,
      { eventId: id, name: 'Pass', description: '', capacity: null, type: 'paid', price: 1800, currency: 'GBP' },
      stranger,
    );
    expect(problem.code).toBe(refusals.noAccount.code);
    const { eventId, ticketId } = await held();
    await sql`update stripe_accounts set state = 'paused' where stripe_id = ${account}`.execute(world.db);
    const robin = await world.person();
    expect((await gatherings.register(eventId, robin, { ticketId })).problem.code).toBe(refusals.salesPaused.code);
    await sql`update stripe_accounts set state = 'ready' where stripe_id = ${account}`.execute(world.db);
    // Its person has left: what they do not know of is not sold for them.
    await sql`update stripe_accounts set user_id = null where stripe_id = ${account}`.execute(world.db);
    expect((await gatherings.register(eventId, robin, { ticketId })).problem.code).toBe(refusals.salesPaused.code);
    await sql`update stripe_accounts set user_id = ${host.id} where stripe_id = ${account}`.execute(world.db);
  });

  test('nothing with an account that has left, from the first payment that Stripe refuses', async () => {
    const { eventId, ticketId, wren } = await held();
    await act(stripe, `accounts/${account}/leave`);
    const refused = await money.intentOf(eventId, wren);
    const next = await gatherings.register(eventId, await world.person(), { ticketId });
    const { data } = await world.call(getEventPayments, { eventId }, host);
    await act(stripe, `accounts/${account}/return`);
    await money.account();
    expect([refused.problem.code, next.problem.code]).toEqual([refusals.salesPaused.code, refusals.salesPaused.code]);
    expect(data.data).toMatchObject({ canChange: true, account: { id: account, state: 'lost', mine: true } });
    expect((await money.intentOf(eventId, wren)).status).toBe(200);
  });

  test('a place that hosts have approved is offered, and paid for then', async () => {
    const { id: eventId } = await gatherings.published({ require_approval: true, capacity: 5 });
    const ticketId = await money.ticket(eventId);
    const wren = await world.person();
    expect((await gatherings.register(eventId, wren, { ticketId })).data.status).toBe('requested');
    expect((await gatherings.changeGuest(eventId, wren, { type: 'approve' })).status).toBe(200);
    expect(await statusOf(eventId, wren)).toBe('offered');
    expect((await gatherings.register(eventId, wren, { ticketId })).data.status).toBe('payment_pending');
    const { id } = await money.payAtStripe(eventId, wren);
    expect((await money.record(eventId, wren, id)).data.status).toBe('going');
  });

  test('the last seat to one of many who pay at once', async () => {
    const { id: eventId } = await gatherings.published({ capacity: 1, waitlist: false });
    const ticketId = await money.ticket(eventId);
    const many = await Promise.all(Array.from({ length: 20 }, () => world.person()));
    const answers = await Promise.all(many.map((one) => gatherings.register(eventId, one, { ticketId })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await gatherings.taken(eventId)).toBe(1);
  });
});
