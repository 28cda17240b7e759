import type { FeedKind } from '@folkmoot/contract/calendars/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { LOCATION, locationTold, VIRTUAL } from '../events/fragments-store.ts';
import type { CalendarFacts } from '../events/page/calendar-actions.ts';
import { LISTED } from '../events/store.ts';
import { epoch, manages, type Viewer, viewerJoins } from '../participations/fragments-store.ts';
import { SHOWN } from './entries-store.ts';
import { outsideNearest } from './sources/shown-store.ts';

/** What a feed shows: a calendar, what a community publishes, or what its reader hosts, goes to or may go to. */
export type FeedOf = { calendarId: string } | { serverId: string } | 'own';

/** How many days back a feed goes, and how many events it has at most: Google reads about a thousand. */
export const WINDOW = { days: 90, events: 1_000 } as const;

/** Since when what is over is still in a feed. */
export const windowFrom = (now: Date): Date => new Date(now.getTime() - WINDOW.days * 86_400_000);

/** The events of a feed as its reader may see them, nearest to now first; nothing without a date, no drafts. */
function chosen(of: FeedOf, who: Viewer, now: Date): RawBuilder<unknown> {
  const since = windowFrom(now);
  const dated = sql`e.status <> 'draft' and not e.tbd_date and e.start_at is not null
    and coalesce(e.end_at, e.start_at + interval '24 hours') > ${since}`;
  const nearest = sql`order by abs(extract(epoch from e.start_at - ${now}::timestamptz)), e.id limit ${sql.lit(WINDOW.events)}`;
  if (of === 'own')
    return sql`from participations mine join events e on e.id = mine.event_id ${viewerJoins(who)}
      where mine.user_id = ${who.userId} and mine.status <> 'not_going' and ${dated} ${nearest}`;
  if ('serverId' in of)
    return sql`from events e ${viewerJoins(who)} where e.server_id = ${of.serverId} and ${LISTED} and ${dated} ${nearest}`;
  return sql`from calendar_entries k join events e on e.id = k.event_id ${viewerJoins(who)}
    where k.calendar_id = ${of.calendarId} and ${SHOWN} and k.ends_at > ${since} and ${dated} ${nearest}`;
}

/** Everything of the reader that an entry depends on beside the event's own version: a role in the community may show the online address. */
const ownState = (who: Viewer) =>
  sql`coalesce(own.status, '') || coalesce(own.role, '') || (m.id is not null)::text || (${manages(who)})::text`;

/** A short text that differs whenever the feed does: the versions of its events, and what its reader is to each. */
export async function findFeedState(db: Db, of: FeedOf, who: Viewer, now: Date): Promise<string> {
  const outside =
    of !== 'own' && 'calendarId' in of
      ? sql`union all (select x.id || ' ' || x.hash || ' ' || f.name ${outsideNearest(of.calendarId, windowFrom(now), now, WINDOW.events)})`
      : sql``;
  const row = await firstRow(
    db,
    sql<{ state: string | null }>`select md5(string_agg(part, ',' order by part)) as state
      from ((select e.id || ' ' || e.sequence || ' ' || ${ownState(who)} as part ${chosen(of, who, now)}) ${outside}) parts`,
  );
  return row?.state ?? 'empty';
}

export type FeedEvent = CalendarFacts & { isHost: boolean; participation: string | null };

/** The events of a feed, the nearest first. */
export async function listFeedEvents(db: Db, of: FeedOf, who: Viewer, now: Date): Promise<FeedEvent[]> {
  const rows = await allRows(
    db,
    sql<FeedEvent>`select e.id, e.alias, e.name, e.summary, e.description, e.status, ${epoch('e.start_at')}::float8 as start_epoc, ${epoch('e.end_at')}::float8 as end_epoc,
      e.time_zone, e.is_all_day, e.tbd_date as "tbdDate", e.tbd_location as "tbdLocation", e.attend_type,
      json_build_object('virtual_address', ${VIRTUAL(who)}, 'in_person_address', case when ${locationTold(who)} then e.in_person_address else '' end) as attend_type_details,
      ${LOCATION(who)} as location, e.sequence, e.content_changed_at as changed,
      coalesce(own.role = 'host', false) as "isHost", own.status as participation ${chosen(of, who, now)}`,
  );
  return rows;
}

export type Feed = {
  id: string;
  userId: string;
  kind: FeedKind;
  calendarId: string | null;
  serverId: string | null;
  number: number;
  fetched_epoc: number | null;
  fetchedBy: string;
  name: string | null;
};

const FEED = sql`f.id, f.user_id as "userId", f.kind, f.calendar_id as "calendarId", f.server_id as "serverId", f.number,
  ${epoch('f.fetched_at')}::float8 as fetched_epoc, f.fetched_by as "fetchedBy", coalesce(c.name, s.name) as name`;
const FEEDS = sql`from calendar_feeds f left join calendars c on c.id = f.calendar_id left join servers s on s.id = f.server_id`;

/** The iCal links of a person, in the order in which they were made. */
export async function listFeeds(db: Db, userId: string): Promise<Feed[]> {
  return allRows(db, sql<Feed>`select ${FEED} ${FEEDS} where f.user_id = ${userId} order by f.created_at, f.id`);
}

/** An iCal link by its id, whosever it is. */
export async function findFeed(db: Db, id: string): Promise<Feed | undefined> {
  return firstRow(db, sql<Feed>`select ${FEED} ${FEEDS} where f.id = ${id}`);
}

/** Makes an iCal link, or renews the one that is there: its earlier address ends. */
export async function putFeed(
  db: Db,
  feed: { id: string; userId: string; kind: FeedKind; calendarId: string | null; serverId: string | null },
  now: Date,
): Promise<string> {
  const row = await firstRow(
    db,
    sql<{ id: string }>`insert into calendar_feeds as f (user_id, id, kind, calendar_id, server_id, created_at)
      values (${feed.userId}, ${feed.id}, ${feed.kind}, ${feed.calendarId}, ${feed.serverId}, ${now})
      on conflict (user_id, kind, calendar_id, server_id) do update set number = f.number + 1, fetched_at = null, fetched_by = ''
      returning id`,
  );
  return row?.id ?? feed.id;
}

export async function deleteFeed(db: Db, userId: string, id: string): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('user_id', '=', userId).where('id', '=', id).execute();
}

/** Notes that a program has read a feed, once a minute at most. */
export async function noteFetch(db: Db, id: string, by: string, now: Date): Promise<void> {
  const lately = new Date(now.getTime() - 60_000);
  await sql`update calendar_feeds set fetched_at = ${now}, fetched_by = ${by.slice(0, 100)}
    where id = ${id} and (fetched_at is null or fetched_at < ${lately})`.execute(db);
}

/** A community as its feed is called, if everybody, or this person, may see that it is there. */
export async function findFeedCommunity(
  db: Db,
  id: string,
  userId: string | undefined,
): Promise<{ name: string; description: string } | undefined> {
  return firstRow(
    db,
    sql<{ name: string; description: string }>`select s.name, s.description from servers s where s.id = ${id}
      and (s.visibility <> 'secret' or exists (select 1 from members m where m.server_id = s.id and m.user_id = ${userId ?? null}::uuid))`,
  );
}
