import type { AuthorView, ConversationFacts, EditView, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { LIMITS } from '@folkmoot/contract/conversations/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { hiddenFrom } from '../blocks/store.ts';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import {
  authorJson,
  emptyThreadFrom,
  factsFrom,
  factsJson,
  messageJson,
  peopleJson,
  person,
  seenBy,
} from './fragments-store.ts';

/** The facts that rules decide on, or undefined if there is no such conversation. */
export async function findConversationFacts(
  db: Db,
  conversationId: string,
  userId: string,
): Promise<ConversationFacts | undefined> {
  const of = (from: RawBuilder<unknown>) =>
    firstRow(db, sql<{ facts: ConversationFacts }>`select ${factsJson(userId)} as facts ${from}`);
  const row = (await of(factsFrom(conversationId, userId))) ?? (await of(emptyThreadFrom(conversationId, userId)));
  return row?.facts;
}

export type Stretch = { before?: number | undefined; after?: number | undefined; around?: number | undefined };
type Read = { facts: ConversationFacts; body: string };

/** Facts and a page of history in one statement; the page is JSON text for the wire. */
export async function readPage(
  db: Db,
  conversationId: string,
  userId: string,
  stretch: Stretch,
): Promise<Read | undefined> {
  const page = pageOf(conversationId, userId, stretch);
  return firstRow(
    db,
    sql<Read>`
      with page as materialized (${page}), edge as (select min(seq) as first, max(seq) as last from page)
      select ${factsJson(userId)} as facts, json_build_object(
        'data', coalesce((select json_agg(${messageJson(userId)} order by x.seq) from page x), '[]'::json),
        'people', ${peopleJson(conversationId)},
        'hasBefore', coalesce((select seq from messages where conversation_id = ${conversationId} order by seq limit 1) < (select first from edge), false),
        'hasAfter', coalesce(c.last_seq > (select last from edge), false),
        'version', c.version, 'readSeq', coalesce(pl.read_seq, 0))::text as body
      ${factsFrom(conversationId, userId)}`,
  );
}

/**
 * The newest fifty; or the fifty before or after a seq; or half of them on either side of one, inclusive. Limits are
 * written out: for a parameter PostgreSQL expects a tenth of the channel, and plans the whole statement again each
 * time.
 */
function pageOf(conversationId: string, userId: string, { before, after, around }: Stretch) {
  const all = seenBy(userId);
  const older = (seq: number, limit: number) =>
    sql`(select ${all} from messages where conversation_id = ${conversationId} and seq < ${seq} order by seq desc limit ${sql.lit(limit)})`;
  const newer = (seq: number, limit: number) =>
    sql`(select ${all} from messages where conversation_id = ${conversationId} and seq > ${seq} order by seq limit ${sql.lit(limit)})`;
  const half = LIMITS.page / 2;
  if (around !== undefined) return sql`${older(around + 1, half)} union all ${newer(around, half)}`;
  if (before !== undefined) return older(before, LIMITS.page);
  if (after !== undefined) return newer(after, LIMITS.page);
  return sql`select ${all} from messages where conversation_id = ${conversationId} order by seq desc limit ${sql.lit(LIMITS.page)}`;
}

/**
 * Facts and everything changed since a version, in order of change, in one statement. The counter is always the
 * version of some message: every increase assigns it to one.
 */
export async function readChanges(
  db: Db,
  conversationId: string,
  userId: string,
  since: number,
): Promise<Read | undefined> {
  return firstRow(
    db,
    sql<Read>`
      with page as materialized (
        select ${seenBy(userId)} from messages where conversation_id = ${conversationId} and version > ${since} order by version limit ${sql.lit(LIMITS.changes)})
      select ${factsJson(userId)} as facts, json_build_object(
        'data', coalesce((select json_agg(${messageJson(userId)} order by x.version) from page x), '[]'::json),
        'people', ${peopleJson(conversationId)},
        'version', c.version,
        'hasMore', coalesce((select max(version) from page) < c.version, false))::text as body
      ${factsFrom(conversationId, userId)}`,
  );
}

export type Written = { message: MessageView; author: AuthorView | null };

const written = (viewerId: string) => sql<Written>`select ${messageJson(viewerId)} as message, ${authorJson()} as author
  from (select ${seenBy(viewerId)} from messages`;

/** One message as a reader sees it, with its author. */
export async function findMessage(
  db: Db,
  conversationId: string,
  messageId: string,
  viewerId: string,
): Promise<Written | undefined> {
  return firstRow(
    db,
    sql<Written>`${written(viewerId)} where conversation_id = ${conversationId} and id = ${messageId}) x`,
  );
}

/** The message that a client id already became. */
export async function findSent(
  db: Db,
  conversationId: string,
  authorId: string,
  clientId: string,
): Promise<Written | undefined> {
  return firstRow(
    db,
    sql<Written>`${written(authorId)} where conversation_id = ${conversationId} and author_id = ${authorId} and client_id = ${clientId}) x`,
  );
}

/** The conversation a message belongs to. */
export async function findConversationOf(db: Db, messageId: string): Promise<string | undefined> {
  const row = await db.selectFrom('messages').select('conversation_id').where('id', '=', messageId).executeTakeFirst();
  return row?.conversation_id;
}

/** Whether a message is in a conversation: a thread has its first message's id. */
export async function isMessageOf(db: Db, conversationId: string, messageId: string): Promise<boolean> {
  const rows = await allRows(
    db,
    sql`select 1 from messages where conversation_id = ${conversationId} and id = ${messageId}`,
  );
  return rows.length > 0;
}

/** People as a conversation shows them, with the role's name if it is more than member. */
export async function findAuthors(db: Db, conversationId: string, userIds: string[]): Promise<AuthorView[]> {
  const rows = await allRows(
    db,
    sql<{ view: AuthorView }>`
      select ${person('u', 'r')} as view from users u
      left join members m on m.user_id = u.id and m.server_id = (select server_id from conversations where id = ${conversationId})
      left join roles r on r.server_id = m.server_id and r.id = m.role_id
      where u.id = any(${userIds}::uuid[])`,
  );
  return rows.map((row) => row.view);
}

/** Where a thread reply is shown in the channel as well, or the reply that such a message shows. */
export async function findCounterpart(
  db: Db,
  message: Pick<MessageView, 'id' | 'copyOf'>,
): Promise<{ conversationId: string; messageId: string } | undefined> {
  if (message.copyOf) return { conversationId: message.copyOf.threadId, messageId: message.copyOf.messageId };
  const row = await db
    .selectFrom('messages')
    .select(['conversation_id', 'id'])
    .where('copy_of', '=', message.id)
    .executeTakeFirst();
  return row && { conversationId: row.conversation_id, messageId: row.id };
}

/** Locks a conversation until the command ends; for a thread, its parent first. */
export async function lockConversation(db: Db, facts: Pick<ConversationFacts, 'id' | 'parentId'>): Promise<void> {
  if (facts.parentId !== null)
    await sql`select 1 from conversations where id = ${facts.parentId} for update`.execute(db);
  await sql`select 1 from conversations where id = ${facts.id} for update`.execute(db);
}

/** Earlier texts of a message, newest first. */
export async function listEdits(db: Db, conversationId: string, messageId: string): Promise<EditView[]> {
  const rows = await db
    .selectFrom('message_edits')
    .select(['text', 'replaced_at'])
    .where('conversation_id', '=', conversationId)
    .where('message_id', '=', messageId)
    .orderBy('version', 'desc')
    .limit(100)
    .execute();
  return rows.map((row) => ({ text: row.text, replacedAt: row.replaced_at.toISOString() }));
}

/** What is pinned, the newest pin first, as JSON text. */
export async function readPins(db: Db, conversationId: string, userId: string): Promise<string> {
  const row = await firstRow(
    db,
    sql<{ body: string }>`
      with page as materialized (select ${seenBy(userId)} from messages
        where conversation_id = ${conversationId} and pinned_at is not null order by pinned_at desc limit ${sql.lit(LIMITS.pins)})
      select json_build_object('data', coalesce((select json_agg(${messageJson(userId)} order by x.pinned_at desc) from page x), '[]'::json),
        'people', ${peopleJson(conversationId)})::text as body`,
  );
  return row?.body ?? '';
}

export async function countPins(db: Db, conversationId: string): Promise<number> {
  const row = await firstRow(
    db,
    sql<{
      count: number;
    }>`select count(*)::int as count from messages where conversation_id = ${conversationId} and pinned_at is not null`,
  );
  return row?.count ?? 0;
}

/** People with these usernames who may read a conversation; never the author, or people hidden from the author. */
export async function findMentioned(
  db: Db,
  conversationId: string,
  usernames: string[],
  authorId: string,
): Promise<string[]> {
  if (usernames.length === 0) return [];
  const rows = await allRows(
    db,
    sql<{ id: string }>`
      select u.id from users u join conversations c on c.id = ${conversationId}
      where u.username = any(${usernames}::text[]) and u.id <> ${authorId} and not u.id = any(${hiddenFrom(authorId)})
        and case when c.open_to = 'community'
          then exists (select 1 from members m where m.server_id = c.server_id and m.user_id = u.id)
          else exists (select 1 from conversation_members i where i.conversation_id = coalesce(c.parent_id, c.id) and i.user_id = u.id) end
      limit 50`,
  );
  return rows.map((row) => row.id);
}

/** People inside a conversation: a condition on `u.id` for other slices' lists. */
export function isInside(conversationId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from conversation_members i where i.conversation_id = ${conversationId} and i.user_id = u.id)`;
}

/** People who could be added to a conversation: in its community, and not inside yet. */
export function isOutside(facts: Pick<ConversationFacts, 'id' | 'serverId'>): RawBuilder<boolean> {
  const inCommunity =
    facts.serverId === null
      ? sql`true`
      : sql`exists (select 1 from members o where o.server_id = ${facts.serverId} and o.user_id = u.id)`;
  return sql<boolean>`(${inCommunity} and not ${isInside(facts.id)})`;
}

/** The position of messages in their conversation, by message. */
export async function findSeqs(
  db: Db,
  conversationId: string,
  messageIds: string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await allRows(
    db,
    sql<{ id: string; seq: number }>`select id, seq from messages
      where id = any(${messageIds}::uuid[]) and conversation_id = ${conversationId}`,
  );
  return new Map(rows.map((row) => [row.id, row.seq]));
}
