import { sql } from 'kysely';
import { allRows, type Db } from '../../core/db/db.ts';
import { type Person, rowOf } from '../people-store.ts';

/** One person's vote for one question, or its end. */
export type Vote = {
  eventId: string;
  questionId: string;
  person: Person;
  /** Every id under which this person may have voted; a new vote is under that of `person`. */
  ids: readonly string[];
  voted: boolean;
};

/** A question's count, and its revision, which grows with each change. */
export type Voted = { votes: number; rev: number };

/**
 * Gives votes and takes others back, in one statement, in which triggers change the counts. The questions are locked, so that they
 * are still published when the votes count. Idempotent.
 *
 * @param votes at most one for each person and question.
 * @returns what became of each, in their order; undefined for a question that is not published.
 */
export async function castVotes(db: Db, votes: readonly Vote[], now: Date): Promise<(Voted | undefined)[]> {
  const given = votes.map(({ eventId, questionId, person, ids, voted }, nth) => {
    const { participationId: place, userId: account, name } = rowOf(person);
    return { nth, event: eventId, question: questionId, id: person.id, place, account, name, ids, voted };
  });
  const rows = await allRows(
    db,
    sql<Voted & { nth: number }>`with given as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
          g (nth int, event uuid, question uuid, id uuid, place uuid, account uuid, name text, ids uuid[], voted boolean)),
      open as materialized (select q.event_id, q.id, q.votes, q.rev from (select distinct event, question from given) g
        join qna_questions q on q.event_id = g.event and q.id = g.question and q.state = 'published' order by q.event_id, q.id for no key update of q),
      known as (insert into qna_people (event_id, id, participation_id, user_id, name, created_at)
        select distinct on (event, id) event, id, place, account, name, ${now}::timestamptz from given g where voted
          and not exists (select 1 from qna_people p where p.event_id = g.event and p.id = g.id)
          and exists (select 1 from open o where o.event_id = g.event and o.id = g.question) order by event, id on conflict do nothing),
      put as (insert into qna_votes (event_id, question_id, voter_id)
        select g.event, g.question, g.id from given g join open o on o.event_id = g.event and o.id = g.question where g.voted
          and not exists (select 1 from unnest(g.ids) i(id) join qna_votes v on v.event_id = g.event and v.question_id = g.question and v.voter_id = i.id)
        on conflict do nothing returning question_id),
      gone as (delete from qna_votes v using given g cross join unnest(g.ids) i(id), open o where not g.voted and o.event_id = g.event and o.id = g.question
        and v.event_id = o.event_id and v.question_id = o.id and v.voter_id = i.id returning v.question_id),
      counted as materialized (select o.id, o.votes, o.rev, (select count(*)::int from put where question_id = o.id) as more,
        (select count(*)::int from gone where question_id = o.id) as less from open o)
    select g.nth, c.votes + c.more - c.less as votes, c.rev + least(c.more, 1) + least(c.less, 1) as rev
      from given g join counted c on c.id = g.question`,
  );
  const found = new Map(rows.map(({ nth, votes: count, rev }) => [nth, { votes: count, rev }]));
  return votes.map((_, nth) => found.get(nth));
}
