import { LIMITS } from '@folkmoot/contract/conversations/schema.ts';
import { sql } from 'kysely';
import { allRows, type Db } from '../core/db/db.ts';

/**
 * Creates the conversation of a thread if it does not exist yet, and makes the first message's author follow it. The
 * parent conversation must be locked. Its id is the first message's id.
 */
export async function openThread(db: Db, threadId: string, now: Date): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{ userId: string }>`
      with made as (
        insert into conversations (id, home_id, server_id, type, open_to, posting, archived_at, parent_id, root_seq, pair_key, created_at)
        select x.id, a.id, a.server_id, 'thread', a.open_to, a.posting, a.archived_at, a.id, x.seq, a.pair_key, ${now}
        from messages x join conversations a on a.id = x.conversation_id
        where x.id = ${threadId} and a.parent_id is null and x.copy_of is null and x.deleted_at is null
        on conflict do nothing returning id, parent_id, server_id)
      insert into conversation_members (home_id, conversation_id, user_id, server_id, joined_at)
      select made.parent_id, made.id, x.author_id, made.server_id, ${now} from made join messages x on x.conversation_id = made.parent_id and x.id = made.id
        join conversation_members i on i.conversation_id = made.parent_id and i.user_id = x.author_id
      on conflict do nothing returning user_id as "userId"`,
  );
  return rows.map((row) => row.userId);
}

/**
 * Makes people inside the parent conversation of a thread follow it, with everything so far marked as read. Returns
 * who is new.
 */
export async function insertFollowers(db: Db, threadId: string, userIds: string[], now: Date): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{ userId: string }>`
      insert into conversation_members (home_id, conversation_id, user_id, server_id, read_seq, joined_at)
      select c.home_id, c.id, i.user_id, c.server_id, c.last_seq, ${now} from conversations c
        join conversation_members i on i.conversation_id = c.parent_id and i.user_id = any(${userIds}::uuid[])
      where c.id = ${threadId} on conflict do nothing returning user_id as "userId"`,
  );
  return rows.map((row) => row.userId);
}

/** Stops following; false if they did not follow. */
export async function deleteFollower(db: Db, threadId: string, userId: string): Promise<boolean> {
  const rows = await allRows(
    db,
    sql`delete from conversation_members where conversation_id = ${threadId} and user_id = ${userId} returning 1`,
  );
  return rows.length > 0;
}

/** Recounts the thread on its parent message, and raises the counter of the parent conversation. */
export async function touchRoot(db: Db, threadId: string): Promise<void> {
  await sql`
    with thread as (select parent_id, root_seq from conversations where id = ${threadId}),
    replies as (select count(*)::int as n, max(created_at) as last from messages where conversation_id = ${threadId} and deleted_at is null),
    faces as (select coalesce(array_agg(author_id order by first), '{}') as ids from (
      select author_id, min(seq) as first from messages where conversation_id = ${threadId} and deleted_at is null and author_id is not null
      group by author_id order by 2 limit ${sql.lit(LIMITS.repliers)}) f),
    counter as (update conversations set version = version + 1 from thread where id = thread.parent_id returning version)
    update messages set reply_count = replies.n, last_reply_at = replies.last, repliers = faces.ids, version = counter.version
    from thread, replies, faces, counter where conversation_id = thread.parent_id and seq = thread.root_seq`.execute(
    db,
  );
}
