import * as events from '@folkmoot/contract/events/api.ts';
import { type StripeService, startStripe } from '@folkmoot/sandbox/src/stripe/start.ts';
import { act, clientOf } from '@folkmoot/sandbox/src/stripe/testing.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../../test/fixtures/event-fixtures.ts';
import { paymentFixtures, stripeSettings } from '../../../test/fixtures/payment-fixtures.ts';
import { ALL } from '../../../test/scope.ts';
import { openWorld, type Signed, type World } from '../../../test/world.ts';

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

const STEPS = [
  'register',
  'pay',
  'pay unseen',
  'record',
  'told',
  'lapse',
  'leave',
  'decline',
  'work',
  'refused',
  'dispute',
  'dispute unseen',
] as const;
type Step = { do: (typeof STEPS)[number]; who: number };

/** What somebody has paid for at Stripe of late, whether or not we know of it. */
const paidBy = new Map<Signed, string>();

async function take(eventId: string, ticketId: string, { do: what, who }: Step): Promise<void> {
  const guest = guests[who] as Signed;
  const status = (await gatherings.own(eventId, guest))?.status;
  switch (what) {
    case 'register':
      await gatherings.register(eventId, guest, { ticketId });
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
    ['GBP', 1800, 1890],
    ['JPY', 1800, 1890],
    ['KWD', 4500, 4730],
  ])(
    'in %s end with every amount accounted for, at Stripe as with us',
    async (currency, price, total) => {
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
            const { id: eventId } = await gatherings.published({ name: 'Histories', capacity: 2, waitlist: false });
            const ticketId = await money.ticket(eventId, { currency, price, refund_policy: [{ valid_before: 60 }] });
            for (const step of steps) await take(eventId, ticketId, step);
            if (cancels) expect((await world.call(events.cancelEvent, { eventId }, host)).status).toBe(200);
            const lost = await decideAll(eventId, verdict);
            await comeToRest(eventId);

            const { rows: orders } = await sql<{ id: string; state: string; status: string; refunded: number }>`
              select o.id, o.state, p.status, o.refunded from orders o join participations p on p.event_id = o.event_id and p.id = o.participation_id
              where o.event_id = ${eventId}`.execute(world.db);
            const { rows: sums } = await sql<{ order: string; kept: number; share: number }>`select l.order_id as order,
                sum(amount) filter (where kind in ('charge', 'refund', 'refund_failed', 'dispute', 'dispute_won'))::int as kept,
                coalesce(sum(amount) filter (where kind in ('fee', 'fee_refund')), 0)::int as share
              from ledger l join orders o on o.id = l.order_id where o.event_id = ${eventId} group by 1`.execute(
              world.db,
            );
            const keptOf = new Map(sums.map((sum) => [sum.order, sum]));
            for (const order of orders) {
              // A place and the money for it are there together, or neither is.
              const kept = keptOf.get(order.id);
              if (order.state === 'paid')
                expect([order.status, kept?.kept, order.refunded]).toEqual(['going', total, 0]);
              else expect(kept?.kept ?? 0).toBe(0);
              // The operator’s share goes back with the money, unless it is a bank that takes that back.
              if (order.state !== 'paid' && lost === 0) expect(kept?.share ?? 0).toBe(0);
            }
            const { rows: going } = await sql<{ n: number }>`select count(*)::int as n from participations
              where event_id = ${eventId} and status = 'going' and role = 'guest'`.execute(world.db);
            expect(orders.filter(({ state }) => state === 'paid')).toHaveLength(cancels ? 0 : (going[0]?.n ?? 0));
            // The seats that are counted are those that are there.
            const { rows: counted } = await sql<{
              taken: number;
              sold: number;
              held: number;
            }>`select e.taken_count as taken,
                (select taken_count from tickets where event_id = e.id) as sold,
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
