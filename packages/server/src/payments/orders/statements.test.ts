import * as personal from '@folkmoot/contract/personal/api.ts';
import { updateTicket } from '@folkmoot/contract/tickets/api.ts';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSales, type Sales } from '../../../test/fixtures/sales-fixture.ts';
import { until } from '../../../test/fixtures/until.ts';
import type { Signed } from '../../../test/world.ts';
import { findCodeOf } from '../../codes/actions.ts';
import { createLog } from '../../core/log.ts';
import { findRegistration } from '../../participations/registration-store.ts';
import { seatAtOnce } from '../../participations/seats-store.ts';
import { hasSeat } from '../../registrations/actions.ts';
import { createStripe } from '../stripe-actions.ts';
import { DELIVERIES_QUEUE } from '../webhooks/jobs.ts';
import { orderOfNew } from './orders-actions.ts';
import { settleMany } from './settle-actions.ts';

/* A rush on a paid ticket: how much of the database each buyer takes. */

let sales: Sales;
let world: Sales['world'];
let host: Sales['host'];
let gatherings: Sales['gatherings'];
let money: Sales['money'];
let account: Sales['account'];

beforeAll(async () => {
  sales = await openSales({}, { jobs: false });
  ({ world, host, gatherings, money, account } = sales);
});
afterAll(() => sales.close());

const ordersOf = async (eventId: string) =>
  (
    await sql<{ total: number; state: string }>`select total, state from orders where event_id = ${eventId}`.execute(
      world.db,
    )
  ).rows;

describe('a seat that is held for somebody new', () => {
  test('takes as many statements as a free one, and no transaction', async () => {
    const [free, sold] = [await gatherings.published(), await gatherings.published()];
    const ticketId = await money.ticket(sold.id);
    const registering = async (eventId: string, more: object) => {
      const guest = await world.person();
      const counting = world.countQueries();
      const { status } = await gatherings.register(eventId, guest, more);
      const count = counting.stop();
      expect(status).toBe(200);
      return count;
    };
    expect(await registering(sold.id, { ticketId })).toBe(await registering(free.id, {}));
    expect(await ordersOf(sold.id)).toEqual([{ total: 1890, state: 'open' }]);
    expect(await gatherings.taken(sold.id)).toBe(1);
  });

  test('is not held at a price that has changed since it was read', async () => {
    const { id: eventId } = await gatherings.published();
    const ticketId = await money.ticket(eventId);
    const wren = await world.person();
    const facts = await findRegistration(world.db, eventId, { userId: wren.id }, ticketId);
    const changed = await world.call(updateTicket, { eventId, ticketId, price: 2500 }, host);
    expect(changed.status).toBe(200);
    const now = world.clock.now();
    const priced = { price: 1800, discount: 0, code: null, fee_bearer: 'buyer' as const, fee: 90, total: 1890 };
    const seat = {
      ...{ eventId, revision: facts?.revision ?? -1, whose: { userId: wren.id }, ticketId, responses: [] },
      ...{ answersText: '', ownAct: true, mail: undefined, paying: orderOfNew(now, ticketId, priced) },
    };
    expect(await seatAtOnce(world.db, seat, now)).toBeUndefined();
    expect([await ordersOf(eventId), await gatherings.taken(eventId)]).toEqual([[], 0]);
  });
});

/** Settles payments as the job that looks at deliveries does. @returns how many statements that takes, and what failed. */
async function settleAll(intents: readonly string[]): Promise<{ statements: number; failed: string[] }> {
  const gateway = createStripe(world.config.stripe ?? expect.fail('Payments are not set up.'));
  const read = await Promise.all(
    intents.map(async (id) => ({ account, facts: await gateway.readIntent(account, id) })),
  );
  const log = createLog(world.config, { write: () => undefined });
  const counting = world.countQueries();
  const failures = await settleMany({ ...world.app, db: world.db, log, stripe: gateway, hasSeat, findCodeOf }, read);
  return { statements: counting.stop(), failed: [...failures.keys()].map(({ facts }) => facts.id) };
}

const rowsOf = async <Row>(query: RawBuilder<Row>) => (await query.execute(world.db)).rows;
const statusOf = async (eventId: string, as: Signed) => (await gatherings.own(eventId, as))?.status;
const refundsOf = (eventId: string) =>
  rowsOf(sql<{
    intent: string;
    amount: number;
    reason: string;
  }>`select p.intent_id as intent, r.amount, r.reason from refunds r
    join payments p on p.id = r.payment_id join orders o on o.id = r.order_id where o.event_id = ${eventId} order by r.created_at, r.id`);

/** Several people who hold a seat of a new event and have paid at Stripe, of which we have not heard. */
async function paidUnheard(eventId: string, ticketId: string, many: number) {
  return Promise.all(
    Array.from({ length: many }, async () => {
      const guest = await world.person();
      expect((await gatherings.register(eventId, guest, { ticketId })).data.status).toBe('payment_pending');
      return { guest, intent: (await money.payAtStripe(eventId, guest)).id };
    }),
  );
}

describe('payments of one event that are settled together', () => {
  test('take as many statements as two, and each is what it would be by itself', async () => {
    const counts: number[] = [];
    for (const many of [2, 12]) {
      const { id: eventId } = await gatherings.published();
      const ticketId = await money.ticket(eventId);
      const group = await world.call(personal.createPrivate, { users: [], eventId }, host);
      const paid = await paidUnheard(eventId, ticketId, many);
      counts.push((await settleAll(paid.map(({ intent }) => intent))).statements);
      for (const { guest } of paid) expect(await statusOf(eventId, guest)).toBe('going');
      expect(await gatherings.taken(eventId)).toBe(many);
      const inside = await world.call(personal.listPeopleInside, { conversationId: group.data.data.id }, host);
      expect(inside.data.data).toHaveLength(many + 1);
      // Of each payment: what was charged, the operator's share, and Stripe's; of each order an invoice, and the next number.
      const ledger = await rowsOf(
        sql<{
          n: number;
        }>`select count(*)::int as n from ledger l join orders o on o.id = l.order_id where o.event_id = ${eventId} and o.state = 'paid'`,
      );
      expect(ledger).toEqual([{ n: 3 * many }]);
      const numbers = await rowsOf(
        sql<{
          number: number;
          intent: string;
        }>`select y.number, p.payment_intent_id as intent from papers y join orders o on o.id = y.order_id
          join participations p on p.event_id = o.event_id and p.id = o.participation_id where o.event_id = ${eventId} order by y.number`,
      );
      const from = numbers[0]?.number ?? 0;
      expect(numbers.map(({ number }) => number)).toEqual(Array.from({ length: many }, (_, n) => from + n));
      expect(numbers.map(({ intent }) => intent).toSorted()).toEqual(paid.map(({ intent }) => intent).toSorted());
    }
    expect(counts[1]).toBe(counts[0]);
    expect(counts[0]).toBeLessThanOrEqual(20);
  });

  test('never get more seats than there are: who comes too late gets everything back', async () => {
    const { id: eventId } = await gatherings.published({ capacity: 2, waitlist: false });
    const ticketId = await money.ticket(eventId);
    const late = await paidUnheard(eventId, ticketId, 2);
    world.clock.moveBy(16 * 60_000);
    const all = [...late, ...(await paidUnheard(eventId, ticketId, 1))];
    expect((await settleAll(all.map(({ intent }) => intent))).failed).toEqual([]);
    expect(await Promise.all(all.map(({ guest }) => statusOf(eventId, guest)))).toEqual([
      'going',
      'payment_pending',
      'going',
    ]);
    expect(await gatherings.taken(eventId)).toBe(2);
    expect(await refundsOf(eventId)).toEqual([{ intent: late[1]?.intent, amount: 1890, reason: 'late' }]);
  });

  test('and of which two are for the same place seat it once: the other goes back', async () => {
    const { id: eventId } = await gatherings.published();
    const ticketId = await money.ticket(eventId);
    const [first] = await paidUnheard(eventId, ticketId, 1);
    const { guest, intent } = first ?? expect.fail('Nobody has paid.');
    await sql`update payments set state = 'canceled' where intent_id = ${intent}`.execute(world.db);
    const again = (await money.payAtStripe(eventId, guest)).id;
    expect(again).not.toBe(intent);
    await settleAll([intent, again]);
    expect(await statusOf(eventId, guest)).toBe('going');
    expect(await refundsOf(eventId)).toEqual([{ intent: again, amount: 1890, reason: 'twice' }]);
  });

  test('and of which two are of two orders for the same place seat it once too', async () => {
    const { id: eventId } = await gatherings.published();
    const ticketId = await money.ticket(eventId);
    const [first] = await paidUnheard(eventId, ticketId, 1);
    const { guest, intent } = first ?? expect.fail('Nobody has paid.');
    world.clock.moveBy(16 * 60_000);
    // They do not know that it went through, and begin again.
    expect((await gatherings.register(eventId, guest, { ticketId })).data.status).toBe('payment_pending');
    const again = (await money.payAtStripe(eventId, guest)).id;
    await settleAll([intent, again]);
    expect((await ordersOf(eventId)).map(({ state }) => state).toSorted()).toEqual(['ended', 'paid']);
    expect(await refundsOf(eventId)).toEqual([{ intent: again, amount: 1890, reason: 'late' }]);
  });

  test('hold up no other if one of them cannot be written down, which is tried again later', async () => {
    const { id: eventId } = await gatherings.published();
    const ticketId = await money.ticket(eventId);
    const paid = await paidUnheard(eventId, ticketId, 5);
    const [bad, ...good] = paid;
    const { guest, intent } = bad ?? expect.fail('Nobody has paid.');
    await sql`create function refuse_one() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`.execute(
      world.db,
    );
    await sql`create trigger refuse_one before update on payments for each row when (new.intent_id = ${sql.lit(intent)} and new.state = 'succeeded')
      execute function refuse_one()`.execute(world.db);
    expect((await settleAll(paid.map((one) => one.intent))).failed).toEqual([intent]);
    for (const one of good) expect(await statusOf(eventId, one.guest)).toBe('going');
    // Only now: in the tests before, the jobs would look at the same payments.
    await world.app.jobs.start();
    await money.deliver(account, 'payment_intent.succeeded', intent);
    const tries = sql<{
      tries: number;
    }>`select tries from stripe_events where object_id = ${intent} and handled_at is null`;
    await until(async () => expect(await rowsOf(tries)).toEqual([{ tries: 1 }]));
    expect(await statusOf(eventId, guest)).toBe('payment_pending');
    await sql`drop trigger refuse_one on payments`.execute(world.db);
    await until(async () => {
      await sql`update stripe_events set due_at = ${world.clock.now()} where handled_at is null`.execute(world.db);
      world.app.jobs.wake(DELIVERIES_QUEUE);
      expect(await statusOf(eventId, guest)).toBe('going');
    });
  });
});
