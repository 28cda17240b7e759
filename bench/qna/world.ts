import type pg from 'pg';
import type { EventsWorld } from '../events-world.ts';

/** Questions of the event whose list is read, and of those that are voted on. */
export const SIZE = { listed: 500, voted: 20, people: 1000 } as const;

/** Events for questions that are asked: one event has room for some thousands. */
const ASKED = 24;

export type QnaWorld = {
  /** Five hundred questions, four hundred of them open, with votes of a tenth of a thousand people each. */
  listed: string;
  /** Twenty questions, to vote on. */
  voted: { eventId: string; questionIds: string[] };
  /** The same, for those who watch. */
  watched: { eventId: string; questionIds: string[] };
  /** Without questions. */
  asked: string[];
  people: { token: string; participationOf: ReadonlyMap<string, string> }[];
};

/** Q&A for some of the events: everybody who registers in other benches is going, and approval is off. */
export async function fillQna(client: pg.Client, { open, registrants }: EventsWorld): Promise<QnaWorld> {
  const events = open.slice(0, 3 + ASKED);
  const [listed = '', voted = '', watched = '', ...asked] = events;
  const userIds = registrants.map(({ userId }) => userId);
  await client.query(
    `insert into participations (event_id, id, user_id, role, status, registered_at, changed_at, own_act)
      select e, gen_random_uuid(), u, 'guest', 'going', now(), now(), true from unnest($1::uuid[]) e, unnest($2::uuid[]) u`,
    [events, userIds],
  );
  await client.query(
    `insert into qna_settings (event_id, status, approve, allow_anonymous, who_can_comment, join_by_code, hold_words, code, changed_at)
      select e, 'enabled', false, false, 'all', false, '{}', 'bench-' || (1000 + n), now() from unnest($1::uuid[]) with ordinality e(e, n)`,
    [events],
  );
  await client.query(
    `insert into qna_people (event_id, id, participation_id, name, created_at)
      select event_id, id, id, '', now() from participations where event_id = any($1::uuid[]) and role = 'guest'`,
    [events],
  );
  const questions = async (eventId: string, count: number): Promise<string[]> => {
    const { rows } = await client.query<{ id: string }>(
      `insert into qna_questions (event_id, id, content, search_text, is_anonymous, asker_id, by_host, key_hash, state, created_at, published_at, answered_at)
        select $1, gen_random_uuid(), 'Question number ' || n || ': how long does a glaze keep once it is mixed, and does frost harm it?', 'question number ' || n || ': how long does a glaze keep once it is mixed, and does frost harm it?', false,
          (select id from qna_people where event_id = $1 order by id offset n % $3 limit 1), false, decode(md5($1::text || n), 'hex'),
          case when n % 5 = 0 and $2 > 100 then 'answered' else 'published' end, now(), now(), case when n % 5 = 0 and $2 > 100 then now() end
        from generate_series(1, $2::int) n returning id`,
      [eventId, count, userIds.length],
    );
    return rows.map(({ id }) => id);
  };
  await questions(listed, SIZE.listed);
  await client.query(
    `insert into qna_votes (event_id, question_id, voter_id) select $1, q.id, p.id from qna_questions q, qna_people p
      where q.event_id = $1 and p.event_id = $1 and mod(abs(hashtext(q.id::text || p.id)), 10) = 0`,
    [listed],
  );
  const world = {
    ...{ listed, asked },
    voted: { eventId: voted, questionIds: await questions(voted, SIZE.voted) },
    watched: { eventId: watched, questionIds: await questions(watched, SIZE.voted) },
  };
  // The floor votes and asks in tables of its own, which have the same indexes and no triggers: it keeps counts itself.
  await client.query(`
    create table floor_questions (like qna_questions including all);
    create table floor_votes (like qna_votes including all);
    insert into floor_questions select * from qna_questions;
    analyze`);
  const { rows } = await client.query<{ userId: string; eventId: string; id: string }>(
    `select user_id as "userId", event_id as "eventId", id from participations where event_id = any($1::uuid[]) and role = 'guest'`,
    [events],
  );
  const places = Map.groupBy(rows, ({ userId }) => userId);
  const people = registrants.map(({ userId, token }) => ({
    token,
    participationOf: new Map((places.get(userId) ?? []).map(({ eventId, id }) => [eventId, id])),
  }));
  return { ...world, people };
}
