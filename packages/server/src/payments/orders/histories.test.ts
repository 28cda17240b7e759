import * as codes from '@folkmoot/contract/codes/api.ts';
import * as events from '@folkmoot/contract/events/api.ts';
import * as orders from '@folkmoot/contract/payments/orders-api.ts';
import { type StripeService, startStripe } from '@folkmoot/sandbox/src/stripe/start.ts';
import { act, clientOf } from '@folkmoot/sandbox/src/stripe/testing.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../../test/fixtures/event-fixtures.ts';
import { paymentFixtures, stripeSettings } from '../../../test/fixtures/payment-fixtures.ts';
import { until } from '../../../test/fixtures/until.ts';
import { ALL } from '../../../test/scope.ts';
import { openWorld, type Signed, type World } from '../../../test/world.ts';
import { newId } from '../../core/id.ts';

/* Whatever people, hosts and Stripe do, in whatever order: no money is lost, doubled or unexplained. */

const RUNS = ALL ? 40 : 8;
const PEOPLE = 3;

let stripe: StripeService;
let world: World;
let host: Signed;
let guests: Signed[];
let gatherings: EventFixtures;
let money: ReturnType<typeof paymentFixtures>;

beforeAll(async () => {
  stripe = await startStripe();
  world = await openWorld(stripeSettings(stripe));
  await world.app.jobs.start();
  host = await world.person();
  guests = await Promise.all(Array.from({ length: PEOPLE }, () => world.person()));
  gatherings = eventFixtures(world, host);
  money = paymentFixtures(world, stripe, host, gatherings);
  await money.account();
});
afterAll(async () => {
  await world.close();
  await stripe.stop();
});

/** Codes that each event has: each can be used for one place at a time. The hidden ticket costs as much as the other. */
const CODES = {
  half: { code: 'HALF', kind: 'percent', percent: 50 },
  free: { code: 'FREE', kind: 'percent', percent: 100 },
  access: { code: 'HIDDEN', kind: 'access', percent: null },
} as const;
const USES = 1;

/** What a host gives back at a time, in minor units of each currency. */
const PART = 500;

const STEPS = [
  'register',
  'half',
  'free',
  'access',
  'no code',
  'rush',
  'pay',
  'pay unseen',
  'record',
  'told',
  'lapse',
  'leave',
  'decline',
  'give back a part',
  'work',
  'refused',
  'dispute',
  'dispute unseen',
] as const;
type Step = { do: (typeof STEPS)[number]; who: number };

/** What somebody has paid for at Stripe of late, whether or not we know of it. */
const paidBy = new Map<Signed, string>();

type Sold = { eventId: string; ticketId: string; hiddenId: string };

/** An event with two seats, a ticket that everybody sees, one that a code shows, and the codes. */
async function selling(ticket: object): Promise<Sold> {
  const { id: eventId } = await gatherings.published({ name: 'Histories', capacity: 2, waitlist: false });
  const ticketId = await money.ticket(eventId, ticket);
  const hiddenId = await money.ticket(eventId, { ...ticket, name: 'Hidden pass', is_hidden: true });
  for (const code of Object.values(CODES)) {
    const ticket_ids = code.kind === 'access' ? [hiddenId] : null;
    const fields = { ...code, ticket_ids, amount: null, max_uses: USES, starts_epoc: null, ends_epoc: null };
    const made = await world.call(codes.createCode, { eventId, ...fields, is_active: true }, host);
    expect(made.status).toBe(200);
  }
  return { eventId, ticketId, hiddenId };
}

async function take({ eventId, ticketId, hiddenId }: Sold, { do: what, who }: Step): Promise<void> {
  const guest = guests[who] as Signed;
  const status = (await gatherings.own(eventId, guest))?.status;
  switch (what) {
    case 'register':
      await gatherings.register(eventId, guest, { ticketId });
      return;
    case 'half':
    case 'free':
      await gatherings.register(eventId, guest, { ticketId, code: CODES[what].code });
      return;
    case 'access':
      await gatherings.register(eventId, guest, { ticketId: hiddenId, code: CODES.access.code });
      return;
    case 'no code':
      await gatherings.register(eventId, guest, { ticketId, code: '' });
      return;
    // Everybody uses the same code at once.
    case 'rush':
      await Promise.all(guests.map((one) => gatherings.register(eventId, one, { ticketId, code: CODES.half.code })));
      return;
    case 'pay':
    case 'pay unseen':
    case 'refused': {
      if ((await money.intentOf(eventId, guest)).status !== 200) return;
      const card = what === 'refused' ? 'pm_card_visa_chargeDeclined' : 'pm_card_visa';
      const paid = await money.payAtStripe(eventId, guest, card).catch(() => undefined);
      if (paid) paidBy.set(guest, paid.id);
      if (paid && what === 'pay') await money.record(eventId, guest, paid.id);
      return;
    }
    case 'record':
      if (paidBy.has(guest)) await money.record(eventId, guest, paidBy.get(guest) ?? '');
      return;
    // Stripe tells us of everything at once.
    case 'told': {
      const account = await money.account();
      await Promise.all([...paidBy.values()].map((id) => money.deliver(account, 'payment_intent.succeeded', id)));
      return;
    }
    case 'lapse':
      world.clock.moveBy(16 * 60_000);
      return;
    case 'leave':
      if (status !== undefined) await gatherings.leave(eventId, guest);
      return;
    case 'decline':
      if (status !== undefined) await gatherings.changeGuest(eventId, guest, { type: 'decline', reason: '' });
      return;
    case 'give back a part': {
      const { rows } = await sql<{ id: string }>`select o.id from orders o
        join participations p on p.event_id = o.event_id and p.id = o.participation_id
        where o.event_id = ${eventId} and p.user_id = ${guest.id} and o.state = 'paid'`.execute(world.db);
      const part = { amount: PART, reason: '', endRegistration: false, clientId: newId() };
      // Refused once nothing is left of it, or while a bank decides.
      for (const { id: orderId } of rows) await world.call(orders.refundOrder, { orderId, ...part }, host);
      return;
    }
    case 'dispute':
    case 'dispute unseen': {
      const dispute = await disputeAtStripe(paidBy.get(guest)).catch(() => undefined);
      if (dispute && what === 'dispute') await money.deliver(await money.account(), 'charge.dispute.created', dispute);
      return;
    }
    case 'work':
      money.wake();
  }
}

/** What Stripe has of an event's payments. */
async function intentsOf(eventId: string) {
  const { data } = await clientOf(stripe).paymentIntents.list(
    { limit: 100, expand: ['data.latest_charge'] },
    { stripeAccount: await money.account() },
  );
  return data.filter(({ metadata }) => metadata.event === eventId);
}

/** A buyer asks their bank to take a payment back. @throws Error if it is not there, or disputed or refunded already. */
async function disputeAtStripe(intentId = ''): Promise<string> {
  const on = { stripeAccount: await money.account() };
  const { latest_charge: charge } = await clientOf(stripe).paymentIntents.retrieve(intentId, {}, on);
  return (await act<{ id: string }>(stripe, `charges/${String(charge)}/dispute`)).id;
}

/** The banks decide, and we hear of it. @returns what they have given back to buyers in all. */
async function decideAll(eventId: string, status: 'won' | 'lost'): Promise<number> {
  const on = { stripeAccount: await money.account() };
  const { data: intents } = await clientOf(stripe).paymentIntents.list({ limit: 100 }, on);
  const ofEvent = new Set(intents.filter(({ metadata }) => metadata.event === eventId).map(({ id }) => id));
  const { data: disputes } = await clientOf(stripe).disputes.list({ limit: 100 }, on);
  const theirs = disputes.filter(({ payment_intent: intent }) => ofEvent.has(String(intent)));
  for (const { id } of theirs) {
    await act(stripe, `disputes/${id}/decide`, { status });
    await money.deliver(on.stripeAccount, 'charge.dispute.closed', id);
  }
  await money.settled();
  return status === 'won' ? 0 : theirs.reduce((sum, { amount }) => sum + amount, 0);
}

/** A place that somebody has, or that is held for them, with the code that counts and the order that is or was paid for it. */
type Place = { status: string; ticketId: string; code: string | null; orderCode: string | null; paid: number | null };

const placesOf = async (eventId: string) =>
  (
    await sql<Place>`select p.status, p.ticket_id as "ticketId", c.code, o.code as "orderCode", case when o.state = 'paid' then o.total end as paid
      from participations p left join codes c on c.event_id = p.event_id and c.id = p.code_id
        left join lateral (select * from orders r where r.event_id = p.event_id and r.participation_id = p.id
          and (p.status <> 'going' or r.state = 'paid' and r.place_ended_at is null) order by r.created_at desc, r.id desc limit 1) o on true
      where p.event_id = ${eventId} and p.role = 'guest' and (p.status in ('going', 'offered') or p.hold_expires_at is not null)`.execute(
      world.db,
    )
  ).rows;

/** How often each code is used, as hosts see it. */
async function usesOf(eventId: string): Promise<Record<string, number>> {
  const { data } = await world.call(codes.listCodes, { eventId }, host);
  return Object.fromEntries(data.data.map(({ code, uses }) => [code, uses]));
}

/** The uses of each code match the places that have its discount or its hidden ticket, once lapsed holds have ended, and stay within its limit. */
async function expectCodesCounted({ eventId, hiddenId }: Sold): Promise<void> {
  const places = await placesOf(eventId);
  const uses = await usesOf(eventId);
  const paidWith = (code: string) => places.filter(({ orderCode }) => orderCode === code).length;
  const { half, free, access } = CODES;
  expect(uses).toEqual({
    [half.code]: paidWith(half.code),
    // Without an order, since Stripe never hears of it.
    [free.code]: places.filter(({ status, paid }) => status === 'going' && paid === null).length,
    [access.code]: places.filter(({ ticketId }) => ticketId === hiddenId).length,
  });
  for (const used of Object.values(uses)) expect(used).toBeLessThanOrEqual(USES);
}

/** Everything that Stripe and we still have to do is done. */
async function comeToRest(eventId: string): Promise<void> {
  // Nobody pays any more.
  const paid = (await intentsOf(eventId)).filter(({ status }) => status === 'succeeded').map(({ id }) => id);
  // What nobody has told us of is asked for.
  await sql`update payments set look_at = ${world.clock.now()} where state in ('open', 'processing')`.execute(world.db);
  await vi.waitFor(
    async () => {
      await sql`update refunds set due_at = ${world.clock.now()} where state in ('queued', 'pending')`.execute(
        world.db,
      );
      await sql`update payments p set look_at = ${world.clock.now()} from orders o where o.id = p.order_id and o.state <> 'open' and p.state in ('open', 'processing')`.execute(
        world.db,
      );
      stripe.hurry();
      money.wake();
      const { rows } = await sql<{
        n: number;
      }>`select ((select count(*) from refunds where state in ('queued', 'pending'))
        + (select count(*) from payments p join orders o on o.id = p.order_id where p.state in ('open', 'processing') and (o.state <> 'open' or p.look_at <= ${world.clock.now()}))
        + (select count(*) from orders where place_ended_at is not null and state = 'paid')
        + ${paid.length}::int - (select count(*) from payments where intent_id = any(${paid}::text[]) and state = 'succeeded'))::int as n`.execute(
        world.db,
      );
      expect(rows).toEqual([{ n: 0 }]);
    },
    { timeout: 20_000, interval: 50 },
  );
}

describe('histories of tickets', () => {
  test.each([
    ['GBP', 1800, 1890, 945],
    ['JPY', 1800, 1890, 945],
    ['KWD', 4500, 4730, 2360],
  ])(
    'in %s end with every amount accounted for, at Stripe as with us',
    async (currency, price, total, half) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ do: fc.constantFrom(...STEPS), who: fc.nat(PEOPLE - 1) }), {
            minLength: 4,
            maxLength: 14,
          }),
          fc.boolean(),
          fc.constantFrom('won' as const, 'lost' as const),
          async (steps, cancels, verdict) => {
            paidBy.clear();
            const sold = await selling({ currency, price, refund_policy: [{ valid_before: 60 }] });
            const { eventId } = sold;
            for (const step of steps) {
              await take(sold, step);
              for (const used of Object.values(await usesOf(eventId))) expect(used).toBeLessThanOrEqual(USES);
            }
            if (cancels) expect((await world.call(events.cancelEvent, { eventId }, host)).status).toBe(200);
            const lost = await decideAll(eventId, verdict);
            await comeToRest(eventId);
            // A cancelled event has its places still, whose orders have ended.
            if (!cancels) await until(() => expectCodesCounted(sold));

            const { rows: made } = await sql<{
              id: string;
              state: string;
              status: string;
              code: string | null;
              refunded: number;
            }>`
              select o.id, o.state, p.status, o.code, o.refunded from orders o join participations p on p.event_id = o.event_id and p.id = o.participation_id
              where o.event_id = ${eventId}`.execute(world.db);
            const { rows: sums } = await sql<{ order: string; kept: number; share: number }>`select l.order_id as order,
                sum(amount) filter (where kind in ('charge', 'refund', 'refund_failed', 'dispute', 'dispute_won'))::int as kept,
                coalesce(sum(amount) filter (where kind in ('fee', 'fee_refund')), 0)::int as share
              from ledger l join orders o on o.id = l.order_id where o.event_id = ${eventId} group by 1`.execute(
              world.db,
            );
            const keptOf = new Map(sums.map((sum) => [sum.order, sum]));
            for (const order of made) {
              // A place and the money for it are there together, or neither is.
              const kept = keptOf.get(order.id);
              if (order.state === 'paid')
                expect([order.status, (kept?.kept ?? 0) + order.refunded]).toEqual([
                  ...['going', order.code === CODES.half.code ? half : total],
                ]);
              else expect(kept?.kept ?? 0).toBe(0);
              // The operator’s share goes back with the money, unless it is a bank that takes that back.
              if (order.state !== 'paid' && lost === 0) expect(kept?.share ?? 0).toBe(0);
            }
            const going = (await placesOf(eventId)).filter(
              ({ status, code }) => status === 'going' && code !== CODES.free.code,
            );
            expect(made.filter(({ state }) => state === 'paid')).toHaveLength(cancels ? 0 : going.length);
            // The seats that are counted are those that are there.
            const { rows: counted } = await sql<{
              taken: number;
              sold: number;
              held: number;
            }>`select e.taken_count as taken,
                (select sum(taken_count)::int from tickets where event_id = e.id) as sold,
                (select count(*)::int from participations p where p.event_id = e.id and p.role = 'guest'
                  and (p.status = 'going' or (p.status = 'payment_pending' and p.hold_expires_at is not null))) as held
              from events e where e.id = ${eventId}`.execute(world.db);
            expect([counted[0]?.taken, counted[0]?.sold]).toEqual([counted[0]?.held, counted[0]?.held]);
            expect(counted[0]?.held).toBeLessThanOrEqual(2);
            // Stripe has the same.
            const atStripe = (await intentsOf(eventId))
              .filter(({ status }) => status === 'succeeded')
              .reduce(
                (sum, { latest_charge: charge }) =>
                  sum + (typeof charge === 'object' ? (charge?.amount ?? 0) - (charge?.amount_refunded ?? 0) : 0),
                0,
              );
            expect(atStripe - lost).toBe(sums.reduce((sum, { kept }) => sum + kept, 0));
          },
        ),
        { numRuns: RUNS, endOnFailure: true },
      );
    },
    240_000,
  );
});
