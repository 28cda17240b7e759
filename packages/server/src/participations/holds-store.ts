import { sql } from 'kysely';
import { allRows, type Db } from '../core/db/db.ts';
import type { Ref } from './store.ts';

/**
 * Seats of an event that were held for people who have not paid in time are nobody's any more; these people stay on the list
 * without one. Under the event's lock.
 *
 * @returns who they are.
 */
export async function lapseHolds(db: Db, eventId: string, now: Date): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{ id: string }>`with lapsed as (
        update participations set hold_expires_at = null, changed_at = ${now}::timestamptz
        where event_id = ${eventId} and status = 'payment_pending' and hold_expires_at <= ${now} returning id, ticket_id, role),
      seats as (select ticket_id, count(*)::int as n from lapsed where role in ('guest', 'featured_guest') group by 1),
      counted as (update events set taken_count = taken_count - (select sum(n)::int from seats) where id = ${eventId} and exists (select 1 from seats)),
      sold as (update tickets k set taken_count = k.taken_count - s.n from seats s where k.event_id = ${eventId} and k.id = s.ticket_id)
      select id from lapsed`,
  );
  return rows.map(({ id }) => id);
}

/** The seats of people who are paying are held until then. Under their events' locks. */
export async function extendHolds(db: Db, holds: readonly (Ref & { until: Date })[]): Promise<void> {
  if (holds.length === 0) return;
  await sql`update participations p set hold_expires_at = h.until from jsonb_to_recordset(${JSON.stringify(holds)}::jsonb) h("eventId" uuid, id uuid, until timestamptz)
    where p.event_id = h."eventId" and p.id = h.id and p.status = 'payment_pending' and p.hold_expires_at is not null`.execute(
    db,
  );
}

/** Events in which the hold of a seat has lapsed. */
export async function listHoldsLapsed(db: Db, now: Date): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{ id: string }>`select distinct event_id as id from participations where hold_expires_at <= ${now} limit 100`,
  );
  return rows.map(({ id }) => id);
}
