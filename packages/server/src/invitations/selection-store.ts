import type { ResourceType, SkipReason } from '@folkmoot/contract/invitations/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { hiddenFrom } from '../blocks/store.ts';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { slicePage } from '../core/db/slice-page.ts';
import { containing } from '../core/http/cursor.ts';
import { peopleBy, type RuleKind } from '../groups/living-store.ts';
import { over } from '../participations/fragments-store.ts';

/** A person of a selection whose address was given, with the source that named it first. */
export type Named = {
  key: string;
  address: string;
  firstName: string;
  lastName: string;
  resourceType: ResourceType;
  resourceId: string;
};

/** Guests of a past event: all but some, or some. */
export type PastGuests = { eventId: string; all: boolean; selected: readonly string[]; deselected: readonly string[] };

/** People of a group: all but some, or some. */
export type GroupPeople = { groupId: string; all: boolean; selected: readonly string[]; deselected: readonly string[] };

export type Selected = {
  named: readonly Named[];
  past: readonly PastGuests[];
  groups: readonly GroupPeople[];
  /** The kinds of rules that living groups among them have. */
  rules: readonly RuleKind[];
};

/** Whom an invitation concerns, and from whom. */
export type Inviting = {
  eventId: string;
  serverId: string | null;
  inviterId: string;
  /** People who have declined are asked once more. */
  again: boolean;
  now: Date;
};

/**
 * Everybody who is selected, each once, as `people`: where their address was typed it is known to the caller, and their
 * names are what was typed; people from a past event are named as its guest list names them, people from a group as the
 * group does. Beside each is why they are left out, or null.
 *
 * @param columns what is read of each: less is sorted faster.
 *
 * A typed address that a participation of this event has, but that its hosts do not know, is not reported as invited or
 * going: that would tell whose it is. No letter is written to it. People from past events and groups are named already.
 */
function people(
  { named, past, groups, rules }: Selected,
  inviting: Inviting,
  columns = sql`every.*`,
): RawBuilder<unknown> {
  const { eventId, serverId, inviterId, again, now } = inviting;
  // Where everybody is wanted, nobody has to be looked for in what was ticked: half of the time at 50,000 people.
  const whole = groups.every(({ all, deselected }) => all && deselected.length === 0);
  const ticked = whole ? sql`false` : sql`case when o."all" then o.deselected else o.selected end ? q.id::text`;
  return sql`typed as (
      select r.key as id, r.key, r.address, r."firstName", r."lastName", r."resourceType", r."resourceId", true as known, false as named, r.n
      from jsonb_to_recordset(${JSON.stringify(named.map((one, n) => ({ ...one, n })))}::jsonb)
        r(key text, address text, "firstName" text, "lastName" text, "resourceType" text, "resourceId" text, n int)),
    came as (
      select p.id::text as id, coalesce(u.email, p.email) as key, coalesce(u.email, p.email) as address, coalesce(u.first_name, p.first_name) as "firstName",
        coalesce(u.last_name, p.last_name) as "lastName", 'Event' as "resourceType", p.event_id::text as "resourceId",
        (p.user_id is null or p.address_given) as known, true as named, 1000000 + (row_number() over (order by p.registered_at, p.id))::int as n
      from jsonb_to_recordset(${JSON.stringify(past)}::jsonb) s("eventId" uuid, "all" boolean, selected jsonb, deselected jsonb)
      join events e on e.id = s."eventId" and ${over(now)} and ${managesPast(inviterId)}
      join participations p on p.event_id = e.id and p.status = 'going' and p.role in ('guest', 'featured_guest') and not p.deserted
        and not coalesce(p.user_id = ${inviterId}::uuid, false)
        and case when s."all" then not s.deselected ? p.id::text else s.selected ? p.id::text end
      left join users u on u.id = p.user_id),
    chosen_groups as materialized (select o.id as group_id, (row_number() over (order by o.id))::int as place, o.rule, o.rule_times, o.rule_last, s."all", s.selected, s.deselected
      from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) s("groupId" uuid, "all" boolean, selected jsonb, deselected jsonb)
      join guest_groups o on o.id = s."groupId" and o.owner_id = ${inviterId}::uuid),
    gathered as ${whole ? sql`` : sql`materialized`} (
      select o.group_id, o.place, q.id, q.user_id as person, coalesce(u.email, q.address_key) as key, coalesce(u.email, q.address) as address, q.user_id is null as known,
        coalesce(u.first_name, q.first_name) as first_name, coalesce(u.last_name, q.last_name) as last_name,
        o."all", ${ticked} as ticked
      from chosen_groups o join group_guests q on q.owner_id = ${inviterId}::uuid and q.group_id = o.group_id left join users u on u.id = q.user_id
      where q.user_id is null or q.user_id <> all(${hiddenFrom(inviterId)})
      ${living(rules, inviting, ticked)}),
    ${whole ? sql`` : LEFT_OUT}
    grouped as (
      select q.id::text as id, q.key, q.address, q.first_name as "firstName", q.last_name as "lastName", 'Group' as "resourceType", q.group_id::text as "resourceId",
        q.known, (q.person is not null) as named, 2000000 + q.place as n
      from gathered q where ${whole ? sql`true` : sql`case when q."all" then (q.group_id, q.key) not in (select group_id, key from left_out) else q.ticked end`}),
    -- "same" tells nobody apart, but the planner, which knows nothing of either, expects 40,000 people instead of 200.
    chosen as (select distinct on (key collate "C", same) ${columns} from (
        select *, 0 as same from typed union all select *, 0 from came union all select *, 0 from grouped) every
      order by key collate "C", same, n, named),
    people as materialized (
      select c.*, coalesce(own.id, i.id) as "participationId", case
        when account.id = ${inviterId}::uuid then 'going'
        when exists (select 1 from mail_stops m where m.address_key = c.key and (m.ends_at is null or m.ends_at > ${now}::timestamptz)
            and (m.scope = 'all' or (m.scope = 'server' and m.scope_id = ${serverId}::uuid) or (m.scope = 'person' and m.scope_id = ${inviterId}::uuid)))
          or c.key in (select m.address from event_mail_stops m where m.event_id = ${eventId}::uuid)
          or account.id = any(${hiddenFrom(inviterId)})
          or account.id in (select b.user_id from bans b where b.server_id = ${serverId}::uuid) then 'unreachable'
        when i.accepted_at is not null then 'going'
        when i.state = 'queued' or (i.state = 'sent' and coalesce(own.status, 'invited') = 'invited') then 'invited'
        when not ${again}::boolean and i.state = 'sent' and own.status = 'not_going' then 'declined'
        when (own.status is null or own.status = 'not_going') and c.key in (select w.email from participations w
          where w.event_id = ${eventId}::uuid and w.client_id is not null and w.user_id is null and w.status <> 'not_going') then 'going'
        when own.status is null or own.status = 'not_going' or not (own.user_id is null or own.address_given or c.named) then null
        when own.status = 'invited' or own.asked_role is not null then 'invited'
        else 'going' end as skipped
      from chosen c
      left join users account on account.email = c.key and account.email_verified
      left join participations self on self.event_id = ${eventId}::uuid and self.user_id = account.id
      left join participations bare on bare.event_id = ${eventId}::uuid and bare.user_id is null and bare.client_id is null and bare.email = c.key
      left join lateral (select (coalesce(self, bare)).*) own on true
      left join invitations i on i.event_id = ${eventId}::uuid and i.address_key = c.key)`;
}

/** A person who is in a group twice, as an address and by name, is left out with either entry. */
const LEFT_OUT = sql`left_out as materialized (select group_id, key from gathered where "all" and ticked),`;

/** Beside the people of lists, those of living groups: one statement for each set of kinds of rules. */
function living(
  rules: readonly RuleKind[],
  { inviterId, now }: Inviting,
  ticked: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const each = rules.map(
    (
      kind,
    ) => sql`union all select o.group_id, o.place, q.id, q.person, q.key, q.key, q.known, q.first_name, q.last_name,
        o."all", ${ticked}
      from chosen_groups o cross join lateral (${peopleBy(kind, inviterId, now)}) q where o.rule = ${sql.lit(kind)}`,
  );
  return sql.join(each, sql` `);
}

/** Whether a person manages past event `e`. */
const managesPast = (userId: string) => sql`(exists (select 1 from participations h
    where h.event_id = e.id and h.user_id = ${userId}::uuid and h.role = 'host' and h.status <> 'not_going')
  or exists (select 1 from members n join roles o on o.server_id = n.server_id and o.id = n.role_id
    where n.server_id = e.server_id and n.user_id = ${userId}::uuid and 'MANAGE_EVENTS' = any(o.permissions)))`;

export type Counted = {
  count: number;
  skipped: Partial<Record<SkipReason, number>>;
  sources: { resourceType: ResourceType; resourceId: string; count: number }[];
  /** Seats that are free; null if there is no limit. */
  places: number | null;
  /** Names the people who would be invited. */
  digest: string;
};

/** How many a selection reaches, and why others are left out. One statement. */
export async function countSelected(db: Db, selected: Selected, inviting: Inviting): Promise<Counted> {
  const row = await firstRow(
    db,
    sql<Counted>`with ${people(selected, inviting, sql`key, "resourceType", "resourceId", named`)},
      tallied as materialized (select skipped, "resourceType", "resourceId", count(*)::int as n from people group by 1, 2, 3)
      select coalesce((select sum(n)::int from tallied where skipped is null), 0) as count,
      coalesce((select json_object_agg(skipped, n) from (select skipped, sum(n)::int as n from tallied where skipped is not null group by 1) s), '{}'::json) as skipped,
      coalesce((select json_agg(json_build_object('resourceType', "resourceType", 'resourceId', "resourceId", 'count', n) order by "resourceType", "resourceId")
        from tallied where skipped is null), '[]'::json) as sources,
      (select case when capacity is not null then greatest(0, capacity - taken_count) end from events where id = ${inviting.eventId}::uuid) as places,
      coalesce((select md5(string_agg(key, ',' order by key collate "C")) from people where skipped is null), '') as digest`,
  );
  return row ?? { count: 0, skipped: {}, sources: [], places: null, digest: '' };
}

/**
 * Makes the invitations of a selection, all in one statement: an address that was invited before and can be invited again keeps
 * its invitation. Two at once do not invite anybody twice.
 *
 * @returns who is invited, with the id of their invitation, and the name of the list.
 */
export async function insertInvitations(
  db: Db,
  selected: Selected,
  inviting: Inviting & { mailingId: string; role: string },
): Promise<{ id: string; address: string; key: string }[]> {
  const { eventId, inviterId, mailingId, role, now } = inviting;
  return allRows(
    db,
    sql<{ id: string; address: string; key: string }>`with ${people(selected, inviting)}
      insert into invitations (event_id, id, mailing_id, address, address_key, address_known, first_name, last_name, role, state, inviter_id, created_at)
      select ${eventId}::uuid, coalesce("participationId", gen_random_uuid()), ${mailingId}::uuid, address, key, known, left("firstName", 60), left("lastName", 60),
        ${role}, 'queued', ${inviterId}::uuid, ${now}::timestamptz
      from people where skipped is null order by key
      on conflict (event_id, address_key) do update set id = excluded.id, mailing_id = excluded.mailing_id, address = excluded.address,
        address_known = invitations.address_known or excluded.address_known, role = excluded.role, was = invitations.state,
        first_name = coalesce(nullif(excluded.first_name, ''), invitations.first_name), last_name = case when excluded.first_name = '' then invitations.last_name else excluded.last_name end,
        state = 'queued', opened_at = null, inviter_id = excluded.inviter_id, created_at = excluded.created_at
        where invitations.state <> 'queued'
      returning id, address, address_key as key`,
  );
}

type Listing = { page: number; limit: number; search: string };
export type SelectedUser = { id: string; name: string; email: string | null; skipped: SkipReason | null };

/** A page of the people of a selection, by name. */
export async function listSelected(
  db: Db,
  selected: Selected,
  inviting: Inviting,
  { page, limit, search }: Listing,
): Promise<{ data: SelectedUser[]; count: number }> {
  const name = sql`trim("firstName" || ' ' || "lastName")`;
  const listedBy = sql`lower(coalesce(nullif(${name}, ''), address))`;
  const shown = sql`(${name} || ' ' || case when known then address else '' end)`;
  const fits = search.trim() === '' ? sql`true` : sql`lower(${shown}) like ${containing(search.trim().toLowerCase())}`;
  const row = await firstRow(
    db,
    sql<{ data: SelectedUser[]; count: number }>`with ${people(selected, inviting)},
      fitting as (select * from people where ${fits})
      select coalesce((select json_agg(json_build_object('id', f.id, 'name', ${name}, 'email', case when known then address end, 'skipped', skipped) order by ${listedBy}, n, f."resourceId", f.id)
        from (select * from fitting order by ${listedBy}, n, "resourceId", id ${slicePage({ page, limit }, 15)}) f), '[]'::json) as data,
        (select count(*)::int from fitting) as count`,
  );
  return row ?? { data: [], count: 0 };
}
