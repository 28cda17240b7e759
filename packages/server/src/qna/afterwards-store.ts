import type { QuestionState } from '@folkmoot/contract/qna/schema.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { personJoins, personJson } from './people-store.ts';

export type ExportRow = {
  id: string;
  content: string;
  asker: string;
  state: QuestionState;
  votes: number;
  reason: string;
  asked: Date;
  answered: Date | null;
};

const ASKER = sql`case when q.is_anonymous then 'Anonymous' else coalesce(${personJson(sql`q.by_host`)}->>'name', '') end`;

const exported = sql`select q.id, q.content, ${ASKER} as asker, q.state, q.votes, q.reason, q.created_at as asked, q.answered_at as answered
  from qna_questions q ${personJoins(sql`q.asker_id`, sql`q.event_id`)}`;

/** A piece of all questions of an event, in the order in which they were asked. */
export async function listForExport(
  db: Db,
  eventId: string,
  { after, size }: { after: string | undefined; size: number },
): Promise<ExportRow[]> {
  return allRows(
    db,
    sql<ExportRow>`${exported} where q.event_id = ${eventId} ${after === undefined ? sql`` : sql`and q.id > ${after}`} order by q.id limit ${size}`,
  );
}

/** Answered questions, and published ones that somebody answered in writing, most votes first. */
export async function listAnswered(db: Db, eventId: string, most: number): Promise<ExportRow[]> {
  return allRows(
    db,
    sql<ExportRow>`${exported} where q.event_id = ${eventId} and (q.state = 'answered' or (q.state = 'published' and exists (
        select 1 from qna_comments c where c.event_id = q.event_id and c.question_id = q.id and c.by_host)))
      order by q.votes desc, q.id limit ${most}`,
  );
}

/** A share that was begun this long ago and has no message was cut off. */
const ABANDONED_MS = 60_000;

/** Takes the place of the one share into a conversation; false if there was one, or is one going on. */
export async function beginShare(db: Db, eventId: string, conversationId: string, now: Date): Promise<boolean> {
  const row = await firstRow(
    db,
    sql`insert into qna_shares as s (event_id, conversation_id, shared_at) values (${eventId}, ${conversationId}, ${now})
      on conflict (event_id, conversation_id) do update set shared_at = excluded.shared_at
      where s.message_id is null and s.shared_at < ${new Date(now.getTime() - ABANDONED_MS)} returning 1`,
  );
  return row !== undefined;
}

/** @param messageId undefined if it was not posted: it may be tried again. */
export async function endShare(
  db: Db,
  eventId: string,
  conversationId: string,
  messageId: string | undefined,
): Promise<void> {
  await (messageId === undefined
    ? sql`delete from qna_shares where event_id = ${eventId} and conversation_id = ${conversationId}`
    : sql`update qna_shares set message_id = ${messageId} where event_id = ${eventId} and conversation_id = ${conversationId}`
  ).execute(db);
}
