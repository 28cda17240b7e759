import { type StripeService, startStripe } from '@folkmoot/sandbox/src/stripe/start.ts';
import { clientOf } from '@folkmoot/sandbox/src/stripe/testing.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../../test/fixtures/event-fixtures.ts';
import { paymentFixtures, stripeSettings } from '../../../test/fixtures/payment-fixtures.ts';
import { ALL } from '../../../test/scope.ts';
import { openWorld, type Signed, type World } from '../../../test/world.ts';

/* Many people want the last seat at once, and all of them pay. */

const PEOPLE = ALL ? 200 : 40;
const TOTAL = 1890;

let stripe: StripeService;
let world: World;
let people: Signed[];
let gatherings: EventFixtures;
let money: ReturnType<typeof paymentFixtures>;
let account: string;

beforeAll(async () => {
  stripe = await startStripe();
  world = await openWorld(stripeSettings(stripe));
  const host = await world.person();
  gatherings = eventFixtures(world, host);
  money = paymentFixtures(world, stripe, host, gatherings);
  account = await money.account();
  people = await Promise.all(Array.from({ length: PEOPLE }, () => world.person()));
});
afterAll(async () => {
  await world.close();
  await stripe.stop();
});

const all = <Result>(work: (person: Signed, n: number) => Promise<Result>) => Promise.all(people.map(work));
const count = (list: readonly unknown[]) =>
  Object.fromEntries([...Map.groupBy(list, (one) => one)].map(([one, some]) => [one, some.length]));

test(`${PEOPLE} people who begin at once: one has the seat held, the others wait`, async () => {
  const { id: eventId } = await gatherings.published();
  const ticketId = await money.ticket(eventId, { capacity: 1 });
  const answers = await all((person) => gatherings.register(eventId, person, { ticketId }));
  expect(count(answers.map(({ data }) => data.status))).toEqual({ payment_pending: 1, waitlisted: PEOPLE - 1 });
  expect(await gatherings.taken(eventId)).toBe(1);
});

test(`${PEOPLE} people who pay at once for the last seat: one is seated, all others get everything back`, async () => {
  const { id: eventId } = await gatherings.published();
  const ticketId = await money.ticket(eventId);
  await all((person) => gatherings.register(eventId, person, { ticketId }));
  const begun = await all((person) => money.intentOf(eventId, person));
  // Nobody has paid in time, and only one seat is left.
  world.clock.moveBy(16 * 60_000);
  await sql`update tickets set capacity = 1 where id = ${ticketId}`.execute(world.db);
  const on = { stripeAccount: account };
  const answers = await all(async (person, n) => {
    const id = begun[n]?.data.data.id ?? '';
    await clientOf(stripe).paymentIntents.confirm(
      id,
      { payment_method: 'pm_card_visa', return_url: 'http://127.0.0.1/' },
      on,
    );
    return money.record(eventId, person, id);
  });
  expect(count(answers.map(({ status }) => status))).toEqual({ 200: PEOPLE });
  expect(count(answers.map(({ data }) => data.status))).toEqual({ going: 1, payment_pending: PEOPLE - 1 });
  expect(await gatherings.taken(eventId)).toBe(1);

  await world.app.jobs.start();
  await vi.waitFor(
    async () => {
      money.wake();
      const { rows } = await sql<{
        state: string;
        reason: string;
        n: number;
      }>`select r.state, r.reason, count(*)::int as n
        from refunds r join orders o on o.id = r.order_id where o.event_id = ${eventId} group by 1, 2`.execute(
        world.db,
      );
      expect(rows).toEqual([{ state: 'succeeded', reason: 'late', n: PEOPLE - 1 }]);
    },
    { timeout: 40_000, interval: 200 },
  );
  // Ledger and Stripe agree.
  const { rows } = await sql<{
    kind: string;
    sum: number;
    n: number;
  }>`select l.kind, sum(l.amount)::int as sum, count(*)::int as n
    from ledger l join orders o on o.id = l.order_id where o.event_id = ${eventId} and l.kind in ('charge', 'refund', 'fee', 'fee_refund') group by 1`.execute(
    world.db,
  );
  const ledger = Object.fromEntries(rows.map(({ kind, sum, n }) => [kind, [n, sum]]));
  expect(ledger).toEqual({
    charge: [PEOPLE, PEOPLE * TOTAL],
    refund: [PEOPLE - 1, -(PEOPLE - 1) * TOTAL],
    fee: [PEOPLE, -PEOPLE * 90],
    fee_refund: [PEOPLE - 1, (PEOPLE - 1) * 90],
  });
  const charges: number[] = [];
  const refunds: number[] = [];
  for await (const { type, amount } of clientOf(stripe).balanceTransactions.list({ limit: 100 }, on))
    if (type === 'charge') charges.push(amount);
    else if (type === 'refund') refunds.push(amount);
  expect(count(charges)).toEqual({ [TOTAL]: PEOPLE });
  expect(count(refunds)).toEqual({ [-TOTAL]: PEOPLE - 1 });
}, 120_000);
