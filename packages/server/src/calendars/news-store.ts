import type { EventCard } from '@folkmoot/contract/events/schema.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { cardJson } from '../events/fragments-store.ts';
import { viewerJoins } from '../participations/fragments-store.ts';
import { SHOWN } from './entries-store.ts';

export type DueNews = {
  userId: string;
  calendarId: string;
  since: Date;
  firstName: string;
  address: string;
  isSeen: boolean;
};

/** Since when an entry is on its calendar. */
const ON_SINCE = sql`coalesce(k.decided_at, k.added_at)`;

/**
 * Subscriptions whose reader was told of nothing for a day and whose calendar has something new, and marks them as told. Others in other processes
 * are left to them.
 */
export async function takeDueNews(db: Db, most: number, now: Date): Promise<DueNews[]> {
  const before = new Date(now.getTime() - 86_400_000);
  return allRows(
    db,
    sql<DueNews>`with due as (
        select b.calendar_id, b.user_id, b.told_until from calendar_subscriptions b
        where b.mail and b.told_until <= ${before}
          and exists (select 1 from calendar_entries k where k.calendar_id = b.calendar_id and k.status = 'accepted' and ${ON_SINCE} > b.told_until)
        order by b.told_until, b.calendar_id, b.user_id limit ${most} for update skip locked),
      told as (update calendar_subscriptions b set told_until = ${now} from due where b.calendar_id = due.calendar_id and b.user_id = due.user_id)
      select due.user_id as "userId", due.calendar_id as "calendarId", due.told_until as since, u.first_name as "firstName", u.email as address,
        ((c.visibility = 'public' and (s.id is null or s.visibility <> 'secret')) or m.user_id is not null) as "isSeen"
      from due join users u on u.id = due.user_id join calendars c on c.id = due.calendar_id left join servers s on s.id = c.server_id
      left join members m on m.server_id = c.server_id and m.user_id = due.user_id`,
  );
}

/** What came onto a calendar since a moment, is still to come, and may be seen by its reader: the first few, and how many there are. */
export async function findNews(
  db: Db,
  { calendarId, userId, since }: DueNews,
  most: number,
  now: Date,
): Promise<{ data: EventCard[]; count: number }> {
  const who = { userId };
  const news = sql`from calendar_entries k join events e on e.id = k.event_id ${viewerJoins(who)}
    where k.calendar_id = ${calendarId} and ${SHOWN} and e.status = 'published' and ${ON_SINCE} > ${since}
      and (k.ends_at > ${now} or k.ends_at is null) and k.added_by is distinct from ${userId}::uuid`;
  const row = await firstRow(
    db,
    sql<{ data: EventCard[]; count: number }>`select
      coalesce((select json_agg(view) from (select ${cardJson(who)} as view ${news} order by k.starts_at nulls last, e.id limit ${most}) first), '[]'::json) as data,
      (select count(*)::int ${news}) as count`,
  );
  return row ?? { data: [], count: 0 };
}
