import { fold } from '@folkmoot/contract/core/text.ts';
import type {
  DisputeState,
  EventPayments,
  GoesBack,
  OrderQuery,
  OrderSums,
  OrderView,
} from '@folkmoot/contract/payments/orders-schema.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../../core/db/db.ts';
import { addressFor, epoch, type Viewer } from '../../participations/fragments-store.ts';
import { ACCOUNT_STATE } from '../accounts/accounts-store.ts';
import { PAPERS } from '../papers/views-store.ts';

/** Whether a refund of order `o` has failed and was not tried again. */
const HAS_FAILED = sql`exists (select from refunds r where r.order_id = o.id and r.state = 'failed' and r.retried_at is null)`;

/** Failed refunds as rows of an event, without those of orders whose money is all back by now. */
export const failedRefunds =
  () => sql`select o.event_id, count(*)::int as n, min(coalesce(r.settled_at, r.created_at)) as since
  from refunds r join orders o on o.id = r.order_id
  where r.state = 'failed' and r.retried_at is null and not (o.paid_at is not null and o.refunded >= o.total) group by o.event_id`;

/** Payments that a bank has refused, whose places are still held, as rows of an event. */
export const failedDebits = () => sql`select o.event_id, count(*)::int as n, min(y.refused_at) as since
  from payments y join orders o on o.id = y.order_id join participations p on p.event_id = o.event_id and p.id = o.participation_id
  where y.refused_at is not null and y.state = 'open' and o.state = 'open' and p.status = 'payment_pending' and p.hold_expires_at is not null group by o.event_id`;

/** All of it has gone back: for money that came too late that is never written at the order. */
const IS_BACK = sql`(o.refunded = o.total or (o.paid_at is null and o.state = 'ended'))`;

/** What a bank has taken back of order `o`, or has been asked to: the one that counts most. */
const DISPUTE = sql`(select json_build_object('state', d.state, 'amount', d.amount, 'reason', d.reason, 'answer_epoc', ${epoch('d.answer_by')})
  from disputes d where d.order_id = o.id and d.state <> 'closed' order by array_position('{open,inquiry,lost,won}', d.state), d.created_at desc limit 1)`;
const hasDispute = (...states: DisputeState[]) =>
  sql`exists (select from disputes d where d.order_id = o.id and d.state = any(${states}::text[]))`;

const STATE = sql`case when ${hasDispute('open', 'inquiry')} then 'disputed' when ${hasDispute('lost')} then 'dispute_lost' when o.refunded = o.total then 'refunded' when ${HAS_FAILED} then 'refund_failed' when ${IS_BACK} then 'refunded' when o.refunded > 0 then 'partly_refunded' else 'paid' end`;

/** Order `o`, its participation `p`, and its person `u`. */
const FROM = sql`from orders o left join participations p on p.event_id = o.event_id and p.id = o.participation_id left join users u on u.id = p.user_id`;

/** Somebody has paid for it, or money for it goes back. */
const IS_SOLD = sql`(o.paid_at is not null or exists (select from refunds r where r.order_id = o.id))`;

const REFUNDS = sql`coalesce((select json_agg(json_build_object('id', r.id, 'amount', r.amount, 'reason', r.reason, 'note', r.note, 'state', r.state,
    'failure', r.failure, 'retried', r.retried_at is not null, 'created_epoc', ${epoch('r.created_at')}) order by r.created_at, r.id)
  from refunds r where r.order_id = o.id), '[]'::json)`;

const viewOf = (
  who: Viewer,
) => sql`json_build_object('id', o.id, 'name', o.buyer_name, 'email', coalesce(${addressFor(who)}, ''), 'ticketName', o.ticket_name,
  'currency', o.currency, 'total', o.total, 'fee', o.fee, 'refunded', o.refunded, 'state', ${STATE},
  'paid_epoc', coalesce(${epoch('o.paid_at')}, ${epoch('o.created_at')}), 'hasPlace', coalesce(p.status = 'going', false), 'dispute', ${DISPUTE}, 'refunds', ${REFUNDS}, 'papers', ${PAPERS})`;

/** One order as hosts see it. */
export async function findOrderView(db: Db, id: string, who: Viewer): Promise<OrderView | undefined> {
  const row = await firstRow(db, sql<{ view: OrderView }>`select ${viewOf(who)} as view ${FROM} where o.id = ${id}`);
  return row?.view;
}

export type OrderRow = { view: OrderView; at: string };

/** An event's orders, latest first, with one more than the page has. @param after where the page before ended. */
export async function listOrders(
  db: Db,
  eventId: string,
  who: Viewer,
  { search, status }: Pick<OrderQuery, 'search' | 'status'>,
  { after, most }: { after: readonly [string, string] | undefined; most: number },
): Promise<OrderRow[]> {
  const typed = search.trim().toLowerCase();
  const found = sql`(strpos(lower(o.buyer_name), ${typed}) > 0 or strpos(lower(o.ticket_name), ${typed}) > 0 or strpos(lower(coalesce(${addressFor(who)}, '')), ${typed}) > 0
    or strpos(coalesce(p.search_text, '') || coalesce(p.person_name, ''), ${fold(search)}) > 0)`;
  return allRows(
    db,
    sql<OrderRow>`select ${viewOf(who)} as view, o.created_at::text as at ${FROM} where o.event_id = ${eventId} and ${IS_SOLD}
      ${typed === '' ? sql`` : sql`and ${found}`} ${status === 'all' ? sql`` : sql`and ${STATE} = ${status}`}
      ${after === undefined ? sql`` : sql`and (o.created_at, o.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`}
      order by o.created_at desc, o.id desc limit ${sql.lit(most)}`,
  );
}

/** What an event has moved, by the ledger, a row for each currency. */
export async function sumOrders(db: Db, eventId: string): Promise<OrderSums[]> {
  return allRows(
    db,
    sql<OrderSums>`select l.currency, coalesce(sum(l.amount) filter (where l.kind = 'charge'), 0)::float8 as sold,
        (-coalesce(sum(l.amount) filter (where l.kind in ('fee', 'fee_refund', 'stripe_fee')), 0))::float8 as fees,
        (-coalesce(sum(l.amount) filter (where l.kind in ('refund', 'refund_failed')), 0))::float8 as refunded,
        (-coalesce(sum(l.amount) filter (where l.kind in ('dispute', 'dispute_won')), 0))::float8 as disputed, sum(l.amount)::float8 as yours
      from ledger l join orders o on o.id = l.order_id where o.event_id = ${eventId} group by l.currency order by l.currency`,
  );
}

/** Whether anything of an event, or one of its tickets, is being paid for or was, and the money is still there. */
export async function isSold(db: Db, eventId: string, ticketId?: string): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ some: boolean }>`select exists (select from orders where event_id = ${eventId} and state in ('open', 'paid')
      ${ticketId === undefined ? sql`` : sql`and ticket_id = ${ticketId}`}) as some`,
  );
  return row?.some === true;
}

/** What goes back if an event is cancelled, a row for each currency. */
export async function sumPaid(db: Db, eventId: string): Promise<GoesBack[]> {
  return allRows(
    db,
    sql<GoesBack>`select currency, (count(*) filter (where not disputed))::int as people, coalesce(sum(amount) filter (where not disputed), 0)::float8 as amount,
        (count(*) filter (where disputed))::int as disputed
      from (select o.currency, o.total - o.refunded as amount, ${hasDispute('open')} as disputed
        from orders o where o.event_id = ${eventId} and o.state = 'paid' and o.place_ended_at is null and o.refunded < o.total) s
      group by currency order by currency`,
  );
}

/** The account that an event is paid to, and the currency of its paid tickets. */
export async function findEventPayments(
  db: Db,
  eventId: string,
  userId: string | null,
): Promise<Pick<EventPayments, 'account' | 'currency' | 'canChange'> | undefined> {
  return firstRow(
    db,
    sql<Pick<EventPayments, 'account' | 'currency' | 'canChange'>>`select
      case when a.id is not null then json_build_object('id', a.stripe_id, 'state', ${ACCOUNT_STATE}, 'disconnected', a.disconnected_at is not null,
        'currency', a.currency, 'mine', coalesce(coalesce(a.user_id, a.former_user_id) = ${userId}::uuid, false), 'owner', coalesce(trim(u.first_name || ' ' || u.last_name), '')) end as account,
      (select k.currency from tickets k where k.event_id = e.id and k.type = 'paid' limit 1) as currency,
      coalesce(e.creator_id = ${userId}::uuid, false) or exists (select from members n join roles r on r.server_id = n.server_id and r.id = n.role_id
        where n.server_id = e.server_id and n.user_id = ${userId}::uuid and 'MANAGE_EVENTS' = any(r.permissions))
        or coalesce(a.former_user_id = ${userId}::uuid or a.lost_at is not null and a.user_id = ${userId}::uuid, false) as "canChange"
      from events e left join stripe_accounts a on a.stripe_id = e.stripe_account_id left join users u on u.id = coalesce(a.user_id, a.former_user_id) where e.id = ${eventId}`,
  );
}
