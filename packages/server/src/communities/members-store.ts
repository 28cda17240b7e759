import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import { type MemberView, SUGGESTED, type Suggested } from '@folkmoot/contract/communities/schema.ts';
import { PAGE } from '@folkmoot/contract/core/page.ts';
import type { RoleType } from '@folkmoot/contract/core/permissions.ts';
import { fold } from '@folkmoot/contract/core/text.ts';
import { type RawBuilder, sql } from 'kysely';
import { isHere } from '../accounts/store.ts';
import { hiddenFrom } from '../blocks/store.ts';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { containing, cutPage, fromCursor } from '../core/http/cursor.ts';
import { newId } from '../core/id.ts';

/** Adds a person with a role. Undefined if they are already in; then nothing changes. */
export async function insertMember(
  db: Db,
  serverId: string,
  userId: string,
  role: RoleType,
  now: Date,
  id: string = newId(),
): Promise<string | undefined> {
  const row = await firstRow(
    db,
    sql<{ id: string }>`
      with added as (
        insert into members (server_id, id, user_id, role_id, joined_at, search_text)
        select ${serverId}, ${id}, u.id, r.id, ${now}, u.search_text from roles r, users u
        where r.server_id = ${serverId} and r.role_type = ${role} and u.id = ${userId}
        on conflict (server_id, user_id) do nothing returning id
      ), counted as (update servers set member_count = member_count + 1 where id = ${serverId} and exists (select 1 from added))
      select id from added`,
  );
  return row?.id;
}

/** Removes a person; false if they were not a member. */
export async function deleteMember(db: Db, serverId: string, userId: string): Promise<boolean> {
  const rows = await allRows(
    db,
    sql<{ id: string }>`
      with gone as (delete from members where server_id = ${serverId} and user_id = ${userId} returning id),
        counted as (update servers set member_count = member_count - 1 where id = ${serverId} and exists (select 1 from gone))
      select id from gone`,
  );
  return rows.length > 0;
}

export async function setRole(db: Db, serverId: string, memberId: string, role: RoleType): Promise<void> {
  await sql`update members set role_id = (select id from roles where server_id = ${serverId} and role_type = ${role})
    where server_id = ${serverId} and id = ${memberId}`.execute(db);
}

const VIEW = sql`(select o.until from timeouts o where o.server_id = m.server_id and o.user_id = m.user_id) as "timedOutUntil", m.id as "memberId", r.role_type as "roleType", r.name as "roleName", m.joined_at as "joinedAt",
  u.id, u.first_name as "firstName", u.last_name as "lastName", u.username, u.image as "imageUrl", u.search_text`;
const FROM = sql`from members m join users u on u.id = m.user_id join roles r on r.server_id = m.server_id and r.id = m.role_id`;

type Row = Omit<MemberView, 'joinedAt' | 'timedOutUntil'> & {
  joinedAt: Date;
  timedOutUntil: Date | null;
  search_text: string;
};

function memberView({ search_text: _, joinedAt, timedOutUntil, ...row }: Row): MemberView {
  return { ...row, joinedAt: joinedAt.toISOString(), timedOutUntil: timedOutUntil?.toISOString() ?? null };
}

/**
 * Members locked against a concurrent change of role, always in the same order. They are read afterwards, by a
 * separate statement: one that joins their roles and has waited for the lock would miss whose role has changed.
 */
async function hold(db: Db, where: RawBuilder<boolean>): Promise<void> {
  await sql`select from members m where ${where} order by m.id for update`.execute(db);
}

async function listViews(db: Db, where: RawBuilder<boolean>, lock: boolean): Promise<MemberView[]> {
  if (lock) await hold(db, where);
  return (await allRows(db, sql<Row>`select ${VIEW} ${FROM} where ${where} order by m.id`)).map(memberView);
}

/** One member; locked where their role is to be decided on. */
export async function findMemberView(
  db: Db,
  serverId: string,
  memberId: string,
  lock = false,
): Promise<MemberView | undefined> {
  return (await listViews(db, sql`m.server_id = ${serverId} and m.id = ${memberId}`, lock))[0];
}

/** A person's membership, locked, whatever its id. */
export async function findMemberOf(db: Db, serverId: string, userId: string): Promise<MemberView | undefined> {
  return (await listViews(db, sql`m.server_id = ${serverId} and m.user_id = ${userId}`, true))[0];
}

/** Several members of a community, locked. */
export async function lockMembers(db: Db, serverId: string, memberIds: string[]): Promise<MemberView[]> {
  return listViews(db, sql`m.server_id = ${serverId} and m.id = any(${memberIds}::uuid[])`, true);
}

export type MemberFilter = {
  search: string;
  /** Who searches: by name they do not find whom they are kept apart from. Undefined for those who look after the community. */
  viewerId: string | undefined;
  cursor?: string | undefined;
  role?: RoleType | undefined;
  userId?: string | undefined;
  inside?: PeopleInside | undefined;
};

/** The people inside a conversation as another slice knows them: a relation with `user_id` and `search_text`, by name. */
export type PeopleInside = { people: RawBuilder<unknown>; count: RawBuilder<number> };

type Position = readonly [string, string] | undefined;

/** Counting the people who fit a filter stops here. */
const COUNTED = 1000;

/**
 * Members of the community, or people inside one of its conversations, who match the filter; `k` is their row. Everybody
 * inside a conversation of the community is a member, so counting them needs no look at the memberships. If all matches
 * for a name fit on one page, they are not counted separately.
 */
function fitting(serverId: string, { search, viewerId, role, userId, inside }: MemberFilter, counted = false) {
  const roleId = sql`(select id from roles where server_id = ${serverId} and role_type = ${role ?? null})`;
  const member = sql`m.server_id = ${serverId} and m.user_id = k.user_id ${role ? sql`and m.role_id = ${roleId}` : sql``}`;
  const source = inside
    ? sql`${inside.people} k where ${counted && !role ? sql`true` : sql`exists (select 1 from members m where ${member})`}`
    : sql`members k where k.server_id = ${serverId} ${role ? sql`and k.role_id = ${roleId}` : sql``}`;
  // A name that many have is soon found by walking through the index; one that few have is found among the accounts.
  const pattern = containing(fold(search));
  const named = sql`and k.search_text like ${pattern} ${viewerId === undefined ? sql`` : sql`and not k.user_id = any(${hiddenFrom(viewerId)})`}
    ${counted ? sql`` : sql`and exists (select 1 from users s where s.id = k.user_id and s.search_text like ${pattern})`}`;
  return sql`${source} ${search.trim() === '' ? sql`` : named} ${userId ? sql`and k.user_id = ${userId}` : sql``}`;
}

/** The statement behind a page of members: an index has their order, so that it reads only those it shows. */
export function membersPage(serverId: string, filter: MemberFilter, position: Position): RawBuilder<Row> {
  const after = position ? sql`and (k.search_text, k.user_id) > (${position[0]}, ${position[1]}::uuid)` : sql``;
  return sql<Row>`
    select ${VIEW} from (
      select k.user_id from ${fitting(serverId, filter)} ${after} order by k.search_text, k.user_id limit ${PAGE + 1}
    ) page join members m on m.server_id = ${serverId} and m.user_id = page.user_id
      join users u on u.id = m.user_id join roles r on r.server_id = m.server_id and r.id = m.role_id
    order by m.search_text, u.id`;
}

/** How many people fit the filter: from a counter where there is one, else counted up to a thousand. */
export function membersCount(serverId: string, filter: MemberFilter): RawBuilder<{ count: number }> {
  if (filter.search.trim() === '' && !filter.role && !filter.userId)
    return filter.inside
      ? sql`select ${filter.inside.count} as count`
      : sql`select member_count as count from servers where id = ${serverId}`;
  return sql`select count(*)::int as count from (select 1 from ${fitting(serverId, filter, true)} limit ${COUNTED}) k`;
}

/** Members by name, with how many there are in all. */
export async function listMembers(
  db: Db,
  serverId: string,
  filter: MemberFilter,
): Promise<{ data: MemberView[]; nextCursor: string | null; count: number }> {
  const rows = await allRows(db, membersPage(serverId, filter, fromCursor(filter.cursor, 'text')));
  const page = cutPage(rows, PAGE, (row) => [row.search_text, row.id]);
  const all = !filter.cursor && page.nextCursor === null;
  const count = all ? rows.length : (await firstRow(db, membersCount(serverId, filter)))?.count;
  // Who is timed out is nobody's business but that of people who look after the community.
  const data = page.rows.map((row) =>
    memberView(filter.viewerId === undefined ? row : { ...row, timedOutUntil: null }),
  );
  return { data, nextCursor: page.nextCursor, count: count ?? 0 };
}

/** All members of a community, as `PeopleInside` has those of a conversation. */
export const allMembers = (serverId: string): RawBuilder<unknown> =>
  sql`(select m.user_id, m.search_text from members m where m.server_id = ${serverId})`;

/** How many names are looked at for each way in which a search can fit. */
const LOOKED_AT = 24;
/** Whoever is among the authors of this many newest messages of a conversation comes first there. */
const RECENT = 200;

/**
 * The statement behind the people whom a search most likely means. Each way to fit reads a few names from an index; those who wrote in the
 * conversation lately are looked at in any case.
 */
export function suggestedPeople(
  people: RawBuilder<unknown>,
  viewerId: string | undefined,
  search: string,
  conversationId: string | undefined,
): RawBuilder<PersonView> {
  const wanted = containing(fold(search)).slice(1);
  const [begins, word, any] = [wanted, `% ${wanted}`, `%${wanted}`];
  const found = (pattern: string) => sql`(select k.user_id, k.search_text from ${people} k
    where k.search_text like ${pattern} and exists (select 1 from users s where s.id = k.user_id and s.search_text like ${pattern})
    order by k.search_text, k.user_id limit ${LOOKED_AT})`;
  const recent = conversationId
    ? sql`select author_id, max(seq) as seq from (select author_id, seq from messages
        where conversation_id = ${conversationId} order by seq desc limit ${RECENT}) newest where author_id is not null group by author_id`
    : sql`select null::uuid as author_id, 0 as seq where false`;
  return sql<PersonView>`
    with recent as materialized (${recent})
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.username, u.image as "imageUrl" from (
      (select k.user_id, k.search_text from recent t join ${people} k on k.user_id = t.author_id where k.search_text like ${any})
      union (select k.user_id, k.search_text from users s join ${people} k on k.user_id = s.id where s.username = ${search.trim().toLowerCase()})
      union ${found(begins)} union ${found(word)} union ${found(any)}
    ) k join users u on u.id = k.user_id left join recent t on t.author_id = k.user_id
    where ${viewerId === undefined ? sql`true` : sql`not k.user_id = any(${hiddenFrom(viewerId)})`}
    order by case when k.search_text like ${begins} or u.username like ${begins} then 0 when k.search_text like ${word} then 1 else 2 end,
      t.seq desc nulls last, k.search_text, u.id limit ${SUGGESTED + 1}`;
}

/** The people whom a search most likely means: by name, then by who wrote last. */
export async function suggestPeople(db: Db, ...asked: Parameters<typeof suggestedPeople>): Promise<Suggested> {
  const rows = await allRows(db, suggestedPeople(...asked));
  return { data: rows.slice(0, SUGGESTED), complete: rows.length <= SUGGESTED };
}

/** A person is called differently: the lists of the communities they are in have them in another place. */
export async function renameMember(db: Db, userId: string, searchText: string): Promise<void> {
  await sql`update members set search_text = ${searchText} where user_id = ${userId} and search_text <> ${searchText}`.execute(
    db,
  );
}

/** Who may be found: people of one community instead of all that are shared, and a condition on the column with their id. */
export type Outside = { serverId: string | null; condition(userId: RawBuilder<unknown>): RawBuilder<boolean> };

type FoundRow = PersonView & { search_text: string };

/** The statement behind a page of people: of each shared community it reads one page, in the order of an index. */
export function peoplePage(
  viewerId: string,
  search: string,
  outside: Outside | undefined,
  position: Position,
): RawBuilder<FoundRow> {
  const fits = (id: RawBuilder<unknown>, searchText: RawBuilder<unknown>) => sql`${id} <> ${viewerId}::uuid
    and not ${id} = any(${hiddenFrom(viewerId)}) ${outside ? sql`and ${outside.condition(id)}` : sql``}
    ${position ? sql`and (${searchText}, ${id}) > (${position[0]}, ${position[1]}::uuid)` : sql``}`;
  const one = outside?.serverId ? sql`and mine.server_id = ${outside.serverId}` : sql``;
  return sql<FoundRow>`
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.username, u.image as "imageUrl", u.search_text from (
      select shared.* from members mine cross join lateral (
        select m.user_id, m.search_text from members m
        where m.server_id = mine.server_id and m.search_text like ${containing(fold(search))} and ${fits(sql`m.user_id`, sql`m.search_text`)}
          and exists (select 1 from users v where v.id = m.user_id and ${isHere('v')} and v.search_text like ${containing(fold(search))})
        order by m.search_text, m.user_id limit ${PAGE + 1}
      ) shared where mine.user_id = ${viewerId} ${one}
      union
      select v.id, v.search_text from users v
      where v.username = ${search.trim().toLowerCase()} and ${isHere('v')} and ${fits(sql`v.id`, sql`v.search_text`)}
      order by 2, 1 limit ${PAGE + 1}
    ) page join users u on u.id = page.user_id order by u.search_text, u.id`;
}

/** People who share a community with the searcher, or have exactly this username; never the searcher. */
export async function findPeople(
  db: Db,
  viewerId: string,
  search: string,
  cursor: string | undefined,
  outside: Outside | undefined,
): Promise<{ data: PersonView[]; nextCursor: string | null }> {
  const rows = await allRows(db, peoplePage(viewerId, search, outside, fromCursor(cursor, 'text')));
  const page = cutPage(rows, PAGE, (row) => [row.search_text, row.id]);
  return { data: page.rows.map(({ search_text: _, ...view }) => view), nextCursor: page.nextCursor };
}
