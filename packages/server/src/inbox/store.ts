import type { AuthorView, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { LIMITS, type MentionView, type UnreadView } from '@folkmoot/contract/inbox/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { blockedBy, hiddenFrom } from '../blocks/store.ts';
import { messageJson, seenBy } from '../conversations/fragments-store.ts';
import { heardAt, membershipJson, membershipsOf, mentionsOf, unreadOf } from '../conversations/read-state-store.ts';
import { allRows, type Db } from '../core/db/db.ts';
import { cutPage, fromCursor } from '../core/http/cursor.ts';

/** Whether the person who named conversation `a` and gave it its picture is not hidden from the reader. */
const namedFor = (userId: string) => sql`not coalesce(a.named_by = any(${hiddenFrom(userId)}), false)`;

/** Where conversation `c` is, for a link and a title: with community `s` and channel `h`. */
export const originJson = (userId: string) => sql`json_build_object(
  'conversationId', c.id, 'type', c.type, 'serverId', c.server_id, 'serverName', s.name, 'serverLogo', s.logo,
  'channelId', h.id, 'channelName', h.name, 'channelAvatar', h.avatar, 'parentId', c.parent_id, 'rootSeq', c.root_seq,
  'rootText', case when c.parent_id is not null then (select case when q.author_id = any(${blockedBy(userId)}) then '' else left(q.text, 140) end
    from messages q where q.conversation_id = c.parent_id and q.seq = c.root_seq) end,
  'title', case when c.server_id is null then coalesce(case when ${namedFor(userId)} then nullif(a.name, '') end, (select string_agg(trim(u.first_name || ' ' || u.last_name), ', ' order by i.joined_at, u.id)
    from (select user_id, joined_at from conversation_members where conversation_id = a.id and user_id <> ${userId} order by joined_at, user_id limit 4) i
    join users u on u.id = i.user_id)) end, 'coverUrl', case when ${namedFor(userId)} then a.cover_url end)`;

/** `a` is the conversation itself, or for a thread its parent. */
export const AROUND = sql`join conversations a on a.id = c.home_id
  left join servers s on s.id = c.server_id left join channels h on h.server_id = c.server_id and h.conversation_id = a.id`;

type UnreadRow = { view: UnreadView; rank: number; at: string; id: string };

/** Among so many of the newest unread messages, those that mention the person are shown first: a channel can have thousands. */
const LOOKED_AT = 50;

/** 1 for what is meant for the person: direct conversations, and those with a mention of them. */
const RANK = sql`case when c.server_id is null or news.mentions > 0 then 1 else 0 end`;

/**
 * Conversations with unread messages that the person wants to be notified of: those meant for them first, and among
 * equals the one with the newest message.
 */
export async function listUnread(
  db: Db,
  userId: string,
  now: Date,
  cursor: string | undefined,
): Promise<{ data: UnreadView[]; nextCursor: string | null }> {
  const position = fromCursor(cursor, 'ranked');
  const rows = await allRows(
    db,
    sql<UnreadRow>`
      with news as materialized (
        select p.conversation_id, p.level, ${unreadOf(userId)} as unread, ${mentionsOf(userId)} as mentions from ${membershipsOf(userId)}
          and c.last_seq > p.read_seq and ${heardAt(now)})
      select c.id, ${RANK} as rank, n.created_at::text as at, json_build_object('origin', ${originJson(userId)}, 'membership', ${membershipJson(userId)}, 'lastSeq', n.seq, 'lastAt', n.created_at,
        'messages', coalesce((select json_agg(${messageJson(userId)} order by x.seq) from (select ${seenBy(userId)} from (
            select * from messages where conversation_id = c.id and seq > p.read_seq and deleted_at is null and author_id is distinct from ${userId}
              and not coalesce(author_id = any(${blockedBy(userId)}), false) order by seq desc limit ${sql.lit(LOOKED_AT)}) messages
          order by mentions_all or ${userId}::uuid = any(mentions) desc, seq desc limit ${sql.lit(LIMITS.newest)}) x), '[]'::json)) as view
      from news join conversation_members p on p.conversation_id = news.conversation_id and p.user_id = ${userId}
        join conversations c on c.id = news.conversation_id join messages n on n.conversation_id = c.id and n.seq = c.last_seq ${AROUND}
      where case when news.level = 'mentions' then news.mentions else news.unread end > 0
        ${position ? sql`and (${RANK}, n.created_at, c.id) < (${position[0]}::int, ${position[1]}::timestamptz, ${position[2]}::uuid)` : sql``}
      order by rank desc, n.created_at desc, c.id desc limit ${LIMITS.page + 1}`,
  );
  const page = cutPage(rows, LIMITS.page, (row) => [row.rank, row.at, row.id]);
  return { data: page.rows.map((row) => row.view), nextCursor: page.nextCursor };
}

type MentionRow = { view: MentionView; at: string; id: string };

/** Conversation `c` of row `n`, if the person may read it. */
const readableTo = (userId: string) => sql`join conversations c on c.id = n.conversation_id
  left join conversation_members cm on cm.conversation_id = n.home_id and cm.user_id = n.user_id
  left join members m on m.server_id = c.server_id and m.user_id = ${userId}
  left join roles r on r.server_id = m.server_id and r.id = m.role_id
  where n.user_id = ${userId} and (c.server_id is null or m.id is not null)
    and (cm.user_id is not null or (c.open_to = 'community' and 'VIEW_CHANNEL' = any(coalesce(r.permissions, '{}'))))`;

/**
 * A page of messages that mention a person, newest first. Those that name the person are read from an index until the
 * page is full; of those that mention everyone, the newest of each conversation and the threads in it.
 */
export function mentionsPage(userId: string, position: readonly [string, string] | undefined): RawBuilder<MentionRow> {
  const before = (at: string, id: string) =>
    position ? sql`and (${sql.ref(at)}, ${sql.ref(id)}) < (${position[0]}::timestamptz, ${position[1]}::uuid)` : sql``;
  const shown = sql`x.deleted_at is null and not coalesce(x.author_id = any(${blockedBy(userId)}), false)`;
  const limit = sql.lit(LIMITS.page + 1);
  return sql<MentionRow>`
    with own as (
      select n.conversation_id, n.seq, n.created_at, n.message_id
      from mentions n join messages x on x.conversation_id = n.conversation_id and x.seq = n.seq and ${shown}
        ${readableTo(userId)} ${before('n.created_at', 'n.message_id')}
      order by n.created_at desc, n.message_id desc limit ${limit}
    ), everyone as (
      select x.conversation_id, x.seq, x.created_at, x.id as message_id
      from conversation_members n cross join lateral (
        select x.conversation_id, x.seq, x.created_at, x.id from messages x
        where x.home_id = n.conversation_id and x.mentions_all and x.author_id is distinct from ${userId} and ${shown}
          and exists (select 1 from conversation_members i where i.conversation_id = x.conversation_id and i.user_id = ${userId})
          ${before('x.created_at', 'x.id')}
        order by x.created_at desc, x.id desc limit ${limit}) x
        ${readableTo(userId)} and n.conversation_id = n.home_id
    ), page as materialized (
      select * from (select * from own union select * from everyone) named order by created_at desc, message_id desc limit ${limit})
    select x.id, x.created_at::text as at, json_build_object('origin', ${originJson(userId)}, 'message', ${messageJson(userId)},
      'unread', pl.user_id is not null and x.seq > pl.read_seq) as view
    from page join lateral (select ${seenBy(userId)} from messages where conversation_id = page.conversation_id and seq = page.seq) x on true
      join conversations c on c.id = page.conversation_id ${AROUND}
      left join conversation_members pl on pl.conversation_id = c.id and pl.user_id = ${userId}
    order by page.created_at desc, page.message_id desc`;
}

/** Messages that mention a person in conversations they may read, newest first. */
export async function listMentions(
  db: Db,
  userId: string,
  cursor: string | undefined,
): Promise<{ data: MentionView[]; nextCursor: string | null }> {
  const rows = await allRows(db, mentionsPage(userId, fromCursor(cursor, 'text')));
  const page = cutPage(rows, LIMITS.page, (row) => [row.at, row.id]);
  return { data: page.rows.map((row) => row.view), nextCursor: page.nextCursor };
}

/** Everyone whom these messages show, each once. */
export async function findPeopleIn(
  db: Db,
  messages: readonly Pick<MessageView, 'authorId' | 'mentions'>[],
): Promise<AuthorView[]> {
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
