import type {
  AnsweredQuestion,
  Question,
  QuestionDraft,
  QuestionResponse,
} from '@folkmoot/contract/questionnaires/schema.ts';
import { sql } from 'kysely';
import { allRows, type Db } from '../core/db/db.ts';
import { newId } from '../core/id.ts';
import type { NameStep } from '../core/personal-data.ts';
import { setSearchText } from '../participations/moves-store.ts';

/** An event's questions, in order. */
export async function listQuestions(db: Db, eventId: string): Promise<Question[]> {
  return allRows(
    db,
    sql<Question>`select q.id as question_id, v.id as question_version_id, v.question, v.type, v.is_required, v.is_others, v.choices
      from questions q join question_versions v on v.event_id = q.event_id and v.id = q.version_id
      where q.event_id = ${eventId} and q.removed_at is null order by q.position, q.id`,
  );
}

/** A person's answers, with the questions as they were asked. */
export async function listResponses(db: Db, eventId: string, participationId: string): Promise<QuestionResponse[]> {
  return allRows(
    db,
    sql<QuestionResponse>`select question_id as event_question_id, version_id as event_question_version_id, response_text, response_ids as response_id
      from answers where event_id = ${eventId} and participation_id = ${participationId}`,
  );
}

/** Answers with the questions as they were when they were answered, in the questionnaire's order. */
export async function listAnswered(db: Db, eventId: string, participationId: string): Promise<AnsweredQuestion[]> {
  return allRows(
    db,
    sql<AnsweredQuestion>`select a.question_id, v.question, v.type, a.response_text
      from answers a join question_versions v on v.event_id = a.event_id and v.id = a.version_id
      join questions q on q.event_id = a.event_id and q.id = a.question_id
      where a.event_id = ${eventId} and a.participation_id = ${participationId} order by q.removed_at is not null, q.position, q.id`,
  );
}

/** Replaces a person's earlier answers. */
export async function replaceAnswers(
  db: Db,
  eventId: string,
  participationId: string,
  responses: readonly QuestionResponse[],
  searchText: string,
  now: Date,
): Promise<void> {
  await sql`delete from answers where event_id = ${eventId} and participation_id = ${participationId}
    and not question_id = any(${responses.map((response) => response.event_question_id)}::uuid[])`.execute(db);
  const rows = responses.map((response) => ({
    question: response.event_question_id,
    version: response.event_question_version_id,
    texts: response.response_text,
    ids: response.response_id,
  }));
  await sql`insert into answers (event_id, participation_id, question_id, version_id, response_text, response_ids, answered_at)
    select ${eventId}, ${participationId}, a.question, a.version, a.texts, a.ids, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) a(question uuid, version uuid, texts text[], ids uuid[])
    on conflict (event_id, participation_id, question_id) do update set version_id = excluded.version_id, response_text = excluded.response_text,
      response_ids = excluded.response_ids, answered_at = excluded.answered_at`.execute(db);
  await setSearchText(db, eventId, participationId, searchText);
}

/** Which versions a person has answered: they stay as they are. */
export async function listAnsweredVersions(db: Db, eventId: string): Promise<Set<string>> {
  const rows = await allRows(
    db,
    sql<{ id: string }>`select v.id from question_versions v where v.event_id = ${eventId}
      and exists (select 1 from answers a where a.event_id = v.event_id and a.version_id = v.id)`,
  );
  return new Set(rows.map(({ id }) => id));
}

export type QuestionWrite = QuestionDraft & {
  question_id: string;
  choices: { option_id: string; option_text: string }[];
};

/** Adds a question, with its first version. */
export async function insertQuestion(
  db: Db,
  eventId: string,
  draft: QuestionWrite,
  position: number,
  now: Date,
): Promise<void> {
  const versionId = newId();
  await db
    .insertInto('questions')
    .values({ event_id: eventId, id: draft.question_id, version_id: versionId, position })
    .execute();
  await insertVersion(db, eventId, draft, versionId, now);
}

async function insertVersion(
  db: Db,
  eventId: string,
  draft: QuestionWrite,
  versionId: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('question_versions')
    .values({
      event_id: eventId,
      id: versionId,
      question_id: draft.question_id,
      question: draft.question,
      type: draft.type,
      is_required: draft.is_required,
      is_others: draft.is_others,
      choices: JSON.stringify(draft.choices),
      created_at: now,
    })
    .execute();
}

/** Changes a question directly if nobody has answered it, or else makes a new version of it. */
export async function changeQuestion(
  db: Db,
  eventId: string,
  { question_version_id }: Pick<Question, 'question_version_id'>,
  draft: QuestionWrite,
  answered: boolean,
  now: Date,
): Promise<void> {
  if (answered) {
    const versionId = newId();
    await insertVersion(db, eventId, draft, versionId, now);
    await db
      .updateTable('questions')
      .set({ version_id: versionId })
      .where('event_id', '=', eventId)
      .where('id', '=', draft.question_id)
      .execute();
    return;
  }
  await db
    .updateTable('question_versions')
    .set({
      question: draft.question,
      type: draft.type,
      is_required: draft.is_required,
      is_others: draft.is_others,
      choices: JSON.stringify(draft.choices),
    })
    .where('event_id', '=', eventId)
    .where('id', '=', question_version_id)
    .execute();
}

/** Puts questions into this order, and stops asking those that are not named. */
export async function orderQuestions(db: Db, eventId: string, ids: readonly string[], now: Date): Promise<void> {
  await sql`update questions q set position = coalesce(o.nth - 1, q.position), removed_at = case when o.id is null then coalesce(q.removed_at, ${now}::timestamptz) end
    from (select k.id as known, w.id, w.nth from questions k left join unnest(${[...ids]}::uuid[]) with ordinality w(id, nth) on w.id = k.id where k.event_id = ${eventId}) o
    where q.event_id = ${eventId} and q.id = o.known`.execute(db);
}

/** Copies an event's questions to another one, unchanged. */
export async function copyQuestions(db: Db, from: string, to: string, now: Date): Promise<void> {
  for (const [position, question] of (await listQuestions(db, from)).entries()) {
    const choices = question.choices.map(({ option_text }) => ({ option_id: newId(), option_text }));
    await insertQuestion(db, to, { ...question, question_id: newId(), choices }, position, now);
  }
}

/** Moves answers from one participation of an event to another, replacing its own: for several events at once. */
export async function moveAnswers(
  db: Db,
  moves: readonly { eventId: string; from: string; to: string }[],
): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) m("eventId" uuid, "from" uuid, "to" uuid)`;
  await sql`delete from answers a using ${rows} where a.event_id = m."eventId" and a.participation_id = m."to"`.execute(
    db,
  );
  await sql`update answers a set participation_id = m."to" from ${rows} where a.event_id = m."eventId" and a.participation_id = m."from"`.execute(
    db,
  );
}

/** What somebody was asked, of the questions that they have answered. */
export const nameQuestions: NameStep = (db, ids, userId) =>
  allRows(
    db,
    sql<{
      id: string;
      name: string;
    }>`select v.id, v.question as name from unnest(${[...ids]}::uuid[]) i (id) join question_versions v on v.id = i.id
      where exists (select from answers a join participations p on p.event_id = a.event_id and p.id = a.participation_id
        where a.event_id = v.event_id and a.version_id = v.id and p.user_id = ${userId})`,
  );
