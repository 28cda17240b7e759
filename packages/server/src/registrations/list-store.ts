import { fold } from '@folkmoot/contract/core/text.ts';
import { readCode } from '@folkmoot/contract/participations/codes-rules.ts';
import { ParticipationStatus } from '@folkmoot/contract/participations/schema.ts';
import { GUEST_COUNT, GUEST_PAGE, type GuestQuery, LAST_POSITION } from '@folkmoot/contract/registrations/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { compileOnce } from '../core/db/compile-once.ts';
import type { Db } from '../core/db/db.ts';
import { containing, fromCursor } from '../core/http/cursor.ts';
import { type Managed, managedWith } from '../events/store.ts';
import {
  addressFor,
  epoch,
  NAME,
  typedOnly,
  type Viewer,
  waitlistPosition,
} from '../participations/fragments-store.ts';

const TYPED = typedOnly();

/** The name of the ticket, looked up only for those who have one. */
export const TICKET_NAME = sql`case when p.ticket_id is not null then (select k.name from tickets k where k.event_id = p.event_id and k.id = p.ticket_id) end`;

/** What was paid, or is due, for the ticket of participation `p`: looked up only at events that sell tickets. */
const MONEY = sql`case when e.stripe_account_id is not null and p.ticket_id is not null then coalesce(
  (select json_build_object('amount', o.total - o.refunded, 'currency', o.currency, 'due', false,
    'disputed', exists (select from disputes d where d.order_id = o.id and d.state = 'open')) from orders o
    where o.event_id = p.event_id and o.participation_id = p.id and o.state = 'paid' limit 1),
  case when p.status in ('payment_pending', 'offered', 'requested', 'waitlisted') then coalesce(
    (select json_build_object('amount', o.total, 'currency', o.currency, 'due', true, 'disputed', false) from orders o
      where o.event_id = p.event_id and o.participation_id = p.id and o.state = 'open' limit 1),
    (select json_build_object('amount', k.price, 'currency', k.currency, 'due', true, 'disputed', false) from tickets k
      where k.event_id = p.event_id and k.id = p.ticket_id and k.price > 0)) end) end`;

/** Columns of participation `p`, its person `u` and the creator of event `e` as hosts see them. */
export const guestColumns = (who: Viewer, position = waitlistPosition()) => sql`
  p.id as "participationId", case when not ${TYPED} then p.user_id end as "userId", ${NAME} as name,
  coalesce(${addressFor(who)}, '') as email, case when not ${TYPED} then u.image end as profile_photo,
  case when not ${TYPED} then u.username end as username, p.role, p.asked_role as "askedRole", p.status,
  coalesce(p.user_id = e.creator_id, false) as "isCreator", p.ticket_id as "ticketId", ${TICKET_NAME} as "ticketName", ${MONEY} as money,
  ${epoch('p.registered_at')} as registered_epoc, ${epoch('p.checked_in_at')} as checked_in_at,
  ${position} as "waitlistPosition", ${epoch('p.offer_expires_at')} as offer_expires_epoc,
  p.user_id is not null and not ${TYPED} as "hasAccount"`;

/** What these columns are made of, without texts that can be long. */
const NEEDED = sql`p.event_id, p.id, p.user_id, p.email, p.first_name, p.last_name, p.role, p.asked_role, p.status, p.ticket_id, p.registered_at,
  p.checked_in_at, p.waitlisted_at, p.offer_expires_at, p.typed, p.own_act, p.address_given`;

export const LAST_NAME = sql`case when u.id is null or ${TYPED} then p.last_name else u.last_name end`;
export const FIRST_NAME = sql`case when u.id is null or ${TYPED} then p.first_name else u.first_name end`;
const BY_NAME = sql`lower(${LAST_NAME} || ' ' || ${FIRST_NAME})`;

/** What a list is sorted by before the id, in which direction, and what comes after a position in it. */
const ORDER = {
  newest: { key: sql`p.registered_at`, type: sql`timestamptz`, way: sql`desc`, beyond: sql`<` },
  oldest: { key: sql`p.registered_at`, type: sql`timestamptz`, way: sql`asc`, beyond: sql`>` },
  name: { key: BY_NAME, type: sql`text`, way: sql`asc`, beyond: sql`>` },
};

export type GuestFilter = Pick<GuestQuery, 'search' | 'status' | 'role' | 'ticketId'>;

/** What decides how a filter is written, and what is filled in. */
type FilterShape = { status: GuestFilter['status']; role: boolean; ticket: boolean; search: Search; code: boolean };
type FilterValues = {
  eventId: string;
  viewerId: string | undefined;
  role: string;
  ticketId: string | undefined;
  /** What was typed, as addresses are stored; without accents, as names are; and if these differ, the former again. */
  typed: string;
  folded: string;
  other: string;
  /** The same as patterns. */
  likeFolded: string;
  likeOther: string;
  /** The code of a ticket, if what was typed is one. */
  code: string | undefined;
};

/** `letters` are too few for the index. */
type Search = 'none' | 'letters' | 'words';

const filterShape = ({ search, status, role, ticketId }: GuestFilter): FilterShape => ({
  status,
  role: role !== 'all',
  ticket: ticketId !== undefined,
  search: search.trim() === '' ? 'none' : hasTrigrams(search) ? 'words' : 'letters',
  code: readCode(search) !== undefined,
});

/** Whether the index can look for a text: it knows three letters in a row. */
export function hasTrigrams(search: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(fold(search));
}

/** No text has it. It stands where there is nothing else to look for, and the index knows so at once. */
const NOTHING = '\u0001qzxqzx\u0001';

const filterValues = (who: Viewer, eventId: string, { search, role, ticketId }: GuestFilter): FilterValues => {
  const [folded, typed] = [fold(search), search.trim().toLowerCase()];
  const other = typed === folded ? NOTHING : typed;
  const patterns = { likeFolded: containing(folded), likeOther: containing(other) };
  return { eventId, viewerId: who.userId, role, ticketId, folded, other, typed, ...patterns, code: readCode(search) };
};

/**
 * What a host may find participation `p` by, as index `participations_search` has it: names, addresses and answers,
 * without what the host is not allowed to see. The two must be written alike.
 */
export const FOUND_BY = sql`(p.search_text || E'\\n'
  || case when ${TYPED} then lower(p.first_name || ' ' || p.last_name) else p.person_name end || E'\\n'
  || case when p.user_id is null then coalesce(p.email, '') when p.address_given then p.person_email else '' end)`;

/** Hosts also find themselves, by their own address. */
const ownAddress = ({ viewerId, typed }: FilterValues) =>
  sql`p.user_id = ${viewerId ?? null}::uuid and strpos(p.person_email, ${typed}) > 0`;

/** The holder of the ticket with the code that was typed: nobody where it is no code, and one person at most. */
const byCode = ({ code }: FilterShape, { eventId, code: typed }: FilterValues) =>
  code
    ? sql`or p.id = (select a.participation_id from admissions a where a.event_id = ${eventId} and a.code = ${typed})`
    : sql``;

/** Whether the text of `p` has what is searched: by looking at it, without an index. */
const contains = ({ folded, other }: FilterValues) =>
  sql`(strpos(${FOUND_BY}, ${folded}) > 0 or strpos(${FOUND_BY}, ${other}) > 0)`;

/** The same by the index. */
const isLike = ({ likeFolded, likeOther }: FilterValues) =>
  sql`(${FOUND_BY} like ${likeFolded} or ${FOUND_BY} like ${likeOther})`;

/** A state only applies to guests; hosts and people at the door are found under all, and by their role. */
const inStates = ({ status, role, ticket }: FilterShape, values: FilterValues) => sql`
  ${status === 'all' ? sql`p.status <> 'invited'` : sql`p.status = ${sql.lit(status)}`}
  ${status === 'all' || role ? sql`` : sql`and p.role in ('guest', 'featured_guest')`}
  ${role ? sql`and p.role = ${values.role}` : sql``}
  ${ticket ? sql`and p.ticket_id = ${values.ticketId}` : sql``}`;

/** Whether `p` fits a filter. */
export function fits(who: Viewer, eventId: string, filter: GuestFilter): RawBuilder<unknown> {
  const [shape, values] = [filterShape(filter), filterValues(who, eventId, filter)];
  return sql`p.event_id = ${eventId} and ${inStates(shape, values)} ${shape.search === 'none' ? sql`` : sql`and (${contains(values)} or ${ownAddress(values)} ${byCode(shape, values)})`}`;
}

/** Whether a count is kept for a filter: for everyone, and for the guests in each state. */
const isKept = ({ search, role, ticket }: FilterShape) => search === 'none' && !role && !ticket;

type Shape = FilterShape & { sort: GuestQuery['sort']; after: boolean; usual: boolean };
type Values = FilterValues & { limit: number; more: number; key: string; id: string; since: string };

/** So many of the newest are looked at before a search, and so many of them make a word a frequent one. */
export const SAMPLE = { of: 50, frequent: 5 };

/**
 * The first `GUEST_COUNT` who fit, in order. A frequent word is looked for along the list, which ends soon; any other is
 * looked up in the index, which cannot end early. Only one of the two runs. Which one, the newest on the list decide:
 * PostgreSQL does not know the word when it plans.
 */
function found(shape: Shape, values: Values): RawBuilder<unknown> {
  const { key, way } = ORDER[shape.sort];
  const columns = sql`select p.id, ${key} as key`;
  const people = shape.sort === 'name' ? sql`left join users u on u.id = p.user_id` : sql``;
  const first = sql`and ${inStates(shape, values)} order by ${key} ${way}, p.id ${way} limit ${sql.lit(GUEST_COUNT)}`;
  const inEvent = sql`p.event_id = ${values.eventId}`;
  // Nobody registered before that: it makes PostgreSQL read along an index in the order of registration.
  const walk = sql`${columns} from participations p ${people} where ${inEvent} and p.registered_at > ${values.since}`;
  if (shape.search === 'none') return sql`found as materialized (${walk} ${first})`;
  const looking = sql`${walk} and (${contains(values)} or ${ownAddress(values)} ${byCode(shape, values)})`;
  if (shape.search === 'letters') return sql`found as materialized (${looking} ${first})`;
  // People who were only invited are not among those looked at.
  const short = shape.status === 'invited' ? sql`` : sql`or count(*) < ${sql.lit(SAMPLE.of)}`;
  return sql`sample as materialized (
      select count(*) filter (where ${contains(values)}) >= ${sql.lit(SAMPLE.frequent)} ${short} as walks from (
        select p.* from participations p where ${inEvent} and p.status <> 'invited'
        order by p.registered_at desc, p.id desc limit ${sql.lit(SAMPLE.of)}) p),
    found as materialized (
      (${looking} and (select walks from sample) ${first})
      union all
      (${columns} from (
        select p.* from participations p where (p.event_id::text) = ${values.eventId}::uuid::text and ${isLike(values)}
        union all
        select p.* from participations p where ${inEvent} and (${ownAddress(values)} ${byCode(shape, values)}) and not ${contains(values)}) p
      ${people} where not (select walks from sample) ${first}))`;
}

/**
 * A page, with how many fit the filter and how many there are in each state, as JSON. It reads the rows of the page and
 * one more, and the beginning of the waitlist if somebody on the page waits.
 */
function page(shape: Shape, values: Values): RawBuilder<unknown> {
  const { key, type, way, beyond } = ORDER[shape.sort];
  const { eventId, limit, viewerId } = values;
  const after = (value: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    shape.after ? sql`and (${value}, ${id}) ${beyond} (${values.key}::${type}, ${values.id}::uuid)` : sql``;
  // The usual size is written out, so that PostgreSQL knows how few rows it is about.
  const more = shape.usual ? sql.lit(GUEST_PAGE + 1) : values.more;
  // Only the order of names needs the people to choose the rows.
  const people = shape.sort === 'name' ? sql`left join users u on u.id = p.user_id` : sql``;
  const rows = isKept(shape)
    ? sql`page as materialized (select c.*, row_number() over () as n from (
        select ${NEEDED}, ${key} as key from participations p ${people} where p.event_id = ${eventId} and ${inStates(shape, values)}
          ${after(key, sql`p.id`)} order by ${key} ${way}, p.id ${way} limit ${more}) c)`
    : sql`${found(shape, values)},
      page as materialized (select ${NEEDED}, c.key, c.n from (select f.*, row_number() over (order by f.key ${way}, f.id ${way}) as n from (
        select * from found f where true ${after(sql`f.key`, sql`f.id`)} order by f.key ${way}, f.id ${way} limit ${more}) f) c
        cross join lateral (select * from participations p where p.event_id = ${eventId} and p.id = c.id offset 0) p)`;
  const count = isKept(shape)
    ? sql`coalesce((select ${sql.ref(shape.status === 'all' ? 'everyone' : shape.status)} from event_counts where event_id = ${eventId}), 0)`
    : sql`(select count(*)::int from found)`;
  return sql`with ${rows} select json_build_object(
      'data', coalesce((select json_agg(g) from (select ${guestColumns({ userId: viewerId }, inQueue(eventId))}
        from page p left join users u on u.id = p.user_id where p.n <= ${limit} order by p.n) g), '[]'::json),
      'count', ${count}, 'counts', ${countsOf(eventId)},
      'nextCursor', (select ${CURSOR} from page where n = ${limit} and exists (select 1 from page where n > ${limit})))`;
}

/** The position of `p` among the first who wait. They are read once, and only if somebody waits. */
const inQueue = (
  eventId: string,
) => sql`case when p.status = 'waitlisted' then array_position((select array_agg(q.id order by q.waitlisted_at, q.id) from (
  select q.id, q.waitlisted_at from participations q where q.event_id = ${eventId} and q.status = 'waitlisted'
  order by q.waitlisted_at, q.id limit ${sql.lit(LAST_POSITION)}) q), p.id) end`;

/** `toCursor` in SQL: base64 for addresses, of a JSON array of the key and the id. */
const CURSOR = sql`translate(encode(convert_to(json_build_array(key::text, id)::text, 'UTF8'), 'base64'), E'+/=\\n', '-_')`;

const STATES = sql.join(
  ['all', ...ParticipationStatus.options].map(
    (status) => sql`coalesce(k.${sql.ref(status === 'all' ? 'everyone' : status)}, 0) as ${sql.ref(status)}`,
  ),
);

/** Each state counts the same people as `goingCount`: hosts and people at the door are among all, and in no state. */
export const countsOf = (eventId: string) =>
  sql`(select row_to_json(c) from (select ${STATES} from (select 1) one left join event_counts k on k.event_id = ${eventId}) c)`;

const readPage = compileOnce<Shape, Values, Managed>((shape, values) =>
  managedWith(values.eventId, { userId: values.viewerId }, page(shape, values)),
);

/**
 * A page of the guest list as JSON text, with how many fit the filter and how many there are in each state, and what
 * decides whether the viewer may read it, in one statement. A search, a role or a ticket finds the first `GUEST_COUNT`
 * people; a list by name is sorted as a whole.
 */
export async function findGuests(
  db: Db,
  eventId: string,
  query: GuestQuery,
  who: Viewer,
): Promise<Managed | undefined> {
  const { sort, limit } = query;
  const position = fromCursor(query.cursor, sort === 'name' ? 'text' : 'moment');
  const shape = { ...filterShape(query), sort, after: position !== undefined, usual: limit === GUEST_PAGE };
  const [key = '', id = ''] = position ?? [];
  const values = { ...filterValues(who, eventId, query), limit, more: limit + 1, key, id, since: '-infinity' };
  const [row] = await readPage(db, shape, values);
  return row;
}
