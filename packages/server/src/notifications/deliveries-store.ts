import type { NotificationKind } from '@folkmoot/contract/notifications/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { allRows, type Db } from '../core/db/db.ts';

/** A push or an email that is due. */
export type Delivery = {
  userId: string;
  way: 'push' | 'mail';
  kind: NotificationKind;
  subjectId: string;
  seq: number | null;
  personId: string | null;
  count: number;
  tries: number;
};

/** How often a delivery is tried. */
const TRIES = 5;
/** How long the process that took one may take, in milliseconds; then another takes it. */
const LEASE = 2 * 60_000;

/** Takes deliveries that are due: they stay until `deleteDelivered`, and are due again if this process dies. */
export async function takeDeliveries(db: Db, way: Delivery['way'], most: number, now: Date): Promise<Delivery[]> {
  return allRows(
    db,
    sql<Delivery>`update notification_deliveries set due_at = ${new Date(now.getTime() + LEASE)}, tries = tries + 1
      where (user_id, way, kind, subject_id) in (select user_id, way, kind, subject_id from notification_deliveries
        where way = ${way} and due_at <= ${now} order by due_at limit ${most} for update skip locked)
      returning user_id as "userId", way, kind, subject_id as "subjectId", seq, person_id as "personId", count, tries`,
  );
}

const rowsOf = (some: readonly Delivery[]): RawBuilder<unknown> => sql`unnest(
  ${some.map((one) => one.userId)}::uuid[], ${some.map((one) => one.way)}::text[], ${some.map((one) => one.kind)}::text[],
  ${some.map((one) => one.subjectId)}::uuid[], ${some.map((one) => one.count)}::int[]) t(user_id, way, kind, subject_id, count)`;

const SAME = sql`d.user_id = t.user_id and d.way = t.way and d.kind = t.kind and d.subject_id = t.subject_id`;

/** Deletes what was sent, or is not to be sent any more; what has come since stays. */
export async function deleteDelivered(db: Db, some: readonly Delivery[]): Promise<void> {
  if (some.length === 0) return;
  await sql`delete from notification_deliveries d using ${rowsOf(some)} where ${SAME} and d.count = t.count`.execute(
    db,
  );
}

/** Tries these later, each time after a longer while; gives up those that were tried too often. */
export async function putOff(db: Db, some: readonly Delivery[], seconds: number, now: Date): Promise<void> {
  const lost = some.filter(({ tries }) => tries >= TRIES);
  await deleteDelivered(db, lost);
  const again = some.filter(({ tries }) => tries < TRIES);
  if (again.length === 0) return;
  await sql`update notification_deliveries d set due_at = ${now}::timestamptz + make_interval(secs => ${seconds}::float8 * d.tries)
    from ${rowsOf(again)} where ${SAME}`.execute(db);
}

/** When the next delivery of this way is due; undefined without one. */
export async function nextDue(db: Db, way: Delivery['way']): Promise<Date | undefined> {
  const rows = await allRows(
    db,
    sql<{ at: Date }>`select due_at as at from notification_deliveries where way = ${way} order by due_at limit 1`,
  );
  return rows[0]?.at;
}
