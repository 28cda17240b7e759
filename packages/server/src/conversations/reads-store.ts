import { LIMITS } from '@folkmoot/contract/conversations/schema.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db.ts';

export type Unread = { unread: number; mentions: number };

/** Messages of others after the mark of place `p`; counting stops where the screen says 99+. */
const UNREAD = sql`(select count(*)::int from (
  select 1 from messages x where x.conversation_id = p.conversation_id and x.seq > p.read_seq and x.deleted_at is null and x.author_id is distinct from p.user_id
  limit ${sql.lit(LIMITS.unreadShown + 1)}) counted)`;
const MENTIONS = sql`(select count(*)::int from (
  select 1 from mentions x where x.user_id = p.user_id and x.conversation_id = p.conversation_id and x.seq > p.read_seq
  limit ${sql.lit(LIMITS.unreadShown + 1)}) counted)`;

/** Sets a read mark, forwards or back, and answers what is unread after it. Undefined for someone not inside. */
export async function setReadMark(
  db: Db,
  conversationId: string,
  userId: string,
  seq: number,
): Promise<(Unread & { readSeq: number }) | undefined> {
  await sql`update conversation_members m set read_seq = least(${seq}, c.last_seq) from conversations c
    where c.id = m.conversation_id and m.conversation_id = ${conversationId} and m.user_id = ${userId}`.execute(db);
  return firstRow(
    db,
    sql<Unread & { readSeq: number }>`select p.read_seq as "readSeq", ${UNREAD} as unread, ${MENTIONS} as mentions
      from conversation_members p where p.conversation_id = ${conversationId} and p.user_id = ${userId}`,
  );
}

export type ConversationUnread = Unread & { conversationId: string; version: number };

/** What is unread in each conversation of a community that the person is inside of. */
export async function unreadInServer(
  db: Db,
  serverId: string,
  userId: string,
): Promise<Map<string, ConversationUnread>> {
  const rows = await allRows(
    db,
    sql<ConversationUnread>`
      select p.conversation_id as "conversationId", c.version,
        case when c.last_seq > p.read_seq then ${UNREAD} else 0 end as unread,
        case when c.last_seq > p.read_seq then ${MENTIONS} else 0 end as mentions
      from conversation_members p join conversations c on c.id = p.conversation_id
      where p.user_id = ${userId} and p.server_id = ${serverId}`,
  );
  return new Map(rows.map((row) => [row.conversationId, row]));
}

/** How many conversations have something new, and how many messages name the person, by community. */
export async function unreadByServer(db: Db, userId: string): Promise<Map<string, Unread>> {
  const rows = await allRows(
    db,
    sql<Unread & { serverId: string }>`
      select p.server_id as "serverId", count(*) filter (where ${UNREAD} > 0)::int as unread, sum(${MENTIONS})::int as mentions
      from conversation_members p join conversations c on c.id = p.conversation_id
      where p.user_id = ${userId} and p.server_id is not null and c.last_seq > p.read_seq and c.archived_at is null
      group by p.server_id`,
  );
  return new Map(rows.map(({ serverId, ...unread }) => [serverId, unread]));
}
