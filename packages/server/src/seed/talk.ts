import { mentionedNames } from '@folkmoot/contract/conversations/rules.ts';
import { sql } from 'kysely';
import type { Db } from '../core/db/db.ts';
import { newId } from '../core/id.ts';
import type { Thread } from './words/talk.ts';

type Span = { from: Date; to: Date };
type Said = { by: string; text: string; at: number; reactions: Record<string, string[]> };

const MINUTE = 60_000;

/**
 * Writes threads into a conversation, spread over a span of days with their own pace inside, in one go. Everyone has
 * read up to the last two threads.
 */
export async function writeTalk(
  db: Db,
  conversationId: string,
  threads: readonly Thread[],
  ids: ReadonlyMap<string, string>,
  span: Span,
): Promise<void> {
  const said = spread(threads, span);
  if (said.length === 0) return;
  const id = (username: string) => {
    const found = ids.get(username);
    if (!found) throw new Error(`The messages of the demo world name ${username}, who is not in it.`);
    return found;
  };
  const { home_id } = await db
    .selectFrom('conversations')
    .select('home_id')
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow();
  const rows = said.map((line, index) => ({
    home_id,
    conversation_id: conversationId,
    seq: index + 1,
    id: newId(),
    version: index + 1,
    author_id: id(line.by),
    client_id: newId(),
    text: line.text,
    mentions: mentionedNames(line.text).flatMap((username) => ids.get(username) ?? []),
    created_at: new Date(line.at),
  }));
  await insertAll(db, 'messages', rows);
  await insertAll(
    db,
    'mentions',
    rows.flatMap(({ mentions, conversation_id, seq, id: message_id, created_at }) =>
      mentions.map((user_id) => ({ home_id, conversation_id, user_id, seq, message_id, created_at })),
    ),
  );
  const reactions = said.flatMap((line, index) =>
    Object.entries(line.reactions).flatMap(([emoji, people]) =>
      [...new Set(people)].map((username, nth) => ({
        home_id,
        conversation_id: conversationId,
        message_id: rows[index]?.id,
        emoji,
        user_id: id(username),
        created_at: new Date(line.at + (nth + 1) * 3 * MINUTE),
      })),
    ),
  );
  await insertAll(db, 'reactions', reactions);
  const last = rows.length;
  const read = last - threads.slice(-2).reduce((sum, thread) => sum + thread.length, 0);
  await sql`update conversations set version = ${last}, last_seq = ${last} where id = ${conversationId}`.execute(db);
  await sql`update conversation_members set read_seq = ${read} where conversation_id = ${conversationId}`.execute(db);
  // The person who spoke last has read everything before.
  await sql`update conversation_members m set read_seq = greatest(m.read_seq, own.last)
    from (select author_id, max(seq) as last from messages where conversation_id = ${conversationId} group by 1) own
    where m.conversation_id = ${conversationId} and m.user_id = own.author_id`.execute(db);
}

/** Starts each thread at its share of the span, within waking hours, and keeps everything in order. */
function spread(threads: readonly Thread[], { from, to }: Span): Said[] {
  const said: Said[] = [];
  const share = (to.getTime() - from.getTime()) / Math.max(threads.length, 1);
  let clock = from.getTime();
  for (const [index, thread] of threads.entries()) {
    clock = Math.max(clock + MINUTE, awake(from.getTime() + share * index));
    for (const [nth, line] of thread.entries()) {
      if (nth > 0) clock += (line.minutesLater ?? 1 + ((index * 7 + nth * 5) % 11)) * MINUTE;
      said.push({ by: line.by, text: line.text, at: clock, reactions: line.reactions ?? {} });
    }
  }
  // A long last thread may run past the end of the span: then everything moves back by that much.
  const over = Math.max(0, (said.at(-1)?.at ?? 0) - (to.getTime() - 2 * MINUTE));
  return said.map((line) => ({ ...line, at: line.at - over }));
}

/** Between seven in the morning and eleven at night, by UTC. */
function awake(at: number): number {
  const hour = new Date(at).getUTCHours();
  return hour < 7 ? at + (7 - hour) * 60 * MINUTE : hour > 22 ? at - 3 * 60 * MINUTE : at;
}

async function insertAll(db: Db, table: 'messages' | 'mentions' | 'reactions', rows: readonly object[]): Promise<void> {
  for (let from = 0; from < rows.length; from += 500) {
    const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
    const batch = JSON.stringify(rows.slice(from, from + 500));
    await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${batch}::json)`.execute(
      db,
    );
  }
}
