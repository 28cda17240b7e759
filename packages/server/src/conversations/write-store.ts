import type { AuthorView, ConversationFacts } from '@folkmoot/contract/conversations/schema.ts';
import type { AttachmentView } from '@folkmoot/contract/media/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Db, firstRow } from '../core/db/db.ts';
import { blocksIn, factsFrom, factsJson, isBlockedIn, JOINED, person } from './fragments-store.ts';
import { noticedFrom } from './notices-store.ts';

export type Draft = {
  id: string;
  clientId: string;
  authorId: string;
  text: string;
  mentions: string[];
  mentionsAll: boolean;
  /** The message that is answered, by id. */
  replyTo: string | null;
  attachments: AttachmentView[];
  now: Date;
  /** In a channel: the thread reply that this shows. */
  copyOf?: { threadId: string; messageId: string };
};
/** `seq` is null if nothing was written: the rule says why, or it had been written before, or it is a thread's. */
export type Sent = { facts: ConversationFacts; author: AuthorView; seq: number | null };

/**
 * Who may send: `canSend` in SQL, kept equal to it by a test. Whether it is archived is checked under the
 * lock below.
 */
export const maySend = (
  userId: string,
  now: Date,
) => sql`${JOINED} and (c.server_id is null or (m.id is not null and 'SEND_MESSAGE' = any(r.permissions)))
  and (c.posting = 'everyone' or 'EDIT_CHANNEL' = any(coalesce(r.permissions, '{}'))) and not ${blocksIn(userId)} and not ${isBlockedIn(userId)} and (o.until is null or o.until <= ${now})`;

/** Whether a draft can still be written: it was not sent before, and what it answers is there. */
export const unsent = (conversationId: string, draft: Draft): RawBuilder<boolean> => {
  const answers = sql`and exists (select 1 from messages q where q.conversation_id = ${conversationId} and q.id = ${draft.replyTo}::uuid)`;
  return sql<boolean>`not exists (select 1 from messages q where q.conversation_id = ${conversationId} and q.author_id = ${draft.authorId} and q.client_id = ${draft.clientId})
    ${draft.replyTo === null ? sql`` : answers}`;
};

/** What a message has besides its text; most have none and do not carry it. */
function extras(conversationId: string, { mentionsAll, attachments, replyTo, copyOf }: Draft) {
  if (!mentionsAll && attachments.length === 0 && !replyTo && !copyOf) return { columns: sql``, values: sql`` };
  return {
    columns: sql`, mentions_all, attachments, reply_to_seq, copy_of, copy_thread`,
    values: sql`, ${mentionsAll}::boolean, ${JSON.stringify(attachments)}::jsonb,
      (select q.seq from messages q where q.conversation_id = ${conversationId} and q.id = ${replyTo}::uuid),
      ${copyOf?.messageId ?? null}::uuid, ${copyOf?.threadId ?? null}::uuid`,
  };
}

/**
 * The row of a message, whom it mentions, and that people may have to be notified of it, from `counter` with the
 * conversation's home, its type and its new version.
 */
export function madeFrom(conversationId: string, draft: Draft): RawBuilder<unknown> {
  const { id, clientId, authorId, text, mentions, now } = draft;
  const { columns, values } = extras(conversationId, draft);
  const named = sql`, named as (insert into mentions (home_id, conversation_id, user_id, seq, message_id, created_at)
    select home_id, ${conversationId}, unnest(${mentions}::uuid[]), seq, ${id}, ${now} from made)`;
  return sql`made as (
        insert into messages (home_id, conversation_id, seq, id, version, author_id, client_id, text, mentions, created_at ${columns})
        select home_id, ${conversationId}, version, ${id}, version, ${authorId}, ${clientId}, ${text}, ${mentions}::uuid[], ${now} ${values} from counter returning home_id, seq
      ) ${mentions.length > 0 ? named : sql``} ${noticedFrom(conversationId, draft)}`;
}

/**
 * Writes a message and raises the conversation's counter, in one statement; the author has then read up to it. The
 * facts come along, for the rule to say why if nothing was written. The same `clientId` again changes nothing.
 * Violates `messages_client` if two of the same race. Writes nothing in a thread: its home is its parent, and its
 * messages are written by `insertReply`.
 */
export async function insertMessage(db: Db, conversationId: string, draft: Draft): Promise<Sent | undefined> {
  const { authorId } = draft;
  return firstRow(
    db,
    sql<Sent>`
      with facts as materialized (
        select ${factsJson(authorId)} as facts, ${person('u', 'r')} as author, (${maySend(authorId, draft.now)}) as may
        ${factsFrom(conversationId, authorId, sql`join users u on u.id = ${authorId}`)}
      ), counter as (
        update conversations set version = version + 1, last_seq = version + 1
        where id = ${conversationId} and parent_id is null and archived_at is null and (select may from facts)
          and ${unsent(conversationId, draft)}
        returning home_id, type, version
      ), ${madeFrom(conversationId, draft)}, marked as (
        update conversation_members set read_seq = made.seq from made
        where conversation_members.conversation_id = ${conversationId} and user_id = ${authorId}
      )
      select facts.facts, facts.author, made.seq from facts left join made on true`,
  );
}

export type Target = { conversationId: string; messageId: string };

/** People whom a message no longer mentions, from `unnamed`. Its history still names them, which matters if they delete their account. */
const remembered = sql`remembered as (insert into former_mentions (home_id, conversation_id, user_id, seq, message_id)
  select home_id, conversation_id, user_id, seq, message_id from unnamed on conflict do nothing)`;

const raised = (conversationId: string) =>
  sql`counter as (update conversations set version = version + 1 where id = ${conversationId} returning version)`;

/** Replaces a text, keeping the old one for moderators. */
export async function updateText(
  db: Db,
  { conversationId, messageId }: Target,
  { text, mentions, mentionsAll }: Pick<Draft, 'text' | 'mentions' | 'mentionsAll'>,
  now: Date,
): Promise<void> {
  await sql`
    with ${raised(conversationId)},
    old as (select home_id, text, seq, created_at from messages where conversation_id = ${conversationId} and id = ${messageId}),
    kept as (insert into message_edits (home_id, conversation_id, message_id, version, text, replaced_at) select home_id, ${conversationId}, ${messageId}, version, old.text, ${now} from counter, old),
    unnamed as (delete from mentions where conversation_id = ${conversationId} and seq = (select seq from old) and user_id <> all(${mentions}::uuid[])
      returning home_id, conversation_id, user_id, seq, message_id),
    ${remembered},
    named as (insert into mentions (home_id, conversation_id, user_id, seq, message_id, created_at)
      select home_id, ${conversationId}, named, seq, ${messageId}, created_at from old, unnest(${mentions}::uuid[]) named on conflict do nothing)
    update messages set text = ${text}, mentions = ${mentions}::uuid[], mentions_all = ${mentionsAll}, edited_at = ${now}, version = counter.version
    from counter where conversation_id = ${conversationId} and id = ${messageId}`.execute(db);
}

/** Leaves a tombstone: text, files, mentions, pin and reactions go; the old text stays for moderators. */
export async function markDeleted(db: Db, { conversationId, messageId }: Target, now: Date): Promise<void> {
  await sql`
    with ${raised(conversationId)},
    old as (select home_id, text, seq, created_at from messages where conversation_id = ${conversationId} and id = ${messageId}),
    kept as (insert into message_edits (home_id, conversation_id, message_id, version, text, replaced_at) select home_id, ${conversationId}, ${messageId}, version, old.text, ${now} from counter, old),
    unnamed as (delete from mentions where conversation_id = ${conversationId} and seq = (select seq from old) returning home_id, conversation_id, user_id, seq, message_id),
    ${remembered},
    unliked as (delete from reactions where conversation_id = ${conversationId} and message_id = ${messageId})
    update messages set text = '', mentions = '{}', mentions_all = false, attachments = '[]', pinned_at = null, pinned_by = null, deleted_at = ${now}, version = counter.version
    from counter where conversation_id = ${conversationId} and id = ${messageId}`.execute(db);
}

/** Pins a message, or unpins it with null. */
export async function setPin(
  db: Db,
  { conversationId, messageId }: Target,
  userId: string | null,
  now: Date,
): Promise<void> {
  await sql`
    with ${raised(conversationId)}
    update messages set pinned_at = ${userId === null ? null : now}::timestamptz, pinned_by = ${userId}::uuid, version = counter.version
    from counter where conversation_id = ${conversationId} and id = ${messageId}`.execute(db);
}

/** What a message now shows of its files. */
export async function setAttachments(
  db: Db,
  { conversationId, messageId }: Target,
  attachments: AttachmentView[],
): Promise<void> {
  await sql`
    with ${raised(conversationId)}
    update messages set attachments = ${JSON.stringify(attachments)}::jsonb, version = counter.version
    from counter where conversation_id = ${conversationId} and id = ${messageId} and deleted_at is null`.execute(db);
}
