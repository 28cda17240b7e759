import pg from 'pg';
import { serveFloor } from './floor-server.ts';

/*
 * The floor for what invitations.ts measures: the one best statement for whom a selection of groups reaches. It asks neither who
 * the caller is nor whether they may.
 */

const { DATABASE_URL = '', EVENT_ID = '', HOST_ID = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 12, options: '-c random_page_cost=1.1 -c jit=off' });

/** Everybody in the groups once, with why they are left out; counted by group and reason, and named by a digest. */
const REACHED = `with chosen as (
      select distinct on (key) * from (select q.group_id, coalesce(u.email, q.address_key) as key, q.id from group_guests q left join users u on u.id = q.user_id
        where q.owner_id = $2 and q.group_id in (select id from guest_groups where owner_id = $2)) every order by key, group_id, id),
    people as materialized (select c.*, case
        when exists (select 1 from mail_stops m where m.address_key = c.key) or exists (select 1 from event_mail_stops m where m.event_id = $1 and m.address = c.key) then 'unreachable'
        when i.state in ('queued', 'sent') then 'invited' when own.status is not null and own.status <> 'not_going' then 'going' end as skipped
      from chosen c left join users account on account.email = c.key and account.email_verified
      left join participations self on self.event_id = $1 and self.user_id = account.id
      left join participations bare on bare.event_id = $1 and bare.user_id is null and bare.email = c.key
      left join lateral (select (coalesce(self, bare)).*) own on true
      left join invitations i on i.event_id = $1 and i.address_key = c.key)
  select json_build_object('count', (select count(*)::int from people where skipped is null),
    'skipped', (select json_object_agg(skipped, n) from (select skipped, count(*)::int as n from people where skipped is not null group by 1) s),
    'sources', (select json_agg(s) from (select group_id, count(*)::int as n from people where skipped is null group by 1) s),
    'digest', (select md5(string_agg(key, ',' order by key)) from people where skipped is null))::text as body`;

serveFloor(async (name) => {
  if (name !== 'groups') return undefined;
  const { rows } = await pool.query<{ body: string }>({ name, text: REACHED, values: [EVENT_ID, HOST_ID] });
  return { body: rows[0]?.body ?? '{}' };
});
