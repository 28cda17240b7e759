import type { CalendarSubject } from '@folkmoot/contract/notifications/schema.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { allRows, type Db } from '../core/db/db.ts';
import type { OnCalendar } from '../notifications/subjects-actions.ts';
import { CALENDAR_SEEN } from './store.ts';

/** Who manages calendar `c`: its owner, its admins, and members of its community who may manage calendars. */
const MANAGERS = sql`(select c.owner_id as user_id where c.owner_id is not null
  union select a.user_id from calendar_admins a where a.calendar_id = c.id
  union select n.user_id from members n join roles o on o.server_id = n.server_id and o.id = n.role_id
    where n.server_id = c.server_id and 'MANAGE_CALENDARS' = any(o.permissions))`;

/** The people who manage a calendar, at most so many. */
export async function listManagers(db: Db, calendarId: string, most: number): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{
      id: string;
    }>`select g.user_id as id from calendars c cross join lateral ${MANAGERS} g where c.id = ${calendarId} order by 1 limit ${most}`,
  );
  return rows.map(({ id }) => id);
}

/** Of these calendars those that the people beside them manage, as notifications name them. */
export async function listCalendarSubjects(
  db: Db,
  some: readonly OnCalendar[],
): Promise<(OnCalendar & { subject: z.output<typeof CalendarSubject> })[]> {
  return allRows(
    db,
    sql<
      OnCalendar & { subject: z.output<typeof CalendarSubject> }
    >`select distinct w.user_id as "userId", w.calendar_id as "calendarId",
        jsonb_build_object('id', c.id, 'name', c.name, 'alias', c.alias) as subject
      from unnest(${some.map(({ userId }) => userId)}::uuid[], ${some.map(({ calendarId }) => calendarId)}::uuid[]) w(user_id, calendar_id)
        join calendars c on c.id = w.calendar_id left join servers s on s.id = c.server_id
        left join members m on m.server_id = c.server_id and m.user_id = w.user_id
      where ${CALENDAR_SEEN} and w.user_id in (select user_id from ${MANAGERS} g)`,
  );
}
