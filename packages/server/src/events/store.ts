import { fold } from '@folkmoot/contract/core/text.ts';
import type { HostRow } from '@folkmoot/contract/events/invitations-schema.ts';
import { EVENT_PAGE, type EventCard, type EventListView, type EventView } from '@folkmoot/contract/events/schema.ts';
import type { Seeing } from '@folkmoot/contract/participations/rules.ts';
import type { ParticipationRole } from '@folkmoot/contract/participations/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { hiddenFrom } from '../blocks/store.ts';
import type { Named } from '../communities/aliases-store.ts';
import { compileOnce } from '../core/db/compile-once.ts';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { slicePage } from '../core/db/slice-page.ts';
import { containing } from '../core/http/cursor.ts';
import {
  addressFor,
  admitted,
  epoch,
  managedBy,
  manages,
  notBanned,
  over,
  partsOf,
  typedOnly,
  type Viewer,
  viewerJoins,
} from '../participations/fragments-store.ts';
import { cardJson, eventJson } from './fragments-store.ts';

/** What decides whether an event exists for a person. */
export const SEEING = (who: Viewer) => sql`e.status, e.visibility, m.id is not null as member,
  ${manages(who)} as manages, own.status as participation, coalesce(own.gave_up, false) as "gaveUp", ${admitted(who)} as admitted`;

export type SeenEvent = Seeing & { body: string };

const readPage = compileOnce<{ as: readonly string[] }, Viewer & { eventId: string }, SeenEvent>(({ as }, values) => {
  const who: Viewer = Object.fromEntries(as.map((name) => [name, values[name as keyof Viewer]]));
  return sql<SeenEvent>`select ${SEEING(who)}, ${eventJson(who)}::text as body from events e ${viewerJoins(who)} where e.id = ${values.eventId}`;
});

/** An event's page as JSON text, and what decides whether the caller may have it. */
export async function findPage(db: Db, eventId: string, who: Viewer): Promise<SeenEvent | undefined> {
  const as = partsOf(who);
  const [page] = await readPage(db, { as }, { ...who, eventId });
  return page;
}

export type NamedPage = Named & Pick<SeenEvent, 'status' | 'visibility'> & { body: string | null; beside: string };

/**
 * Finds what is at an address, and for an event its page for a visitor, in one statement: links are opened by many
 * people at once.
 *
 * @param beside what else the page asks for first, as JSON, of the event `e`.
 */
export function pageFinder(beside: RawBuilder<unknown>): (db: Db, alias: string) => Promise<NamedPage | undefined> {
  const find = compileOnce<object, { alias: string }, NamedPage>(
    (_, values) => sql<NamedPage>`select a.resource_type, a.resource_id, present.alias, page.*
      from aliases a join aliases present on present.resource_type = a.resource_type and present.resource_id = a.resource_id and present.current
      left join lateral (
        select e.status, e.visibility, ${eventJson({})}::text as body, ${beside}::text as beside
        from events e ${viewerJoins({})} where a.resource_type = 'event' and e.id = a.resource_id) page on true
      where a.alias = ${values.alias}`,
  );
  return async (db, alias) => (await find(db, {}, { alias: alias.toLowerCase() }))[0];
}

/** What a caller may know about an event before anything is done with it. */
export type EventFacts = Seeing & {
  id: string;
  alias: string;
  name: string;
  serverId: string | null;
  creatorId: string;
  type: 'internal' | 'external';
  start_epoc: number | null;
  end_epoc: number | null;
  time_zone: string;
  tbdDate: boolean;
  taken: number;
  passcode_hash: string | null;
  participationId: string | null;
  role: ParticipationRole | null;
  /** What the viewer is asked to be. */
  askedRole: ParticipationRole | null;
};

export async function findEventFacts(db: Db, eventId: string, who: Viewer): Promise<EventFacts | undefined> {
  return firstRow(
    db,
    sql<EventFacts>`select ${SEEING(who)}, e.id, e.alias, e.name, e.server_id as "serverId", e.creator_id as "creatorId", e.type,
      ${epoch('e.start_at')} as start_epoc, ${epoch('e.end_at')} as end_epoc, e.time_zone, e.tbd_date as "tbdDate", e.taken_count as taken, e.passcode_hash,
      own.id as "participationId", own.role, own.asked_role as "askedRole"
      from events e ${viewerJoins(who)} where e.id = ${eventId}`,
  );
}

/** What decides whether a person manages an event, and something about it that is only for those who do. */
export type Managed = Seeing & { role: ParticipationRole | null; lookedAt: Date | null; inside: string | null };

/**
 * Reads both in one statement.
 *
 * @param inside JSON about event `e`. For everybody else it is not evaluated, and null.
 */
export const managedWith = (eventId: string, who: Viewer, inside: RawBuilder<unknown>): RawBuilder<Managed> =>
  sql<Managed>`select ${SEEING(who)}, own.role, own.looked_at as "lookedAt", case when ${manages(who)} then (${inside})::text end as inside
    from events e ${viewerJoins(who)} where e.id = ${eventId}`;

export type Listing = { page: number; limit: number; search: string };
type Page<Row> = { data: Row[]; count: number };

const LISTS: Record<EventListView, (userId: string, now: Date) => ReturnType<typeof sql>> = {
  going: (_, now) =>
    sql`own.status in ('going', 'offered', 'payment_pending') and own.role in ('guest', 'featured_guest') and e.status <> 'draft' and not ${over(now)}`,
  hosting: (_, now) =>
    sql`own.role = 'host' and own.status <> 'not_going' and e.status <> 'draft' and not ${over(now)}`,
  requested: (_, now) => sql`own.status in ('requested', 'waitlisted') and e.status = 'published' and not ${over(now)}`,
  invitations: (userId, now) =>
    sql`(own.asked_role is not null or own.status = 'invited') and e.status <> 'cancelled' and not ${over(now)}
      and not coalesce(own.asked_by = any(${hiddenFrom(userId)}), false) and ${notBanned('own')}`,
  past: (_, now) =>
    sql`(own.status = 'going' or (own.role = 'host' and own.status <> 'not_going')) and e.status <> 'draft' and ${over(now)}`,
  drafts: () => sql`own.role = 'host' and own.status <> 'not_going' and e.status = 'draft'`,
};

/** A person's own events of a kind, the next one first; past ones latest first, drafts newest first. */
export async function listOwn(
  db: Db,
  userId: string,
  view: EventListView,
  { page, limit, search }: Listing,
  now: Date,
): Promise<Page<EventCard>> {
  const who = { userId };
  const where = sql`own.user_id = ${userId} and ${LISTS[view](userId, now)} ${matching(search)}`;
  const order =
    view === 'past'
      ? sql`e.start_at desc, e.id desc`
      : view === 'drafts'
        ? sql`e.created_at desc, e.id desc`
        : BY_START;
  return paged(
    db,
    sql<EventCard>`${cardJson(who)}`,
    sql`from participations own join events e on e.id = own.event_id left join servers s on s.id = e.server_id
      left join members m on m.server_id = e.server_id and m.user_id = ${userId} where ${where}`,
    order,
    page,
    limit,
  );
}

/** Past events whose guest list a person manages: as a host, or by their role in the community. Latest first. */
export async function listPastManaged(
  db: Db,
  userId: string,
  { page, limit, search }: Listing,
  now: Date,
): Promise<Page<EventCard>> {
  const who = { userId };
  return paged(
    db,
    sql<EventCard>`${cardJson(who)}`,
    sql`from events e ${viewerJoins(who)} where e.id in ${managedBy(userId)}
      and e.status <> 'draft' and e.type = 'internal' and ${over(now)} ${matching(search)}`,
    sql`e.start_at desc, e.id desc`,
    page,
    limit,
  );
}

/** The next one first. An event whose date is to be announced has no position in the order that would reveal it. */
export const BY_START = sql`case when e.tbd_date then null else e.start_at end nulls last, e.id`;

export const matching = (search: string) =>
  search.trim() === '' ? sql`` : sql`and e.search_text like ${containing(fold(search))}`;

export type Near = { lat: number; lng: number; miles: number };

/** Miles between event `e` and a point, by the haversine formula on a sphere of 3958.8 miles. */
const milesTo = ({
  lat,
  lng,
}: Near) => sql`round((2 * 3958.8 * asin(sqrt(least(1, power(sin(radians(e.lat - ${lat}) / 2), 2)
  + cos(radians(${lat})) * cos(radians(e.lat)) * power(sin(radians(e.lng - ${lng}) / 2), 2)))))::numeric, 1)::float8`;

/** Whether published event `e` is listed for the viewer: private ones are not, nor those of secret communities for strangers. */
export const LISTED = sql`((e.visibility = 'public' and (s.id is null or s.visibility <> 'secret' or m.id is not null))
  or (e.visibility = 'community' and m.id is not null))`;

/**
 * Published upcoming events that a person may see and that are listed: no private ones, none of secret communities
 * for strangers.
 */
export async function listUpcoming(
  db: Db,
  who: Viewer,
  { page, limit, search, near, serverId }: Listing & { near?: Near | undefined; serverId?: string | undefined },
  now: Date,
): Promise<Page<EventCard>> {
  // A degree of latitude is 69 miles everywhere; what passes the box is measured.
  const band = near
    ? sql`and not e.tbd_location and e.lat between ${near.lat - near.miles / 69} and ${near.lat + near.miles / 69} and ${milesTo(near)} <= ${near.miles}`
    : sql``;
  return paged(
    db,
    sql<EventCard>`${cardJson(who, near && milesTo(near))}`,
    sql`from events e ${viewerJoins(who)}
      where e.status = 'published' and not ${over(now)} and ${LISTED}
      ${serverId === undefined ? sql`` : sql`and e.server_id = ${serverId}`} ${band} ${matching(search)}`,
    BY_START,
    page,
    limit,
  );
}

/** The next events of a community that a viewer may see, as JSON, without a count of all. */
export const nextJson = (who: Viewer, serverId: string, limit: number, now: Date) => sql<
  EventCard[]
>`(select coalesce(json_agg(view), '[]'::json) from (
  select ${cardJson(who, undefined)} as view from events e ${viewerJoins(who)}
  where e.status = 'published' and not ${over(now)} and ${LISTED} and e.server_id = ${serverId}
  order by ${BY_START} limit ${sql.lit(limit)}) page)`;

async function paged<Row>(
  db: Db,
  view: ReturnType<typeof sql<Row>>,
  from: ReturnType<typeof sql>,
  order: ReturnType<typeof sql>,
  page: number,
  limit: number,
): Promise<Page<Row>> {
  const row = await firstRow(
    db,
    sql<
      Page<Row>
    >`select coalesce((select json_agg(view) from (select ${view} as view ${from} order by ${order} ${slicePage({ page, limit }, EVENT_PAGE)}) page), '[]'::json) as data,
      (select count(*)::int ${from}) as count`,
  );
  return row ?? { data: [], count: 0 };
}

/** Whether hosts know only the address of participation `h`; whether it has an account makes no difference. */
const ADDRESS_ONLY = sql`(${typedOnly('h')} or h.user_id is null)`;

/**
 * Person `u` of participation `h` as hosts see them: if only their address is known, the participation and what was
 * typed.
 */
const HOST_SEEN = sql`'id', case when ${ADDRESS_ONLY} then h.id else u.id end,
  'firstName', case when ${ADDRESS_ONLY} then coalesce(nullif(h.first_name, ''), nullif(h.last_name, ''), u.email, h.email) else u.first_name end, 'lastName', case when ${ADDRESS_ONLY} then case when h.first_name = '' then '' else h.last_name end else u.last_name end,
  'username', case when ${ADDRESS_ONLY} then '' else u.username end, 'imageUrl', case when not ${ADDRESS_ONLY} then u.image end`;

/** Hosts and featured guests as hosts see them, including invited ones: of addresses without an account only these. */
export async function listHosts(db: Db, eventId: string, who: Viewer = {}): Promise<HostRow[]> {
  const rows = await allRows(
    db,
    sql<{
      view: HostRow;
    }>`select json_build_object(${HOST_SEEN}, 'participationId', h.id, 'role', h.shown, 'isCreator', coalesce(u.id = e.creator_id, false),
        'pending', h.shown <> h.role, 'email', ${addressFor(who, 'h')}) as view
      from (select *, case when asked_role in ('host', 'featured_guest') then asked_role else role end as shown from participations
        where event_id = ${eventId} and status <> 'not_going' and (asked_role in ('host', 'featured_guest') or (role in ('host', 'featured_guest') and user_id is not null))) h
      left join users u on u.id = h.user_id join events e on e.id = h.event_id
      order by coalesce(u.id <> e.creator_id, true), h.shown <> h.role, h.role = 'featured_guest', h.registered_at, h.id`,
  );
  return rows.map(({ view }) => view);
}

/** An event by id, as hosts see it. */
export async function findView(db: Db, eventId: string, who: Viewer): Promise<EventView | undefined> {
  const page = await findPage(db, eventId, who);
  return page && (JSON.parse(page.body) as EventView);
}

/** The version of what calendars show of an event, and when it was last raised. */
export async function findSequence(db: Db, eventId: string): Promise<{ sequence: number; changed: Date } | undefined> {
  return db
    .selectFrom('events')
    .select(['sequence', 'content_changed_at as changed'])
    .where('id', '=', eventId)
    .executeTakeFirst();
}

/** By what an event is known elsewhere. */
export async function findFace(db: Db, eventId: string): Promise<{ name: string; cover: string | null } | undefined> {
  return db.selectFrom('events').select(['name', 'cover']).where('id', '=', eventId).executeTakeFirst();
}
