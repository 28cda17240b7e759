import pg from 'pg';
import { serveFloor } from './floor-server.ts';

/*
 * The floor for what calendars.ts measures: the single best statement for each answer, its JSON built by PostgreSQL and passed
 * on. A feed is a text that is kept, sent again if its tag differs; the tag is worked out from the events.
 */

const { DATABASE_URL = '', CALENDAR_ID = '', FEED_LENGTH = '0' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 12, options: '-c random_page_cost=1.1 -c jit=off' });
const FEED = 'x'.repeat(Number(FEED_LENGTH));

const LISTED = `k.calendar_id = $1 and k.status = 'accepted' and e.status in ('published', 'cancelled') and e.visibility = 'public'`;
const EPOCH = (column: string) => `floor(extract(epoch from ${column}))::bigint`;
const CARD = `e.id, e.alias, e.type, e.event_url, e.name, e.status, e.visibility, e.cover, e.tint, ${EPOCH('e.start_at')} as start_epoc, ${EPOCH('e.end_at')} as end_epoc,
  e.time_zone, e.is_all_day, e.tbd_date, e.attend_type, e.in_person_address as where, e.going_count as "goingCount", e.capacity,
  (select json_build_object('id', s.id, 'name', s.name, 'slug', s.slug, 'logoUrl', s.logo) from servers s where s.id = e.server_id) as server,
  (select json_agg(json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'username', u.username, 'imageUrl', u.image))
    from (select u.* from participations g join users u on u.id = g.user_id where g.event_id = e.id and g.status = 'going' and g.user_id is not null and g.own_act and g.role in ('guest', 'featured_guest') order by g.registered_at, g.id limit 5) u) as faces`;

const STATEMENTS: Record<string, string> = {
  page: `select json_build_object('data', (select json_agg(c) from (select ${CARD} from calendar_entries k join events e on e.id = k.event_id
      where ${LISTED} and (k.ends_at > $2 or k.ends_at is null) order by k.starts_at nulls last, e.id limit 10) c),
    'count', (select count(*)::int from calendar_entries k join events e on e.id = k.event_id where ${LISTED} and (k.ends_at > $2 or k.ends_at is null)))::text as body`,
  month: `select json_build_object('data', (select json_agg(r) from (select e.id, e.alias, e.name, e.status, e.type, e.event_url, ${EPOCH('k.starts_at')} as start_epoc,
      ${EPOCH('k.ends_at')} as end_epoc, e.time_zone, e.is_all_day, e.tint from calendar_entries k join events e on e.id = k.event_id
      where ${LISTED} and k.starts_at < $3 and k.ends_at > $2 order by k.starts_at, e.id limit 1001) r), 'more', false)::text as body`,
  feed: `select md5(string_agg(part, ',' order by part)) as body from (select e.id || ' ' || e.sequence as part from calendar_entries k join events e on e.id = k.event_id
      where ${LISTED} and k.ends_at > $2 order by abs(extract(epoch from e.start_at - now())), e.id limit 1000) parts`,
};

serveFloor(async (name, query, headers) => {
  const text = STATEMENTS[name];
  if (text === undefined) return undefined;
  const from = new Date(Number(query.get('from')) * 1000);
  const values = [CALENDAR_ID, from, ...(name === 'month' ? [new Date(Number(query.get('to')) * 1000)] : [])];
  const { rows } = await pool.query<{ body: string }>({ name, text, values });
  const body = rows[0]?.body ?? '{}';
  if (name !== 'feed') return { body };
  const tag = `"${body}"`;
  if (headers['if-none-match'] === tag) return { body: '', status: 304, headers: { etag: tag } };
  return { body: FEED, headers: { etag: tag, 'content-type': 'text/calendar; charset=utf-8' } };
});
