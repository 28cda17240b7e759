import type { DisputeState } from '@folkmoot/contract/payments/orders-schema.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../../core/db/db.ts';
import { newId } from '../../core/id.ts';

export type NotedDispute = {
  orderId: string;
  paymentId: string;
  stripeId: string;
  amount: number;
  reason: string;
  state: DisputeState;
  answerBy: Date | null;
};

/**
 * Writes down what a dispute is. One that was decided stays so: an older answer of Stripe may come later. Under the event's lock.
 *
 * @param lookAt when Stripe is asked about it again.
 * @returns what it was before; null if it is new.
 */
export async function saveDispute(
  db: Db,
  { orderId, paymentId, stripeId, amount, reason, state, answerBy }: NotedDispute,
  now: Date,
  lookAt: Date,
): Promise<DisputeState | null> {
  const before = await firstRow(
    db,
    sql<{ state: DisputeState }>`select state from disputes where stripe_id = ${stripeId}`,
  );
  const settled = state === 'open' || state === 'inquiry' ? null : now;
  await sql`insert into disputes (id, order_id, payment_id, stripe_id, amount, reason, state, answer_by, created_at, settled_at, look_at)
    values (${newId()}, ${orderId}, ${paymentId}, ${stripeId}, ${amount}, ${reason}, ${state}, ${answerBy}, ${now}, ${settled}, ${lookAt})
    on conflict (stripe_id) do update set amount = excluded.amount, reason = excluded.reason, state = excluded.state, answer_by = excluded.answer_by,
      settled_at = excluded.settled_at, look_at = excluded.look_at where disputes.state in ('open', 'inquiry')`.execute(
    db,
  );
  return before?.state ?? null;
}

/** What a bank has taken back of an order, or has been asked to; an open dispute before a decided one. */
export async function findDispute(db: Db, orderId: string): Promise<{ state: DisputeState } | undefined> {
  return firstRow(
    db,
    sql<{
      state: DisputeState;
    }>`select state from disputes where order_id = ${orderId} and state in ('open', 'lost') order by state = 'open' desc limit 1`,
  );
}

/** Open disputes of which Stripe has said nothing for a while. Other processes take others. */
export async function takeDisputes(
  db: Db,
  most: number,
  now: Date,
  next: Date,
): Promise<{ stripeId: string; account: string }[]> {
  return allRows(
    db,
    sql<{ stripeId: string; account: string }>`with due as materialized (
        select id from disputes where state in ('inquiry', 'open') and look_at <= ${now} order by look_at limit ${most}::int for update skip locked)
      update disputes d set look_at = ${next} from due, orders o, stripe_accounts a where d.id = due.id and o.id = d.order_id and a.id = o.account_id
      returning d.stripe_id as "stripeId", a.stripe_id as account`,
  );
}
