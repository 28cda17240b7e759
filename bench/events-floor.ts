import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';

/*
 * The floor for what events.ts measures: the single best statement for each answer, its JSON built by PostgreSQL and
 * passed on. No sessions, no checks, no notifications.
 */

const { DATABASE_URL = '', EVENT_ID = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 12, options: '-c random_page_cost=1.1 -c jit=off' });

const PERSON = `'id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'username', u.username, 'imageUrl', u.image`;
const GUESTS = `select json_build_object('data', (select json_agg(row_to_json(g)) from (
    select p.id as "participationId", p.user_id as "userId", coalesce(u.first_name || ' ' || u.last_name, p.first_name || ' ' || p.last_name) as name, coalesce(u.email, p.email) as email,
      u.image as profile_photo, u.username, p.role, p.status, p.ticket_id as "ticketId", extract(epoch from p.registered_at)::bigint as registered_epoc
    from participations p left join users u on u.id = p.user_id where p.event_id = $1 and p.status <> 'invited' and ($2 = '' or p.search_text like $2 or u.search_text like $2 or u.email like $2 or p.email like $2)
    order by p.registered_at desc, p.id desc limit 50) g),
  'count', (select count(*)::int from participations p left join users u on u.id = p.user_id where p.event_id = $1 and p.status <> 'invited' and ($2 = '' or p.search_text like $2 or u.search_text like $2 or u.email like $2 or p.email like $2)),
  'counts', (select json_object_agg(status, n) from (select status, count(*)::int as n from participations where event_id = $1 group by 1) c))::text as body`;

const STATEMENTS: Record<string, string> = {
  event: `select row_to_json(v)::text as body from (select e.*, (select row_to_json(s) from servers s where s.id = e.server_id) as server,
      (select json_agg(json_build_object(${PERSON})) from participations h join users u on u.id = h.user_id where h.event_id = e.id and h.role in ('host', 'featured_guest')) as hosts,
      (select json_agg(json_build_object(${PERSON})) from (select u.* from participations g join users u on u.id = g.user_id where g.event_id = e.id and g.status = 'going' and g.user_id is not null and g.role in ('guest', 'featured_guest') order by g.registered_at, g.id limit 5) u) as faces,
      (select count(*)::int from participations i where i.event_id = e.id and i.status = 'invited') as invited,
      exists (select 1 from questions q where q.event_id = e.id) as questions from events e where e.id = $1) v`,
  guests: GUESTS,
  register: `with a as (insert into participations (event_id, id, user_id, role, status, registered_at, changed_at) values ($1, $2, $3, 'guest', 'going', $4, $4) on conflict do nothing returning 1),
    h as (insert into participation_history (event_id, id, participation_id, to_status, at) select $1, $5, $2, 'going', $4 from a)
    update events set going_count = going_count + 1, taken_count = taken_count + 1 where id = $1 and exists (select 1 from a) returning json_build_object('going', going_count)::text as body`,
};

function valuesOf(name: string, query: URLSearchParams): unknown[] {
  if (name === 'register') return [query.get('event'), randomUUID(), query.get('user'), new Date(), randomUUID()];
  if (name === 'guests') return [EVENT_ID, query.get('search') ? `%${query.get('search')}%` : ''];
  return [EVENT_ID];
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://floor');
  const name = url.pathname.slice(1);
  const text = STATEMENTS[name];
  if (text === undefined) return response.writeHead(404).end();
  request.resume();
  request.on('end', () => {
    pool.query<{ body: string }>({ name, text, values: valuesOf(name, url.searchParams) }).then(
      ({ rows }) => response.writeHead(200, { 'content-type': 'application/json' }).end(rows[0]?.body ?? '{}'),
      () => response.writeHead(500).end(),
    );
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.send?.({ type: 'ready', url: `http://127.0.0.1:${port}` });
});
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
