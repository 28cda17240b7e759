import { DELETED_MEMBER } from '@folkmoot/contract/communities/audit-schema.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../../core/db/db.ts';
import type { EraseStep } from '../../core/personal-data.ts';

/** `@name` in what others have written, and in its history, as `mentionedNames` finds it. */
const nameIn = (usernames: readonly string[]) => `(?<![[:alnum:]_@./-])@(${usernames.join('|')})(?![a-z0-9_-])`;

type Naming = { conversation: string; home: string; message: string; seq: number; others: string[] };

/**
 * Mentions of somebody become neutral, by the username that they have and those they had: in the message, which counts as changed so
 * that readers and the search take it again, and in its history. The conversation is locked first, as for an edit.
 */
export const unnameMentions: EraseStep = async (tx, { id, username }, most) => {
  const batch = Math.min(most, 100);
  // Each by itself, so that a batch does not read all that follow.
  const firstOf = (table: 'mentions' | 'former_mentions') =>
    sql`(select home_id, conversation_id, seq, message_id from ${sql.table(table)} where user_id = ${id} order by conversation_id, seq limit ${batch})`;
  const named = await allRows(
    tx,
    sql<Naming>`select n.conversation_id as conversation, n.home_id as home, n.message_id as message, n.seq,
        array(select u.username from users u where u.id = any(m.mentions) and u.id <> ${id}) as others
      from (${firstOf('mentions')} union ${firstOf('former_mentions')} order by conversation_id, seq limit ${batch}) n
      left join messages m on m.home_id = n.home_id and m.conversation_id = n.conversation_id and m.seq = n.seq
      order by n.conversation_id, n.seq`,
  );
  if (named.length === 0) return 0;
  const former = await allRows(
    tx,
    sql<{ username: string }>`select username from former_usernames where user_id = ${id}`,
  );
  const usernames = [username, ...former.map((one) => one.username)];
  for (const { conversation, home, message, seq, others } of named) {
    // A name that was theirs may be somebody else's by now, who is mentioned in the same message.
    const names = usernames.filter((name) => !others.includes(name));
    const neutral = (of: readonly string[]) =>
      of.length === 0 ? sql`text` : sql`regexp_replace(text, ${nameIn(of)}, ${DELETED_MEMBER}, 'gi')`;
    await sql`with raised as (update conversations set version = version + 1 where id = ${conversation} and home_id = ${home} returning version)
      update messages set text = ${neutral(names)}, mentions = array_remove(mentions, ${id}::uuid), version = raised.version
      from raised where home_id = ${home} and conversation_id = ${conversation} and seq = ${seq}`.execute(tx);
    await sql`update message_edits set text = ${neutral(usernames)} where home_id = ${home} and conversation_id = ${conversation} and message_id = ${message}`.execute(
      tx,
    );
    for (const table of ['mentions', 'former_mentions'] as const)
      await tx
        .deleteFrom(table)
        .where('user_id', '=', id)
        .where('conversation_id', '=', conversation)
        .where('seq', '=', seq)
        .execute();
  }
  return named.length;
};

/** What their messages said before they changed them. */
export const deleteOwnHistory: EraseStep = async (tx, { id }, most) => {
  const done = await sql`delete from message_edits e using (
      select m.conversation_id, m.id from messages m where m.author_id = ${id}
        and exists (select from message_edits o where o.conversation_id = m.conversation_id and o.message_id = m.id) limit ${most}) mine
    where e.conversation_id = mine.conversation_id and e.message_id = mine.id`.execute(tx);
  return Number(done.numAffectedRows ?? 0);
};

/** Their picture beside the threads that they replied in. */
export const dropReplier: EraseStep = async (tx, { id }, most) => {
  const done = await sql`update messages r set repliers = array_remove(r.repliers, ${id}::uuid) from (
      select distinct t.parent_id, t.id from messages m join conversations t on t.id = m.conversation_id and t.parent_id is not null
        join messages q on q.conversation_id = t.parent_id and q.id = t.id and q.repliers @> array[${id}::uuid]
      where m.author_id = ${id} limit ${most}) thread
    where r.conversation_id = thread.parent_id and r.id = thread.id`.execute(tx);
  return Number(done.numAffectedRows ?? 0);
};

/** What makes a conversation, and its threads, the only one of two people: there are no longer two. The other one sees who it was with. */
export const dropPairs: EraseStep = async (tx, { id }, most) => {
  const done =
    await sql`update conversations set pair_key = null, name = case when type = 'one-to-one' then ${DELETED_MEMBER} else name end where ctid = any(array(select ctid from conversations
    where position(${id} in pair_key) > 0 limit ${most} for update)) and position(${id} in pair_key) > 0`.execute(tx);
  return Number(done.numAffectedRows ?? 0);
};

/** Conversations of no community that somebody is in. */
export async function listOutside(tx: Db, userId: string, most: number): Promise<string[]> {
  const rows = await allRows(
    tx,
    sql<{ id: string }>`select c.id from conversation_members m join conversations c on c.id = m.conversation_id
      where m.user_id = ${userId} and m.server_id is null and c.parent_id is null order by c.id limit ${most}`,
  );
  return rows.map(({ id }) => id);
}

/** How many messages somebody has written, as far as a person wants to know. */
export async function countMessagesOf(tx: Db, userId: string): Promise<number> {
  const row = await firstRow(
    tx,
    sql<{ count: number }>`select count(*)::int as count from (
      select from messages where author_id = ${userId} and deleted_at is null limit 100000) m`,
  );
  return row?.count ?? 0;
}
