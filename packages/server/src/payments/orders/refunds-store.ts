import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../../core/db/db.ts';
import { newId } from '../../core/id.ts';
import type { Order } from './orders-store.ts';

/** Why money goes back. */
export type RefundReason = 'guest' | 'place_ended' | 'host' | 'late' | 'twice' | 'wrong' | 'elsewhere';

export type NewRefund = {
  orderId: string;
  paymentId: string;
  amount: number;
  reason: RefundReason;
  byId: string | null;
  /** Whether it is part of what was paid for the order; a second payment is not. */
  ofOrder: boolean;
  /** What the host wrote. */
  note?: string;
  /** By which a form that is sent twice is known. */
  clientId?: string;
};

/** Queues a refund: its row is there before Stripe hears of it, and its id is the idempotency key. @returns its id. */
export async function insertRefund(db: Db, refund: NewRefund, now: Date): Promise<string> {
  const [id = ''] = await insertRefunds(db, [refund], now);
  return id;
}

/** The same for several, of different orders. */
export async function insertRefunds(db: Db, refunds: readonly NewRefund[], now: Date): Promise<string[]> {
  const rows = refunds.map((refund) => ({ ...refund, id: newId(), note: refund.note ?? '' }));
  await sql`with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        r(id uuid, "orderId" uuid, "paymentId" uuid, amount int, reason text, "byId" uuid, note text, "clientId" uuid, "ofOrder" boolean)),
    added as (
      insert into refunds (id, order_id, payment_id, amount, reason, by_id, note, client_id, state, due_at, created_at)
      select id, "orderId", "paymentId", amount, reason, "byId", note, "clientId", 'queued', ${now}::timestamptz, ${now}::timestamptz from given)
    update orders o set refunded = refunded + r.amount from given r where o.id = r."orderId" and r."ofOrder"`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/**
 * What has gone back of an order is what its refunds come to that have not failed, whoever made them; not those of money that never
 * paid for it. More than was paid is not counted: Stripe refuses it.
 */
async function countRefunds(db: Db, orderId: string): Promise<void> {
  // First the lock: what others have just added to it is seen by the statement that follows.
  await sql`select 1 from orders where id = ${orderId} for update`.execute(db);
  await sql`update orders o set refunded = least(o.total, (select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.id and r.state <> 'failed'
      and not exists (select from refunds b where b.payment_id = r.payment_id and b.reason in ('twice', 'late', 'wrong'))))
    where o.id = ${orderId}`.execute(db);
}

/** A refund that is to be made, or whose end is awaited. */
export type DueRefund = {
  id: string;
  orderId: string;
  eventId: string;
  amount: number;
  reason: RefundReason;
  intentId: string;
  stripeId: string | null;
  tries: number;
  /** How often Stripe has answered that it will not make it for now. */
  refusals: number;
  account: string;
  currency: string;
};

/** Refunds that are due; other processes take others. */
export async function takeRefunds(db: Db, most: number, now: Date, next: Date): Promise<DueRefund[]> {
  return allRows(
    db,
    sql<DueRefund>`with due as materialized (
        select id from refunds q where state in ('queued', 'pending') and due_at <= ${now}
          -- Nothing goes back while it is open whose the money is.
          and not exists (select from disputes d where d.payment_id = q.payment_id and d.state = 'open')
        order by due_at, id limit ${most}::int for update skip locked)
      update refunds r set due_at = ${next}, tries = r.tries + 1 from due, payments p, orders o, stripe_accounts a
      where r.id = due.id and p.id = r.payment_id and o.id = r.order_id and a.id = o.account_id
      returning r.id, r.order_id as "orderId", o.event_id as "eventId", r.amount, r.reason, p.intent_id as "intentId", r.stripe_id as "stripeId", r.tries, r.refusals, a.stripe_id as account, o.currency`,
  );
}

/** A refund as it is written down. */
export type KnownRefund = Omit<DueRefund, 'tries' | 'refusals'> & {
  paymentId: string;
  state: 'queued' | 'pending' | 'succeeded' | 'failed';
  retried: boolean;
  note: string;
};

/** One refund by our id, which travels with it, or by Stripe's. */
export async function findRefund(
  db: Db,
  by: { id: string } | { stripeId: string } | { orderId: string; clientId: string },
): Promise<KnownRefund | undefined> {
  const where =
    'id' in by
      ? sql`r.id = ${by.id}`
      : 'stripeId' in by
        ? sql`r.stripe_id = ${by.stripeId}`
        : sql`r.order_id = ${by.orderId} and r.client_id = ${by.clientId}`;
  return firstRow(
    db,
    sql<KnownRefund>`select r.id, r.order_id as "orderId", r.payment_id as "paymentId", o.event_id as "eventId", r.amount, r.reason, r.state, r.note, r.retried_at is not null as retried,
        p.intent_id as "intentId", r.stripe_id as "stripeId", a.stripe_id as account, o.currency
      from refunds r join payments p on p.id = r.payment_id join orders o on o.id = r.order_id join stripe_accounts a on a.id = o.account_id where ${where}`,
  );
}

/** Writes down a refund that somebody has made at Stripe itself, once. Under the event's lock. @returns whether it is new. */
export async function insertElsewhere(
  db: Db,
  refund: { orderId: string; paymentId: string; amount: number; stripeId: string; state: 'pending' | 'succeeded' },
  now: Date,
): Promise<boolean> {
  const { orderId, paymentId, amount, stripeId, state } = refund;
  const rows = await allRows(
    db,
    sql<{
      id: string;
    }>`insert into refunds (id, order_id, payment_id, amount, reason, stripe_id, state, due_at, created_at, settled_at)
      values (${newId()}, ${orderId}, ${paymentId}, ${amount}, 'elsewhere', ${stripeId}, ${state}, ${now}, ${now}, ${state === 'succeeded' ? now : null}::timestamptz)
      on conflict (stripe_id) do nothing returning order_id as id`,
  );
  await countRefunds(db, orderId);
  return rows.length > 0;
}

/** A failed refund was made again, by another one. */
export async function setRetried(db: Db, id: string, now: Date): Promise<void> {
  await sql`update refunds set retried_at = ${now} where id = ${id}`.execute(db);
}

/**
 * What Stripe says of a refund. One that fails gives its amount back to the order. Under the event's lock.
 *
 * @param settled `stripeId` is null if Stripe has refused to make it: should it exist all the same, Stripe's word counts.
 * @returns whether that is new.
 */
export async function settleRefund(
  db: Db,
  id: string,
  settled: { stripeId: string | null; state: 'pending' | 'succeeded' | 'failed'; failure: string },
  now: Date,
): Promise<boolean> {
  const { stripeId, state, failure } = settled;
  const changed = await firstRow(
    db,
    sql<{
      orderId: string;
    }>`update refunds set stripe_id = coalesce(${stripeId}, stripe_id), state = ${state}, failure = ${failure},
        settled_at = case when ${state}::text <> 'pending' then ${now}::timestamptz end
      where id = ${id} and state <> ${state}::text and (state <> 'failed' or stripe_id is null) returning order_id as "orderId"`,
  );
  if (changed) await countRefunds(db, changed.orderId);
  return changed !== undefined;
}

/** Nothing is left of a payment: what was still to be made of its refunds never will be. Under the event's lock. */
export async function dropRefunds(
  db: Db,
  { orderId, paymentId, failure }: { orderId: string; paymentId: string; failure: string },
  now: Date,
): Promise<void> {
  await sql`update refunds set state = 'failed', failure = ${failure}, settled_at = ${now}, retried_at = ${now}
    where payment_id = ${paymentId} and state = 'queued'`.execute(db);
  await countRefunds(db, orderId);
}

/** What of an order can still be given back. */
export const left = ({ total, refunded }: Pick<Order, 'total' | 'refunded'>): number => total - refunded;

/** A refund waits for its next try. @param isRefused whether Stripe has answered that it will not make it for now. */
export async function postponeRefund(db: Db, id: string, until: Date, isRefused = false): Promise<void> {
  await sql`update refunds set due_at = ${until}, refusals = refusals + ${isRefused ? 1 : 0}::int where id = ${id}`.execute(
    db,
  );
}

/** The refunds of a payment that wait are tried at once. */
export async function hurryRefunds(db: Db, paymentId: string, now: Date): Promise<void> {
  await sql`update refunds set due_at = ${now} where payment_id = ${paymentId} and state = 'queued' and due_at > ${now}`.execute(
    db,
  );
}
