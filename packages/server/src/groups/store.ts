import {
  GROUP_PAGE,
  type GroupFields,
  type GroupGuestView,
  type GroupRule,
  type GroupView,
} from '@folkmoot/contract/groups/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { isHere } from '../accounts/store.ts';
import { hiddenFrom } from '../blocks/store.ts';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { slicePage } from '../core/db/slice-page.ts';
import { containing } from '../core/http/cursor.ts';

type Listing = { page: number; limit: number; search: string };

const RULE = sql`case when g.rule = 'came' then json_build_object('kind', g.rule, 'times', g.rule_times, 'last', g.rule_last)
  when g.rule is not null then json_build_object('kind', g.rule) end`;
const VIEW = sql`g.id, g.name, g.description, g.image, case when g.rule is null then g.guest_count end as "numberOfGuests", ${RULE} as rule`;

/** A rule as it is stored. */
const columnsOf = (rule: GroupRule | null): [kind: string | null, times: number | null, last: number | null] =>
  rule?.kind === 'came' ? [rule.kind, rule.times, rule.last] : [rule?.kind ?? null, null, null];

/** Whether a text has what is searched for; everything if nothing is. */
const fits = (text: RawBuilder<unknown>, search: string): RawBuilder<unknown> =>
  search.trim() === '' ? sql`true` : sql`lower(${text}) like ${containing(search.trim().toLowerCase())}`;

/** A page of a person's groups, by name, and how many there are. */
export async function listGroups(
  db: Db,
  ownerId: string,
  listing: Listing,
): Promise<{ data: GroupView[]; count: number }> {
  const those = sql`from guest_groups g where g.owner_id = ${ownerId} and ${fits(sql`g.name || ' ' || g.description`, listing.search)}`;
  const data = await allRows(
    db,
    sql<GroupView>`select ${VIEW} ${those} order by lower(g.name), g.id ${slicePage(listing, GROUP_PAGE)}`,
  );
  const counted = await firstRow(db, sql<{ count: number }>`select count(*)::int as count ${those}`);
  return { data, count: counted?.count ?? 0 };
}

/** A group of this person; `lock` keeps others from changing its list until the command ends. */
export async function findGroup(db: Db, ownerId: string, id: string, lock = false): Promise<GroupView | undefined> {
  return firstRow(
    db,
    sql<GroupView>`select ${VIEW} from guest_groups g where g.id = ${id} and g.owner_id = ${ownerId} ${lock ? sql`for update` : sql``}`,
  );
}

export async function countGroups(db: Db, ownerId: string): Promise<number> {
  const row = await firstRow(
    db,
    sql<{ count: number }>`select count(*)::int as count from guest_groups where owner_id = ${ownerId}`,
  );
  return row?.count ?? 0;
}

/** How many people are in all groups of a person. */
export async function countAllGuests(db: Db, ownerId: string): Promise<number> {
  const row = await firstRow(
    db,
    sql<{
      count: number;
    }>`select coalesce(sum(guest_count), 0)::int as count from guest_groups where owner_id = ${ownerId}`,
  );
  return row?.count ?? 0;
}

type Stored = GroupFields & { image: string | null; rule: GroupRule | null };

export async function insertGroup(
  db: Db,
  { id, ownerId, name, description, image, rule }: Stored & { id: string; ownerId: string },
  now: Date,
): Promise<void> {
  const [kind, times, last] = columnsOf(rule);
  await sql`insert into guest_groups (id, owner_id, name, description, image, rule, rule_times, rule_last, created_at)
    values (${id}, ${ownerId}, ${name}, ${description}, ${image}, ${kind}, ${times}, ${last}, ${now})`.execute(db);
}

export async function updateGroup(
  db: Db,
  ownerId: string,
  id: string,
  { name, description, image, rule }: Stored,
): Promise<void> {
  const [kind, times, last] = columnsOf(rule);
  await sql`update guest_groups set name = ${name}, description = ${description}, image = ${image}, rule = ${kind}, rule_times = ${times}, rule_last = ${last}
    where owner_id = ${ownerId} and id = ${id}`.execute(db);
}

/** Deletes groups of a person, and returns those that were there. */
export async function deleteGroups(
  db: Db,
  ownerId: string,
  ids: readonly string[],
): Promise<{ id: string; image: string | null }[]> {
  return allRows(
    db,
    sql<{
      id: string;
      image: string | null;
    }>`delete from guest_groups where owner_id = ${ownerId} and id = any(${[...ids]}::uuid[]) returning id, image`,
  );
}

/** What is shown of a person in a group: who was added by name is shown by their present one. */
const NAME = sql`case when n.user_id is null then trim(n.first_name || ' ' || n.last_name) else trim(u.first_name || ' ' || u.last_name) end`;

/** A page of the people in a group, by name or address. Those who are hidden from its owner are not listed. */
export async function listGuests(
  db: Db,
  ownerId: string,
  groupId: string,
  listing: Listing,
): Promise<{ data: GroupGuestView[]; count: number }> {
  const shown = sql`from group_guests n left join users u on u.id = n.user_id
    where n.owner_id = ${ownerId} and n.group_id = ${groupId} and (n.user_id is null or n.user_id <> all(${hiddenFrom(ownerId)}))
      and ${fits(sql`${NAME} || ' ' || coalesce(n.address, '')`, listing.search)}`;
  const data = await allRows(
    db,
    sql<GroupGuestView>`select n.id, n.address as email, ${NAME} as name, u.image as profile_photo ${shown}
      order by lower(coalesce(nullif(${NAME}, ''), n.address)), n.id ${slicePage(listing, GROUP_PAGE)}`,
  );
  const counted = await firstRow(db, sql<{ count: number }>`select count(*)::int as count ${shown}`);
  return { data, count: counted?.count ?? 0 };
}

export type NewGuest =
  | { id: string; userId: string }
  | { id: string; userId?: undefined; address: string; key: string; firstName: string; lastName: string };

/**
 * Adds people to a group, in one statement: addresses, and people who share a community with its owner and are not hidden
 * from them. Those who are in it already stay as they are. Under the group's lock.
 *
 * @returns how many were added.
 */
export async function insertGuests(
  db: Db,
  ownerId: string,
  groupId: string,
  guests: readonly NewGuest[],
): Promise<number> {
  const row = await firstRow(
    db,
    sql<{ count: number }>`with given as (
        select * from jsonb_to_recordset(${JSON.stringify(guests)}::jsonb)
          r(id uuid, "userId" uuid, address text, key text, "firstName" text, "lastName" text)),
      added as (
        insert into group_guests (owner_id, group_id, id, user_id, address, address_key, first_name, last_name)
        select ${ownerId}::uuid, ${groupId}::uuid, g.id, g."userId", g.address, g.key, coalesce(g."firstName", ''), coalesce(g."lastName", '') from given g
        where g."userId" is null or (g."userId" <> ${ownerId}::uuid and g."userId" <> all(${hiddenFrom(ownerId)})
          and exists (select 1 from users u where u.id = g."userId" and ${isHere('u')})
          and exists (select 1 from members mine join members theirs on theirs.server_id = mine.server_id
            where mine.user_id = ${ownerId}::uuid and theirs.user_id = g."userId"))
        on conflict do nothing returning 1)
      update guest_groups set guest_count = guest_count + (select count(*)::int from added) where owner_id = ${ownerId} and id = ${groupId}
      returning (select count(*)::int from added) as count`,
  );
  return row?.count ?? 0;
}

/** Removes people from a group, and returns how many are left. */
export async function deleteGuests(db: Db, ownerId: string, groupId: string, ids: readonly string[]): Promise<number> {
  const row = await firstRow(
    db,
    sql<{ count: number }>`with gone as (
        delete from group_guests where owner_id = ${ownerId} and group_id = ${groupId} and id = any(${[...ids]}::uuid[]) returning 1)
      update guest_groups set guest_count = guest_count - (select count(*)::int from gone) where owner_id = ${ownerId} and id = ${groupId}
      returning guest_count as count`,
  );
  return row?.count ?? 0;
}
