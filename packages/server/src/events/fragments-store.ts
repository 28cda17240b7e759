import { type RawBuilder, sql } from 'kysely';
import { hiddenFrom } from '../blocks/store.ts';

/* Pieces of SQL that this slice's statements share. Event `e`, its community `s`, the viewer's role `r` in it and their
 * own participation `own`. */

/** The participation of the viewer of an event: a signed-in person's, one opened by an email's link, or none. */
export type Viewer = { userId?: string | undefined; participationId?: string | undefined };

/** Nobody has this id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
export const idOf = ({ userId }: Viewer): string => userId ?? NOBODY;

/** The viewer's role and participation around event `e`. */
export const viewerJoins = (who: Viewer, email?: string) => sql`
  left join servers s on s.id = e.server_id
  left join members m on m.server_id = e.server_id and m.user_id = ${idOf(who)}
  left join roles r on r.server_id = m.server_id and r.id = m.role_id
  left join participations own on own.event_id = e.id and ${
    who.participationId !== undefined
      ? sql`own.id = ${who.participationId}`
      : email === undefined
        ? sql`own.user_id = ${idOf(who)}`
        : sql`own.user_id is null and own.email = ${email}`
  }`;

/** May do what hosts do. */
export const manages = (who: Viewer) =>
  sql<boolean>`(coalesce(own.user_id = ${idOf(who)} and own.role = 'host' and own.status <> 'not_going', false)
    or coalesce('MANAGE_EVENTS' = any(r.permissions), false))`;

/** Given access by the hosts, or by the passcode. */
export const admitted = (who: Viewer) =>
  sql<boolean>`exists (select 1 from event_access a where a.event_id = e.id and a.user_id = ${idOf(who)} and a.status = 'granted')`;

/** An instant as Unix seconds. */
export const epoch = (column: string) => sql`extract(epoch from ${sql.ref(column)})::bigint`;

/** Whether event `e` is over: the SQL twin of `isOver`. */
export const over = (now: Date) =>
  sql`coalesce(not e.tbd_date and coalesce(e.end_at, e.start_at + interval '24 hours') <= ${now}, false)`;

/** Person `u` as JSON. */
export const PERSON = sql`'id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'username', u.username, 'imageUrl', u.image`;

/** The community of event `e` as its page shows it: a secret one only for its members. */
export const SERVER = sql`case when s.id is not null and (s.visibility <> 'secret' or m.id is not null)
  then json_build_object('id', s.id, 'slug', s.slug, 'name', s.name, 'logo', s.logo, 'visibility', s.visibility) end`;

export const PLACES_LEFT = sql`case when e.capacity is not null then greatest(0, e.capacity - e.taken_count) end`;

/**
 * Which email address an endpoint reveals: this is the only code that decides it. People see their own; hosts see it
 * if the person has given it to them by registering, or if a host typed it. Nobody else does. Of participation `p`
 * (or another name for it) and its person `u`.
 */
export const addressFor = (who: Viewer, p = 'p') =>
  sql`case when ${sql.ref(`${p}.user_id`)} is null then ${sql.ref(`${p}.email`)}
    when ${addressKnown(who, p)} then coalesce(${sql.ref(`${p}.email`)}, u.email) end`;

/** Whether the address of a person on the list is visible to the host: for searching by it too. */
export const addressKnown = (who: Viewer, p = 'p') =>
  sql`(${sql.ref(`${p}.address_given`)} or ${sql.ref(`${p}.user_id`)} = ${idOf(who)})`;

/**
 * On the list by a typed address, without an answer of their own: hosts learn nothing about whose it is, nor whether
 * an account has it, whatever becomes of the participation. Of participation `p`, or another name for it.
 */
export const typedOnly = (p = 'p') => sql`(${sql.ref(`${p}.typed`)} and not ${sql.ref(`${p}.own_act`)})`;

/**
 * Whether the location and time of event `e` are visible: to everybody once they are announced, and before that only
 * to its hosts.
 */
const placeTold = (who: Viewer) => sql`(not e.tbd_location or ${manages(who)})`;
const timeTold = (who: Viewer) => sql`(not e.tbd_date or ${manages(who)})`;

/** A few of the people whom `goingCount` counts, if hosts show them: with an account, and registered themselves. */
export const facesJson = (who: Viewer) => sql`case when e.show_guests and e.going_count > 0 then coalesce((
  select json_agg(json_build_object(${PERSON})) from (
    select u.* from participations g join users u on u.id = g.user_id
    where g.event_id = e.id and g.status = 'going' and g.user_id is not null and g.own_act and g.role in ('guest', 'featured_guest') ${notHidden(who, sql.ref('u.id'))}
    order by g.registered_at, g.id limit 5) u), '[]'::json) else '[]'::json end`;

/**
 * Whether the community of event `e` has not banned the participation's person: a banned person gets nothing that a
 * host asks of them.
 */
export const notBanned = (p: string) =>
  sql`not exists (select 1 from bans b where b.server_id = e.server_id and b.user_id = ${sql.ref(`${p}.user_id`)})`;

/** Leaves out people who are hidden from the viewer. */
export function notHidden({ userId }: Viewer, column: RawBuilder<unknown>) {
  return userId === undefined ? sql`` : sql`and not ${column} = any(${hiddenFrom(userId)})`;
}

/** Addresses of the cover by size: the SQL twin of `imageMapOf`, which a test compares. */
export const IMAGE_MAP = sql`case when e.cover is null then '{}'::json
  when e.cover like '/files/%' then json_build_object('500*250', regexp_replace(e.cover, '/[^/]*$', '/500x250'))
  else json_build_object('500*250', regexp_replace(e.cover, '^/art/covers/([a-z]+)\\.webp$', '/art/covers/500x250/\\1.webp')) end`;

const HOSTS_JSON = (who: Viewer) => sql`coalesce((
  select json_agg(json_build_object(${PERSON}, 'participationId', u.participation_id, 'role', u.role, 'isCreator', u.id = e.creator_id)) from (
    select u.*, h.id as participation_id, h.role from participations h join users u on u.id = h.user_id
    where h.event_id = e.id and h.role in ('host', 'featured_guest') and h.status <> 'not_going' and h.own_act ${notHidden(who, sql.ref('u.id'))}
    order by u.id <> e.creator_id, h.role = 'featured_guest', h.registered_at, h.id) u), '[]'::json)`;

const WAITLIST_PLACE = sql`case when own.status = 'waitlisted' then (
  select count(*)::int from participations q where q.event_id = e.id and q.status = 'waitlisted' and (q.waitlisted_at, q.id) <= (own.waitlisted_at, own.id)) end`;

const VIEWER = (who: Viewer) => sql`json_build_object(
  'participationId', own.id, 'role', own.role, 'status', own.status, 'ticketId', own.ticket_id, 'waitlistPlace', ${WAITLIST_PLACE},
  'offer_expires_epoc', case when own.status = 'offered' then ${epoch('own.offer_expires_at')} end, 'checkedIn', own.checked_in_at is not null,
  'manages', ${manages(who)}, 'askedRole', own.asked_role)`;

/** The online address: shown to people who are going, and to hosts. */
const meets = (who: Viewer) => sql`((own.status = 'going' and not e.tbd_location) or ${manages(who)})`;

const VIRTUAL = (who: Viewer) => sql`case when ${meets(who)} then e.virtual_address else '' end`;

/** The location; its meeting link is only visible to people who may have the online address. */
const LOCATION = (who: Viewer) => sql`case when not ${placeTold(who)} or e.location is null then null
  when ${meets(who)} then e.location else e.location || '{"meetingLink": ""}'::jsonb end`;

/** Event `e` as its page shows it, as JSON. A row is quicker to write than an object. */
export const eventJson = (who: Viewer) => sql`row_to_json((select view from (select
  e.id, e.id as event_id, e.alias, e.name, e.summary, e.description, e.status, e.type, e.event_url, e.visibility,
  e.visibility = 'private' as "privateEvent", ${SERVER} as server, ${HOSTS_JSON(who)} as hosts,
  case when ${timeTold(who)} then ${epoch('e.start_at')} end as start_epoc, case when ${timeTold(who)} then ${epoch('e.end_at')} end as end_epoc,
  e.time_zone, e.is_all_day, e.tbd_date as "tbdDate",
  e.tbd_location as "tbdLocation", e.attend_type,
  json_build_object('virtual_address', ${VIRTUAL(who)}, 'in_person_address', case when ${placeTold(who)} then e.in_person_address else '' end) as attend_type_details,
  ${LOCATION(who)} as location, e.cover, e.cover_credit as "coverCredit", ${IMAGE_MAP} as image_map, coalesce(e.tint, e.cover_tint) as tint, e.tint is not null as "tintChosen",
  e.capacity, ${PLACES_LEFT} as "placesLeft", e.going_count as "goingCount", e.waiting_count as "waitingCount",
  (select count(*)::int from participations i where i.event_id = e.id and i.status = 'invited') as "totalInvited",
  e.require_approval, e.waitlist, e.show_guests as "showGuests", ${facesJson(who)} as faces,
  ${epoch('e.registration_opens_at')} as registration_opens_epoc, ${epoch('e.registration_closes_at')} as registration_closes_epoc,
  exists (select 1 from questions q where q.event_id = e.id and q.removed_at is null) as "hasQuestions", e.passcode_hash is not null as "hasPasscode",
  ${epoch('e.published_at')} as published_epoc, ${epoch('e.cancelled_at')} as cancelled_epoc, e.cancel_message as "cancelMessage",
  e.stripe_account_id, null as monetary_type_details, e.calendar_id, ${VIEWER(who)} as viewer) view))`;

/** Its location, on one line: the SQL twin of `addressOf`. */
const PLACE = sql`case when e.tbd_location then 'To be announced'
  when e.attend_type = 'virtual' then 'Online'
  when e.attend_type = 'both' and coalesce(nullif(e.in_person_address, ''), nullif(e.location ->> 'description', ''), e.location ->> 'locality', '') = '' then 'Online'
  else coalesce(nullif(e.in_person_address, ''), nullif(e.location ->> 'description', ''), e.location ->> 'locality', '')
    || case when e.attend_type = 'both' then ' and online' else '' end end`;

/** Event `e` in a list, as JSON. */
export const cardJson = (who: Viewer, miles: RawBuilder<unknown> = sql`null::float8`) => sql`json_build_object(
  'id', e.id, 'alias', e.alias, 'name', e.name, 'status', e.status, 'type', e.type, 'event_url', e.event_url, 'visibility', e.visibility,
  'server', ${SERVER}, 'start_epoc', case when not e.tbd_date then ${epoch('e.start_at')} end, 'end_epoc', case when not e.tbd_date then ${epoch('e.end_at')} end, 'time_zone', e.time_zone, 'is_all_day', e.is_all_day,
  'tbdDate', e.tbd_date, 'tbdLocation', e.tbd_location, 'attend_type', e.attend_type, 'place', ${PLACE}, 'cover', e.cover, 'image_map', ${IMAGE_MAP},
  'tint', coalesce(e.tint, e.cover_tint), 'goingCount', e.going_count, 'capacity', e.capacity, 'placesLeft', ${PLACES_LEFT}, 'faces', ${facesJson(who)},
  'miles', ${miles}, 'viewer', json_build_object('role', own.role, 'status', own.status, 'askedRole', own.asked_role))`;
