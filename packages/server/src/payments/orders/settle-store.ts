import { sql } from 'kysely';
import { allRows, type Db } from '../../core/db/db.ts';
import { IS_BESIDE, ORDER, ORDERS, type Order, type Payment } from './orders-store.ts';

/*
 * Settling payments, many in one transaction: each of these is one statement, however many payments there are.
 */

/** A payment, and whose place it is for. */
export type Known = {
  paymentId: string;
  intentId: string | null;
  eventId: string;
  participationId: string;
  account: string;
};

/** Payments that Stripe has told us of: by its ids of their intents, or by our ids, which travel with them. */
export async function listKnown(
  db: Db,
  by: readonly { intentId: string; paymentId: string | undefined }[],
): Promise<Known[]> {
  const intents = by.map(({ intentId }) => intentId);
  const payments = by.flatMap(({ paymentId }) => paymentId ?? []);
  return allRows(
    db,
    sql<Known>`select p.id as "paymentId", p.intent_id as "intentId", o.event_id as "eventId", o.participation_id as "participationId", a.stripe_id as account
      from payments p join orders o on o.id = p.order_id join stripe_accounts a on a.id = o.account_id
      where p.intent_id = any(${intents}::text[]) or p.id = any(${payments}::uuid[])`,
  );
}

/** A payment with its order. */
export type Found = {
  paymentId: string;
  intentId: string | null;
  state: Payment['state'];
  order: Order;
  /** Whether another payment has paid the order, whatever became of its place since. */
  wasPaid: boolean;
};

/**
 * Payments whose orders nobody else changes until the transaction ends, with their intents written down. Under the event's lock, if it
 * is still there.
 */
export async function lockPayments(db: Db, payments: readonly { id: string; intentId: string }[]): Promise<Found[]> {
  const ids = payments.map(({ id }) => id);
  // First the locks: what others have just written is seen by the statements that follow.
  await sql`select 1 from orders where id in (select order_id from payments where id = any(${ids}::uuid[])) order by id for update`.execute(
    db,
  );
  await sql`update payments p set intent_id = g."intentId" from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) g(id uuid, "intentId" text)
    where p.id = g.id and p.intent_id is null`.execute(db);
  const rows = await allRows(
    db,
    sql<
      Order & Omit<Found, 'order' | 'state'> & { payment: Payment['state'] }
    >`select ${ORDER}, y.id as "paymentId", y.intent_id as "intentId", y.state as payment,
        exists (select from payments p where p.order_id = o.id and p.state = 'succeeded' and p.id <> y.id and not ${IS_BESIDE}) as "wasPaid"
      ${ORDERS} join payments y on y.order_id = o.id where y.id = any(${ids}::uuid[])`,
  );
  return rows.map(({ paymentId, intentId, payment: state, wasPaid, ...order }) => ({
    ...{ paymentId, intentId, state, wasPaid, order },
  }));
}

/** What became of payments. One that has succeeded stays so. */
export async function setPayments(
  db: Db,
  payments: readonly { id: string; state: Payment['state'] }[],
  now: Date,
): Promise<void> {
  if (payments.length === 0) return;
  await sql`update payments p set state = g.state, settled_at = case when g.state in ('succeeded', 'canceled') then ${now}::timestamptz end,
      refused_at = case when g.state <> 'open' then null when p.state = 'processing' then ${now}::timestamptz else p.refused_at end
    from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) g(id uuid, state text) where p.id = g.id and p.state <> 'succeeded'`.execute(
    db,
  );
}

/** These orders of an event have been paid; others of their places end, and their payments. Under the event's lock. */
export async function setPaid(
  db: Db,
  orders: readonly Pick<Order, 'id' | 'eventId' | 'participationId'>[],
  now: Date,
): Promise<void> {
  const rows = orders.map(({ id, eventId, participationId }) => ({ id, event: eventId, place: participationId }));
  await sql`with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) g(id uuid, event uuid, place uuid)),
    paid as (update orders o set state = 'paid', paid_at = ${now}::timestamptz, ended_at = null from given g where o.id = g.id),
    ended as (
      update orders o set state = 'ended', ended_at = ${now}::timestamptz from given g
      where o.event_id = g.event and o.participation_id = g.place and o.state = 'open' and o.id <> g.id returning o.id)
    update payments p set look_at = ${now}::timestamptz from given g join orders o on o.event_id = g.event and o.participation_id = g.place and o.id <> g.id
    where p.order_id = o.id and p.state = 'open' and (o.state = 'ended' or o.id in (select id from ended))`.execute(db);
}
