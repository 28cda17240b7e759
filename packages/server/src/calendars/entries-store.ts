import {
  type EventOrigin,
  LIMITS,
  SUBMISSION_PAGE,
  type SubmissionStatus,
  type SubmissionView,
} from '@folkmoot/contract/calendars/schema.ts';
import type { CalendarItem } from '@folkmoot/contract/calendars/sources-schema.ts';
import { EVENT_PAGE } from '@folkmoot/contract/events/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { slicePage } from '../core/db/slice-page.ts';
import { cardJson } from '../events/fragments-store.ts';
import { LISTED, matching } from '../events/store.ts';
import { epoch, PERSON, type Viewer, viewerJoins } from '../participations/fragments-store.ts';
import { OUTSIDE_CARD, OUTSIDE_ROW, outsideMatching, outsideOf } from './sources/shown-store.ts';

/** Events on a calendar that the viewer may see without it: discover's rule, and cancelled ones, which are struck through. */
export const SHOWN = sql`k.status = 'accepted' and e.status <> 'draft' and ${LISTED}`;

/**
 * Submissions that an admin may see: what they could see without the calendar, and drafts of events elsewhere, which their own submitters
 * have sent for this. Another event that is a draft by now is its hosts' again.
 */
export const SUBMITTED = sql`((e.status <> 'draft' and ${LISTED})
  or (e.status = 'draft' and e.type = 'external' and e.creator_id = k.added_by and k.status in ('pending', 'refused')))`;

type Listing = {
  page: number;
  limit: number;
  search: string;
  type: 'upcoming' | 'past';
  origin: EventOrigin;
  at: Date;
};

/** Says nothing of events that are asked for, so that the usual statement is the same for all. */
const unless = (left: boolean) => (left ? sql`and false` : sql``);

/** A page of the events on a calendar, also of its outside feeds, and how many there are. Running ones are upcoming. */
export async function listEvents(
  db: Db,
  calendarId: string,
  who: Viewer,
  { page, limit, search, type, origin, at }: Listing,
): Promise<{ data: CalendarItem[]; count: number }> {
  const past = type === 'past';
  const when = past ? sql`k.ends_at <= ${at}` : sql`(k.ends_at > ${at} or k.ends_at is null)`;
  const own = sql`from calendar_entries k join events e on e.id = k.event_id ${viewerJoins(who)}
    where k.calendar_id = ${calendarId} and ${SHOWN} and ${when} ${matching(search)} ${unless(origin === 'outside')}`;
  const outside = sql`${outsideOf(calendarId)} and ${past ? sql`x.ends_at <= ${at}` : sql`x.ends_at > ${at}`} ${outsideMatching(search)} ${unless(origin === 'here')}`;
  // Which events they are is found out once, for the page and for the count; only what is on the page becomes JSON.
  const order = past ? sql`starts_at desc, id desc` : sql`starts_at nulls last, id`;
  const few = slicePage({ page: 1, limit: page * limit }, EVENT_PAGE);
  const row = await firstRow(
    db,
    sql<{ data: CalendarItem[]; count: number }>`with own as materialized (select e.id, k.starts_at ${own}),
        page as (select * from (
          (select id, false as outside, starts_at from own order by ${order} ${few})
          union all (select x.id, true, x.starts_at ${outside} order by ${past ? sql`x.starts_at desc, x.id desc` : sql`x.starts_at, x.id`} ${few})) nearest
        order by ${order} ${slicePage({ page, limit }, EVENT_PAGE)})
      select coalesce((select json_agg(case when outside then (select ${OUTSIDE_CARD} ${outsideOf(calendarId)} and x.id = page.id)
          else (select ${cardJson(who)} from events e ${viewerJoins(who)} where e.id = page.id) end order by ${order}) from page), '[]'::json) as data,
        (select count(*)::int from own) + (select count(*)::int ${outside}) as count`,
  );
  return row ?? { data: [], count: 0 };
}

/** Events that touch some days, in few words, by their start, and whether there are more than are shown: as JSON, ready to be sent. */
export async function monthText(
  db: Db,
  calendarId: string,
  who: Viewer,
  { from, to }: { from: Date; to: Date },
): Promise<string> {
  const most = sql.lit(LIMITS.monthRows + 1);
  const row = await firstRow(
    db,
    sql<{
      text: string;
    }>`select json_build_object('data', coalesce(json_agg(view order by n) filter (where n <= ${sql.lit(LIMITS.monthRows)}), '[]'::json),
        'more', count(*) > ${sql.lit(LIMITS.monthRows)})::text as text
      from (select view, row_number() over (order by starts_at, id) as n from (
        (select json_build_object('id', e.id, 'alias', e.alias, 'name', e.name, 'status', e.status, 'type', e.type, 'event_url', e.event_url,
            'start_epoc', ${epoch('k.starts_at')}, 'end_epoc', ${epoch('k.ends_at')}, 'time_zone', e.time_zone, 'is_all_day', e.is_all_day,
            'tint', coalesce(e.tint, e.cover_tint)) as view, k.starts_at, e.id
          from calendar_entries k join events e on e.id = k.event_id ${viewerJoins(who)}
          where k.calendar_id = ${calendarId} and ${SHOWN} and k.starts_at < ${to} and k.ends_at > ${from} order by k.starts_at, e.id limit ${most})
        union all (select ${OUTSIDE_ROW}, x.starts_at, x.id ${outsideOf(calendarId)} and x.starts_at < ${to} and x.ends_at >= ${from}
          and (x.ends_at > ${from} or x.starts_at = x.ends_at) order by x.starts_at, x.id limit ${most})) either
        order by starts_at, id limit ${most}) rows`,
  );
  return row?.text ?? '';
}

export type EntryRow = {
  status: SubmissionStatus;
  tries: number;
  addedBy: string | null;
  /** The name of the person who answered it, or took it off. */
  decidedBy: string | null;
};

/** What stands between an event and a calendar; `lock` keeps two admins from answering at once. */
export async function findEntry(
  db: Db,
  calendarId: string,
  eventId: string,
  lock = false,
): Promise<EntryRow | undefined> {
  return firstRow(
    db,
    sql<EntryRow>`select k.status, k.tries, k.added_by as "addedBy",
        (select trim(u.first_name || ' ' || u.last_name) from users u where u.id = k.decided_by) as "decidedBy"
      from calendar_entries k where k.calendar_id = ${calendarId} and k.event_id = ${eventId} ${lock ? sql`for update of k` : sql``}`,
  );
}

/** Whether a person who keeps the calendar may see what was submitted to it. */
export async function isSubmittedTo(db: Db, calendarId: string, eventId: string, who: Viewer): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{
      seen: true;
    }>`select true as seen from calendar_entries k join events e on e.id = k.event_id ${viewerJoins(who)}
      where k.calendar_id = ${calendarId} and k.event_id = ${eventId} and ${SUBMITTED}`,
  );
  return row !== undefined;
}

/** How many submissions are named. */
const NAMED = 3;

/** The submissions that wait on calendars that a person manages, as JSON: those that the person may see. */
export function submissionsFor(userId: string): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(json_build_object('calendarId', c.id, 'alias', c.alias, 'name', c.name, 'submissions', w.n,
      'events', w.names, 'since_epoc', ${epoch('w.since')}) order by w.since), '[]'::json)
    from (select id from calendars where owner_id = ${userId}
      union select calendar_id from calendar_admins where user_id = ${userId}
      union select k.id from members n join roles o on o.server_id = n.server_id and o.id = n.role_id join calendars k on k.server_id = n.server_id
        where n.user_id = ${userId} and 'MANAGE_CALENDARS' = any(o.permissions)) kept
    join calendars c on c.id = kept.id cross join lateral (
      select count(*)::int as n, min(k.added_at) as since, to_json((array_agg(e.name order by k.added_at, e.id))[1:${sql.lit(NAMED)}]) as names
      from calendar_entries k join events e on e.id = k.event_id ${viewerJoins({ userId })}
      where k.calendar_id = c.id and k.status = 'pending' and ${SUBMITTED}) w where w.n > 0)`;
}

/** How many submissions of a person wait on a calendar. */
export async function countPending(db: Db, calendarId: string, userId: string): Promise<number> {
  const row = await firstRow(
    db,
    sql<{ count: number }>`select count(*)::int as count from calendar_entries
      where calendar_id = ${calendarId} and status = 'pending' and added_by = ${userId}`,
  );
  return row?.count ?? 0;
}

/** People whose submissions to a calendar wait for an answer, each with the event: the first 500. */
export async function listWaiting(
  db: Db,
  calendarId: string,
): Promise<{ address: string; firstName: string; event: { name: string; alias: string } }[]> {
  return allRows(
    db,
    sql<{ address: string; firstName: string; event: { name: string; alias: string } }>`
      select u.email as address, u.first_name as "firstName", json_build_object('name', e.name, 'alias', e.alias) as event
      from calendar_entries k join events e on e.id = k.event_id join users u on u.id = k.added_by
      where k.calendar_id = ${calendarId} and k.status = 'pending' order by k.added_at, e.id limit 500`,
  );
}

/**
 * Puts an event on a calendar, or submits it; again after it was refused or taken off.
 *
 * @returns what it is now; nothing if somebody else was first, and theirs stands.
 */
export async function putEntry(
  db: Db,
  entry: { calendarId: string; eventId: string; userId: string; keeps: boolean },
  now: Date,
): Promise<SubmissionStatus | undefined> {
  const status = entry.keeps ? 'accepted' : 'pending';
  const submissions = entry.keeps ? 0 : 1;
  const again = entry.keeps ? sql`k.status <> 'accepted'` : sql`k.status in ('refused', 'removed')`;
  const row = await firstRow(
    db,
    sql<{ status: SubmissionStatus }>`insert into calendar_entries as k
      (calendar_id, event_id, status, added_by, added_at, by_admin, tries, decided_by, decided_at, starts_at, ends_at)
    select ${entry.calendarId}, e.id, ${status}, ${entry.userId}, ${now}, ${entry.keeps}, ${submissions}::int, ${entry.keeps ? entry.userId : null}::uuid, ${entry.keeps ? now : null}::timestamptz,
      case when not e.tbd_date then e.start_at end, case when not e.tbd_date then coalesce(e.end_at, e.start_at + interval '24 hours') end
    from events e where e.id = ${entry.eventId}
    on conflict (calendar_id, event_id) do update set status = excluded.status, added_by = excluded.added_by, added_at = excluded.added_at,
      by_admin = excluded.by_admin, decided_by = excluded.decided_by, decided_at = excluded.decided_at, tries = k.tries + excluded.tries,
      selected_reason = '', reason = '' where ${again} returning k.status`,
  );
  return row?.status;
}

/** Records the answer to a submission, or that an event was taken off. */
export async function decideEntry(
  db: Db,
  { calendarId, eventId }: { calendarId: string; eventId: string },
  decision: { status: SubmissionStatus; by: string; selectedReason?: string | undefined; reason?: string | undefined },
  now: Date,
): Promise<void> {
  await db
    .updateTable('calendar_entries')
    .set({
      status: decision.status,
      decided_by: decision.by,
      decided_at: now,
      selected_reason: decision.selectedReason ?? '',
      reason: decision.reason ?? '',
    })
    .where('calendar_id', '=', calendarId)
    .where('event_id', '=', eventId)
    .execute();
}

/** Submissions to a calendar, as far as its admin may see the events: those that wait, the longest waiting first; others, the latest answer first. */
export async function listSubmissions(
  db: Db,
  calendarId: string,
  who: Viewer,
  { status, page, limit }: { status: SubmissionStatus; page: number; limit: number },
): Promise<{ data: SubmissionView[]; count: number }> {
  const from = sql`from calendar_entries k join events e on e.id = k.event_id ${viewerJoins(who)}
    where k.calendar_id = ${calendarId} and k.status = ${status} and ${SUBMITTED}`;
  const order = status === 'pending' ? sql`k.added_at, e.id` : sql`k.decided_at desc nulls last, e.id`;
  const person = (column: string) =>
    sql`(select json_build_object(${PERSON}) from users u where u.id = ${sql.ref(column)})`;
  const row = await firstRow(
    db,
    sql<{ data: SubmissionView[]; count: number }>`select
      coalesce((select json_agg(view) from (select json_build_object('event', ${cardJson(who)}, 'status', k.status, 'submittedBy', ${person('k.added_by')},
          'submitted_epoc', ${epoch('k.added_at')}, 'decidedBy', ${person('k.decided_by')}, 'selectedReason', k.selected_reason, 'reason', k.reason) as view
        ${from} order by ${order} ${slicePage({ page, limit }, SUBMISSION_PAGE)}) page), '[]'::json) as data,
      (select count(*)::int ${from}) as count`,
  );
  return row ?? { data: [], count: 0 };
}

/** Calendars on which an event is shown, with the community of each. */
export async function listShowing(
  db: Db,
  eventId: string,
  most: number,
): Promise<{ id: string; serverId: string | null }[]> {
  return allRows(
    db,
    sql<{
      id: string;
      serverId: string | null;
    }>`select c.id, c.server_id as "serverId" from calendar_entries k join calendars c on c.id = k.calendar_id
      where k.event_id = ${eventId} and k.status = 'accepted' limit ${most}`,
  );
}
