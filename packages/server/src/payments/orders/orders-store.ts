import type { EventStatus } from '@folkmoot/contract/participations/schema.ts';
import type { FeeBearer } from '@folkmoot/contract/payments/order-rules.ts';
import { type RawBuilder, sql } from 'kysely';
import { isOfLeaver } from '../../accounts/store.ts';
import { allRows, type Db, firstRow } from '../../core/db/db.ts';
import { newId } from '../../core/id.ts';
import { epoch } from '../../participations/fragments-store.ts';

/** One ticket that somebody buys, as it was when it was held for them. */
export type Order = {
  id: string;
  eventId: string;
  participationId: string;
  ticketId: string;
  ticketName: string;
  eventName: string;
  buyerName: string;
  currency: string;
  price: number;
  /** What a code took off; `price` is without it. */
  discount: number;
  code: string | null;
  fee: number;
  total: number;
  /** The VAT that is in the total, in percent; null if none is shown. */
  vatRate: number | null;
  is_refundable: boolean;
  refund_seconds: number;
  /** The start of its event as it was; Unix seconds. */
  starts: number | null;
  state: 'open' | 'paid' | 'ended';
  refunded: number;
  /** Stripe's id of the account that is paid. */
  account: string;
};

/** A try to pay for an order. */
export type Payment = {
  id: string;
  orderId: string;
  intentId: string | null;
  state: 'open' | 'processing' | 'succeeded' | 'canceled';
};

/** Order `o` with the account that is paid. */
export const ORDER = sql`o.id, o.event_id as "eventId", o.participation_id as "participationId", o.ticket_id as "ticketId", o.ticket_name as "ticketName",
  o.event_name as "eventName", o.buyer_name as "buyerName", o.currency, o.price, o.discount, o.code, o.fee, o.total, o.vat_rate as "vatRate", o.is_refundable, o.refund_seconds, ${epoch('o.starts_at')} as starts,
  o.state, o.refunded, a.stripe_id as account`;
export const ORDERS = sql`from orders o join stripe_accounts a on a.id = o.account_id`;

export type NewOrder = {
  eventId: string;
  participationId: string;
  ticketId: string;
  price: number;
  discount: number;
  code: string | null;
  fee: number;
  fee_bearer: FeeBearer;
  total: number;
};

/** How many holds a person has had at an event since then. */
export async function countHolds(db: Db, eventId: string, participationId: string, since: Date): Promise<number> {
  const row = await firstRow(
    db,
    sql<{
      n: number;
    }>`select count(*)::int as n from orders where event_id = ${eventId} and participation_id = ${participationId} and created_at > ${since}`,
  );
  return row?.n ?? 0;
}

/**
 * The statement that makes an order of what is sold now.
 *
 * @param p the participation for which the seat is held: that of `added` if the same statement adds it.
 */
export const newOrder = (
  order: Omit<NewOrder, 'eventId' | 'participationId'> & { orderId: string },
  now: Date,
  p: RawBuilder<unknown> = sql`added`,
): RawBuilder<unknown> =>
  sql`insert into orders (id, event_id, participation_id, buyer_participation_id, user_id, event_name, buyer_name, buyer_email, ticket_id, ticket_name, starts_at, currency,
      price, discount, code, fee, fee_bearer, total, vat_rate, is_refundable, refund_seconds, account_id, state, created_at)
    select ${order.orderId}::uuid, e.id, p.id, p.id, p.user_id, e.name, trim(coalesce(u.first_name, p.first_name) || ' ' || coalesce(u.last_name, p.last_name)),
      coalesce(u.email, p.email), k.id, k.name, case when not e.tbd_date then e.start_at end, k.currency,
      ${order.price}::int, ${order.discount}::int, ${order.code}, ${order.fee}::int, ${order.fee_bearer}, ${order.total}::int, k.vat_rate, k.is_refundable, coalesce((k.refund_policy -> 0 ->> 'valid_before')::int, 0), a.id, 'open', ${now}::timestamptz
    from ${p} p join events e on e.id = p.event_id left join users u on u.id = p.user_id
    join tickets k on k.event_id = e.id and k.id = ${order.ticketId} join stripe_accounts a on a.stripe_id = e.stripe_account_id`;

/** Makes an order of what is sold now; an open one for another ticket ends. Under the event's lock. */
export async function insertOrder(db: Db, order: NewOrder, now: Date): Promise<void> {
  const { eventId, participationId } = order;
  await sql`update orders set state = 'ended', ended_at = ${now} where event_id = ${eventId} and participation_id = ${participationId} and state = 'open'`.execute(
    db,
  );
  const participation = sql`(select * from participations where event_id = ${eventId} and id = ${participationId})`;
  await newOrder({ ...order, orderId: newId() }, now, participation).execute(db);
}

/** The order of a participation that is open; or, with `paid`, the one that was paid for the place it has. */
export async function findOrderOf(
  db: Db,
  eventId: string,
  participationId: string,
  state: 'open' | 'paid',
): Promise<Order | undefined> {
  return firstRow(
    db,
    sql<Order>`select ${ORDER} ${ORDERS} where o.event_id = ${eventId} and o.participation_id = ${participationId} and o.state = ${state} and o.place_ended_at is null`,
  );
}

/** An order by its id. */
export async function findOrder(db: Db, id: string): Promise<Order | undefined> {
  return firstRow(db, sql<Order>`select ${ORDER} ${ORDERS} where o.id = ${id}`);
}

/** The same, which nobody else changes until the transaction ends. */
export async function lockOrder(db: Db, id: string): Promise<Order | undefined> {
  return firstRow(db, sql<Order>`select ${ORDER} ${ORDERS} where o.id = ${id} for update of o`);
}

const PAYMENT = sql`id, order_id as "orderId", intent_id as "intentId", state`;

/** The open payment of an order, made if there is none: a second tab gets the same. */
export async function openPayment(db: Db, orderId: string, now: Date, lookAt: Date): Promise<Payment> {
  const row = await firstRow(
    db,
    sql<Payment>`insert into payments (id, order_id, state, created_at, look_at) values (${newId()}, ${orderId}, 'open', ${now}, ${lookAt})
      on conflict (order_id) where state in ('open', 'processing') do update set look_at = excluded.look_at returning ${PAYMENT}`,
  );
  if (!row) throw new Error('A payment was neither made nor found.');
  return row;
}

/** Stripe has made the intent of a payment. @returns what the payment is by then. */
export async function setIntent(db: Db, id: string, intentId: string): Promise<Payment['state'] | undefined> {
  const row = await firstRow(
    db,
    sql<{
      state: Payment['state'];
    }>`update payments set intent_id = coalesce(intent_id, ${intentId}) where id = ${id} returning state`,
  );
  return row?.state;
}

/** A payment by our id, or by Stripe's of its intent. */
export async function findPayment(db: Db, by: { id: string } | { intentId: string }): Promise<Payment | undefined> {
  const where = 'id' in by ? sql`id = ${by.id}` : sql`intent_id = ${by.intentId}`;
  return firstRow(db, sql<Payment>`select ${PAYMENT} from payments where ${where}`);
}

/** The order is over: its place has ended and its money is decided about. */
export function endOrder(db: Db, id: string, now: Date): Promise<void> {
  return endOrders(db, [id], now);
}

/** The same for several. */
export async function endOrders(db: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await sql`update orders set state = 'ended', ended_at = ${now} where id = any(${[...ids]}::uuid[])`.execute(db);
}

/**
 * The orders of places that others are about to end are over, and what was paid stays with the account. Under the event's lock.
 *
 * @param ids participations; undefined for all of the event.
 * @returns whether there were any.
 */
export async function keepMoney(
  db: Db,
  { eventId, ids, by }: { eventId: string; ids: readonly string[] | undefined; by: string },
  now: Date,
): Promise<boolean> {
  const rows = await allRows(
    db,
    sql<{ id: string }>`update orders set state = 'ended', ended_at = ${now}, kept_at = ${now}, kept_by = ${by}
      where event_id = ${eventId} and state = 'paid' and place_ended_at is null and refunded < total
        ${ids === undefined ? sql`` : sql`and participation_id = any(${ids}::uuid[])`} returning id`,
  );
  return rows.length > 0;
}

/** Paid orders whose place has ended and about whose money nobody has decided. */
export async function listUndecided(db: Db, most: number): Promise<Order[]> {
  return allRows(
    db,
    sql<Order>`select ${ORDER} ${ORDERS} where o.place_ended_at is not null and o.state = 'paid' order by o.place_ended_at limit ${most} for update of o skip locked`,
  );
}

/** Whether the money of payment `p` is not its order's, and goes back by itself. */
export const IS_BESIDE = sql`exists (select from refunds b where b.payment_id = p.id and b.reason in ('twice', 'late', 'wrong'))`;

/** The payment that has paid an order. */
export async function findSucceeded(db: Db, orderId: string): Promise<Payment | undefined> {
  return firstRow(
    db,
    sql<Payment>`select ${PAYMENT} from payments p where order_id = ${orderId} and state = 'succeeded' and not ${IS_BESIDE} order by settled_at, id limit 1`,
  );
}

/** A payment that is looked at, with the account on which it is. */
export type Looked = Payment & { account: string; isOver: boolean };

/** Payments about which Stripe has said nothing for a while, or whose order has ended. Other processes take others. */
export async function takePayments(db: Db, most: number, now: Date, next: Date): Promise<Looked[]> {
  return allRows(
    db,
    sql<Looked>`with due as materialized (
        select p.id from payments p where p.state in ('open', 'processing') and p.look_at <= ${now} order by p.look_at limit ${most}::int for update skip locked)
      update payments p set look_at = ${next} from due, orders o, stripe_accounts a where p.id = due.id and o.id = p.order_id and a.id = o.account_id
      returning p.id, p.order_id as "orderId", p.intent_id as "intentId", p.state, a.stripe_id as account, o.state <> 'open' as "isOver"`,
  );
}

/** The payments of an event's ended orders are looked at now. */
export async function hurryPayments(db: Db, eventId: string, now: Date): Promise<void> {
  await sql`update payments p set look_at = ${now} from orders o where o.event_id = ${eventId} and o.state = 'ended' and p.order_id = o.id and p.state = 'open'`.execute(
    db,
  );
}

export type LedgerRow = {
  kind: 'charge' | 'fee' | 'stripe_fee' | 'refund' | 'refund_failed' | 'fee_refund' | 'dispute' | 'dispute_won';
  /** Minor units; negative for what leaves the account. */
  amount: number;
  stripeId: string;
  /** If it is another than that of the order. */
  currency?: string;
};

/** The order of which something has moved. */
type LedgerOrder = Pick<Order, 'id' | 'account' | 'currency'>;

/** Writes down what Stripe has moved; what is known already is left as it is. */
export function insertLedger(db: Db, order: LedgerOrder, rows: readonly LedgerRow[], now: Date): Promise<void> {
  return insertLedgers(db, [{ order, rows }], now);
}

/** The same for several orders. */
export async function insertLedgers(
  db: Db,
  moved: readonly { order: LedgerOrder; rows: readonly LedgerRow[] }[],
  now: Date,
): Promise<void> {
  const given = moved.flatMap(({ order: { id: order, account, currency }, rows }) =>
    rows.map((row) => ({ currency, ...row, id: newId(), order, account })),
  );
  await sql`insert into ledger (id, order_id, account, currency, kind, amount, stripe_id, at)
    select r.id, r."order", r.account, r.currency, r.kind, r.amount, r."stripeId", ${now}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) r(id uuid, "order" uuid, account text, currency text, kind text, amount int, "stripeId" text) on conflict do nothing`.execute(
    db,
  );
}

/** Whether the operator had a share of an order. */
export async function hasFee(db: Db, id: string): Promise<boolean> {
  const row = await firstRow(db, sql<{ fee: number }>`select fee from orders where id = ${id}`);
  return (row?.fee ?? 0) > 0;
}

/** A place goes to another participation, and what was paid for it with it: before the first one ends. Under the locks of the events. */
export async function moveOrders(
  db: Db,
  moves: readonly { eventId: string; from: string; to: string }[],
): Promise<void> {
  await sql`update orders o set participation_id = m."to" from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) m("eventId" uuid, "from" uuid, "to" uuid)
    where o.event_id = m."eventId" and o.participation_id = m."from" and o.state = 'paid' and o.place_ended_at is null`.execute(
    db,
  );
}

/** What was bought at events under a person's confirmed address, before they had an account or without it, becomes theirs. */
export async function claimOrders(db: Db, userId: string, eventIds: readonly string[]): Promise<void> {
  await sql`update orders o set user_id = u.id from users u left join departures d on d.user_id = u.id where u.id = ${userId} and u.email_verified
    and o.event_id = any(${[...eventIds]}::uuid[]) and o.user_id is null and lower(o.buyer_email) = coalesce(d.email, u.email)
    and o.created_at <= coalesce(d.left_at, 'infinity') and not ${isOfLeaver(sql`lower(o.buyer_email)`, sql`o.created_at`, sql`u.id`)}`.execute(
    db,
  );
}

/** A buyer without an account has corrected the address that they typed. */
export async function correctBuyer(
  db: Db,
  { eventId, id }: { eventId: string; id: string },
  email: string,
): Promise<void> {
  await sql`update orders set buyer_email = ${email} where event_id = ${eventId} and buyer_participation_id = ${id} and user_id is null`.execute(
    db,
  );
}

/** Whether the ledger has a row of this kind for something of Stripe's. */
export async function isInLedger(db: Db, kind: LedgerRow['kind'], stripeId: string): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ some: boolean }>`select exists (select from ledger where kind = ${kind} and stripe_id = ${stripeId}) as some`,
  );
  return row?.some === true;
}

/** What hosts are told of events by. */
export async function listTold(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; alias: string; status: EventStatus }[]> {
  return allRows(
    db,
    sql<{
      id: string;
      alias: string;
      status: EventStatus;
    }>`select id, alias, status from events where id = any(${[...ids]}::uuid[])`,
  );
}
