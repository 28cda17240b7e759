import { type RawBuilder, sql } from 'kysely';
import { hiddenFrom } from '../blocks/store.ts';
import { NOBODY } from '../core/id.ts';

/*
 * Pieces of SQL shared by the statements about events and their participants. Event `e`, its community `s`, the
 * viewer's role `r` in it and their own participation `own`.
 */

/** The participation of the viewer of an event: a signed-in person's, one opened by an email's link, or none. */
export type Viewer = {
  userId?: string | undefined;
  participationId?: string | undefined;
  /** They have only typed its address: the participation is theirs as long as no account has it. */
  typed?: boolean | undefined;
  /** An email's link has led here: which of the participation's addresses it went to. */
  mailed?: number | undefined;
};

/** What makes a viewer, for statements that are compiled once for each kind. */
const PARTS = ['userId', 'participationId', 'typed', 'mailed'] as const;

/** Which of these parts a viewer has. */
export const partsOf = (who: Viewer) => PARTS.filter((name) => who[name] !== undefined);

/** Whether a participation is the one that the viewer's link is for. */
export const isLinked = (
  own: { id: string; userId: string | null; addressNo: number },
  { participationId, typed, mailed = own.addressNo }: Viewer,
): boolean => own.id === participationId && (typed !== true || own.userId === null) && mailed === own.addressNo;

/** The same in SQL, of the participation `own` or another name for it. */
export const linked = ({ participationId, typed, mailed }: Viewer, own = 'own') =>
  sql`${sql.ref(`${own}.id`)} = ${participationId}${typed ? sql` and ${sql.ref(`${own}.user_id`)} is null` : sql``}${
    mailed === undefined ? sql`` : sql` and ${sql.ref(`${own}.address_no`)} = ${mailed}`
  }`;

export const idOf = ({ userId }: Viewer): string => userId ?? NOBODY;

/**
 * The viewer's role and participation around event `e`. For visitors these are rows of nulls, which PostgreSQL works out
 * when it plans: they read no table.
 */
export const viewerJoins = (who: Viewer) => sql`
  left join servers s on s.id = e.server_id
  ${
    who.userId === undefined
      ? sql`cross join (select (null::members).*) m cross join (select (null::roles).*) r`
      : sql`left join members m on m.server_id = e.server_id and m.user_id = ${who.userId}
  left join roles r on r.server_id = m.server_id and r.id = m.role_id`
  }
  ${ownJoin(who)}`;

function ownJoin(who: Viewer): RawBuilder<unknown> {
  const { userId } = who;
  if (who.participationId !== undefined)
    return sql`left join participations own on own.event_id = e.id and ${linked(who)}`;
  if (userId === undefined) return sql`cross join (select (null::participations).*) own`;
  return sql`left join participations own on own.event_id = e.id and own.user_id = ${userId}`;
}

/** May do what hosts do. */
export const manages = ({ userId }: Viewer) =>
  userId === undefined
    ? sql<boolean>`false`
    : sql<boolean>`(coalesce(own.user_id = ${userId} and own.role = 'host' and own.status <> 'not_going', false)
    or coalesce('MANAGE_EVENTS' = any(r.permissions), false))`;

/** The ids of the events that a person manages: as a host, or by their role in the community. */
export const managedBy = (userId: string) => sql`(
  select h.event_id from participations h where h.user_id = ${userId}::uuid and h.role = 'host' and h.status <> 'not_going'
  union select c.id from members n join roles r on r.server_id = n.server_id and r.id = n.role_id join events c on c.server_id = n.server_id
    where n.user_id = ${userId}::uuid and 'MANAGE_EVENTS' = any(r.permissions))`;

/** Given access by the hosts, or by the passcode. */
export const admitted = ({ userId }: Viewer) =>
  userId === undefined
    ? sql<boolean>`false`
    : sql<boolean>`exists (select 1 from event_access a where a.event_id = e.id and a.user_id = ${userId} and a.status = 'granted')`;

/** An instant as Unix seconds. */
export const epoch = (column: string) => sql`extract(epoch from ${sql.ref(column)})::bigint`;

/** The position of participation `p` (or another name for it) on its event's waitlist, from 1; null if it is not waiting. */
export const waitlistPosition = (p = 'p') =>
  sql`case when ${sql.ref(`${p}.status`)} = 'waitlisted' then (select count(*)::int from participations q
    where q.event_id = ${sql.ref(`${p}.event_id`)} and q.status = 'waitlisted' and (q.waitlisted_at, q.id) <= (${sql.ref(`${p}.waitlisted_at`)}, ${sql.ref(`${p}.id`)})) end`;

/** Whether event `e` is over: `isOver` in SQL. */
export const over = (now: Date) =>
  sql`coalesce(not e.tbd_date and coalesce(e.end_at, e.start_at + interval '24 hours') <= ${now}, false)`;

/**
 * On the list by a typed address, without an answer of their own: hosts learn nothing about whose it is, nor whether
 * an account has it, whatever becomes of the participation. Of participation `p`, or another name for it.
 */
export const typedOnly = (p = 'p') => sql`(${sql.ref(`${p}.typed`)} and not ${sql.ref(`${p}.own_act`)})`;

/** The name of participation `p`, of person `u` or none, as hosts see it: what a host typed until its owner has answered. */
export const NAME = sql`trim(case when u.id is null or ${typedOnly()} then p.first_name || ' ' || p.last_name else u.first_name || ' ' || u.last_name end)`;

/** Person `u` as JSON. */
export const PERSON = sql`'id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'username', u.username, 'imageUrl', u.image`;

/** Whether the address of a person on the list is visible to the host: for searching by it too. */
export const addressKnown = (who: Viewer, p = 'p') =>
  sql`(${sql.ref(`${p}.address_given`)} or ${sql.ref(`${p}.user_id`)} = ${idOf(who)})`;

/**
 * Which email address an endpoint reveals: this is the only code that decides it. People see their own; hosts see it
 * if the person has given it to them by registering, or if a host typed it. Nobody else does. Of participation `p`
 * (or another name for it) and its person `u`.
 */
export const addressFor = (who: Viewer, p = 'p') =>
  sql`case when ${sql.ref(`${p}.user_id`)} is null then ${sql.ref(`${p}.email`)}
    when ${addressKnown(who, p)} then coalesce(${sql.ref(`${p}.email`)}, u.email) end`;

/** The name of participation `p` as hosts see it, or the address where they know that alone. */
export const NAMED_AS = sql`coalesce(nullif(${NAME}, ''), ${addressFor({})}, 'A guest')`;

/**
 * Whether the community of event `e` has not banned the participation's person: a banned person gets nothing that a
 * host asks of them.
 */
export const notBanned = (p: string) =>
  sql`not exists (select 1 from bans b where b.server_id = e.server_id and b.user_id = ${sql.ref(`${p}.user_id`)})`;

/**
 * Whether participation `p` is shown to others by face and name, as index `participations_shown_going` has it: going,
 * with an account, and registered themselves.
 */
export const SHOWN_GOING = sql`p.status = 'going' and p.user_id is not null and p.own_act and p.role in ('guest', 'featured_guest')`;

/** Leaves out people who are hidden from the viewer. */
export function notHidden({ userId }: Viewer, column: RawBuilder<unknown>) {
  return userId === undefined ? sql`` : sql`and not ${column} = any(${hiddenFrom(userId)})`;
}
