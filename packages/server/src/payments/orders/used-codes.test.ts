import { passOn } from '@folkmoot/contract/admission/api.ts';
import { createCode, listCodes } from '@folkmoot/contract/codes/api.ts';
import { refusals as codes } from '@folkmoot/contract/codes/schema.ts';
import { refusals as registrations } from '@folkmoot/contract/registrations/schema.ts';
import { clientOf } from '@folkmoot/sandbox/src/stripe/testing.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSales, type Sales } from '../../../test/fixtures/sales-fixture.ts';
import { runCommand } from '../../core/command.ts';
import { newId } from '../../core/id.ts';
import { claimByAddress } from '../../participations/claims-actions.ts';
import { claimOrders, moveOrders } from './orders-store.ts';

/* Payments that were begun with a code of one use, and made after that use has gone to somebody else. The job that ends them is slow. */

let sales: Sales;
let world: Sales['world'];
let gatherings: Sales['gatherings'];
let money: Sales['money'];

beforeAll(async () => {
  sales = await openSales({}, { jobs: false });
  ({ world, gatherings, money } = sales);
});
afterAll(() => sales.close());

/** Wren has begun to pay for a ticket of £18 that costs £16.20 with the code. */
async function begun() {
  const { id: eventId } = await gatherings.published();
  const ticketId = await money.ticket(eventId);
  const nothing = { amount: null, ticket_ids: null, starts_epoc: null, ends_epoc: null, is_active: true };
  const code = { eventId, code: 'EARLY', kind: 'percent' as const, percent: 10, max_uses: 1, ...nothing };
  expect((await world.call(createCode, code, sales.host)).status).toBe(200);
  const wren = await world.person();
  await gatherings.register(eventId, wren, { ticketId, code: 'EARLY' });
  const { id, stripe_account: stripeAccount } = (await money.intentOf(eventId, wren)).data.data;
  return {
    ...{ eventId, ticketId, wren },
    async pay() {
      const card = { payment_method: 'pm_card_visa', return_url: 'http://127.0.0.1/' };
      await clientOf(sales.stripe).paymentIntents.confirm(id, card, { stripeAccount });
      return (await money.record(eventId, wren, id)).data.status;
    },
  };
}

async function buyAs(firstName: string, eventId: string, more: object, email?: string) {
  const person = await world.person({ firstName, ...(email && { email }) });
  expect((await gatherings.register(eventId, person, more)).data.status).toBe('payment_pending');
  const { id } = await money.payAtStripe(eventId, person);
  expect((await money.record(eventId, person, id)).data.status).toBe('going');
  return person;
}

const refundsOf = async (eventId: string) =>
  (
    await sql<{ reason: string; amount: number }>`select r.reason, r.amount from refunds r
      join orders o on o.id = r.order_id where o.event_id = ${eventId}`.execute(world.db)
  ).rows;
const usesOf = async (eventId: string) =>
  (await world.call(listCodes, { eventId }, sales.host)).data.data.map(({ uses }) => uses);

test('taken back for the full price, and used by somebody else: the first payment goes back', async () => {
  const { eventId, ticketId, wren, pay } = await begun();
  expect((await gatherings.register(eventId, wren, { ticketId, code: '' })).data.status).toBe('payment_pending');
  // The job is to end it now.
  const { rows } = await sql`select p.state from payments p join orders o on o.id = p.order_id
    where o.event_id = ${eventId} and p.look_at <= ${world.clock.now()}`.execute(world.db);
  expect(rows).toEqual([{ state: 'open' }]);
  await buyAs('Robin', eventId, { ticketId, code: 'EARLY' });
  expect(await pay()).toBe('payment_pending');
  expect(await refundsOf(eventId)).toEqual([{ reason: 'late', amount: 1701 }]);
  expect(await usesOf(eventId)).toEqual([1]);
  // Their seat is still held at the full price.
  expect((await money.intentOf(eventId, wren)).data.data.amount).toBe(1890);
});

test('returned with a hold that has lapsed, and used by somebody else: the first payment goes back', async () => {
  const { eventId, ticketId, pay } = await begun();
  world.clock.moveBy(16 * 60_000);
  await buyAs('Kofi', eventId, { ticketId });
  await buyAs('Robin', eventId, { ticketId, code: 'EARLY' });
  expect(await pay()).toBe('payment_pending');
  expect(await refundsOf(eventId)).toEqual([{ reason: 'late', amount: 1701 }]);
});

test('taken back, and used by nobody else: the payment counts, and so does the use', async () => {
  const { eventId, ticketId, wren, pay } = await begun();
  await gatherings.register(eventId, wren, { ticketId, code: '' });
  expect(await usesOf(eventId)).toEqual([0]);
  expect(await pay()).toBe('going');
  expect([await refundsOf(eventId), await usesOf(eventId)]).toEqual([[], [1]]);
});

/** A hidden ticket that a code of one use shows, and a seat of it that somebody holds with it. */
async function shown(price = 500) {
  const { id: eventId } = await gatherings.published();
  await money.ticket(eventId);
  const ticketId = await money.ticket(eventId, {
    name: 'Crew',
    type: price > 0 ? 'paid' : 'free',
    price,
    is_hidden: true,
  });
  const nothing = { amount: null, percent: null, starts_epoc: null, ends_epoc: null, is_active: true };
  const code = { eventId, code: 'CREW', kind: 'access' as const, max_uses: 1, ticket_ids: [ticketId], ...nothing };
  expect((await world.call(createCode, code, sales.host)).status).toBe(200);
  const wren = await world.person();
  const register = (fields: object) => gatherings.register(eventId, wren, { ticketId, ...fields });
  expect((await register({ code: 'CREW' })).data.status).toBe(price > 0 ? 'payment_pending' : 'going');
  return { eventId, ticketId, wren, register };
}

test('that shows a hidden ticket cannot be taken back while a seat of it is held', async () => {
  const { eventId, register } = await shown();
  expect((await register({ code: '' })).problem.code).toBe(registrations.noSuchTicket.code);
  expect(await usesOf(eventId)).toEqual([1]);
  // Nothing has changed for them.
  expect((await register({})).data.status).toBe('payment_pending');
});

test('codes: a hidden ticket is hidden again once somebody else has used the code that showed it', async () => {
  const { eventId, ticketId, register } = await shown();
  world.clock.moveBy(16 * 60_000);
  await sql`update participations set hold_expires_at = null where event_id = ${eventId}`.execute(world.db);
  await buyAs('Robin', eventId, { ticketId, code: 'CREW' });
  expect((await register({})).problem.code).toBe(registrations.noSuchTicket.code);
});

test('nor to somebody who has given up a seat of it', async () => {
  const { eventId, ticketId, wren, register } = await shown(0);
  // What is theirs stays so, without the code.
  expect((await register({ code: '' })).data.status).toBe('going');
  await gatherings.leave(eventId, wren);
  const robin = await world.person();
  expect((await gatherings.register(eventId, robin, { ticketId, code: 'CREW' })).data.status).toBe('going');
  expect((await register({})).problem.code).toBe(registrations.noSuchTicket.code);
  await gatherings.leave(eventId, robin);
  expect((await register({ code: 'CREW' })).data.status).toBe('going');
});

test('goes with the place that it was used for, to whom that is passed on', async () => {
  const { eventId, ticketId, wren } = await begun();
  await gatherings.leave(eventId, wren);
  const robin = await buyAs('Robin', eventId, { ticketId, code: 'EARLY' });
  const to = { email: 'ida@moot.example', firstName: 'Ida', lastName: 'Holm' };
  const participationId = await gatherings.idOf(eventId, robin);
  expect((await world.call(passOn, { eventId, participationId, ...to }, robin)).status).toBe(200);
  expect(await usesOf(eventId)).toEqual([1]);
  const again = await gatherings.register(eventId, robin, { ticketId, code: 'EARLY' });
  expect(again.problem.code).toBe(codes.usedUp.code);
});

test('goes with the place of an address to the account that turns out to have it', async () => {
  const { id: eventId } = await gatherings.published();
  const ticketId = await money.ticket(eventId);
  const nothing = { amount: null, ticket_ids: null, starts_epoc: null, ends_epoc: null, is_active: true };
  const code = { eventId, code: 'FREE', kind: 'percent' as const, percent: 100, max_uses: 1, ...nothing };
  expect((await world.call(createCode, code, sales.host)).status).toBe(200);
  const email = 'ida@holm.example';
  await gatherings.prove(eventId, email, { ticketId, code: 'FREE' });
  const ida = await world.person();
  await sql`insert into participations (event_id, id, user_id, role, status, registered_at, changed_at)
    values (${eventId}, ${newId()}, ${ida.id}, 'guest', 'not_going', ${world.clock.now()}, ${world.clock.now()})`.execute(
    world.db,
  );
  await sql`update users set email = ${email}, email_verified = true where id = ${ida.id}`.execute(world.db);
  await runCommand(world.db, world.app.services, true, (command) =>
    claimByAddress(
      command,
      { moveAnswers: async () => undefined, claimOrders, moveOrders, moveQuestions: async () => undefined },
      ida.id,
    ),
  );
  expect((await gatherings.own(eventId, ida))?.status).toBe('going');
  expect(await usesOf(eventId)).toEqual([1]);
});
