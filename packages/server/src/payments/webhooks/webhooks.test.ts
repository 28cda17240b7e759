import { clientOf, readyAccount } from '@folkmoot/sandbox/src/stripe/testing.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openSales, type Sales } from '../../../test/fixtures/sales-fixture.ts';
import { DELIVERIES_QUEUE } from './jobs.ts';

/* What Stripe delivers of hosts' accounts, which are theirs: they do with them what they like. */

let sales: Sales;
let stripe: Sales['stripe'];
let world: Sales['world'];
let gatherings: Sales['gatherings'];
let money: Sales['money'];
let account: Sales['account'];

beforeAll(async () => {
  sales = await openSales();
  ({ stripe, world, gatherings, money, account } = sales);
});
afterAll(() => sales.close());

const kept = async () =>
  (await sql<{ type: string }>`select type from stripe_events order by received_at, id`.execute(world.db)).rows.map(
    ({ type }) => type,
  );
test('events that do not concern us, and those of accounts that we do not know, are not kept', async () => {
  const before = await kept();
  await money.deliver(account, 'customer.created', 'cus_1');
  await money.deliver(account, 'charge.succeeded', 'ch_1');
  await money.deliver(await readyAccount(stripe), 'payment_intent.succeeded', 'pi_1');
  expect(await kept()).toEqual(before);
});

test('a payment that hosts make and cancel themselves is not even asked about', async () => {
  const on = { stripeAccount: account };
  const { id } = await clientOf(stripe).paymentIntents.create({ amount: 500, currency: 'gbp' }, on);
  await clientOf(stripe).paymentIntents.cancel(id, {}, on);
  stripe.failNext({ status: 403, path: id });
  await money.deliver(account, 'payment_intent.canceled', id);
  await money.settled();
  // The fault is still there: nobody has asked.
  await expect(clientOf(stripe).paymentIntents.retrieve(id, {}, on)).rejects.toThrow();
});

test('what could not be dealt with for a month is forgotten', async () => {
  const [long, later] = [40, -1].map((days) => new Date(world.clock.now().getTime() - days * 86_400_000));
  await sql`insert into stripe_events (id, account, type, object_id, received_at, due_at)
    values ('evt_hopeless', ${account}, 'refund.updated', 're_1', ${long}, ${later})`.execute(world.db);
  world.app.jobs.wake(DELIVERIES_QUEUE);
  await money.settled();
});

test('whatever is told of one thing is dealt with by asking once', async () => {
  const { id: eventId } = await gatherings.published();
  const ticketId = await money.ticket(eventId);
  const wren = await world.person();
  await gatherings.register(eventId, wren, { ticketId });
  const { id } = await money.payAtStripe(eventId, wren);
  await sql`insert into stripe_events (id, account, type, object_id, received_at, due_at)
    select 'evt_flood_' || n, ${account}, 'payment_intent.succeeded', ${id}, ${world.clock.now()}, ${world.clock.now()} from generate_series(1, 200) n`.execute(
    world.db,
  );
  world.app.jobs.wake(DELIVERIES_QUEUE);
  await money.settled();
  expect((await gatherings.own(eventId, wren))?.status).toBe('going');
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from stripe_events where object_id = ${id} and tries > 0`.execute(world.db);
  expect(rows[0]?.n).toBeLessThanOrEqual(50);
});

test('many payments that are told of at once are all settled at the first try', async () => {
  const { id: eventId } = await gatherings.published();
  const ticketId = await money.ticket(eventId);
  const paid = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const guest = await world.person();
      await gatherings.register(eventId, guest, { ticketId });
      return money.payAtStripe(eventId, guest);
    }),
  );
  await Promise.all(paid.map(({ id }) => money.deliver(account, 'payment_intent.succeeded', id)));
  await vi.waitFor(() => money.settled(), { timeout: 20_000 });
  const { rows } = await sql<{
    tries: number;
  }>`select distinct tries from stripe_events where object_id = any(${paid.map(({ id }) => id)})`.execute(world.db);
  expect(rows).toEqual([{ tries: 1 }]);
  expect(await gatherings.taken(eventId)).toBe(60);
});
