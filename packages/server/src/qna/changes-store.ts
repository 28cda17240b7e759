import { fold } from '@folkmoot/contract/core/text.ts';
import type { QuestionState } from '@folkmoot/contract/qna/schema.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { type Person, rowOf } from './people-store.ts';

export type NewQuestion = {
  eventId: string;
  id: string;
  content: string;
  /** Null if it is anonymous. */
  asker: Person | null;
  byHost: boolean;
  keyHash: Buffer;
  state: 'pending' | 'published';
  isHeld: boolean;
  /** Questions of one event, in every state. */
  most: number;
  /** Whether it is known that there is room for it; otherwise the event's questions are counted. */
  hasRoom?: boolean;
};

/**
 * Writes questions, with who asks them, in one statement.
 *
 * @returns for each, in their order, whether it was written: not if its key is known, or if there are too many.
 */
export async function insertQuestions(db: Db, questions: readonly NewQuestion[], now: Date): Promise<boolean[]> {
  const given = questions.map(({ eventId: event, asker, content, keyHash, ...question }, nth) => {
    const { participationId: place, userId: account, name } = asker ? rowOf(asker) : NOBODY;
    const who = { asker: asker?.id ?? null, place, account, name };
    return { ...question, ...who, nth, event, content, folded: fold(content), key: keyHash.toString('hex') };
  });
  const rows = await allRows(
    db,
    sql<{ id: string }>`with given as materialized (
        select *, row_number() over (partition by event order by nth) as more from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
          g (nth int, event uuid, id uuid, content text, folded text, key text, asker uuid, place uuid, account uuid, name text,
            "byHost" boolean, state text, "isHeld" boolean, most int, "hasRoom" boolean)),
      known as (insert into qna_people (event_id, id, participation_id, user_id, name, created_at)
        select distinct on (event, asker) event, asker, place, account, name, ${now}::timestamptz from given g where asker is not null
          and not exists (select 1 from qna_people p where p.event_id = g.event and p.id = g.asker) order by event, asker on conflict do nothing)
      insert into qna_questions (event_id, id, content, search_text, is_anonymous, asker_id, by_host, key_hash, state, is_held, created_at, published_at)
      select event, id, content, folded, asker is null, asker, "byHost", decode(key, 'hex'), state, "isHeld", ${now}::timestamptz,
        case when state = 'published' then ${now}::timestamptz end
      from given g where g."hasRoom" or (select count(*) from qna_questions q where q.event_id = g.event) + g.more <= g.most
      on conflict (event_id, key_hash) do nothing returning id`,
  );
  const written = new Set(rows.map(({ id }) => id));
  return questions.map(({ id }) => written.has(id));
}

/** How many questions events have, in every state; those without any are left out. */
export async function countQuestions(db: Db, eventIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await allRows(
    db,
    sql<{ id: string; count: number }>`select event_id as id, count(*)::int as count from qna_questions
      where event_id = any(${[...eventIds]}::uuid[]) group by event_id`,
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

const NOBODY = { participationId: null, userId: null, name: '' } as const;

export type Change = {
  content?: string;
  state?: QuestionState;
  reason?: string;
  isBookmarked?: boolean;
  isHeld?: boolean;
  wordedByHost?: boolean;
  /** When it was first let through. */
  publishedAt?: Date;
  answeredAt?: Date | null;
  nowAt?: Date | null;
  mergedInto?: string;
  /** Hosts have looked at it. */
  looked?: boolean;
};

/** Changes a question. One that is not published is not being answered. */
export async function updateQuestion(db: Db, eventId: string, id: string, change: Change): Promise<void> {
  await db
    .updateTable('qna_questions')
    .set({
      rev: sql`rev + 1`,
      ...(change.content !== undefined && { content: change.content, search_text: fold(change.content) }),
      ...(change.state !== undefined && { state: change.state }),
      ...(change.state !== undefined && change.state !== 'published' && { now_at: null }),
      ...(change.reason !== undefined && { reason: change.reason }),
      ...(change.isBookmarked !== undefined && { is_bookmarked: change.isBookmarked }),
      ...(change.isHeld !== undefined && { is_held: change.isHeld }),
      ...(change.wordedByHost !== undefined && { worded_by_host: change.wordedByHost }),
      ...(change.publishedAt !== undefined && { published_at: sql`coalesce(published_at, ${change.publishedAt})` }),
      ...(change.answeredAt !== undefined && { answered_at: change.answeredAt }),
      ...(change.nowAt !== undefined && { now_at: change.nowAt }),
      ...(change.mergedInto !== undefined && { merged_into: change.mergedInto }),
    })
    .where('event_id', '=', eventId)
    .where('id', '=', id)
    .execute();
  if (change.looked) await deleteReports(db, eventId, [id]);
}

/** A host has looked at what these questions were reported for. */
async function deleteReports(db: Db, eventId: string, ids: readonly string[]): Promise<void> {
  await sql`delete from qna_reports where event_id = ${eventId} and question_id = any(${[...ids]}::uuid[])`.execute(db);
}

/** Takes the question that is being answered back into the list. Returns its id. */
export async function clearNow(db: Db, eventId: string): Promise<string | undefined> {
  const row = await firstRow(
    db,
    sql<{
      id: string;
    }>`update qna_questions set now_at = null, rev = rev + 1 where event_id = ${eventId} and now_at is not null returning id`,
  );
  return row?.id;
}

/** The questions that have waited longest for a host. */
export async function listPending(db: Db, eventId: string, most: number): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{
      id: string;
    }>`select id from qna_questions where event_id = ${eventId} and state = 'pending' order by id limit ${most}`,
  );
  return rows.map(({ id }) => id);
}

/** Publishes those of the questions that are pending. Returns their ids. */
export async function approvePending(
  db: Db,
  eventId: string,
  questionIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{
      id: string;
    }>`update qna_questions set state = 'published', published_at = coalesce(published_at, ${now}), rev = rev + 1
      where event_id = ${eventId} and id in (select id from qna_questions where event_id = ${eventId} and id = any(${[...questionIds]}::uuid[])
        and state = 'pending' order by id for no key update) and state = 'pending' returning id`,
  );
  const approved = rows.map(({ id }) => id);
  await deleteReports(db, eventId, approved);
  return approved;
}

export async function deleteQuestion(db: Db, eventId: string, id: string): Promise<void> {
  await db.deleteFrom('qna_questions').where('event_id', '=', eventId).where('id', '=', id).execute();
}

/** How many votes two questions have together, people who vote for both counted once. */
export async function countUnited(
  db: Db,
  eventId: string,
  one: string,
  other: string,
): Promise<{ votes: number; both: number }> {
  const row = await firstRow(
    db,
    sql<{
      votes: number;
      both: number;
    }>`select count(*)::int as votes, count(*) filter (where n > 1)::int as both from (
      select voter_id, count(*) as n from qna_votes where event_id = ${eventId} and question_id in (${one}, ${other}) group by voter_id) v`,
  );
  return row ?? { votes: 0, both: 0 };
}

/**
 * Moves votes and comments of a question to another, each person once; triggers keep the counts of votes. What was merged with it
 * is merged with the other. Both are locked.
 */
export async function moveTo(db: Db, eventId: string, from: string, into: string): Promise<void> {
  await sql`insert into qna_votes (event_id, question_id, voter_id)
    select event_id, ${into}::uuid, voter_id from qna_votes where event_id = ${eventId} and question_id = ${from} on conflict do nothing`.execute(
    db,
  );
  await sql`delete from qna_votes where event_id = ${eventId} and question_id = ${from}`.execute(db);
  await sql`with moved as (update qna_comments set question_id = ${into} where event_id = ${eventId} and question_id = ${from} returning 1)
    update qna_questions q set comments = case when q.id = ${from} then 0 else q.comments + n end, rev = q.rev + 1
    from (select count(*)::int as n from moved) m where q.event_id = ${eventId} and q.id in (${from}, ${into}) and n > 0`.execute(
    db,
  );
  await sql`update qna_questions set merged_into = ${into}, rev = rev + 1 where event_id = ${eventId} and merged_into = ${from}`.execute(
    db,
  );
}

/** Writes a report, or changes the same person's. Returns whether it is new; two at once are counted once. */
export async function upsertReport(
  db: Db,
  { eventId, questionId, reporterId }: { eventId: string; questionId: string; reporterId: string },
  { reason, note }: { reason: string; note: string },
  now: Date,
): Promise<boolean> {
  const added = await firstRow(
    db,
    sql<{
      isNew: true;
    }>`with added as (insert into qna_reports (event_id, question_id, reporter_id, reason, note, created_at)
        values (${eventId}, ${questionId}, ${reporterId}, ${reason}, ${note}, ${now})
        on conflict (event_id, question_id, reporter_id) do nothing returning 1),
      counted as (update qna_questions set rev = rev + 1 where event_id = ${eventId} and id = ${questionId} and exists (select 1 from added))
      select true as "isNew" from added`,
  );
  if (added) return true;
  await sql`update qna_reports set reason = ${reason}, note = ${note}
    where event_id = ${eventId} and question_id = ${questionId} and reporter_id = ${reporterId}`.execute(db);
  return false;
}
