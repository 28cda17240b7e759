import { updateTicket } from '@folkmoot/contract/tickets/api.ts';
import { type StripeService, startStripe } from '@folkmoot/sandbox/src/stripe/start.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../../test/fixtures/event-fixtures.ts';
import { paymentFixtures, stripeSettings } from '../../../test/fixtures/payment-fixtures.ts';
import { openWorld, type Signed, type World } from '../../../test/world.ts';
import { seatAtOnce } from '../../participations/seats-store.ts';
import { findRegistration } from '../../participations/store.ts';
import { orderOfNew } from './orders-actions.ts';

/* A rush on a paid ticket: how much of the database each buyer takes. */

let stripe: StripeService;
let world: World;
let host: Signed;
let gatherings: EventFixtures;
let money: ReturnType<typeof paymentFixtures>;

beforeAll(async () => {
  stripe = await startStripe();
  world = await openWorld(stripeSettings(stripe));
  host = await world.person();
  gatherings = eventFixtures(world, host);
  money = paymentFixtures(world, stripe, host, gatherings);
  await money.account();
});
afterAll(async () => {
  await world.close();
  await stripe.stop();
});

const ordersOf = async (eventId: string) =>
  (
    await sql<{ total: number; state: string }>`select total, state from orders where event_id = ${eventId}`.execute(
      world.db,
    )
  ).rows;

describe('a seat that is held for somebody new', () => {
  test('takes one statement more than a free one: what it costs is read before', async () => {
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
    expect(await registering(sold.id, { ticketId })).toBe((await registering(free.id, {})) + 1);
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
