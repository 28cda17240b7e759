import { type AuthorView, type ConversationFacts, LIMITS } from '@folkmoot/contract/conversations/schema.ts';
import { sql } from 'kysely';
import { type Db, firstRow } from '../core/db/db.ts';
import { factsJson, person, standing, threadFrom } from './fragments-store.ts';
import { type Draft, madeFrom, maySend, unsent } from './write-store.ts';

/**
 * `seq` is null if nothing was written: the rule says why, or it had been written before. `followers` are the people
 * who follow the thread since this reply; its author may have followed it before.
 */
export type Replied = { facts: ConversationFacts; author: AuthorView; seq: number | null; followers: string[] };

/**
 * Writes a reply in one statement: it creates the thread if this is the first one, counts the reply on the thread's
 * first message, raises the counters of both conversations, and makes its author, the people it mentions and the author
 * of the first message follow the thread. Every row carries the parent's id. Undefined if there is no such message,
 * or if no thread can start on it.
 *
 * The parent is locked first, as everywhere. Whatever others may have changed while we waited for it (its version, its
 * readers, whether the first message was deleted, the thread itself) is read through a row that this statement locks or
 * writes, since the rest of it sees the database as it was at its beginning. Violates `messages_client` if two of the
 * same race.
 */
export async function insertReply(db: Db, threadId: string, draft: Draft): Promise<Replied | undefined> {
  const { authorId, mentions, now } = draft;
  return firstRow(
    db,
    sql<Replied>`
      with facts as materialized (
        select ${factsJson(authorId)} as facts, ${person('u', 'r')} as author, (${maySend(authorId, now)}) as may,
          c.home_id, c.root_seq, c.author_id as root_author, c.known
        from ${threadFrom(threadId)} c join users u on u.id = ${authorId} ${standing(authorId)}
      ), parent as materialized (
        select a.id, a.server_id, a.open_to, a.posting, a.pair_key, a.version + 1 as version
        from facts f join conversations a on a.id = f.home_id
        where f.may and a.archived_at is null and ${unsent(threadId, draft)}
        for no key update of a
      ), root as (
        update messages x set reply_count = reply_count + 1, last_reply_at = ${now}, version = parent.version,
          repliers = case when ${authorId}::uuid = any(repliers) or cardinality(repliers) >= ${sql.lit(LIMITS.repliers)} then repliers else repliers || ${authorId}::uuid end
        from parent, facts where x.conversation_id = parent.id and x.seq = facts.root_seq
          and (x.deleted_at is null or facts.known)
        returning x.seq
      ), raised as (
        update conversations set version = conversations.version + 1 from parent, root
        where conversations.id = parent.id
      ), counter as (
        insert into conversations (home_id, id, server_id, type, open_to, posting, parent_id, root_seq, pair_key, created_at, version, last_seq)
        select parent.id, ${threadId}, server_id, 'thread', open_to, posting, parent.id, root.seq, pair_key, ${now}, 1, 1 from parent, root
        on conflict (id, home_id) do update set version = conversations.version + 1, last_seq = conversations.version + 1
        returning home_id, type, version
      ), ${madeFrom(threadId, draft)}, marked as (
        insert into conversation_members (home_id, conversation_id, user_id, server_id, read_seq, joined_at)
        select made.home_id, ${threadId}, ${authorId}, parent.server_id, made.seq, ${now} from made, parent
        on conflict (conversation_id, user_id, home_id) do update set read_seq = excluded.read_seq
      ), followed as (
        insert into conversation_members (home_id, conversation_id, user_id, server_id, read_seq, joined_at)
        select made.home_id, ${threadId}, i.user_id, parent.server_id, made.seq - 1, ${now} from made, parent, facts f
          join conversation_members i on i.conversation_id = f.home_id
        where i.user_id <> ${authorId} and (i.user_id = any(${mentions}::uuid[]) or (made.seq = 1 and i.user_id = f.root_author))
        on conflict do nothing returning user_id
      )
      select facts.facts, facts.author, made.seq, array(select user_id from followed union select ${authorId}::uuid from made) as followers
      from facts left join made on true`,
  );
}
