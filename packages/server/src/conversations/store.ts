import type { AuthorView, ConversationFacts, EditView, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { LIMITS } from '@folkmoot/contract/conversations/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { hiddenFrom } from '../blocks/store.ts';
import { compileOnce } from '../core/db/compile-once.ts';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import {
  authorJson,
  emptyThreadFrom,
  factsFrom,
  factsJson,
  homeOf,
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
export function historyPage(conversationId: string, userId: string, stretch: Stretch): RawBuilder<Read> {
  const page = pageOf(conversationId, userId, stretch);
  return sql<Read>`
      with page as materialized (${page}), edge as (select min(seq) as first, max(seq) as last from page)
      select ${factsJson(userId)} as facts, json_build_object(
        'data', coalesce((select json_agg(${messageJson(userId)} order by x.seq) from page x), '[]'::json),
        'people', ${peopleJson(conversationId)},
        'hasBefore', coalesce((select seq from messages where conversation_id = ${conversationId} order by seq limit 1) < (select first from edge), false),
        'hasAfter', coalesce(c.last_seq > (select last from edge), false),
        'version', c.version, 'readSeq', coalesce(pl.read_seq, 0))::text as body
      ${factsFrom(conversationId, userId)}`;
}

type Way = keyof Stretch | 'newest';
type Asked = { conversationId: string; userId: string; seq: number };

const readHistory = compileOnce<{ way: Way }, Asked, Read>(({ way }, { conversationId, userId, seq }) =>
  historyPage(conversationId, userId, way === 'newest' ? {} : { [way]: seq }),
);

/** Reads a page of history; undefined if there is no such conversation, or nothing in its thread yet. */
export async function readPage(
  db: Db,
  conversationId: string,
  userId: string,
  stretch: Stretch,
): Promise<Read | undefined> {
  const way = (['around', 'before', 'after'] as const).find((one) => stretch[one] !== undefined) ?? 'newest';
  const seq = way === 'newest' ? 0 : (stretch[way] ?? 0);
  const [page] = await readHistory(db, { way }, { conversationId, userId, seq });
  return page;
}

/**
 * The newest fifty; or the fifty before or after a seq; or half of them on either side of one, inclusive. Limits are
 * written out: for a parameter PostgreSQL expects a tenth of the channel, and plans the whole statement again each
 * time.
 */
function pageOf(conversationId: string, userId: string, { before, after, around }: Stretch) {
  const all = seenBy(userId);
  const older = (seq: number, limit: number, than = sql`<`) =>
    sql`(select ${all} from messages where conversation_id = ${conversationId} and seq ${than} ${seq} order by seq desc limit ${sql.lit(limit)})`;
  const newer = (seq: number, limit: number) =>
    sql`(select ${all} from messages where conversation_id = ${conversationId} and seq > ${seq} order by seq limit ${sql.lit(limit)})`;
  const half = LIMITS.page / 2;
  if (around !== undefined) return sql`${older(around, half, sql`<=`)} union all ${newer(around, half)}`;
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

/** Messages of a conversation and of its threads as a reader sees them, with their authors, by id. */
export async function findMessages(
  db: Db,
  homeId: string,
  messageIds: string[],
  viewerId: string,
): Promise<ReadonlyMap<string, Written>> {
  const rows = await allRows(
    db,
    sql<Written>`${written(viewerId)} where home_id = ${homeId} and id = any(${messageIds}::uuid[])) x`,
  );
  return new Map(rows.map((row) => [row.message.id, row]));
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

/** Whom a text mentions, and the facts of its conversation; those of a thread without replies too. */
export type Named = { mentions: string[]; facts: ConversationFacts | null };

/**
 * People with these usernames who may read a conversation; never the author, or people hidden from the author. Readers
 * of a thread are those of its parent.
 */
export async function findNamed(
  db: Db,
  conversationId: string,
  usernames: string[],
  authorId: string,
): Promise<Named | undefined> {
  const factsOf = (from: RawBuilder<unknown>) => sql`(select ${factsJson(authorId)} ${from})`;
  return firstRow(
    db,
    sql<Named>`
      select coalesce(${factsOf(factsFrom(conversationId, authorId))}, ${factsOf(emptyThreadFrom(conversationId, authorId))}) as facts,
        array(select u.id from users u join conversations c on c.id = home.id
          where u.username = any(${usernames}::text[]) and u.id <> ${authorId} and not u.id = any(${hiddenFrom(authorId)})
            and case when c.open_to = 'community'
              then exists (select 1 from members m where m.server_id = c.server_id and m.user_id = u.id)
              else exists (select 1 from conversation_members i where i.conversation_id = c.id and i.user_id = u.id) end
          limit 50) as mentions
      from (select coalesce(${homeOf(conversationId)}, (select home_id from messages where id = ${conversationId})) as id) home`,
  );
}

/** People inside a conversation, or inside the one around a thread, in the order of an index, and how many there are. */
export function peopleInside(homeId: string): { people: RawBuilder<unknown>; count: RawBuilder<number> } {
  return {
    people: sql`(select i.user_id, i.search_text from conversation_members i
      where i.conversation_id = ${homeId} and i.search_text <> '')`,
    count: sql<number>`(select member_count from conversations where id = ${homeId})`,
  };
}

/** People who could be added to a conversation: in its community if it has one, and not inside yet. */
export function outsideOf({ id, serverId }: Pick<ConversationFacts, 'id' | 'serverId'>) {
  return {
    serverId,
    condition: (userId: RawBuilder<unknown>) => sql<boolean>`(
      ${serverId === null ? sql`` : sql`exists (select 1 from members o where o.server_id = ${serverId} and o.user_id = ${userId}) and`}
      not exists (select 1 from conversation_members i where i.conversation_id = ${id} and i.user_id = ${userId}))`,
  };
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
      where conversation_id = ${conversationId} and id = any(${messageIds}::uuid[])`,
  );
  return new Map(rows.map((row) => [row.id, row.seq]));
}
