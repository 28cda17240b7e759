import type { AuthorView, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { LIMITS, type MentionView, type UnreadView } from '@folkmoot/contract/inbox/schema.ts';
import { sql } from 'kysely';
import { hiddenFrom } from '../blocks/store.ts';
import { messageJson, seenBy } from '../conversations/fragments-store.ts';
import { heardAt, membershipJson, membershipsOf, mentionsOf, unreadOf } from '../conversations/read-state-store.ts';
import { allRows, type Db } from '../core/db/db.ts';
import { cutPage, fromCursor } from '../core/http/cursor.ts';

/** Where conversation `c` is, for a link and a title: with community `s` and channel `h`. */
export const originJson = (userId: string) => sql`json_build_object(
  'conversationId', c.id, 'type', c.type, 'serverId', c.server_id, 'serverName', s.name, 'serverLogo', s.logo,
  'channelId', h.id, 'channelName', h.name, 'channelAvatar', h.avatar, 'parentId', c.parent_id, 'rootSeq', c.root_seq,
  'rootText', case when c.parent_id is not null then (select case when q.author_id = any(${hiddenFrom(userId)}) then '' else left(q.text, 140) end
    from messages q where q.conversation_id = c.parent_id and q.seq = c.root_seq) end,
  'title', case when c.server_id is null then coalesce(nullif(a.name, ''), (select string_agg(trim(u.first_name || ' ' || u.last_name), ', ' order by i.joined_at, u.id)
    from (select user_id, joined_at from conversation_members where conversation_id = a.id and user_id <> ${userId} order by joined_at, user_id limit 4) i
    join users u on u.id = i.user_id)) end, 'coverUrl', a.cover_url)`;

/** `a` is the conversation itself, or for a thread its parent. */
export const AROUND = sql`join conversations a on a.id = coalesce(c.parent_id, c.id)
  left join servers s on s.id = c.server_id left join channels h on h.server_id = c.server_id and h.conversation_id = a.id`;

type UnreadRow = { view: Omit<UnreadView, 'membership' | 'origin'> & UnreadView; at: string; id: string };

/**
 * Conversations with unread messages that the person wants to be notified of, the one with the newest message first.
 */
export async function listUnread(
  db: Db,
  userId: string,
  now: Date,
  cursor: string | undefined,
): Promise<{ data: UnreadView[]; nextCursor: string | null }> {
  const position = fromCursor(cursor, 'text');
  const rows = await allRows(
    db,
    sql<UnreadRow>`
      with news as materialized (
        select p.conversation_id, p.level, ${unreadOf(userId)} as unread, ${mentionsOf(userId)} as mentions from ${membershipsOf(userId)}
          and c.last_seq > p.read_seq and ${heardAt(now)})
      select c.id, n.created_at::text as at, json_build_object('origin', ${originJson(userId)}, 'membership', ${membershipJson(userId)}, 'lastSeq', n.seq, 'lastAt', n.created_at,
        'messages', coalesce((select json_agg(${messageJson(userId)} order by x.seq) from (select ${seenBy(userId)} from messages
          where conversation_id = c.id and seq > p.read_seq and deleted_at is null and author_id is distinct from ${userId}
            and not coalesce(author_id = any(${hiddenFrom(userId)}), false)
          order by seq desc limit ${sql.lit(LIMITS.newest)}) x), '[]'::json)) as view
      from news join conversation_members p on p.conversation_id = news.conversation_id and p.user_id = ${userId}
        join conversations c on c.id = news.conversation_id join messages n on n.conversation_id = c.id and n.seq = c.last_seq ${AROUND}
      where case when news.level = 'mentions' then news.mentions else news.unread end > 0
        ${position ? sql`and (n.created_at, c.id) < (${position[0]}::timestamptz, ${position[1]}::uuid)` : sql``}
      order by n.created_at desc, c.id desc limit ${LIMITS.page + 1}`,
  );
  const page = cutPage(rows, LIMITS.page, (row) => [row.at, row.id]);
  return { data: page.rows.map((row) => row.view), nextCursor: page.nextCursor };
}

type MentionRow = { view: MentionView; at: string; id: string };

/** Messages that mention a person in conversations they may read, newest first. */
export async function listMentions(
  db: Db,
  userId: string,
  cursor: string | undefined,
): Promise<{ data: MentionView[]; nextCursor: string | null }> {
  const position = fromCursor(cursor, 'text');
  const rows = await allRows(
    db,
    sql<MentionRow>`
      with named as (select conversation_id, seq from mentions where user_id = ${userId}
        union select x.conversation_id, x.seq from conversation_members i join messages x on x.conversation_id = i.conversation_id and x.mentions_all
          where i.user_id = ${userId} and x.author_id is distinct from ${userId})
      select x.id, x.created_at::text as at, json_build_object('origin', ${originJson(userId)}, 'message', ${messageJson(userId)},
        'unread', pl.user_id is not null and x.seq > pl.read_seq) as view
      from named join (select ${seenBy(userId)} from messages) x on x.conversation_id = named.conversation_id and x.seq = named.seq
        join conversations c on c.id = x.conversation_id ${AROUND}
        left join conversation_members pl on pl.conversation_id = c.id and pl.user_id = ${userId}
        left join conversation_members cm on cm.conversation_id = a.id and cm.user_id = ${userId}
        left join members m on m.server_id = c.server_id and m.user_id = ${userId}
        left join roles r on r.server_id = m.server_id and r.id = m.role_id
      where x.deleted_at is null and not x.hidden and (c.server_id is null or m.id is not null)
        and (cm.user_id is not null or (c.open_to = 'community' and 'VIEW_CHANNEL' = any(coalesce(r.permissions, '{}'))))
        ${position ? sql`and (x.created_at, x.id) < (${position[0]}::timestamptz, ${position[1]}::uuid)` : sql``}
      order by x.created_at desc, x.id desc limit ${LIMITS.page + 1}`,
  );
  const page = cutPage(rows, LIMITS.page, (row) => [row.at, row.id]);
  return { data: page.rows.map((row) => row.view), nextCursor: page.nextCursor };
}

/** Everyone whom these messages show, each once. */
export async function findPeopleIn(db: Db, messages: readonly MessageView[]): Promise<AuthorView[]> {
  const ids = messages.flatMap((message) => [
    ...(message.authorId === null ? [] : [message.authorId]),
    ...message.mentions,
  ]);
  return allRows(
    db,
    sql<AuthorView>`select id, first_name as "firstName", last_name as "lastName", username, image as "imageUrl", null as "roleName"
      from users where id = any(${[...new Set(ids)]}::uuid[])`,
  );
}
