import { type FollowedThread, LIMITS } from '@folkmoot/contract/threads/schema.ts';
import { sql } from 'kysely';
import { blockedBy } from '../blocks/store.ts';
import { messageJson, seenBy } from '../conversations/fragments-store.ts';
import { heardAt, membershipJson, membershipsOf } from '../conversations/read-state-store.ts';
import { allRows, type Db } from '../core/db/db.ts';
import { cutPage, fromCursor } from '../core/http/cursor.ts';
import { AROUND, originJson } from '../inbox/store.ts';

type Row = { view: FollowedThread; rank: number; at: string; id: string };

/**
 * The threads that a person follows, in conversations that they are inside of: those with something new that they want to
 * hear of first, and among equals the one with the newest reply.
 */
export async function listFollowed(
  db: Db,
  userId: string,
  now: Date,
  cursor: string | undefined,
): Promise<{ data: FollowedThread[]; nextCursor: string | null }> {
  const position = fromCursor(cursor, 'ranked');
  const rows = await allRows(
    db,
    sql<Row>`
      with page as materialized (
        select * from (
          select p.conversation_id, case when c.last_seq > p.read_seq and ${heardAt(now)} then 1 else 0 end as rank,
            (select n.created_at from messages n where n.conversation_id = p.conversation_id and n.seq = c.last_seq) as created_at
          from ${membershipsOf(userId)} and c.parent_id is not null
            and exists (select 1 from conversation_members i where i.conversation_id = c.parent_id and i.user_id = p.user_id)) followed
        where true ${position ? sql`and (rank, created_at, conversation_id) < (${position[0]}::int, ${position[1]}::timestamptz, ${position[2]}::uuid)` : sql``}
        order by rank desc, created_at desc, conversation_id desc limit ${sql.lit(LIMITS.page + 1)})
      select c.id, page.rank, page.created_at::text as at, json_build_object('origin', ${originJson(userId)},
        'root', (select ${messageJson(userId)} from (select ${seenBy(userId)} from messages where conversation_id = c.parent_id and seq = c.root_seq) x),
        'membership', ${membershipJson(userId)}, 'lastAt', page.created_at,
        'messages', coalesce((select json_agg(${messageJson(userId)} order by x.seq) from (select ${seenBy(userId)} from (
            select * from messages where conversation_id = c.id and deleted_at is null
              and not coalesce(author_id = any(${blockedBy(userId)}), false) order by seq desc limit ${sql.lit(LIMITS.newest)}) messages) x), '[]'::json)) as view
      from page join conversation_members p on p.conversation_id = page.conversation_id and p.user_id = ${userId}
        join conversations c on c.id = page.conversation_id ${AROUND}
      order by page.rank desc, page.created_at desc, c.id desc`,
  );
  const page = cutPage(rows, LIMITS.page, (row) => [row.rank, row.at, row.id]);
  return { data: page.rows.map((row) => row.view), nextCursor: page.nextCursor };
}
