import type { AuthorView, ConversationFacts, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { LIMITS } from '@folkmoot/contract/conversations/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db.ts';

/* Pieces that the statements below share. */

/** Facts about conversation `c`, the reader's place `cm`, member `m` and role `r`, as JSON. */
const FACTS = sql`json_build_object(
  'id', c.id, 'serverId', c.server_id, 'type', c.type, 'openTo', c.open_to, 'posting', c.posting, 'archived', c.archived_at is not null,
  'joined', cm.user_id is not null, 'version', c.version, 'readSeq', coalesce(cm.read_seq, 0),
  'permissions', coalesce(to_json(r.permissions), '[]'::json), 'inCommunity', m.id is not null)`;

const factsFrom = (conversationId: string, userId: string, more = sql``) => sql`
  from conversations c ${more}
  left join conversation_members cm on cm.conversation_id = c.id and cm.user_id = ${userId}
  left join members m on m.server_id = c.server_id and m.user_id = ${userId}
  left join roles r on r.server_id = m.server_id and r.id = m.role_id
  where c.id = ${conversationId}`;

/** Person `u` as JSON, with the name of role `r` where it is more than member. */
const person = (u: string, r: string) => {
  const of = (column: string) => sql.ref(`${u}.${column}`);
  return sql`json_build_object('id', ${of('id')}, 'firstName', ${of('first_name')}, 'lastName', ${of('last_name')}, 'username', ${of('username')},
    'imageUrl', ${of('image')}, 'roleName', case when ${sql.ref(`${r}.role_type`)} <> 'MEMBER' then ${sql.ref(`${r}.name`)} end)`;
};

/** Message `x` as JSON, with the reactions as `viewerId` sees them. */
const messageJson = (viewerId: string | null) => sql`json_build_object(
  'id', x.id, 'conversationId', x.conversation_id, 'seq', x.seq, 'version', x.version, 'authorId', x.author_id, 'text', x.text, 'mentions', x.mentions,
  'reactions', coalesce((select json_agg(json_build_object('emoji', g.emoji, 'count', g.count, 'mine', g.mine) order by g.first, g.emoji) from (
    select emoji, count(*)::int as count, coalesce(bool_or(user_id = ${viewerId}::uuid), false) as mine, min(created_at) as first
    from reactions where conversation_id = x.conversation_id and message_id = x.id group by emoji) g), '[]'::json),
  'createdAt', x.created_at, 'editedAt', x.edited_at, 'deletedAt', x.deleted_at)`;

/** The authors and mentioned people of a page, each once, with the role's name where it is more than member. */
const peopleJson = (conversationId: string) => sql`coalesce((
  select json_agg(${person('u', 'r')})
  from users u
  left join members m on m.user_id = u.id and m.server_id = (select server_id from conversations where id = ${conversationId})
  left join roles r on r.server_id = m.server_id and r.id = m.role_id
  where u.id = any(array(select author_id from page where author_id is not null union select unnest(mentions) from page))), '[]'::json)`;

/** The facts that rules decide on, or undefined where there is no such conversation. */
export async function findFacts(
  db: Db,
  conversationId: string,
  userId: string,
): Promise<ConversationFacts | undefined> {
  return (
    await firstRow(db, sql<{ facts: ConversationFacts }>`select ${FACTS} as facts ${factsFrom(conversationId, userId)}`)
  )?.facts;
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
  const page = pageOf(conversationId, stretch);
  return firstRow(
    db,
    sql<Read>`
      with page as materialized (${page}), edge as (select min(seq) as first, max(seq) as last from page)
      select ${FACTS} as facts, json_build_object(
        'data', coalesce((select json_agg(${messageJson(userId)} order by x.seq) from page x), '[]'::json),
        'people', ${peopleJson(conversationId)},
        'hasBefore', exists (select 1 from messages b, edge where b.conversation_id = ${conversationId} and b.seq < edge.first),
        'hasAfter', exists (select 1 from messages b, edge where b.conversation_id = ${conversationId} and b.seq > edge.last),
        'version', c.version, 'readSeq', coalesce(cm.read_seq, 0))::text as body
      ${factsFrom(conversationId, userId)}`,
  );
}

/** The newest fifty; or the fifty before or after a seq; or half of them on either side of one, it included. */
function pageOf(conversationId: string, { before, after, around }: Stretch) {
  const older = (seq: number, limit: number) =>
    sql`(select * from messages where conversation_id = ${conversationId} and seq < ${seq} order by seq desc limit ${limit})`;
  const newer = (seq: number, limit: number) =>
    sql`(select * from messages where conversation_id = ${conversationId} and seq > ${seq} order by seq limit ${limit})`;
  const half = LIMITS.page / 2;
  if (around !== undefined) return sql`${older(around + 1, half)} union all ${newer(around, half)}`;
  if (before !== undefined) return older(before, LIMITS.page);
  if (after !== undefined) return newer(after, LIMITS.page);
  return sql`select * from messages where conversation_id = ${conversationId} order by seq desc limit ${LIMITS.page}`;
}

/** Facts and everything changed since a version, in order of change, in one statement. */
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
        select * from messages where conversation_id = ${conversationId} and version > ${since} order by version limit ${LIMITS.changes})
      select ${FACTS} as facts, json_build_object(
        'data', coalesce((select json_agg(${messageJson(userId)} order by x.version) from page x), '[]'::json),
        'people', ${peopleJson(conversationId)},
        'version', c.version,
        'hasMore', (select count(*) from page) = ${LIMITS.changes} and exists (
          select 1 from messages b where b.conversation_id = ${conversationId} and b.version > (select max(version) from page)))::text as body
      ${factsFrom(conversationId, userId)}`,
  );
}

export type NewMessage = {
  id: string;
  clientId: string;
  authorId: string;
  text: string;
  mentions: string[];
  now: Date;
};
export type Written = { message: MessageView; author: AuthorView | null };
/** `seq` is null where nothing was written: the rule says why, or it had been written before. */
export type Sent = { facts: ConversationFacts; author: AuthorView; seq: number | null };

/** Who may send: the SQL twin of `canSend`, kept equal to it by a test. The archive is looked at under the lock below. */
const MAY_SEND = sql`cm.user_id is not null and (c.server_id is null or (m.id is not null and 'SEND_MESSAGE' = any(r.permissions)))
  and (c.posting = 'everyone' or 'EDIT_CHANNEL' = any(coalesce(r.permissions, '{}')))`;

/**
 * Writes a message and raises the conversation's counter, in one statement; the author has then read up to it.
 * The facts come along, for the rule to say why where nothing was written. The same `clientId` again changes
 * nothing. Violates `messages_client` where two of the same race.
 */
export async function insertMessage(db: Db, conversationId: string, message: NewMessage): Promise<Sent | undefined> {
  const { id, clientId, authorId, text, mentions, now } = message;
  const named = sql`, named as (insert into mentions (user_id, conversation_id, seq) select unnest(${mentions}::uuid[]), ${conversationId}, seq from made)`;
  return firstRow(
    db,
    sql<Sent>`
      with facts as materialized (
        select ${FACTS} as facts, ${person('u', 'r')} as author, (${MAY_SEND}) as may ${factsFrom(conversationId, authorId, sql`join users u on u.id = ${authorId}`)}
      ), counter as (
        update conversations set version = version + 1, last_seq = version + 1
        where id = ${conversationId} and archived_at is null and (select may from facts)
          and not exists (select 1 from messages where conversation_id = ${conversationId} and author_id = ${authorId} and client_id = ${clientId})
        returning version
      ), made as (
        insert into messages (conversation_id, seq, id, version, author_id, client_id, text, mentions, created_at)
        select ${conversationId}, version, ${id}, version, ${authorId}, ${clientId}, ${text}, ${mentions}::uuid[], ${now} from counter returning seq
      ), marked as (
        update conversation_members set read_seq = made.seq from made
        where conversation_members.conversation_id = ${conversationId} and user_id = ${authorId}
      ) ${mentions.length > 0 ? named : sql``}
      select facts.facts, facts.author, made.seq from facts left join made on true`,
  );
}

/** The author of message `x`. */
const authorJson = () => sql`(
  select ${person('u', 'r')}
  from users u join conversations c on c.id = x.conversation_id
  left join members m on m.user_id = u.id and m.server_id = c.server_id
  left join roles r on r.server_id = m.server_id and r.id = m.role_id
  where u.id = x.author_id)`;

/** One message as a reader sees it, with its author. */
export async function findMessage(
  db: Db,
  conversationId: string,
  messageId: string,
  viewerId: string,
  lock = false,
): Promise<Written | undefined> {
  if (lock) await sql`select 1 from conversations where id = ${conversationId} for update`.execute(db);
  return firstRow(
    db,
    sql<Written>`select ${messageJson(viewerId)} as message, ${authorJson()} as author
      from messages x where x.conversation_id = ${conversationId} and x.id = ${messageId}`,
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
    sql<Written>`select ${messageJson(authorId)} as message, ${authorJson()} as author
      from messages x where x.conversation_id = ${conversationId} and x.author_id = ${authorId} and x.client_id = ${clientId}`,
  );
}

/** Replaces a text, keeping the old one for moderators. */
export async function updateText(
  db: Db,
  conversationId: string,
  messageId: string,
  text: string,
  mentions: string[],
  now: Date,
): Promise<void> {
  await sql`
    with counter as (update conversations set version = version + 1 where id = ${conversationId} returning version),
    old as (select text, seq from messages where conversation_id = ${conversationId} and id = ${messageId}),
    kept as (insert into message_edits (conversation_id, message_id, version, text, replaced_at) select ${conversationId}, ${messageId}, version, old.text, ${now} from counter, old),
    unnamed as (delete from mentions where conversation_id = ${conversationId} and seq = (select seq from old) and user_id <> all(${mentions}::uuid[])),
    named as (insert into mentions (user_id, conversation_id, seq) select named, ${conversationId}, seq from old, unnest(${mentions}::uuid[]) named on conflict do nothing)
    update messages set text = ${text}, mentions = ${mentions}::uuid[], edited_at = ${now}, version = counter.version
    from counter where conversation_id = ${conversationId} and id = ${messageId}`.execute(db);
}

/** Leaves a tombstone: text, mentions and reactions go; the old text stays for moderators. */
export async function markDeleted(db: Db, conversationId: string, messageId: string, now: Date): Promise<void> {
  await sql`
    with counter as (update conversations set version = version + 1 where id = ${conversationId} returning version),
    old as (select text, seq from messages where conversation_id = ${conversationId} and id = ${messageId}),
    kept as (insert into message_edits (conversation_id, message_id, version, text, replaced_at) select ${conversationId}, ${messageId}, version, old.text, ${now} from counter, old),
    unnamed as (delete from mentions where conversation_id = ${conversationId} and seq = (select seq from old)),
    unliked as (delete from reactions where conversation_id = ${conversationId} and message_id = ${messageId})
    update messages set text = '', mentions = '{}', deleted_at = ${now}, version = counter.version
    from counter where conversation_id = ${conversationId} and id = ${messageId}`.execute(db);
}

/** Members of a conversation's community (or of the conversation) with these usernames. */
export async function findMentioned(db: Db, conversationId: string, usernames: string[]): Promise<string[]> {
  if (usernames.length === 0) return [];
  const rows = await allRows(
    db,
    sql<{ id: string }>`
      select u.id from users u join conversations c on c.id = ${conversationId}
      where u.username = any(${usernames}::text[]) and case when c.open_to = 'community'
        then exists (select 1 from members m where m.server_id = c.server_id and m.user_id = u.id)
        else exists (select 1 from conversation_members i where i.conversation_id = c.id and i.user_id = u.id) end
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
