import { DELETED_MEMBER } from '@folkmoot/contract/communities/audit-schema.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import type { EraseStep } from '../core/personal-data.ts';
import { over } from '../participations/fragments-store.ts';

const counted = ({ numAffectedRows = 0n }: { numAffectedRows?: bigint }): number => Number(numAffectedRows);

/** What somebody bought, also under their address before they had an account, stays in the books without who they were. */
export const emptyOrders: EraseStep = async (tx, { id, email }, most) =>
  counted(
    await sql`update orders set buyer_name = ${DELETED_MEMBER}, buyer_email = '', company_name = '', company_address = '', company_tax_number = ''
      where id in (select o.id from orders o where (o.user_id = ${id} and (o.buyer_email <> '' or o.buyer_name <> ${DELETED_MEMBER}))
        or (o.user_id is null and lower(o.buyer_email) = ${email}
          and o.created_at <= (select max(d.left_at) from departures d where d.user_id = ${id})) limit ${most})`.execute(
      tx,
    ),
  );

/** Nothing is sold on somebody's accounts, nor are they connected or disconnected, until the transaction ends. */
export async function lockAccountsOf(tx: Db, userId: string): Promise<void> {
  await sql`select from stripe_accounts where user_id = ${userId} order by id for update`.execute(tx);
}

/**
 * Sales on somebody's accounts that are not settled, by event: payments, refunds and disputes that are open, also of an account
 * that was disconnected, and events that are still paid to one.
 */
export async function listUnsettled(
  tx: Db,
  userId: string,
  now: Date,
): Promise<{ id: string; name: string; alias: string | null; people: number }[]> {
  return allRows(
    tx,
    sql<{ id: string; name: string; alias: string | null; people: number }>`with accounts as (
        select id, stripe_id, disconnected_at from stripe_accounts where user_id = ${userId}),
      open as (
        select o.event_id, o.event_name as name, o.id from orders o join accounts a on a.id = o.account_id
        where o.state = 'open' or o.place_ended_at is not null and o.state = 'paid' or exists (
            select from payments p where p.order_id = o.id and p.state in ('open', 'processing')) or exists (
            select from refunds r where r.order_id = o.id and r.state in ('queued', 'pending')) or exists (
            select from disputes d where d.order_id = o.id and d.settled_at is null)
        union
        select e.id, e.name, null from events e join accounts a on a.stripe_id = e.stripe_account_id and a.disconnected_at is null
        where e.status = 'published' and e.creator_id <> ${userId} and not ${over(now)})
      select o.event_id as id, min(o.name) as name, min(e.alias) as alias, count(o.id)::int as people
      from open o left join events e on e.id = o.event_id group by o.event_id order by 2 limit 100`,
  );
}

/** Orders of somebody: those of their account, and those of places under their address, whether or not the account has claimed them. */
const ordersOf = (userId: string) => sql`(select * from orders where user_id = ${userId}
    union all select o.* from users u cross join lateral (select event_id, id from participations where user_id = u.id
        union all select event_id, id from participations where user_id is null and email = u.email) p
      join orders o on o.event_id = p.event_id and o.participation_id = p.id and o.user_id is null and lower(o.buyer_email) = u.email
    where u.id = ${userId})`;

/** Payments of somebody with which a bank is at work. */
export async function listPaying(tx: Db, userId: string): Promise<{ id: string; name: string }[]> {
  return allRows(
    tx,
    sql<{ id: string; name: string }>`select o.event_id as id, o.event_name as name from ${ordersOf(userId)} o
      where exists (select from payments p where p.order_id = o.id and p.state = 'processing') limit 100`,
  );
}

export async function countBought(tx: Db, userId: string): Promise<number> {
  const row = await firstRow(
    tx,
    sql<{ count: number }>`select count(*)::int as count from ${ordersOf(userId)} o where paid_at is not null`,
  );
  return row?.count ?? 0;
}

/** Nothing more is sold on somebody's accounts. What was sold stays theirs at Stripe. */
export async function closeAccountsOf(tx: Db, userId: string, now: Date): Promise<void> {
  await sql`update stripe_accounts set disconnected_at = coalesce(disconnected_at, ${now}::timestamptz) where user_id = ${userId}`.execute(
    tx,
  );
}
