import type { BlockView } from '@folkmoot/contract/blocks/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import type { NameStep } from '../core/personal-data.ts';

/** The people whom somebody has blocked, as an SQL array of ids. Only to the one who blocked does anything they write disappear. */
export function blockedBy(userId: string): RawBuilder<string[]> {
  return sql<string[]>`array(select b.blocked_id from blocks b where b.blocker_id = ${userId}::uuid)`;
}

/**
 * Everyone from whom a person is kept apart because either has blocked the other, as an SQL array of ids: they do not find
 * each other, and do not see who is there.
 */
export function hiddenFrom(userId: string): RawBuilder<string[]> {
  return sql<string[]>`array(select case when b.blocker_id = ${userId}::uuid then b.blocked_id else b.blocker_id end
    from blocks b where b.blocker_id = ${userId}::uuid or b.blocked_id = ${userId}::uuid)`;
}

/** Whether a person moderates the community of a conversation. Moderators see everybody there, blocked or not. */
const looksAfterPlace = (viewerId: string, conversationId: RawBuilder<unknown>) => sql`exists (
  select 1 from conversations o join members k on k.server_id = o.server_id and k.user_id = ${viewerId}::uuid
    join roles l on l.server_id = k.server_id and l.id = k.role_id and 'MANAGE_MESSAGES' = any(l.permissions) where o.id = ${conversationId})`;

/** Whether a person looks after a community that another is in. */
export const looksAfterMember = (viewerId: string, otherId: RawBuilder<unknown>) => sql<boolean>`exists (
  select 1 from members m join roles r on r.server_id = m.server_id and r.id = m.role_id
    join members o on o.server_id = m.server_id and o.user_id = ${otherId}
  where m.user_id = ${viewerId}::uuid and 'MANAGE_MESSAGES' = any(r.permissions))`;

/** Whether the viewer has blocked who wrote or sent something into a conversation, and does not look after its community. */
export const isUnseen = (viewerId: string, authorId: RawBuilder<unknown>, conversationId: RawBuilder<unknown>) =>
  sql<boolean>`(coalesce(${authorId} = any(${blockedBy(viewerId)}), false) and not ${looksAfterPlace(viewerId, conversationId)})`;

/** Whose messages do not reach a person, and from whom they are kept apart. */
export async function listUnheard(db: Db, userId: string): Promise<{ hidden: string[]; apart: string[] }> {
  const row = await firstRow(
    db,
    sql<{ hidden: string[]; apart: string[] }>`select ${blockedBy(userId)} as hidden, ${hiddenFrom(userId)} as apart`,
  );
  return row ?? { hidden: [], apart: [] };
}

/** Everyone from whom a person is kept apart. */
export async function listHidden(db: Db, userId: string): Promise<string[]> {
  const rows = await allRows(db, sql<{ id: string }>`select unnest(${hiddenFrom(userId)}) as id`);
  return rows.map((row) => row.id);
}

/** Blocks a person; false if they were blocked already. Violates a foreign key if there is no such person. */
export async function insertBlock(db: Db, blockerId: string, blockedId: string, now: Date): Promise<boolean> {
  const rows = await allRows(
    db,
    sql`insert into blocks (blocker_id, blocked_id, created_at) values (${blockerId}, ${blockedId}, ${now}) on conflict do nothing returning 1`,
  );
  return rows.length > 0;
}

/** Whether somebody looks after a community that another person is in: what that person writes there they still see. */
export async function looksAfter(db: Db, userId: string, otherId: string): Promise<boolean> {
  const rows = await allRows(db, sql`select 1 where ${looksAfterMember(userId, sql`${otherId}::uuid`)}`);
  return rows.length > 0;
}

export async function deleteBlock(db: Db, blockerId: string, blockedId: string): Promise<boolean> {
  const rows = await allRows(
    db,
    sql`delete from blocks where blocker_id = ${blockerId} and blocked_id = ${blockedId} returning 1`,
  );
  return rows.length > 0;
}

export async function hasBlocked(db: Db, blockerId: string, blockedId: string): Promise<boolean> {
  const rows = await allRows(
    db,
    sql`select 1 from blocks where blocker_id = ${blockerId} and blocked_id = ${blockedId}`,
  );
  return rows.length > 0;
}

/** Whether either of two people has blocked the other. */
export async function areHidden(db: Db, one: string, others: string[]): Promise<boolean> {
  const rows = await allRows(db, sql`select 1 where ${others}::uuid[] && ${hiddenFrom(one)}`);
  return rows.length > 0;
}

/** The people a person has blocked, newest first. */
export async function listBlocked(db: Db, blockerId: string): Promise<BlockView[]> {
  const rows = await allRows(
    db,
    sql<Omit<BlockView, 'blockedAt'> & { blockedAt: Date }>`
      select u.id, u.first_name as "firstName", u.last_name as "lastName", u.username, u.image as "imageUrl", b.created_at as "blockedAt"
      from blocks b join users u on u.id = b.blocked_id where b.blocker_id = ${blockerId} order by b.created_at desc, u.id limit 1000`,
  );
  return rows.map((row) => ({ ...row, blockedAt: row.blockedAt.toISOString() }));
}

/** Whether there is a person of this id at all. */
export async function exists(db: Db, userId: string): Promise<boolean> {
  return (await allRows(db, sql`select 1 from users where id = ${userId}`)).length > 0;
}

/** How people are called, with whom somebody has to do. Those who are hidden from them have no name, but for those whom they blocked. */
export const namePeople: NameStep = (db, ids, userId) =>
  allRows(
    db,
    sql<{ id: string; name: string }>`select u.id, trim(u.first_name || ' ' || u.last_name) as name
      from unnest(${[...ids]}::uuid[]) i (id) join users u on u.id = i.id
      where u.id <> all(${hiddenFrom(userId)}) or exists (select from blocks b where b.blocker_id = ${userId} and b.blocked_id = u.id)`,
  );
