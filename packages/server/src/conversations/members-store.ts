import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db.ts';
import { newId } from '../core/id.ts';

export type NewConversation = {
  serverId: string | null;
  type: 'channel' | 'one-to-one' | 'group' | 'event-group';
  openTo: 'community' | 'members';
  posting: 'everyone' | 'editors';
};

/** Writes an empty conversation and answers its id. */
export async function insertConversation(
  db: Db,
  { serverId, type, openTo, posting }: NewConversation,
  now: Date,
): Promise<string> {
  const id = newId();
  await db
    .insertInto('conversations')
    .values({ id, server_id: serverId, type, open_to: openTo, posting, created_at: now })
    .execute();
  return id;
}

export async function updateConversation(
  db: Db,
  id: string,
  change: { open_to?: 'community' | 'members'; posting?: 'everyone' | 'editors'; archived_at?: Date | null },
): Promise<void> {
  await db.updateTable('conversations').set(change).where('id', '=', id).execute();
}

/**
 * Puts people into conversations, each with everything so far as read, and counts them. Of a community's
 * conversations only its members: their membership is held until this is done, so that nobody who is being removed
 * keeps a place. Memberships are locked before conversations, and rows in
 * one order, so that two who join several at the same moment wait for one another instead of failing.
 *
 * @returns who was not inside before, and how many now are.
 */
export async function insertPlaces(
  db: Db,
  conversationIds: string[],
  userIds: string[],
  now: Date,
): Promise<{ conversationId: string; userId: string; count: number }[]> {
  return allRows(
    db,
    sql<{ conversationId: string; userId: string; count: number }>`
      with inside as materialized (
        select m.user_id from members m where m.user_id = any(${userIds}::uuid[])
          and m.server_id in (select server_id from conversations where id = any(${conversationIds}::uuid[])) order by m.user_id for share
      ), locked as materialized (
        select id, server_id, last_seq from conversations
        where id = any(${conversationIds}::uuid[]) and (select count(*) from inside) >= 0 order by id for update
      ), added as (
        insert into conversation_members (conversation_id, user_id, server_id, read_seq, joined_at)
        select locked.id, who, locked.server_id, locked.last_seq, ${now} from locked, unnest(${userIds}::uuid[]) who
        where locked.server_id is null or who in (select user_id from inside)
        on conflict do nothing returning conversation_id, user_id
      ), counted as (
        update conversations c set member_count = member_count + a.n
        from (select conversation_id, count(*)::int as n from added group by 1) a where c.id = a.conversation_id returning c.id, c.member_count)
      select added.conversation_id as "conversationId", added.user_id as "userId", counted.member_count as count
      from added join counted on counted.id = added.conversation_id`,
  );
}

/**
 * Takes one person out of one conversation. The conversation is locked first, as for joining, so that the two
 * never wait for one another crosswise.
 *
 * @returns how many stay, or undefined where they were not inside.
 */
export async function deletePlace(db: Db, conversationId: string, userId: string): Promise<number | undefined> {
  const row = await firstRow(
    db,
    sql<{ count: number }>`
      with locked as materialized (select id from conversations where id = ${conversationId} for update),
      gone as (delete from conversation_members using locked where conversation_id = locked.id and user_id = ${userId} returning 1)
      update conversations set member_count = member_count - 1 where id = ${conversationId} and exists (select 1 from gone) returning member_count as count`,
  );
  return row?.count;
}

/** Takes a person out of every conversation of a community. */
export async function deletePlaces(db: Db, serverId: string, userId: string): Promise<void> {
  await sql`
    with locked as materialized (
      select c.id from conversations c join conversation_members m on m.conversation_id = c.id and m.user_id = ${userId}
      where c.server_id = ${serverId} order by c.id for update of c),
    gone as (delete from conversation_members where user_id = ${userId} and conversation_id in (select id from locked) returning conversation_id)
    update conversations set member_count = member_count - 1 where id in (select conversation_id from gone)`.execute(
    db,
  );
}

/** Every conversation of a community. */
export async function listIds(db: Db, serverId: string): Promise<string[]> {
  return (await db.selectFrom('conversations').select('id').where('server_id', '=', serverId).execute()).map(
    (row) => row.id,
  );
}

/** Which of these people belong to the conversation's community. */
export async function onlyMembers(db: Db, serverId: string, userIds: string[]): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{
      id: string;
    }>`select user_id as id from members where server_id = ${serverId} and user_id = any(${userIds}::uuid[])`,
  );
  return rows.map((row) => row.id);
}

/** What a person's sockets may hear: communities, those where they edit channels, and conversations. */
export async function findAudience(
  db: Db,
  userId: string,
): Promise<{ servers: string[]; editing: string[]; conversations: string[] }> {
  const row = await firstRow(
    db,
    sql<{ servers: string[]; editing: string[]; conversations: string[] }>`select
      array(select server_id from members where user_id = ${userId}) as servers,
      array(select m.server_id from members m join roles r on r.server_id = m.server_id and r.id = m.role_id
        where m.user_id = ${userId} and 'EDIT_CHANNEL' = any(r.permissions)) as editing,
      array(select p.conversation_id from conversation_members p where p.user_id = ${userId} and (p.server_id is null
        or exists (select 1 from members m where m.server_id = p.server_id and m.user_id = p.user_id))) as conversations`,
  );
  return row ?? { servers: [], editing: [], conversations: [] };
}

/** Everyone inside a conversation, by id. */
export async function listInside(db: Db, conversationId: string): Promise<string[]> {
  return (
    await db
      .selectFrom('conversation_members')
      .select('user_id')
      .where('conversation_id', '=', conversationId)
      .execute()
  ).map((row) => row.user_id);
}
