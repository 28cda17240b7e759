import { findDeletionBlockers } from '@folkmoot/contract/accounts/leaving-api.ts';
import { disconnectAccount } from '@folkmoot/contract/payments/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSales, type Sales } from '../../test/fixtures/sales-fixture.ts';
import type { Signed } from '../../test/world.ts';
import { leavingPayments } from './leaving-actions.ts';

/* What money keeps an account from being deleted. */

let sales: Sales;
let world: Sales['world'];

beforeAll(async () => {
  sales = await openSales({}, { jobs: false });
  ({ world } = sales);
});
afterAll(() => sales.close());

const blockers = async (as: Signed) =>
  (await world.call(findDeletionBlockers, {}, as)).data.data.map(({ kind, people }) => [kind, people]);

test('what somebody bought before they had an account is theirs, and said before they leave', async () => {
  const { id: eventId } = await sales.gatherings.published();
  const guest = await world.person();
  await sales.gatherings.register(eventId, guest, { ticketId: await sales.money.ticket(eventId) });
  const { id } = await sales.money.payAtStripe(eventId, guest);
  await sql`update orders set user_id = null where event_id = ${eventId}`.execute(world.db);
  const payments = async () => (await world.call(findDeletionBlockers, {}, guest)).data.counts.payments;
  await sql`update payments set state = 'processing' where intent_id = ${id}`.execute(world.db);
  expect([await blockers(guest), await payments()]).toEqual([[['payment', 0]], 0]);
  // Also of a place under their address that their account has not taken over yet, as it does when they leave.
  await sql`update participations p set user_id = null, email = u.email from users u
    where u.id = p.user_id and u.id = ${guest.id} and p.event_id = ${eventId}`.execute(world.db);
  expect(await blockers(guest)).toEqual([['payment', 0]]);
  await sql`update participations set user_id = ${guest.id}, email = null where event_id = ${eventId} and email = ${guest.email}`.execute(
    world.db,
  );
  await sql`update payments set state = 'open' where intent_id = ${id}`.execute(world.db);
  expect((await sales.money.record(eventId, guest, id)).data.status).toBe('going');
  expect([await blockers(guest), await payments()]).toEqual([[], 1]);
});

test('who disconnects their account still has to settle what was sold with it', async () => {
  const { id: eventId } = await sales.gatherings.published();
  const ticketId = await sales.money.ticket(eventId);
  const guest = await world.person();
  await sales.gatherings.register(eventId, guest, { ticketId });
  const { id } = await sales.money.payAtStripe(eventId, guest);
  expect((await sales.money.record(eventId, guest, id)).data.status).toBe('going');
  // Someone else holds a seat, and may pay for it.
  await sales.gatherings.register(eventId, await world.person(), { ticketId });
  const ofSales = async () => (await blockers(sales.host)).filter(([kind]) => kind === 'sales');
  expect(await ofSales()).toEqual([['sales', 1]]);
  expect((await world.call(disconnectAccount, {}, sales.host)).status).toBe(200);
  expect(await ofSales()).toEqual([['sales', 1]]);
  await sql`update orders set state = 'ended', ended_at = ${world.clock.now()} where event_id = ${eventId} and state = 'open'`.execute(
    world.db,
  );
  expect(await ofSales()).toEqual([]);
});

test('the accounts of somebody who leaves are locked', async () => {
  const locked = (lock: boolean) =>
    world.db.transaction().execute(async (tx) => {
      await leavingPayments.blockers?.(tx, sales.host.id, world.clock.now(), lock);
      const { rows } = await sql<{ own: boolean }>`select xmax::text = pg_current_xact_id_if_assigned()::text as own
        from stripe_accounts where user_id = ${sales.host.id}`.execute(tx);
      return rows.map(({ own }) => own === true);
    });
  expect([await locked(false), await locked(true)]).toEqual([[false], [true]]);
});
