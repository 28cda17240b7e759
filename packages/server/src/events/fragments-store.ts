import { type RawBuilder, sql } from 'kysely';
import {
  epoch,
  manages,
  notHidden,
  PERSON,
  SHOWN_GOING,
  type Viewer,
  waitlistPosition,
} from '../participations/fragments-store.ts';

/* Events as JSON. Event `e`, its community `s`, the viewer's role `r` in it and their own participation `own`. */

/** The community of event `e` as its page shows it: a secret one only for its members. */
export const SERVER = sql`case when s.id is not null and (s.visibility <> 'secret' or m.id is not null)
  then json_build_object('id', s.id, 'slug', s.slug, 'name', s.name, 'logo', s.logo, 'visibility', s.visibility) end`;

export const SEATS_LEFT = sql`case when e.capacity is not null then greatest(0, e.capacity - e.taken_count) end`;

/**
 * Whether the location and time of event `e` are visible: to everybody once they are announced, and before that only
 * to its hosts.
 */
export const locationTold = (who: Viewer) => sql`(not e.tbd_location or ${manages(who)})`;
export const timeTold = (who: Viewer) => sql`(not e.tbd_date or ${manages(who)})`;

/** A few of the people whom `goingCount` counts, if hosts show them: with an account, and registered themselves. */
export const facesJson = (who: Viewer) => sql`case when e.show_guests and e.going_count > 0 then coalesce((
  select json_agg(json_build_object(${PERSON})) from (
    select u.* from participations p join users u on u.id = p.user_id
    where p.event_id = e.id and ${SHOWN_GOING} ${notHidden(who, sql.ref('u.id'))}
    order by p.registered_at, p.id limit 5) u), '[]'::json) else '[]'::json end`;

/** Addresses of a cover by size: `imageMapOf` in SQL, which a test compares. */
export const imageMapSql = (column: string) => sql`case when ${sql.ref(column)} is null then '{}'::json
  when ${sql.ref(column)} like '/files/%' then json_build_object('500*250', regexp_replace(${sql.ref(column)}, '/[^/]*$', '/500x250'))
  else json_build_object('500*250', regexp_replace(${sql.ref(column)}, '^/art/covers/([a-z]+)\\.webp$', '/art/covers/500x250/\\1.webp')) end`;

export const IMAGE_MAP = imageMapSql('e.cover');

const HOSTS_JSON = (who: Viewer) => sql`coalesce((
  select json_agg(json_build_object(${PERSON}, 'participationId', u.participation_id, 'role', u.role, 'isCreator', u.id = e.creator_id)) from (
    select u.*, h.id as participation_id, h.role from participations h join users u on u.id = h.user_id
    where h.event_id = e.id and h.role in ('host', 'featured_guest') and h.status <> 'not_going' and h.own_act ${notHidden(who, sql.ref('u.id'))}
    order by u.id <> e.creator_id, h.role = 'featured_guest', h.registered_at, h.id) u), '[]'::json)`;

/** What goes back to the viewer for a place at event `e` that they no longer have: of their last order, what failed before what is under way. */
const REFUND = sql`case when own.status <> 'going' or e.status = 'cancelled' then (
  select json_build_object('amount', sum(amount)::int, 'currency', currency, 'state', state) from (
    select r.amount, o.currency, case r.state when 'failed' then 'failed' when 'succeeded' then 'back' else 'underway' end as state
    from (select * from orders where event_id = own.event_id and participation_id = own.id order by created_at desc limit 1) o
      join refunds r on r.order_id = o.id and r.retried_at is null
    where o.buyer_participation_id = own.id and not (r.state = 'failed' and o.paid_at is not null and o.refunded >= o.total)) x
  group by state, currency order by array_position('{failed,underway,back}', state) limit 1) end`;

const VIEWER = (who: Viewer) => sql`json_build_object(
  'participationId', own.id, 'role', own.role, 'status', own.status, 'ticketId', own.ticket_id,
  'ticketName', case when own.ticket_id is not null then (select k.name from tickets k where k.event_id = e.id and k.id = own.ticket_id) end, 'waitlistPosition', ${waitlistPosition('own')},
  'offer_expires_epoc', case when own.status = 'offered' then ${epoch('own.offer_expires_at')} end,
  'hold_expires_epoc', case when own.status = 'payment_pending' then ${epoch('own.hold_expires_at')} end, 'checkedIn', own.checked_in_at is not null, 'approved', coalesce(own.approved, false),
  'manages', ${manages(who)}, 'askedRole', own.asked_role, 'refund', ${REFUND})`;

/** The online address: shown to people who are going, and to hosts. */
const meets = (who: Viewer) => sql`((own.status = 'going' and not e.tbd_location) or ${manages(who)})`;

export const VIRTUAL = (who: Viewer) => sql`case when ${meets(who)} then e.virtual_address else '' end`;

/** The location; its meeting link is only visible to people who may have the online address. */
export const LOCATION = (who: Viewer) => sql`case when not ${locationTold(who)} or e.location is null then null
  when ${meets(who)} then e.location else e.location || '{"meetingLink": ""}'::jsonb end`;

/** The calendar of event `e`, if the viewer may see it. */
const CALENDAR = sql`(select json_build_object('alias', c.alias, 'name', c.name) from calendars c where c.id = e.calendar_id
  and ((c.visibility = 'public' and (c.server_id is null or s.visibility is distinct from 'secret')) or (m.id is not null and c.server_id = e.server_id)))`;

/** Event `e` as its page shows it, as JSON. A row is quicker to write than an object. */
export const eventJson = (who: Viewer) => sql`row_to_json((select view from (select
  e.id, e.id as event_id, e.alias, e.name, e.summary, e.description, e.status, e.type, e.event_url, e.visibility,
  e.visibility = 'private' as "privateEvent", ${SERVER} as server, ${HOSTS_JSON(who)} as hosts,
  case when ${timeTold(who)} then ${epoch('e.start_at')} end as start_epoc, case when ${timeTold(who)} then ${epoch('e.end_at')} end as end_epoc,
  e.time_zone, e.is_all_day, e.tbd_date as "tbdDate",
  e.tbd_location as "tbdLocation", e.attend_type,
  json_build_object('virtual_address', ${VIRTUAL(who)}, 'in_person_address', case when ${locationTold(who)} then e.in_person_address else '' end) as attend_type_details,
  ${LOCATION(who)} as location, e.cover, e.cover_credit as "coverCredit", ${IMAGE_MAP} as image_map, coalesce(e.tint, e.cover_tint) as tint, e.tint is not null as "tintChosen",
  e.capacity, ${SEATS_LEFT} as "seatsLeft", e.going_count as "goingCount", e.waiting_count as "waitingCount",
  coalesce((select k.invited from event_counts k where k.event_id = e.id), 0) as "totalInvited",
  e.require_approval, e.waitlist, e.show_guests as "showGuests", ${facesJson(who)} as faces,
  ${epoch('e.registration_opens_at')} as registration_opens_epoc, ${epoch('e.registration_closes_at')} as registration_closes_epoc,
  exists (select 1 from questions q where q.event_id = e.id and q.removed_at is null) as "hasQuestions", e.passcode_hash is not null as "hasPasscode",
  ${epoch('e.published_at')} as published_epoc, ${epoch('e.cancelled_at')} as cancelled_epoc, e.cancel_message as "cancelMessage",
  e.stripe_account_id, null as monetary_type_details, e.calendar_id, ${CALENDAR} as calendar, ${VIEWER(who)} as viewer) view))`;

/** Its location, on one line: `addressOf` in SQL. */
const WHERE = sql`case when e.tbd_location then 'To be announced'
  when e.attend_type = 'virtual' then 'Online'
  when e.attend_type = 'both' and coalesce(nullif(e.in_person_address, ''), nullif(e.location ->> 'description', ''), e.location ->> 'locality', '') = '' then 'Online'
  else coalesce(nullif(e.in_person_address, ''), nullif(e.location ->> 'description', ''), e.location ->> 'locality', '')
    || case when e.attend_type = 'both' then ' and online' else '' end end`;

/** Event `e` in a list, as JSON. */
export const cardJson = (who: Viewer, miles: RawBuilder<unknown> = sql`null::float8`) => sql`json_build_object(
  'id', e.id, 'alias', e.alias, 'name', e.name, 'status', e.status, 'type', e.type, 'event_url', e.event_url, 'visibility', e.visibility,
  'server', ${SERVER}, 'start_epoc', case when not e.tbd_date then ${epoch('e.start_at')} end, 'end_epoc', case when not e.tbd_date then ${epoch('e.end_at')} end, 'time_zone', e.time_zone, 'is_all_day', e.is_all_day,
  'tbdDate', e.tbd_date, 'tbdLocation', e.tbd_location, 'attend_type', e.attend_type, 'where', ${WHERE}, 'cover', e.cover, 'image_map', ${IMAGE_MAP},
  'tint', coalesce(e.tint, e.cover_tint), 'goingCount', e.going_count, 'capacity', e.capacity, 'seatsLeft', ${SEATS_LEFT}, 'faces', ${facesJson(who)},
  'miles', ${miles}, 'viewer', json_build_object('role', own.role, 'status', own.status, 'askedRole', own.asked_role))`;
