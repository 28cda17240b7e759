import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import { PAGE } from '@folkmoot/contract/core/page.ts';
import { fold } from '@folkmoot/contract/core/text.ts';
import { LIMITS, type PersonalFilter, type PersonalView } from '@folkmoot/contract/personal/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { blockedBy, hiddenFrom } from '../blocks/store.ts';
import { membershipJson, unreadOf } from '../conversations/read-state-store.ts';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { containing, cutPage, fromCursor } from '../core/http/cursor.ts';

const PERSON = sql`'id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'username', u.username, 'imageUrl', u.image`;

/** Whether the person who named conversation `c` and gave it its picture is not hidden from the viewer. */
const named = (viewerId: string) => sql`not coalesce(c.named_by = any(${hiddenFrom(viewerId)}), false)`;

/** Conversation `c` with the viewer's membership `p` and its newest message `n`, as JSON. */
const view = (viewerId: string, trimmed: boolean) => sql`json_build_object(
  'id', c.id, 'type', c.type, 'name', case when ${named(viewerId)} then c.name else '' end, 'coverUrl', case when ${named(viewerId)} then c.cover_url end, 'isOwn', coalesce(c.created_by = ${viewerId}::uuid, false), 'eventId', c.event_id,
  'memberCount', c.member_count,
  'conversationMembers', coalesce((select json_agg(json_build_object(${PERSON}, 'userId', u.id) order by i.joined_at, u.id) from (
    select user_id, joined_at from conversation_members
    where conversation_id = c.id and server_id is null and user_id <> ${viewerId} order by joined_at, user_id limit ${sql.lit(LIMITS.faces)}) i
    join users u on u.id = i.user_id), '[]'::json),
  'lastMessage', ${
    trimmed
      ? sql`null`
      : sql`case when n.id is not null then json_build_object('id', n.id, 'seq', n.seq, 'authorId', n.author_id, 'createdAt', n.created_at, 'deleted', n.deleted_at is not null,
        'attachments', case when n.hidden then 0 else jsonb_array_length(n.attachments) end, 'text', case when n.hidden then '' else left(n.text, 300) end, 'hidden', n.hidden) end`
  },
  'membership', ${membershipJson(viewerId)}, 'version', c.version, 'activeAt', coalesce(n.created_at, c.created_at))`;

const from = (viewerId: string) => sql`
  from conversation_members p join conversations c on c.id = p.conversation_id
  left join lateral (select m.id, m.seq, m.author_id, m.created_at, m.deleted_at, m.attachments, m.text, coalesce(m.author_id = any(${blockedBy(viewerId)}), false) as hidden
    from messages m where m.conversation_id = c.id and m.seq = c.last_seq) n on true
  where p.user_id = ${viewerId} and c.server_id is null and c.type <> 'thread'`;

const narrowed = (viewerId: string, filter: PersonalFilter): RawBuilder<unknown> => {
  if (filter === 'all') return sql``;
  if (filter === 'unread') return sql`and c.last_seq > p.read_seq and ${unreadOf(viewerId)} > 0`;
  return sql`and c.type = ${filter}`;
};

/** Another person in the conversation, as a condition. */
const someone = (viewerId: string, condition: RawBuilder<unknown>) =>
  sql`exists (select 1 from conversation_members o join users u on u.id = o.user_id where o.conversation_id = c.id and o.user_id <> ${viewerId} and ${condition})`;

export type PersonalQuery = {
  cursor?: string | undefined;
  limit: number;
  filter: PersonalFilter;
  trimmed?: boolean | undefined;
  /** Leaves out one-to-one conversations with people who are hidden from the viewer. */
  writable: boolean;
  serverId?: string | undefined;
  eventId?: string | undefined;
};

type Row = { view: PersonalView; at: string; id: string };

/** The viewer's private and group conversations, the one with the newest message first. */
export async function listPersonal(
  db: Db,
  viewerId: string,
  query: PersonalQuery,
): Promise<{ data: PersonalView[]; nextCursor: string | null }> {
  const { limit, filter, trimmed = false, writable, serverId, eventId } = query;
  const position = fromCursor(query.cursor, 'text');
  const inServer = sql`exists (select 1 from members s where s.server_id = ${serverId ?? null} and s.user_id = o.user_id)`;
  const hidden = sql`o.user_id = any(${hiddenFrom(viewerId)})`;
  const rows = await allRows(
    db,
    sql<Row>`select ${view(viewerId, trimmed)} as view, c.id, coalesce(n.created_at, c.created_at)::text as at ${from(viewerId)}
      ${narrowed(viewerId, filter)}
      ${writable ? sql`and not (c.type = 'one-to-one' and ${someone(viewerId, hidden)})` : sql``}
      ${serverId ? sql`and ${someone(viewerId, inServer)}` : sql``}
      ${eventId ? sql`and c.event_id = ${eventId}` : sql``}
      ${position ? sql`and (coalesce(n.created_at, c.created_at), c.id) < (${position[0]}::timestamptz, ${position[1]}::uuid)` : sql``}
      order by coalesce(n.created_at, c.created_at) desc, c.id desc limit ${limit + 1}`,
  );
  const page = cutPage(rows, limit, (row) => [row.at, row.id]);
  return { data: page.rows.map((row) => row.view), nextCursor: page.nextCursor };
}

/** Conversations whose name, or the name of one of whose people, contains all the words. */
export async function searchPersonal(
  db: Db,
  viewerId: string,
  words: string[],
  filter: PersonalFilter,
  limit: number,
): Promise<PersonalView[]> {
  const each = words.map((word) => {
    const like = containing(fold(word));
    return sql`and ((lower(c.name) like ${containing(word.toLowerCase())} and ${named(viewerId)}) or ${someone(viewerId, sql`u.search_text like ${like}`)})`;
  });
  const rows = await allRows(
    db,
    sql<Row>`select ${view(viewerId, false)} as view ${from(viewerId)} ${narrowed(viewerId, filter)} ${sql.join(each, sql` `)}
      order by coalesce(n.created_at, c.created_at) desc, c.id desc limit ${limit}`,
  );
  return rows.map((row) => row.view);
}

/** One of them, or undefined for anyone who is not inside. */
export async function findPersonal(db: Db, viewerId: string, id: string): Promise<PersonalView | undefined> {
  const row = await firstRow(db, sql<Row>`select ${view(viewerId, false)} as view ${from(viewerId)} and c.id = ${id}`);
  return row?.view;
}

/** The group conversation of an event. */
export async function findEventGroup(db: Db, eventId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('conversations')
    .select('id')
    .where('event_id', '=', eventId)
    .where('type', '=', 'event-group')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** People inside a conversation, by name. */
export async function listPeople(
  db: Db,
  conversationId: string,
  search: string,
  cursor: string | undefined,
): Promise<{ data: PersonView[]; nextCursor: string | null }> {
  const position = fromCursor(cursor, 'text');
  const rows = await allRows(
    db,
    sql<{ view: PersonView; search_text: string; id: string }>`
      select json_build_object(${PERSON}) as view, i.search_text, u.id from conversation_members i join users u on u.id = i.user_id
      where i.conversation_id = ${conversationId} and i.search_text <> '' and i.search_text like ${containing(fold(search))}
        ${position ? sql`and (i.search_text, i.user_id) > (${position[0]}, ${position[1]}::uuid)` : sql``}
      order by i.search_text, i.user_id limit ${PAGE + 1}`,
  );
  const page = cutPage(rows, PAGE, (row) => [row.search_text, row.id]);
  return { data: page.rows.map((row) => row.view), nextCursor: page.nextCursor };
}

/** Whether all of these people take messages from somebody: those who know them already do, unless either has blocked the other. */
export async function takeMessages(db: Db, userId: string, others: readonly string[]): Promise<boolean> {
  const rows = await allRows(
    db,
    sql`select 1 from users u where u.id = any(${[...others]}::uuid[]) and (
      u.id = any(${hiddenFrom(userId)})
      or u.messages_from <> 'everybody' and not exists (select 1 from conversations c where c.pair_key = least(u.id::text, ${userId}) || ':' || greatest(u.id::text, ${userId}))
        and (u.messages_from = 'nobody' or not exists (select 1 from conversation_members mine
          join conversation_members theirs on theirs.conversation_id = mine.conversation_id and theirs.user_id = u.id
          join conversations c on c.id = mine.conversation_id and c.type = 'channel' where mine.user_id = ${userId}))) limit 1`,
  );
  return rows.length === 0;
}

/** With how many people somebody has started conversations since a moment, and how many of these would be new to them. */
export async function metLately(
  db: Db,
  userId: string,
  others: readonly string[],
  since: Date,
): Promise<{ joinedAt: Date; met: number; fresh: number }> {
  const row = await firstRow(
    db,
    sql<{ joinedAt: Date; met: number; fresh: number }>`select u.created_at as "joinedAt",
      (select coalesce(sum(case when c.type = 'one-to-one' then 1 else greatest(c.member_count - 1, 0) end), 0)::int from conversations c
        where c.created_by = ${userId} and c.created_at > ${since} and c.type in ('one-to-one', 'group')) as met,
      case when ${others.length} > 1 then ${others.length} else (select count(*)::int from unnest(${[...others]}::uuid[]) o (id)
        where not exists (select 1 from conversations c where c.pair_key = least(o.id::text, ${userId}) || ':' || greatest(o.id::text, ${userId}))) end as fresh
      from users u where u.id = ${userId}`,
  );
  return row ?? { joinedAt: since, met: 0, fresh: others.length };
}
