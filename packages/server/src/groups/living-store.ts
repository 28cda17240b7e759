import { GROUP_PAGE, type GroupGuestView, type GroupRule, RULE_EVENTS } from '@folkmoot/contract/groups/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { isHere } from '../accounts/store.ts';
import { hiddenFrom } from '../blocks/store.ts';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { slicePage } from '../core/db/slice-page.ts';
import { containing } from '../core/http/cursor.ts';
import { managedBy, over, typedOnly } from '../participations/fragments-store.ts';

/*
 * Living groups: their people follow from a rule, at the moment of the question. Group `o` has the rule. Each statement
 * here yields a person once, as `id`, `person` (the account, if its owner may know of it), `key`, `first_name`,
 * `last_name`, and whether the address is `known` to the owner.
 */

export type RuleKind = GroupRule['kind'];

const TYPED = typedOnly();

/** The owner's events of a kind, latest first. */
const events = (ownerId: string, which: RawBuilder<unknown>) =>
  sql`select e.id from events e where e.id in ${managedBy(ownerId)} and e.status = 'published' and e.type = 'internal' and ${which}
    order by e.start_at desc, e.id desc`;

/**
 * Guests of events, and whom each of them is counted as. An address that hosts typed is one person, and an account that
 * acted by itself is another, unless that account has given hosts this very address: else counting them as one would
 * tell whose the address is.
 */
const guests = (ownerId: string, which: RawBuilder<unknown>, states: RawBuilder<unknown>) => sql`
  mine as materialized (${which}),
  listed as materialized (
    select p.event_id, p.status, p.checked_in_at is not null as checked, case when not ${TYPED} then p.user_id end as account,
      p.user_id is null or p.address_given as known, coalesce(u.email, p.email) as key,
      case when p.user_id is null or ${TYPED} then p.first_name || E'\\x1f' || p.last_name end as given
    from mine join participations p on p.event_id = mine.id and p.status in (${states}) and p.role in ('guest', 'featured_guest') and not p.deserted
      and p.user_id is distinct from ${ownerId}::uuid
    left join users u on u.id = p.user_id),
  faces as (select key, min(account::text)::uuid as account from listed where account is not null and known group by key),
  doors as (select distinct event_id from listed where checked),
  guests as (
    select coalesce(l.account, f.account) as person, l.key, l.known, l.given, l.event_id,
      l.status = 'going' and (l.checked or l.event_id not in (select event_id from doors)) as came
    from listed l left join faces f on l.account is null and f.key = l.key)`;

/** An address is named by a UUID of the kind that anybody may make (version 8). */
const idOfAddress = sql`overlay(overlay(md5('address ' || g.key) placing '8' from 13) placing '8' from 17)::uuid`;

/** Each of these guests once, those of whom something holds. People who are hidden from the owner are not named. */
const once = (ownerId: string, holds: RawBuilder<unknown>) => sql`
  select coalesce(g.person, ${idOfAddress}) as id, g.person, coalesce(v.email, g.key) as key, g.known,
    coalesce(v.first_name, split_part(g.given, E'\\x1f', 1), '') as first_name, coalesce(v.last_name, split_part(g.given, E'\\x1f', 2), '') as last_name
  from (select person, case when person is null then key end as address, max(key) as key, bool_or(known) as known, max(given) as given
      from guests group by 1, 2 having ${holds}) g
    left join users v on v.id = g.person
  where g.person is null or g.person <> all(${hiddenFrom(ownerId)})`;

const RULES: Readonly<Record<RuleKind, (ownerId: string, now: Date) => RawBuilder<unknown>>> = {
  came: (
    ownerId,
    now,
  ) => sql`with ${guests(ownerId, sql`${events(ownerId, over(now))} limit o.rule_last`, sql`'going'`)}
    ${once(ownerId, sql`count(distinct event_id) filter (where came) >= o.rule_times`)}`,

  // People whom nobody let in, and people who said that they can't come, are none who stayed away.
  never_came: (
    ownerId,
    now,
  ) => sql`with ${guests(ownerId, sql`${events(ownerId, over(now))} limit ${sql.lit(RULE_EVENTS)}`, sql`'going', 'invited'`)}
    ${once(ownerId, sql`not bool_or(came)`)}`,

  waiting: (
    ownerId,
    now,
  ) => sql`with ${guests(ownerId, events(ownerId, sql`e.waiting_count > 0 and not ${over(now)}`), sql`'waitlisted'`)}
    ${once(ownerId, sql`true`)}`,

  members: (ownerId) => sql`
    select v.id, v.id as person, v.email as key, false as known, v.first_name, v.last_name
    from users v where ${isHere('v')} and v.id <> ${ownerId}::uuid and v.id <> all(${hiddenFrom(ownerId)})
      and v.id in (select theirs.user_id from members n join roles r on r.server_id = n.server_id and r.id = n.role_id
        join members theirs on theirs.server_id = n.server_id
        where n.user_id = ${ownerId}::uuid and 'MANAGE_EVENTS' = any(r.permissions))`,
};

/** The people of group `o`, whose rule is of this kind. */
export function peopleBy(kind: RuleKind, ownerId: string, now: Date): RawBuilder<unknown> {
  return RULES[kind](ownerId, now);
}

/** The kinds of rules that these groups of a person have, each once. */
export async function listRuleKinds(db: Db, ownerId: string, ids: readonly string[]): Promise<RuleKind[]> {
  const rows = await allRows(
    db,
    sql<{ rule: RuleKind }>`select distinct rule from guest_groups
      where owner_id = ${ownerId} and id = any(${[...ids]}::uuid[]) and rule is not null order by rule`,
  );
  return rows.map(({ rule }) => rule);
}

type Living = { ownerId: string; groupId: string; kind: RuleKind; now: Date };
type Listing = { page: number; limit: number; search: string };

const of = ({ ownerId, groupId, kind, now }: Living) => sql`people as materialized (
    select q.* from guest_groups o cross join lateral (${peopleBy(kind, ownerId, now)}) q
    where o.owner_id = ${ownerId} and o.id = ${groupId} and o.rule = ${sql.lit(kind)})`;

/** How many people are in a living group. */
export async function countLiving(db: Db, living: Living): Promise<number> {
  const row = await firstRow(db, sql<{ count: number }>`with ${of(living)} select count(*)::int as count from people`);
  return row?.count ?? 0;
}

/** A page of the people in a living group, by name or by an address that its owner knows, and how many there are. */
export async function listLiving(
  db: Db,
  living: Living,
  { page, limit, search }: Listing,
): Promise<{ data: GroupGuestView[]; count: number }> {
  const name = sql`trim(q.first_name || ' ' || q.last_name)`;
  const email = sql`case when q.known then q.key end`;
  const listedBy = sql`lower(coalesce(nullif(${name}, ''), ${email}, ''))`;
  const fits =
    search.trim() === ''
      ? sql`true`
      : sql`lower(${name} || ' ' || coalesce(${email}, '')) like ${containing(search.trim().toLowerCase())}`;
  const row = await firstRow(
    db,
    sql<{ data: GroupGuestView[]; count: number }>`with ${of(living)},
      fitting as (select q.*, ${listedBy} as listed_by from people q where ${fits})
      select coalesce((select json_agg(json_build_object('id', q.id, 'email', ${email}, 'name', ${name}, 'profile_photo', v.image) order by listed_by, q.id)
        from (select * from fitting order by listed_by, id ${slicePage({ page, limit }, GROUP_PAGE)}) q left join users v on v.id = q.person), '[]'::json) as data,
        (select count(*)::int from fitting) as count`,
  );
  return row ?? { data: [], count: 0 };
}
