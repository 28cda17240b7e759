import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { serveFloor } from './floor-server.ts';

/*
 * The floor for what events.ts measures: the single best statement for each answer, its JSON built by PostgreSQL and
 * passed on. No sessions, no checks, no notifications.
 */

const { DATABASE_URL = '', EVENT_ID = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 12, options: '-c random_page_cost=1.1 -c jit=off' });

const PERSON = `'id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'username', u.username, 'imageUrl', u.image`;
const TYPED = '(p.typed and not p.own_act)';
/** The fields of our answer, so that both write the same. */
const GUEST = `p.id as "participationId", case when not ${TYPED} then p.user_id end as "userId",
      trim(case when u.id is null or ${TYPED} then p.first_name || ' ' || p.last_name else u.first_name || ' ' || u.last_name end) as name,
      coalesce(case when p.user_id is null then p.email when p.address_given then coalesce(p.email, u.email) end, '') as email,
      case when not ${TYPED} then u.image end as profile_photo, case when not ${TYPED} then u.username end as username, p.role, p.asked_role as "askedRole", p.status,
      false as "isCreator", p.ticket_id as "ticketId", null as "ticketName", extract(epoch from p.registered_at)::bigint as registered_epoc,
      extract(epoch from p.checked_in_at)::bigint as checked_in_at, null as "waitlistPosition", extract(epoch from p.offer_expires_at)::bigint as offer_expires_epoc,
      p.user_id is not null and not ${TYPED} as "hasAccount"`;
const COUNTS = `'counts', (select row_to_json(k) from (select everyone as "all", invited, requested, waitlisted, offered, payment_pending, going, not_going
      from event_counts where event_id = $1) k)`;
/** By keyset, in the order of an index, with the counts that are kept. */
const GUESTS = `with page as materialized (select * from participations where event_id = $1 and status <> 'invited'
      and (registered_at, id) < ($2, $3) order by registered_at desc, id desc limit 51)
  select json_build_object('data', (select json_agg(g) from (
      select ${GUEST} from page p left join users u on u.id = p.user_id order by p.registered_at desc, p.id desc limit 50) g),
    'count', (select everyone from event_counts where event_id = $1), ${COUNTS},
    'nextCursor', (select json_build_array(registered_at, id) from page order by registered_at desc, id desc offset 49 limit 1))::text as body`;
const FOUND_BY = `(p.search_text || E'\\n' || case when p.typed and not p.own_act then lower(p.first_name || ' ' || p.last_name) else p.person_name end || E'\\n'
      || case when p.user_id is null then coalesce(p.email, '') when p.address_given then p.person_email else '' end)`;
/** The page of a search, which is counted only so far. */
const searched = (where: string) => `with found as materialized (select p.id, p.registered_at from participations p
      where ${where} and p.status <> 'invited' order by p.registered_at desc, p.id desc limit 1000)
  select json_build_object('data', (select json_agg(g) from (
      select ${GUEST} from (select id, registered_at from found order by registered_at desc, id desc limit 50) f
      cross join lateral (select * from participations p where p.event_id = $1 and p.id = f.id offset 0) p
      left join users u on u.id = p.user_id order by f.registered_at desc, f.id desc) g),
    'count', (select count(*)::int from found), ${COUNTS})::text as body`;

const STATEMENTS: Record<string, string> = {
  event: `select row_to_json(v)::text as body from (select e.*, (select row_to_json(s) from servers s where s.id = e.server_id) as server,
      (select json_agg(json_build_object(${PERSON})) from participations h join users u on u.id = h.user_id where h.event_id = e.id and h.role in ('host', 'featured_guest')) as hosts,
      (select json_agg(json_build_object(${PERSON})) from (select u.* from participations g join users u on u.id = g.user_id where g.event_id = e.id and g.status = 'going' and g.user_id is not null and g.own_act and g.role in ('guest', 'featured_guest') order by g.registered_at, g.id limit 5) u) as faces,
      (select k.invited from event_counts k where k.event_id = e.id) as invited,
      exists (select 1 from questions q where q.event_id = e.id) as questions from events e where e.id = $1) v`,
  guests: GUESTS,
  // It is told which is best for a word: the index, or to read along the list until there are enough.
  rare: searched(`(p.event_id::text) = $1::uuid::text and ${FOUND_BY} like '%' || $2::text || '%'`),
  frequent: searched(`p.event_id = $1 and p.registered_at > $3 and strpos(${FOUND_BY}, $2) > 0`),
  register: `with a as (insert into participations (event_id, id, user_id, role, status, registered_at, changed_at) values ($1, $2, $3, 'guest', 'going', $4, $4) on conflict do nothing returning 1),
    h as (insert into participation_history (event_id, id, participation_id, to_status, at) select $1, $5, $2, 'going', $4 from a)
    update events set going_count = going_count + 1, taken_count = taken_count + 1 where id = $1 and exists (select 1 from a) returning json_build_object('going', going_count)::text as body`,
};

function valuesOf(name: string, query: URLSearchParams): unknown[] {
  if (name === 'register') return [query.get('event'), randomUUID(), query.get('user'), new Date(), randomUUID()];
  // The first page: everything is before the end of time.
  if (name === 'guests') return [EVENT_ID, 'infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
  if (name === 'rare') return [EVENT_ID, query.get('search')];
  if (name === 'frequent') return [EVENT_ID, query.get('search'), '-infinity'];
  return [query.get('event') ?? EVENT_ID];
}

serveFloor(async (name, query) => {
  const text = STATEMENTS[name];
  if (text === undefined) return undefined;
  const { rows } = await pool.query<{ body: string }>({ name, text, values: valuesOf(name, query) });
  return { body: rows[0]?.body ?? '{}' };
});
