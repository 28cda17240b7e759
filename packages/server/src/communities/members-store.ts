import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import type { MemberView } from '@folkmoot/contract/communities/schema.ts';
import { PAGE } from '@folkmoot/contract/core/page.ts';
import type { RoleType } from '@folkmoot/contract/core/permissions.ts';
import { fold } from '@folkmoot/contract/core/text.ts';
import { type RawBuilder, sql } from 'kysely';
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
        insert into members (server_id, id, user_id, role_id, joined_at)
        select ${serverId}, ${id}, ${userId}, id, ${now} from roles where server_id = ${serverId} and role_type = ${role}
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

const VIEW = sql`m.id as "memberId", r.role_type as "roleType", r.name as "roleName", m.joined_at as "joinedAt",
  u.id, u.first_name as "firstName", u.last_name as "lastName", u.username, u.image as "imageUrl", u.search_text`;
const FROM = sql`from members m join users u on u.id = m.user_id join roles r on r.server_id = m.server_id and r.id = m.role_id`;

type Row = Omit<MemberView, 'joinedAt'> & { joinedAt: Date; search_text: string };

function memberView({ search_text: _, joinedAt, ...row }: Row): MemberView {
  return { ...row, joinedAt: joinedAt.toISOString() };
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
  /** Who searches: by name they find nobody who is hidden from them; the whole list contains everybody. */
  viewerId: string;
  cursor?: string | undefined;
  role?: RoleType | undefined;
  userId?: string | undefined;
  narrow?: RawBuilder<boolean> | undefined;
};

/** Members by name, with how many there are in all. `narrow` is a condition on `u.id` from another slice. */
export async function listMembers(
  db: Db,
  serverId: string,
  filter: MemberFilter,
): Promise<{ data: MemberView[]; nextCursor: string | null; count: number }> {
  const where = sql`where m.server_id = ${serverId} and u.search_text like ${containing(fold(filter.search))}
    ${filter.role ? sql`and r.role_type = ${filter.role}` : sql``} ${filter.userId ? sql`and u.id = ${filter.userId}` : sql``}
    ${filter.search.trim() === '' ? sql`` : sql`and not u.id = any(${hiddenFrom(filter.viewerId)})`}
    ${filter.narrow ? sql`and ${filter.narrow}` : sql``}`;
  const position = fromCursor(filter.cursor, 'text');
  const after = position ? sql`and (u.search_text, u.id) > (${position[0]}, ${position[1]}::uuid)` : sql``;
  const rows = await allRows(
    db,
    sql<Row>`select ${VIEW} ${FROM} ${where} ${after} order by u.search_text, u.id limit ${PAGE + 1}`,
  );
  const count = await firstRow(db, sql<{ count: number }>`select count(*)::int as count ${FROM} ${where}`);
  const page = cutPage(rows, PAGE, (row) => [row.search_text, row.id]);
  return { data: page.rows.map(memberView), nextCursor: page.nextCursor, count: count?.count ?? 0 };
}

/** People who share a community with the searcher, or have exactly this username; never the searcher. */
export async function findPeople(
  db: Db,
  viewerId: string,
  search: string,
  cursor: string | undefined,
  narrow: RawBuilder<boolean> | undefined,
): Promise<{ data: PersonView[]; nextCursor: string | null }> {
  const position = fromCursor(cursor, 'text');
  const rows = await allRows(
    db,
    sql<PersonView & { search_text: string }>`
      select u.id, u.first_name as "firstName", u.last_name as "lastName", u.username, u.image as "imageUrl", u.search_text from users u
      where u.id <> ${viewerId} and u.email_verified and not u.id = any(${hiddenFrom(viewerId)})
        and (u.username = ${search.trim().toLowerCase()} or (u.search_text like ${containing(fold(search))} and exists (
          select 1 from members mine join members theirs on theirs.server_id = mine.server_id and theirs.user_id = u.id where mine.user_id = ${viewerId})))
        ${narrow ? sql`and ${narrow}` : sql``}
        ${position ? sql`and (u.search_text, u.id) > (${position[0]}, ${position[1]}::uuid)` : sql``}
      order by u.search_text, u.id limit ${PAGE + 1}`,
  );
  const page = cutPage(rows, PAGE, (row) => [row.search_text, row.id]);
  return { data: page.rows.map(({ search_text: _, ...view }) => view), nextCursor: page.nextCursor };
}
