import pg from 'pg';
import { serveFloor } from './floor-server.ts';

/*
 * The floor for what invitations.ts measures: the one best statement for whom a selection of groups reaches. It asks neither who
 * the caller is nor whether they may.
 */

const { DATABASE_URL = '', EVENT_ID = '', HOST_ID = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 12, options: '-c random_page_cost=1.1 -c jit=off' });

/**
 * Everybody in the groups once, with why they are left out; counted by group and reason, and named by a digest. It gives the same answer
 * as ours: people who are blocked, banned, unsubscribed or already invited are not counted.
 */
const REACHED = `with hidden as materialized (select array(select blocked_id from blocks where blocker_id = $2 union all select blocker_id from blocks where blocked_id = $2) as ids),
    place as materialized (select server_id from events where id = $1),
    chosen as (
      select distinct on (key collate "C") * from (select q.group_id, coalesce(u.email, q.address_key) as key, q.id, q.user_id is not null as named from group_guests q left join users u on u.id = q.user_id
        where q.owner_id = $2 and q.group_id in (select id from guest_groups where owner_id = $2)
          and (q.user_id is null or q.user_id <> all((select ids from hidden)::uuid[]))) every order by key collate "C", group_id, id),
    people as materialized (select c.key, c.group_id, case
        when account.id = $2 then 'going'
        when exists (select 1 from mail_stops m where m.address_key = c.key and (m.ends_at is null or m.ends_at > now())
            and (m.scope = 'all' or (m.scope = 'server' and m.scope_id = (select server_id from place)) or (m.scope = 'person' and m.scope_id = $2)))
          or exists (select 1 from event_mail_stops m where m.event_id = $1 and m.address = c.key)
          or account.id = any((select ids from hidden)::uuid[])
          or exists (select 1 from bans b where b.server_id = (select server_id from place) and b.user_id = account.id) then 'unreachable'
        when i.accepted_at is not null then 'going'
        when i.state = 'queued' or (i.state = 'sent' and coalesce(own.status, 'invited') = 'invited') then 'invited'
        when i.state = 'sent' and own.status = 'not_going' then 'declined'
        when own.status is null or own.status = 'not_going' or not (own.user_id is null or own.address_given or c.named) then null
        when own.status = 'invited' or own.asked_role is not null then 'invited'
        else 'going' end as skipped
      from chosen c left join users account on account.email = c.key and account.email_verified
      left join participations self on self.event_id = $1 and self.user_id = account.id
      left join participations bare on bare.event_id = $1 and bare.user_id is null and bare.email = c.key
      left join lateral (select (coalesce(self, bare)).*) own on true
      left join invitations i on i.event_id = $1 and i.address_key = c.key)
  select json_build_object('count', (select count(*)::int from people where skipped is null),
    'skipped', (select json_object_agg(skipped, n) from (select skipped, count(*)::int as n from people where skipped is not null group by 1) s),
    'sources', (select json_agg(s) from (select group_id, count(*)::int as n from people where skipped is null group by 1) s),
    'places', (select greatest(0, capacity - taken_count) from events where id = $1),
    'digest', (select md5(string_agg(key, ',' order by key collate "C")) from people where skipped is null))::text as body`;

serveFloor(async (name) => {
  if (name !== 'groups') return undefined;
  const { rows } = await pool.query<{ body: string }>({ name, text: REACHED, values: [EVENT_ID, HOST_ID] });
  return { body: rows[0]?.body ?? '{}' };
});
