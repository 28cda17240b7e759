import { OUTSIDE_TEXT } from '@folkmoot/contract/calendars/sources-schema.ts';
import { fold } from '@folkmoot/contract/core/text.ts';
import { type RawBuilder, sql } from 'kysely';
import { allRows, type Db } from '../../core/db/db.ts';
import { containing } from '../../core/http/cursor.ts';
import { epoch } from '../../participations/fragments-store.ts';

/* Pieces of SQL about event `x` of outside feed `f`. Everybody who sees the calendar sees them. */

const ROW = sql`'external', true, 'id', x.id, 'sourceName', f.name, 'url', x.url, 'name', x.title,
  'status', case when x.cancelled then 'cancelled' else 'published' end, 'start_epoc', ${epoch('x.starts_at')}, 'end_epoc', ${epoch('x.ends_at')},
  'time_zone', x.time_zone, 'is_all_day', x.all_day, 'tint', 'slate'`;

/** What a cell of a month shows. */
export const OUTSIDE_ROW = sql`json_build_object(${ROW})`;
/** What a list shows. */
export const OUTSIDE_CARD = sql`json_build_object(${ROW}, 'where', x.location, 'text', left(x.description, ${sql.lit(OUTSIDE_TEXT)}))`;

/** Events of outside feeds on a calendar. */
export const outsideOf = (calendarId: string): RawBuilder<unknown> =>
  sql`from calendar_source_events x join calendar_sources f on f.calendar_id = x.calendar_id and f.id = x.source_id
    where x.calendar_id = ${calendarId}`;

export const outsideMatching = (search: string): RawBuilder<unknown> =>
  search.trim() === '' ? sql`` : sql`and x.search_text like ${containing(fold(search))}`;

/** An event of an outside feed, as a feed of ours passes it on. */
export type OutsideFact = {
  uid: string;
  recurrence: string;
  sequence: number;
  changed: Date;
  start: number;
  end: number;
  allDay: boolean;
  zone: string;
  title: string;
  text: string;
  where: string;
  url: string;
  cancelled: boolean;
  sourceName: string;
};

/** Events of the outside feeds of a calendar that are not over since a moment, nearest to now first. */
export const outsideNearest = (calendarId: string, since: Date, now: Date, most: number): RawBuilder<unknown> =>
  sql`${outsideOf(calendarId)} and x.ends_at > ${since}
    order by abs(extract(epoch from x.starts_at - ${now}::timestamptz)), x.id limit ${sql.lit(most)}`;

export async function listOutsideNearest(db: Db, ...asked: Parameters<typeof outsideNearest>): Promise<OutsideFact[]> {
  return allRows(
    db,
    sql<OutsideFact>`select x.uid, x.recurrence, x.sequence, coalesce(x.modified_at, x.changed_at) as changed, ${epoch('x.starts_at')}::float8 as start,
      ${epoch('x.ends_at')}::float8 as end, x.all_day as "allDay", x.time_zone as zone, x.title, x.description as text, x.location as where, x.url,
      x.cancelled, f.name as "sourceName" ${outsideNearest(...asked)}`,
  );
}
