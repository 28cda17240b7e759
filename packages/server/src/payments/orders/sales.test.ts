import type { Input } from '@folkmoot/contract/core/endpoint.ts';
import * as events from '@folkmoot/contract/events/api.ts';
import { refusals as eventRefusals } from '@folkmoot/contract/events/schema.ts';
import { getAccount } from '@folkmoot/contract/payments/api.ts';
import * as api from '@folkmoot/contract/payments/orders-api.ts';
import { refusals, TOASTS } from '@folkmoot/contract/payments/orders-schema.ts';
import * as registrations from '@folkmoot/contract/registrations/api.ts';
import * as tickets from '@folkmoot/contract/tickets/api.ts';
import { refusals as ticketRefusals } from '@folkmoot/contract/tickets/schema.ts';
import { act, clientOf } from '@folkmoot/sandbox/src/stripe/testing.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paymentFixtures } from '../../../test/fixtures/payment-fixtures.ts';
import { openSales, type Sales } from '../../../test/fixtures/sales-fixture.ts';
import { until } from '../../../test/fixtures/until.ts';
import type { Signed } from '../../../test/world.ts';
import { newId } from '../../core/id.ts';
import { addMembers, makeCommunity } from '../../seed/builders.ts';

/* What hosts sell: the account that is paid, the orders, and the money that they give back. Stripe is the sandbox's. */

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

/** Somebody buys a ticket of £18, and £0.90 for the operator. */
async function buy(eventId: string, ticketId: string, { firstName = 'Wren', card = 'pm_card_visa' } = {}) {
  const guest = await world.person({ firstName, lastName: 'Halloran' });
  expect((await gatherings.register(eventId, guest, { ticketId })).data.status).toBe('payment_pending');
  const { id } = await money.payAtStripe(eventId, guest, card);
  expect((await money.record(eventId, guest, id)).data.status).toBe('going');
  return { guest, intentId: id };
}

async function sold(card = 'pm_card_visa', fields: object = {}) {
  const { id: eventId } = await gatherings.published({ name: 'Moot', ...fields });
  const ticketId = await money.ticket(eventId);
  return { eventId, ticketId, ...(await buy(eventId, ticketId, { card })) };
}

const orders = async (eventId: string, query: object = {}, as = host) =>
  (await world.call(api.listOrders, { eventId, ...query }, as)).data;
const orderOf = async (eventId: string) => (await orders(eventId)).data[0] ?? expect.fail('There is no order.');
const refund = async (eventId: string, given: Partial<Input<typeof api.refundOrder>> = {}, as = host) => {
  const { id } = await orderOf(eventId);
  const asked = { amount: null, reason: '', endRegistration: false, clientId: newId(), ...given };
  return world.call(api.refundOrder, { orderId: id, ...asked }, as);
};

/** Stripe tells us of something. */
const deliver = (type: string, object: string) => money.deliver(account, type, object);

describe('orders', () => {
  test('are listed for hosts, latest first, with what they come to; and for nobody else', async () => {
    const { eventId, ticketId, guest } = await sold();
    await buy(eventId, ticketId, { firstName: 'Kofi' });
    const { data, sums } = await orders(eventId);
    expect(data.map(({ name, state, total, fee, hasPlace }) => [name, state, total, fee, hasPlace])).toEqual([
      ['Kofi Halloran', 'paid', 1890, 90, true],
      ['Wren Halloran', 'paid', 1890, 90, true],
    ]);
    const [sum] = sums;
    expect(sum).toMatchObject({ currency: 'GBP', sold: 3780, refunded: 0 });
    expect(sum?.fees).toBeGreaterThanOrEqual(180);
    expect(sum?.yours).toBe(3780 - (sum?.fees ?? 0));
    expect((await world.call(api.listOrders, { eventId }, guest)).status).toBe(403);
    expect((await refund(eventId, {}, guest)).status).toBe(403);
  });

  test('are found by name, address, ticket and state', async () => {
    const { eventId, ticketId, guest } = await sold();
    await buy(eventId, ticketId, { firstName: 'Kofi' });
    const names = async (query: object) => (await orders(eventId, query)).data.map(({ name }) => name);
    expect(await names({ search: 'kofi' })).toEqual(['Kofi Halloran']);
    expect(await names({ search: guest.email.toUpperCase() })).toEqual(['Wren Halloran']);
    expect(await names({ search: 'workshop' })).toHaveLength(2);
    expect(await names({ search: 'nobody' })).toEqual([]);
    await refund(eventId, { amount: 500 });
    expect(await names({ status: 'partly_refunded' })).toEqual(['Kofi Halloran']);
    expect(await names({ status: 'paid' })).toEqual(['Wren Halloran']);
  });

  test('continue by cursor, each order once', async () => {
    const { eventId } = await sold();
    await sql`insert into orders (id, event_id, participation_id, event_name, buyer_name, buyer_email, ticket_id, ticket_name, currency, price, fee, fee_bearer, total,
        is_refundable, refund_seconds, account_id, state, created_at, paid_at)
      select gen_random_uuid(), event_id, participation_id, event_name, 'Buyer ' || n, '', ticket_id, ticket_name, currency, price, fee, fee_bearer, total,
        is_refundable, refund_seconds, account_id, 'ended', created_at, paid_at from orders, generate_series(1, 44) n where event_id = ${eventId}`.execute(
      world.db,
    );
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof orders>> = await orders(eventId, { cursor });
      expect(page.data.length).toBeLessThanOrEqual(20);
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([45, 45]);
  });
});

describe('money that hosts give back', () => {
  test('partly: the place stays, and no more than is left can follow', async () => {
    const { eventId, guest } = await sold();
    expect((await refund(eventId, { amount: 1000, reason: 'The kiln is cold.' })).data).toMatchObject({
      message: TOASTS.refunded,
      data: { state: 'partly_refunded', refunded: 1000, hasPlace: true },
    });
    const { status, problem } = await refund(eventId, { amount: 891 });
    expect([status, problem.code, problem.fields]).toEqual([
      422,
      refusals.tooMuch.code,
      { amount: refusals.tooMuch.message },
    ]);
    expect((await refund(eventId)).data.data).toMatchObject({ state: 'refunded', refunded: 1890, hasPlace: true });
    expect((await refund(eventId)).problem.code).toBe(refusals.allBack.code);
    await until(async () =>
      expect((await orderOf(eventId)).refunds.map(({ amount, state, note }) => [amount, state, note])).toEqual([
        [1000, 'succeeded', 'The kiln is cold.'],
        [890, 'succeeded', ''],
      ]),
    );
    expect((await orders(eventId)).sums[0]).toMatchObject({ sold: 1890, refunded: 1890 });
    // The figures of the event count as the orders do, for each ticket.
    expect((await world.call(registrations.getInsights, { eventId }, host)).data.revenue).toMatchObject([
      { currency: 'GBP', orders: 1, sold: 1890, refunded: 1890 },
    ]);
    expect((await gatherings.own(eventId, guest))?.status).toBe('going');
  });

  test('once, if the form is sent twice', async () => {
    const { eventId } = await sold();
    const given = { amount: 500, clientId: newId() };
    const answers = await Promise.all([refund(eventId, given), refund(eventId, given)]);
    expect(answers.map(({ status, data }) => [status, data.data.refunded])).toEqual([
      [200, 500],
      [200, 500],
    ]);
  });

  test('with the place, if they say so: then nothing more goes back by itself', async () => {
    const { eventId, guest } = await sold();
    expect((await refund(eventId, { amount: 1000, endRegistration: true })).data.data.hasPlace).toBe(false);
    expect((await gatherings.own(eventId, guest))?.status).toBe('not_going');
    expect(await gatherings.taken(eventId)).toBe(0);
    money.wake();
    await until(async () => expect((await orderOf(eventId)).refunds[0]?.state).toBe('succeeded'));
    expect((await orderOf(eventId)).refunded).toBe(1000);
  });

  test('and that does not arrive: it is said, is theirs again, and can be tried again', async () => {
    const { eventId } = await sold('pm_card_refundFail');
    await refund(eventId);
    await until(async () => expect((await orderOf(eventId)).refunds[0]?.state).toBe('succeeded'));
    stripe.hurry();
    const { rows } = await sql<{
      id: string;
      stripe: string;
    }>`select r.id, r.stripe_id as stripe from refunds r join orders o on o.id = r.order_id where o.event_id = ${eventId}`.execute(
      world.db,
    );
    const [made] = rows;
    await until(async () =>
      expect((await clientOf(stripe).refunds.retrieve(made?.stripe ?? '', {}, { stripeAccount: account })).status).toBe(
        'failed',
      ),
    );
    await deliver('refund.failed', made?.stripe ?? '');
    await until(async () => expect((await orderOf(eventId)).state).toBe('refund_failed'));
    const order = await orderOf(eventId);
    expect([order.refunded, order.refunds[0]?.failure]).toEqual([0, 'expired_or_canceled_card']);
    expect((await orders(eventId)).sums[0]).toMatchObject({ sold: 1890, refunded: 0 });
    const waits = async () =>
      (await world.call(events.listAttention, {}, host)).data.data.find((one) => one.eventId === eventId)?.refunds ?? 0;
    expect(await waits()).toBe(1);
    // Money that has gone back in another way is nothing to do, and a cancelled event has its refunds still.
    await sql`update orders set refunded = total where id = ${order.id}`.execute(world.db);
    expect([await waits(), (await orderOf(eventId)).state]).toEqual([0, 'refunded']);
    await sql`update orders set refunded = 0 where id = ${order.id}`.execute(world.db);
    await sql`update events set status = 'cancelled' where id = ${eventId}`.execute(world.db);
    expect(await waits()).toBe(1);
    const again = { orderId: order.id, refundId: made?.id ?? '' };
    expect((await world.call(api.retryRefund, again, host)).data.data).toMatchObject({
      state: 'refunded',
      refunded: 1890,
    });
    expect(await waits()).toBe(0);
    // Pressed twice, it is tried once.
    expect((await world.call(api.retryRefund, again, host)).data.data.refunds).toHaveLength(2);
    const fresh = (await orderOf(eventId)).refunds[1]?.id ?? '';
    await until(async () => expect((await orderOf(eventId)).refunds[1]?.state).toBe('succeeded'));
    expect((await world.call(api.retryRefund, { ...again, refundId: fresh }, host)).problem.code).toBe(
      refusals.notFailed.code,
    );
  });

  test('at Stripe itself: it is recorded once, and moves nothing more', async () => {
    const { eventId, intentId } = await sold();
    const made = await clientOf(stripe).refunds.create(
      { payment_intent: intentId, amount: 700 },
      { stripeAccount: account },
    );
    await deliver('charge.refunded', String(made.charge));
    await deliver('refund.updated', made.id);
    await until(async () => expect((await orderOf(eventId)).refunded).toBe(700));
    await money.settled();
    expect((await orderOf(eventId)).refunds.map(({ amount, reason, state }) => [amount, reason, state])).toEqual([
      [700, 'elsewhere', 'succeeded'],
    ]);
    expect((await orders(eventId)).sums[0]).toMatchObject({ sold: 1890, refunded: 700 });
    const { data } = await clientOf(stripe).refunds.list({ payment_intent: intentId }, { stripeAccount: account });
    expect(data).toHaveLength(1);
  });
});

describe('the account that is paid', () => {
  test('is one that they connected themselves, is ready, and pays out what the tickets cost in', async () => {
    const other = await world.person({ firstName: 'Owen', lastName: 'Other' });
    const { id: serverId } = await makeCommunity(world.db, host.id);
    await addMembers(world.db, serverId, [other.id], 'ADMIN');
    const { eventId } = await sold('pm_card_visa', { serverId, visibility: 'public' });
    const change = (id: string, as: Signed) =>
      world.call(api.changeStripeAccount, { eventId, stripe_account_id: id, action: 'change-account' }, as);
    const nobody = await world.person();
    expect((await change(account, nobody)).status).toBe(403);
    expect((await change(account, other)).problem.code).toBe(refusals.notYourAccount.code);
    const theirs = paymentFixtures(world, stripe, other, gatherings);
    const own = await theirs.account();
    await sql`update stripe_accounts set state = 'unfinished' where stripe_id = ${own}`.execute(world.db);
    expect((await change(own, other)).problem.code).toBe(refusals.notReady.code);
    await sql`update stripe_accounts set state = 'ready', currency = 'EUR' where stripe_id = ${own}`.execute(world.db);
    expect((await change(own, other)).problem.code).toBe(refusals.otherCurrency.code);
    await sql`update stripe_accounts set currency = 'GBP' where stripe_id = ${own}`.execute(world.db);
    expect((await change(own, other)).data.message).toBe(TOASTS.accountChanged);
    const seen = await world.call(api.getEventPayments, { eventId }, host);
    expect(seen.data.data).toMatchObject({
      ...{ available: true, percent: 5, currency: 'GBP' },
      account: { id: own, mine: false, owner: 'Owen Other', state: 'ready' },
    });
    // A co-host runs the event, and does not take what it earns.
    const cohost = await world.person();
    await gatherings.host(eventId, cohost);
    const cohosts = await paymentFixtures(world, stripe, cohost, gatherings).account();
    expect((await change(cohosts, cohost)).problem.code).toBe(refusals.mayNotChange.code);
    const [toCohost, toOwen] = await Promise.all(
      [cohost, other].map((one) => world.call(api.getEventPayments, { eventId }, one)),
    );
    expect([toCohost?.data.data.canChange, toOwen?.data.data.canChange]).toEqual([false, true]);
    // What was sold before goes back through the account that was paid.
    await refund(eventId);
    await until(async () => expect((await orderOf(eventId)).refunds[0]?.state).toBe('succeeded'));
  });

  test('can be the new one of a host whose earlier one is lost, also if they did not make the event', async () => {
    const cohost = await world.person({ firstName: 'Cleo', lastName: 'Cohost' });
    const cohosts = paymentFixtures(world, stripe, cohost, gatherings);
    const { id: eventId } = await gatherings.published();
    await gatherings.host(eventId, cohost);
    const old = await cohosts.account();
    const pass = { name: 'Pass', description: '', capacity: null, type: 'paid' as const, price: 1800, currency: 'GBP' };
    const made = await world.call(tickets.createTicket, { eventId, ...pass }, cohost);
    expect(made.status).toBe(200);
    const seen = async (as: Signed) => (await world.call(api.getEventPayments, { eventId }, as)).data.data;
    expect(await seen(cohost)).toMatchObject({ canChange: false, account: { id: old, mine: true } });
    await act(stripe, `accounts/${old}/leave`);
    expect((await world.call(getAccount, {}, cohost)).data.data?.state).toBe('lost');
    const fresh = await cohosts.account();
    expect(fresh).not.toBe(old);
    const lost = { id: old, state: 'lost', owner: 'Cleo Cohost' };
    expect(await seen(cohost)).toMatchObject({ canChange: true, account: { ...lost, mine: true } });
    expect((await seen(host)).account).toMatchObject({ ...lost, mine: false });
    const change = { eventId, stripe_account_id: fresh, action: 'change-account' as const };
    expect((await world.call(api.changeStripeAccount, change, cohost)).data.message).toBe(TOASTS.accountChanged);
    expect(await seen(cohost)).toMatchObject({ canChange: false, account: { id: fresh, state: 'ready' } });
    const buyer = await world.person();
    const ticketId = made.data.data.id;
    expect((await gatherings.register(eventId, buyer, { ticketId })).data.status).toBe('payment_pending');
    expect((await money.intentOf(eventId, buyer)).data.data.stripe_account).toBe(fresh);
  });

  test('is needed to publish paid tickets', async () => {
    const { id: eventId } = await gatherings.draft({ ...gatherings.times() });
    await money.ticket(eventId);
    await sql`update stripe_accounts set state = 'paused' where stripe_id = ${account}`.execute(world.db);
    const refused = await world.call(events.publishEvent, { eventId }, host);
    await sql`update stripe_accounts set state = 'ready' where stripe_id = ${account}`.execute(world.db);
    expect(refused.problem.code).toBe(eventRefusals.cannotSell.code);
    expect((await world.call(events.publishEvent, { eventId }, host)).status).toBe(200);
  });
});

describe('what was sold', () => {
  test('keeps its ticket and its event', async () => {
    const { eventId, ticketId, guest } = await sold();
    const other = await gatherings.ticket(eventId, 'Helper', null);
    await gatherings.changeGuest(eventId, guest, { type: 'ticket', ticketId: other });
    expect((await world.call(tickets.deleteTicket, { eventId, ticketId }, host)).problem.code).toBe(
      ticketRefusals.sold.code,
    );
    await sql`update participations set status = 'not_going' where event_id = ${eventId} and role = 'guest'`.execute(
      world.db,
    );
    await sql`update orders set place_ended_at = null where event_id = ${eventId}`.execute(world.db);
    expect((await world.call(events.unpublishEvent, { eventId }, host)).problem.code).toBe(
      eventRefusals.hasOrders.code,
    );
    await sql`update events set status = 'draft' where id = ${eventId}`.execute(world.db);
    expect((await world.call(events.deleteEvent, { eventId }, host)).problem.code).toBe(eventRefusals.hasOrders.code);
  });

  test('is not given away by a copy: guests are invited, and the copy is paid to the person who makes it', async () => {
    const { eventId } = await sold();
    const visitor = { email: 'vi@visitor.example', firstName: 'Vi', lastName: 'Sitor', role: 'guest' as const };
    expect((await world.call(registrations.addGuest, { eventId, ...visitor, notifyUser: false }, host)).status).toBe(
      200,
    );
    const copy = (as: Signed) =>
      world.call(
        events.duplicateEvent,
        {
          ...{
            eventId,
            time_zone: 'Europe/London',
            start_epoc: gatherings.inDays(30),
            end_epoc: gatherings.inDays(30) + 7200,
          },
          options: { duplicateParticipants: true, duplicateTickets: true },
        },
        as,
      );
    const { data } = await copy(host);
    const guests = await world.call(registrations.listGuests, { eventId: data.data.id, status: 'invited' }, host);
    expect(guests.data.data.map(({ name }) => name).sort()).toEqual(['Vi Sitor', 'Wren Halloran']);
    expect(await gatherings.taken(data.data.id)).toBe(0);
    const seen = await world.call(api.getEventPayments, { eventId: data.data.id }, host);
    expect(seen.data.data.account?.id).toBe(account);
    const other = await world.person();
    await gatherings.host(eventId, other);
    expect((await copy(other)).problem.code).toBe(eventRefusals.cannotSell.code);
  });
});

test('the guest list says what each has paid, or still owes', async () => {
  const { id: eventId } = await gatherings.published({ name: 'Moot' });
  const ticketId = await money.ticket(eventId);
  const free = await gatherings.ticket(eventId, 'Free', null);
  const { guest } = await buy(eventId, ticketId);
  const [held, lapsed, other] = [await world.person(), await world.person(), await world.person()];
  await gatherings.register(eventId, lapsed, { ticketId });
  world.clock.moveBy(16 * 60_000);
  await gatherings.register(eventId, held, { ticketId });
  await gatherings.register(eventId, other, { ticketId: free });
  const { data } = await world.call(registrations.listGuests, { eventId, sort: 'oldest' }, host);
  const moneyOf = new Map(data.data.map(({ userId, money: sum }) => [userId, sum]));
  const pounds = (amount: number, due: boolean) => ({ amount, currency: 'GBP', due, disputed: false });
  expect([guest, held, other].map(({ id }) => moneyOf.get(id))).toEqual([
    pounds(1890, false),
    pounds(1890, true),
    null,
  ]);
  // Nothing is held for them; what they would pay now is the ticket's price.
  await until(async () => {
    money.wake();
    const again = await world.call(registrations.listGuests, { eventId }, host);
    expect(again.data.data.find(({ userId }) => userId === lapsed.id)?.money).toEqual(pounds(1800, true));
  });
});
