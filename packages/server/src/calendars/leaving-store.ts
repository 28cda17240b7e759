import { sql } from 'kysely';
import { allRows, type Db } from '../core/db/db.ts';
import type { NameStep } from '../core/personal-data.ts';

/** The calendars that are somebody's own, with how many others subscribe to each or keep it. */
export async function listOwn(
  tx: Db,
  userId: string,
  lock: boolean,
): Promise<{ id: string; name: string; alias: string; others: number }[]> {
  if (lock) await sql`select from calendars where owner_id = ${userId} order by id for no key update`.execute(tx);
  return allRows(
    tx,
    sql<{
      id: string;
      name: string;
      alias: string;
      others: number;
    }>`select c.id, c.name, c.alias, (select count(*)::int from (
        select user_id from calendar_subscriptions where calendar_id = c.id and user_id <> ${userId}
        union select user_id from calendar_admins where calendar_id = c.id and user_id <> ${userId}) o) as others
      from calendars c where c.owner_id = ${userId} order by c.name, c.id`,
  );
}

/** Ends somebody's subscriptions, which are counted, their keeping of others' calendars, and their iCal links. */
export async function endSubscriptions(tx: Db, userId: string): Promise<void> {
  await sql`with gone as (delete from calendar_subscriptions where user_id = ${userId} returning calendar_id)
    update calendars c set subscriber_count = greatest(0, c.subscriber_count - 1) from gone where c.id = gone.calendar_id`.execute(
    tx,
  );
  await sql`delete from calendar_admins where user_id = ${userId}`.execute(tx);
  await sql`delete from calendar_feeds where user_id = ${userId}`.execute(tx);
}

/** The names of calendars that are public, somebody's own, kept by them, or of a community that they are in. */
export const nameCalendars: NameStep = (db, ids, userId) =>
  allRows(
    db,
    sql<{
      id: string;
      name: string;
    }>`select c.id, c.name from unnest(${[...ids]}::uuid[]) i (id) join calendars c on c.id = i.id
      where c.visibility = 'public' or c.owner_id = ${userId}
        or exists (select from calendar_admins a where a.calendar_id = c.id and a.user_id = ${userId})
        or exists (select from members m where m.server_id = c.server_id and m.user_id = ${userId})`,
  );
