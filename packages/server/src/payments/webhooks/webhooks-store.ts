import { sql } from 'kysely';
import { allRows, type Db } from '../../core/db/db.ts';

/** Something that Stripe has told us, and that is still to be looked at. */
export type Delivered = { id: string; account: string | null; type: string; object: string; tries: number };

/** How long what was dealt with is known, so that a repeat is recognised: Stripe repeats for three days. */
const KEPT_DAYS = 35;

/** Keeps a delivery once, if it is of an account that we know. @returns whether it is new. */
export async function insertDelivery(db: Db, delivered: Omit<Delivered, 'tries'>, now: Date): Promise<boolean> {
  const { id, account, type, object } = delivered;
  const rows = await allRows(
    db,
    sql<{ id: string }>`insert into stripe_events (id, account, type, object_id, received_at, due_at)
      select ${id}, ${account}::text, ${type}, ${object}, ${now}::timestamptz, ${now}::timestamptz
      where exists (select from stripe_accounts where stripe_id = ${account}) on conflict do nothing returning id`,
  );
  return rows.length > 0;
}

/** Deliveries that are due, in the order in which they came. The next process takes others for a minute. */
export async function takeDeliveries(db: Db, most: number, now: Date): Promise<Delivered[]> {
  const lease = new Date(now.getTime() + 60_000);
  return allRows(
    db,
    sql<Delivered>`with due as materialized (
        select id from stripe_events where handled_at is null and due_at <= ${now} order by due_at, id limit ${most}::int for update skip locked)
      update stripe_events e set due_at = ${lease}, tries = e.tries + 1 from due where e.id = due.id
      returning e.id, e.account, e.type, e.object_id as object, e.tries`,
  );
}

/** A delivery that has been dealt with; and, with an object, all that was told of that until then. */
export type DealtWith = { id: string; object?: string; until?: Date };

/** Deliveries have been dealt with. */
export async function settleDeliveries(db: Db, some: readonly DealtWith[], now: Date): Promise<void> {
  await sql`update stripe_events e set handled_at = ${now} from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) g(id text, object text, until timestamptz)
    where e.handled_at is null and (e.id = g.id or (e.object_id = g.object and e.received_at <= g.until))`.execute(db);
}

/** It failed, and is tried again then. */
export async function postpone(db: Db, id: string, until: Date): Promise<void> {
  await sql`update stripe_events set due_at = ${until} where id = ${id}`.execute(db);
}

/** Forgets what cannot be repeated any more, and what could not be dealt with for so long. */
export async function deleteOldDeliveries(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  await sql`delete from stripe_events where received_at < ${before}`.execute(db);
}
