import { type RawBuilder, sql } from 'kysely';
import { isUnseen } from '../blocks/store.ts';

/* Pieces of SQL that this slice's statements share. */

/**
 * The conversation around one: of a thread its parent, else itself. Every row of a conversation is written with it
 * (docs/scaling.md). Conditions leave it out: it follows from the conversation, but PostgreSQL takes the two for
 * independent, expects too few rows, and reads a whole conversation through the wrong index.
 */
export const homeOf = (conversationId: string): RawBuilder<string> =>
  sql<string>`(select home_id from conversations where id = ${conversationId})`;

/** The other person of one-to-one conversation `c`. */
const otherOf = (userId: string) =>
  sql`(case when left(c.pair_key, 36) = ${userId} then right(c.pair_key, 36) else left(c.pair_key, 36) end)::uuid`;

/** Inside conversation `c`; in a thread, inside its parent. */
export const JOINED = sql`(case when c.parent_id is null then pl.user_id else cm.user_id end) is not null`;

const isBlocking = (blocker: RawBuilder<unknown>, blocked: RawBuilder<unknown>) =>
  sql<boolean>`(c.pair_key is not null and exists (select 1 from blocks b where b.blocker_id = ${blocker} and b.blocked_id = ${blocked}))`;

/** A person has blocked the other of a one-to-one conversation, and the other way round. */
export const blocksIn = (userId: string): RawBuilder<boolean> => isBlocking(sql`${userId}`, otherOf(userId));
export const isBlockedIn = (userId: string): RawBuilder<boolean> => isBlocking(otherOf(userId), sql`${userId}`);

/**
 * Facts about conversation `c`, the reader's membership `pl` of it, `cm` of its parent, member `m` and role `r`, as
 * JSON.
 */
export const factsJson = (userId: string) => sql`json_build_object(
  'id', c.id, 'serverId', c.server_id, 'type', c.type, 'parentId', c.parent_id, 'rootSeq', c.root_seq, 'openTo', c.open_to, 'posting', c.posting,
  'archived', c.archived_at is not null, 'joined', ${JOINED}, 'following', pl.user_id is not null, 'blocked', ${blocksIn(userId)}, 'closed', ${isBlockedIn(userId)},
  'timedOutUntil', o.until, 'timedOutFor', coalesce(o.reason, ''),
  'level', coalesce(pl.level, 'all'), 'mutedUntil', pl.muted_until, 'version', c.version, 'readSeq', coalesce(pl.read_seq, 0),
  'permissions', coalesce(to_json(r.permissions), '[]'::json), 'inCommunity', m.id is not null)`;

/** The reader's role and memberships in conversation `c` and its parent. */
export const standing = (userId: string) => sql`
  left join conversation_members pl on pl.conversation_id = c.id and pl.user_id = ${userId}
  left join conversation_members cm on cm.conversation_id = c.parent_id and cm.user_id = ${userId}
  left join members m on m.server_id = c.server_id and m.user_id = ${userId}
  left join roles r on r.server_id = m.server_id and r.id = m.role_id
  left join timeouts o on o.server_id = c.server_id and o.user_id = ${userId}`;

export const factsFrom = (conversationId: string, userId: string, more = sql``) => sql`
  from conversations c ${more} ${standing(userId)} where c.id = ${conversationId}`;

/**
 * A thread as its first message and its parent say, whether or not there are replies yet (`known`): it can start on any
 * message that is neither deleted, nor in a thread, nor the copy of a reply.
 */
export const threadFrom = (messageId: string) => sql`(
    select x.id, a.id as home_id, a.server_id, 'thread' as type, a.id as parent_id, x.seq as root_seq, x.author_id, a.open_to, a.posting, a.archived_at,
      a.pair_key, coalesce(t.version, 0) as version, t.id is not null as known
    from messages x join conversations a on a.id = x.conversation_id
      left join conversations t on t.id = x.id
    where x.id = ${messageId} and a.parent_id is null and x.copy_of is null and (x.deleted_at is null or t.id is not null))`;

/** Facts of a thread without replies: the message exists, the conversation does not. */
export const emptyThreadFrom = (messageId: string, userId: string) =>
  sql`from ${threadFrom(messageId)} c ${standing(userId)}`;

/** Person `u` as JSON, with the name of role `r` if it is more than member. */
export const person = (u: string, r: string) => {
  const of = (column: string) => sql.ref(`${u}.${column}`);
  return sql`json_build_object('id', ${of('id')}, 'firstName', ${of('first_name')}, 'lastName', ${of('last_name')}, 'username', ${of('username')},
    'imageUrl', ${of('image')}, 'roleName', case when ${sql.ref(`${r}.role_type`)} <> 'MEMBER' then ${sql.ref(`${r}.name`)} end)`;
};

/** Whether the viewer has blocked the author of a message, and does not look after its community. */
export const isHidden = (viewerId: string, message: 'messages' | 'q' | 'm' | 'x'): RawBuilder<boolean> =>
  isUnseen(viewerId, sql.ref(`${message}.author_id`), sql.ref(`${message}.conversation_id`));

/** Columns of a message as `viewerId` may see it: `hidden` where they have blocked its author. */
export const seenBy = (viewerId: string): RawBuilder<unknown> =>
  sql`messages.*, ${isHidden(viewerId, 'messages')} as hidden`;

/** The message that `x` answers. Looked up only where it answers one. */
const quoteJson = (viewerId: string) => sql`case when x.reply_to_seq is not null and not x.hidden then (
  select json_build_object('id', q.id, 'seq', q.seq, 'authorId', q.author_id, 'attachments', jsonb_array_length(q.attachments),
    'text', case when q.deleted_at is null and not ${isHidden(viewerId, 'q')} then left(q.text, 200) end)
  from messages q where q.conversation_id = x.conversation_id and q.seq = x.reply_to_seq) end`;

/** Message `x` (columns of `seenBy`) as JSON, with the reactions as `viewerId` sees them. */
export const messageJson = (viewerId: string) => sql`json_build_object(
  'id', x.id, 'conversationId', x.conversation_id, 'seq', x.seq, 'version', x.version, 'authorId', x.author_id,
  'text', case when x.hidden then '' else x.text end, 'mentions', case when x.hidden then '{}' else x.mentions end, 'mentionsAll', x.mentions_all,
  'reactions', coalesce((select json_agg(json_build_object('emoji', g.emoji, 'count', g.count, 'mine', g.mine) order by g.first, g.emoji) from (
    select emoji, count(*)::int as count, coalesce(bool_or(user_id = ${viewerId}::uuid), false) as mine, min(created_at) as first
    from reactions where conversation_id = x.conversation_id and message_id = x.id group by emoji) g), '[]'::json),
  'attachments', case when x.hidden then '[]'::jsonb else x.attachments end, 'replyTo', ${quoteJson(viewerId)},
  'thread', case when x.reply_count > 0 then json_build_object('count', x.reply_count, 'lastAt', x.last_reply_at, 'people', x.repliers) end,
  'copyOf', case when x.copy_of is not null then json_build_object('threadId', x.copy_thread, 'messageId', x.copy_of) end,
  'pinnedAt', x.pinned_at, 'hidden', x.hidden, 'createdAt', x.created_at, 'editedAt', x.edited_at, 'deletedAt', x.deleted_at)`;

/** Everyone a page of messages shows, each once, with the role's name if it is more than member. */
export const peopleJson = (conversationId: string) => sql`coalesce((
  select json_agg(${person('u', 'r')})
  from users u
  left join members m on m.user_id = u.id and m.server_id = (select server_id from conversations where id = ${conversationId})
  left join roles r on r.server_id = m.server_id and r.id = m.role_id
  where u.id = any(array(select author_id from page where author_id is not null union select unnest(mentions) from page
    union select unnest(repliers) from page where reply_count > 0
    union select q.author_id from page x join messages q on q.conversation_id = x.conversation_id and q.seq = x.reply_to_seq))), '[]'::json)`;

/** The author of message `x`. */
export const authorJson = () => sql`(
  select ${person('u', 'r')}
  from users u join conversations c on c.id = x.conversation_id
  left join members m on m.user_id = u.id and m.server_id = c.server_id
  left join roles r on r.server_id = m.server_id and r.id = m.role_id
  where u.id = x.author_id)`;
