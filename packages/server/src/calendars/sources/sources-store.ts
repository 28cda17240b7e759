import {
  type LeftOut,
  SOURCE_LIMITS,
  SOURCE_PROBLEMS,
  type SourceProblem,
  type SourceState,
  type SourceView,
} from '@folkmoot/contract/calendars/sources-schema.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../../core/db/db.ts';
import type { OutsideVersion } from '../../core/outside/outside.ts';
import { epoch } from '../../participations/fragments-store.ts';

const VIEW = sql`s.id, s.url, s.name, s.state, s.problem, s.event_count as "eventCount",
  json_build_object('series', 0, 'events', 0, 'unreadable', 0, 'private', 0, 'ours', 0)::jsonb || s.left_out as "leftOut",
  ${epoch('s.fetched_at')}::float8 as fetched_epoc, ${epoch('s.succeeded_at')}::float8 as succeeded_epoc, ${epoch('s.failing_since')}::float8 as failing_epoc`;

type Row = Omit<SourceView, 'why'>;

const viewOf = (row: Row): SourceView => ({ ...row, why: row.problem === null ? '' : SOURCE_PROBLEMS[row.problem] });

/** Outside feeds of a calendar, in the order in which they were added. */
export async function listSources(db: Db, calendarId: string): Promise<SourceView[]> {
  const rows = await allRows(
    db,
    sql<Row>`select ${VIEW} from calendar_sources s where s.calendar_id = ${calendarId} order by s.created_at, s.id`,
  );
  return rows.map(viewOf);
}

/** A feed as people see it who keep its calendar. */
export async function findSource(db: Db, calendarId: string, id: string): Promise<SourceView | undefined> {
  const row = await firstRow(
    db,
    sql<Row>`select ${VIEW} from calendar_sources s where s.calendar_id = ${calendarId} and s.id = ${id}`,
  );
  return row && viewOf(row);
}

/** What is needed to read a feed. */
export type Due = {
  calendarId: string;
  serverId: string | null;
  zone: string;
  id: string;
  url: string;
  version: OutsideVersion;
  readAt: Date | null;
  failingSince: Date | null;
};

const DUE = sql`s.calendar_id as "calendarId", c.server_id as "serverId", c.time_zone as zone, s.id, s.url,
  json_build_object('etag', s.etag, 'modified', s.last_modified) as version, s.read_at as "readAt", s.failing_since as "failingSince"`;

/** Takes the feed that has been due for longest, and makes it due again: of several processes one gets it. */
export async function takeDue(db: Db, now: Date, next: Date): Promise<Due | undefined> {
  return firstRow(
    db,
    sql<Due>`update calendar_sources s set next_fetch_at = ${next}
      from (select d.calendar_id, d.id from calendar_sources d where d.state <> 'paused' and d.next_fetch_at <= ${now}
        order by d.next_fetch_at limit 1 for update skip locked) taken, calendars c
      where s.calendar_id = taken.calendar_id and s.id = taken.id and c.id = s.calendar_id returning ${DUE}`,
  );
}

/** Takes a feed that somebody wants to have read now, unless it was read a moment ago. */
export async function takeNow(
  db: Db,
  { calendarId, id }: { calendarId: string; id: string },
  { now, unlessSince }: { now: Date; unlessSince: Date },
): Promise<Due | undefined> {
  return firstRow(
    db,
    sql<Due>`update calendar_sources s set fetched_at = ${now} from calendars c
      where s.calendar_id = ${calendarId} and s.id = ${id} and c.id = s.calendar_id and (s.fetched_at is null or s.fetched_at <= ${unlessSince}) returning ${DUE}`,
  );
}

/** A feed, which is not removed, and of which no other answer is written, until the transaction ends. */
export async function lockSource(db: Db, calendarId: string, id: string): Promise<Due | undefined> {
  return firstRow(
    db,
    sql<Due>`select ${DUE} from calendar_sources s join calendars c on c.id = s.calendar_id
      where s.calendar_id = ${calendarId} and s.id = ${id} for update of s`,
  );
}

/** How many feeds a calendar, a person and the whole installation have. */
export async function countSources(
  db: Db,
  calendarId: string,
  userId: string,
): Promise<{ here: number; yours: number; all: number }> {
  const row = await firstRow(
    db,
    sql<{ here: number; yours: number; all: number }>`select
      (select count(*)::int from calendar_sources where calendar_id = ${calendarId}) as here,
      (select count(*)::int from calendar_sources where added_by = ${userId}) as yours,
      (select count(*)::int from calendar_sources) as all`,
  );
  return row ?? { here: 0, yours: 0, all: 0 };
}

/** Adds a feed. Violates `calendar_sources_url` if the calendar shows it already. */
export async function insertSource(
  db: Db,
  source: { calendarId: string; id: string; url: string; name: string; addedBy: string; next: Date },
  now: Date,
): Promise<void> {
  await db
    .insertInto('calendar_sources')
    .values({
      calendar_id: source.calendarId,
      id: source.id,
      url: source.url,
      name: source.name,
      added_by: source.addedBy,
      created_at: now,
      state: 'ok',
      next_fetch_at: source.next,
    })
    .execute();
}

export async function renameSource(db: Db, calendarId: string, id: string, name: string): Promise<void> {
  await db
    .updateTable('calendar_sources')
    .set({ name })
    .where('calendar_id', '=', calendarId)
    .where('id', '=', id)
    .execute();
}

/** Removes a feed with its events. Returns whether it was there. */
export async function deleteSource(db: Db, calendarId: string, id: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('calendar_sources')
    .where('calendar_id', '=', calendarId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

/**
 * Has all feeds of a calendar read again, since times without a zone are those of its clock: as soon as each may be. A calendar that moves all the
 * time does not ask the sites of others all the time.
 */
export async function readAgain(db: Db, calendarId: string, now: Date): Promise<void> {
  await sql`update calendar_sources set read_at = null,
      next_fetch_at = greatest(${now}::timestamptz, fetched_at + ${SOURCE_LIMITS.again}::int * interval '1 second')
    where calendar_id = ${calendarId}`.execute(db);
}

/** An event as it is written: texts and seconds since 1970. */
export type ItemRow = {
  id: string;
  uid: string;
  recurrence: string;
  title: string;
  description: string;
  location: string;
  url: string;
  starts_at: string;
  ends_at: string;
  time_zone: string;
  all_day: boolean;
  cancelled: boolean;
  sequence: number;
  modified_at: string | null;
  hash: string;
  search_text: string;
};

/** The id of an event of ours that a UID names: ours are the id alone, earlier with our address behind it. */
const OURS = sql`case when split_part(i.uid, '@', 1) ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then split_part(i.uid, '@', 1)::uuid end`;

/**
 * Makes the events of a feed those that were read, in one statement: new ones are added, changed ones changed, and those that are gone removed. Events
 * of this installation are left out.
 */
export async function replaceItems(
  db: Db,
  { calendarId, id }: { calendarId: string; id: string },
  items: readonly ItemRow[],
  now: Date,
): Promise<{ shown: number; changed: number }> {
  const row = await firstRow(
    db,
    sql<{ shown: number; changed: number }>`with incoming as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i (id uuid, uid text, recurrence text, title text, description text, location text, url text,
          starts_at timestamptz, ends_at timestamptz, time_zone text, all_day boolean, cancelled boolean, sequence integer, modified_at timestamptz, hash text, search_text text)
        where not exists (select 1 from events e where e.id = ${OURS})),
      gone as (delete from calendar_source_events x where x.calendar_id = ${calendarId} and x.source_id = ${id}
        and not exists (select 1 from incoming i where i.uid = x.uid and i.recurrence = x.recurrence) returning 1),
      put as (insert into calendar_source_events as x (calendar_id, source_id, id, uid, recurrence, title, description, location, url, starts_at, ends_at,
          time_zone, all_day, cancelled, sequence, modified_at, changed_at, hash, search_text)
        select ${calendarId}, ${id}, id, uid, recurrence, title, description, location, url, starts_at, ends_at,
          time_zone, all_day, cancelled, sequence, modified_at, ${now}, hash, search_text from incoming
        on conflict (calendar_id, source_id, uid, recurrence) do update set title = excluded.title, description = excluded.description, location = excluded.location,
          url = excluded.url, starts_at = excluded.starts_at, ends_at = excluded.ends_at, time_zone = excluded.time_zone, all_day = excluded.all_day,
          cancelled = excluded.cancelled, sequence = excluded.sequence, modified_at = excluded.modified_at, changed_at = excluded.changed_at,
          hash = excluded.hash, search_text = excluded.search_text
        where x.hash <> excluded.hash returning 1)
      select (select count(*)::int from incoming) as shown, (select count(*)::int from gone) + (select count(*)::int from put) as changed`,
  );
  return row ?? { shown: 0, changed: 0 };
}

/** What one reading of a feed leaves behind. What it does not name stays. */
export type Outcome = {
  state: SourceState;
  problem: SourceProblem | null;
  failingSince: Date | null;
  next: Date;
  /** Its version on its server, if it was read. */
  version?: OutsideVersion;
  /** Its events, if all of it was read. */
  read?: { eventCount: number; leftOut: LeftOut };
};

/** Notes what came of reading a feed. */
export async function noteOutcome(
  db: Db,
  { calendarId, id }: { calendarId: string; id: string },
  { state, problem, failingSince, next, version, read }: Outcome,
  now: Date,
): Promise<void> {
  await db
    .updateTable('calendar_sources')
    .set({
      ...{ state, problem, failing_since: failingSince, fetched_at: now, next_fetch_at: next },
      ...(state === 'ok' && { succeeded_at: now }),
      ...(version && { etag: version.etag, last_modified: version.modified }),
      ...(read && { read_at: now, event_count: read.eventCount, left_out: JSON.stringify(read.leftOut) }),
    })
    .where('calendar_id', '=', calendarId)
    .where('id', '=', id)
    .execute();
}
