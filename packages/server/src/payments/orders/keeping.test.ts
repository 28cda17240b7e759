import * as events from '@folkmoot/contract/events/api.ts';
import * as api from '@folkmoot/contract/payments/orders-api.ts';
import * as registrations from '@folkmoot/contract/registrations/api.ts';
import { act, clientOf } from '@folkmoot/sandbox/src/stripe/testing.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSales, type Sales } from '../../../test/fixtures/sales-fixture.ts';
import { until } from '../../../test/fixtures/until.ts';
import type { Signed } from '../../../test/world.ts';
import { makeCommunity } from '../../seed/builders.ts';

/* Places that hosts end: what goes back is told before, and goes back unless they say otherwise. */

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

/** An event with so many people who have paid £18.90 each. */
async function sold(count: number, fields: object = {}) {
  const { id: eventId } = await gatherings.published({ name: 'Moot', ...fields });
  const ticketId = await money.ticket(eventId);
  const guests: { guest: Signed; intentId: string }[] = [];
  for (let n = 0; n < count; n += 1) {
    const guest = await world.person();
    await gatherings.register(eventId, guest, { ticketId });
    const { id } = await money.payAtStripe(eventId, guest);
    expect((await money.record(eventId, guest, id)).data.status).toBe('going');
    guests.push({ guest, intentId: id });
  }
  return { eventId, guests };
}

const goesBack = async (eventId: string) =>
  (await world.call(api.getEventPayments, { eventId }, host)).data.data.goesBack;
const paidBy = async (eventId: string, guest: Signed) =>
  (await world.call(registrations.listGuests, { eventId }, host)).data.data.find(({ userId }) => userId === guest.id)
    ?.money;
const ordersOf = async (eventId: string) =>
  (
    await sql<{
      state: string;
      refunds: number;
      kept: boolean;
      by: string | null;
    }>`select state, kept_at is not null as kept, kept_by as by,
        (select count(*)::int from refunds r where r.order_id = o.id) as refunds
      from orders o where event_id = ${eventId} order by created_at, id`.execute(world.db)
  ).rows;
/** The jobs have done whatever they do: what they had to do is behind a refund that was due after it. */
async function jobsDone() {
  const { eventId, guests } = await sold(1);
  await gatherings.changeGuest(eventId, guests[0]?.guest ?? host, { type: 'decline', reason: '' });
  money.wake();
  await until(async () => expect((await ordersOf(eventId))[0]?.refunds).toBe(1));
}

describe('cancelling an event', () => {
  test('names what goes back, and leaves out what has gone back already or is disputed', async () => {
    const { eventId, guests } = await sold(3);
    expect(await goesBack(eventId)).toEqual([{ currency: 'GBP', people: 3, amount: 5670, disputed: 0 }]);
    const [first, second] = guests;
    const intent = await clientOf(stripe).paymentIntents.retrieve(
      first?.intentId ?? '',
      {},
      { stripeAccount: account },
    );
    const { id } = await act<{ id: string }>(stripe, `charges/${String(intent.latest_charge)}/dispute`);
    await money.deliver(account, 'charge.dispute.created', id);
    await until(async () =>
      expect(await goesBack(eventId)).toEqual([{ currency: 'GBP', people: 2, amount: 3780, disputed: 1 }]),
    );
    expect(await paidBy(eventId, first?.guest ?? host)).toEqual({
      amount: 1890,
      currency: 'GBP',
      due: false,
      disputed: true,
    });
    await sql`update orders set refunded = 500 where event_id = ${eventId} and user_id = ${second?.guest.id}`.execute(
      world.db,
    );
    expect(await goesBack(eventId)).toEqual([{ currency: 'GBP', people: 2, amount: 3280, disputed: 1 }]);
    expect(await paidBy(eventId, second?.guest ?? host)).toEqual({
      amount: 1390,
      currency: 'GBP',
      due: false,
      disputed: false,
    });
  });

  test('says nothing of an event that nobody has paid for', async () => {
    const { id: eventId } = await gatherings.published({ name: 'Moot' });
    expect(await goesBack(eventId)).toEqual([]);
  });

  test('keeps the money if a host says so: written at each order, audited, and nothing goes back', async () => {
    const { id: serverId } = await makeCommunity(world.db, host.id);
    const { eventId, guests } = await sold(2, { serverId });
    // What others have ended before goes back all the same.
    const [first] = guests;
    await gatherings.changeGuest(eventId, first?.guest ?? host, { type: 'decline', reason: '' });
    expect((await world.call(events.cancelEvent, { eventId, refund: false }, host)).status).toBe(200);
    await jobsDone();
    expect(await ordersOf(eventId)).toEqual([
      { state: 'ended', refunds: 1, kept: false, by: null },
      { state: 'ended', refunds: 0, kept: true, by: host.id },
    ]);
    const { rows } = await sql<{
      action: string;
    }>`select action from audit_log where subject_id = ${eventId} and action = 'event.money-kept'`.execute(world.db);
    expect(rows).toHaveLength(1);
    // It can still be given back.
    const [order] = (await world.call(api.listOrders, { eventId, status: 'paid' }, host)).data.data;
    const { clientId } = { clientId: crypto.randomUUID() };
    const refund = { orderId: order?.id ?? '', amount: null, reason: '', endRegistration: false, clientId };
    expect((await world.call(api.refundOrder, refund, host)).status).toBe(200);
  });
});

describe('declining a guest keeps the money if a host says so', () => {
  const ways: [string, (eventId: string, guest: Signed) => Promise<{ status: number }>][] = [
    [
      'one by one',
      (eventId, guest) => gatherings.changeGuest(eventId, guest, { type: 'decline', reason: '', refund: false }),
    ],
    [
      'several at once',
      async (eventId, guest) => {
        const participationIds = [await gatherings.idOf(eventId, guest)];
        return world.call(
          registrations.changeGuests,
          { eventId, action: 'decline', participationIds, refund: false },
          host,
        );
      },
    ],
    [
      'with an email',
      (eventId, guest) =>
        gatherings.changeGuest(eventId, guest, {
          ...{ type: 'cancel_registration', status: 'not_going', action: 'decline', reason: 'Other' },
          ...{ notifyUser: false, refund: false },
        }),
    ],
  ];
  test.each(ways)('%s', async (_, decline) => {
    const { eventId, guests } = await sold(2);
    const [first, second] = guests.map(({ guest }) => guest);
    expect(await paidBy(eventId, first ?? host)).toEqual({
      amount: 1890,
      currency: 'GBP',
      due: false,
      disputed: false,
    });
    expect((await decline(eventId, first ?? host)).status).toBe(200);
    expect((await gatherings.own(eventId, first ?? host))?.status).toBe('not_going');
    await jobsDone();
    expect(await ordersOf(eventId)).toEqual([
      { state: 'ended', refunds: 0, kept: true, by: host.id },
      { state: 'paid', refunds: 0, kept: false, by: null },
    ]);
    expect(await paidBy(eventId, second ?? host)).toEqual({
      amount: 1890,
      currency: 'GBP',
      due: false,
      disputed: false,
    });
  });
});
