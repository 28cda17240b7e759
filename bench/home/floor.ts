import pg from 'pg';
import { serveFloor } from '../floor-server.ts';

/*
 * The floor for what main.ts measures: the one best statement for what a visitor gets of a community's home, its JSON built by
 * PostgreSQL and passed on. Nobody is asked who they are, and nobody's sections are left out.
 */

const { DATABASE_URL = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 12, options: '-c random_page_cost=1.1 -c jit=off' });

const PERSON = `'id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'username', u.username, 'imageUrl', u.image`;
/** A picture as our answer has it. */
const PICTURE = `json_build_object('id', f.id, 'fileName', '', 'fileType', f.file_type, 'type', f.type, 'mimeType', f.mime_type, 'size', f.size,
  'url', '/files/' || f.id || '/original', 'thumbnailUrl', '/files/' || f.id || '/thumb', 'fileKey', f.key, 'width', f.width, 'height', f.height, 'alt', f.alt, 'state', f.state)`;
const CARD = `json_build_object('id', e.id, 'alias', e.alias, 'name', e.name, 'status', e.status, 'type', e.type, 'event_url', e.event_url,
  'visibility', e.visibility, 'server', json_build_object('id', s.id, 'name', s.name, 'slug', s.slug, 'logo', s.logo),
  'start_epoc', extract(epoch from e.start_at)::bigint, 'end_epoc', extract(epoch from e.end_at)::bigint, 'time_zone', e.time_zone,
  'is_all_day', e.is_all_day, 'tbdDate', e.tbd_date, 'tbdLocation', e.tbd_location, 'attend_type', e.attend_type, 'where', e.in_person_address,
  'cover', e.cover, 'image_map', '{}'::json, 'tint', e.tint, 'goingCount', e.going_count, 'capacity', e.capacity, 'seatsLeft', e.capacity - e.taken_count,
  'faces', coalesce((select json_agg(json_build_object(${PERSON})) from (select u.* from participations p join users u on u.id = p.user_id
    where p.event_id = e.id and p.status = 'going' and p.own_act order by p.registered_at, p.id limit 5) u), '[]'::json), 'miles', null,
  'viewer', json_build_object('role', null, 'status', null, 'askedRole', null))`;
const MEMBER = `(select json_agg(json_build_object(${PERSON}, 'joinedAt', n.joined_at)) from (select m.user_id, m.joined_at from members m
  where m.server_id = s.id order by m.joined_at desc, m.user_id desc limit 12) n join users u on u.id = n.user_id)`;

const HOME = `select json_build_object('data', json_build_object('view', 'published', 'version', h.published_version, 'publishedVersion', h.published_version,
    'publishedAt', p.published_at, 'publishedBy', null, 'changedAt', null, 'changedBy', null, 'history', '[]'::json, 'faqs', h.faqs, 'faqsVersion', h.faqs_version,
    'sections', p.sections,
    'attachments', (select json_agg(${PICTURE}) from home_pictures x join files f on f.id = x.file_id
      where x.server_id = s.id and x.page = h.published_version and x.audience = 'everyone'),
    'nextEvents', (select json_agg(card) from (select ${CARD} as card from events e where e.server_id = s.id and e.status = 'published'
      and e.visibility = 'public' and e.end_at > $2 order by e.start_at, e.id limit 6) c),
    'newMembers', ${MEMBER},
    'people', (select json_agg(json_build_object(${PERSON})) from members m join users u on u.id = m.user_id where m.server_id = s.id
      and m.user_id in (select (item ->> 'personId')::uuid from jsonb_array_elements(p.sections) part, jsonb_array_elements(part -> 'json' -> 'items') item
        where part ->> 'sectionType' = 'CardShowcase')), 'online', 0))::text as body
  from servers s join homes h on h.server_id = s.id join home_pages p on p.server_id = h.server_id and p.version = h.published_version
  where s.id = $1 and s.visibility = 'public'`;

serveFloor(async (name, query) => {
  if (name !== 'home') return undefined;
  const values = [query.get('server'), new Date()];
  const { rows } = await pool.query<{ body: string }>({ name, text: HOME, values });
  const body = rows[0]?.body;
  return body === undefined ? undefined : { body };
});
