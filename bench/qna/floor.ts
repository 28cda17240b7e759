import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { WebSocketServer } from 'ws';
import { serveFloor } from '../floor-server.ts';

/*
 * The floor for what qna/main.ts measures: the one best statement for each answer, its JSON built by PostgreSQL and passed on. It
 * asks nobody who they are, limits nothing and tells nobody. Beside it a bare `ws` loop, whose address it writes into its first answer.
 */

const { DATABASE_URL = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 12, options: '-c random_page_cost=1.1 -c jit=off' });

const epoch = (column: string) => `extract(epoch from ${column})::bigint`;

const ASKER = `json_build_object('name', trim(u.first_name || ' ' || u.last_name), 'userId', u.id, 'profile_photo', u.image, 'role', 'attendee')`;
const VIEW = `'_id', q.id, 'eventId', q.event_id, 'content', q.content, 'isAnonymous', q.is_anonymous, 'asker', ${ASKER}, 'state', q.state, 'votes', q.votes, 'rev', q.rev,
  'comments', q.comments, 'wordedByHost', q.worded_by_host, 'created_epoc', ${epoch('q.created_at')}, 'published_epoc', ${epoch('q.published_at')},
  'answered_epoc', ${epoch('q.answered_at')}, 'isNow', q.now_at is not null, 'now_epoc', ${epoch('q.now_at')}`;
const FROM = `left join participations p on p.event_id = q.event_id and p.id = q.asker_id left join users u on u.id = p.user_id`;
const SHOWN = `event_id = $1 and state = any('{published,answered}'::text[])`;

const STATEMENTS: Record<string, string> = {
  list: `select json_build_object('count', (select count(*)::int from qna_questions where ${SHOWN}), 'items', (
      select json_agg(json_build_object(${VIEW}, 'voted', exists (select from qna_votes v where v.event_id = q.event_id and v.question_id = q.id and v.voter_id = $2),
        'isMine', q.asker_id = $2) order by q.state desc, q.votes desc, q.id)
      from (select * from qna_questions where ${SHOWN} order by state desc, votes desc, id limit 10) q ${FROM}))::text as body`,
  vote: `with put as (insert into floor_votes (event_id, question_id, voter_id) values ($1, $3, $2) on conflict do nothing returning 1)
    update floor_questions set votes = votes + (select count(*) from put), rev = rev + 1 where event_id = $1 and id = $3 and state = 'published'
    returning json_build_object('_id', id, 'votes', votes, 'rev', rev, 'voted', true)::text as body`,
  unvote: `with gone as (delete from floor_votes where event_id = $1 and question_id = $3 and voter_id = $2 returning 1)
    update floor_questions set votes = votes - (select count(*) from gone), rev = rev + 1 where event_id = $1 and id = $3 and state = 'published'
    returning json_build_object('_id', id, 'votes', votes, 'rev', rev, 'voted', false)::text as body`,
  ask: `with q as (insert into floor_questions (event_id, id, content, search_text, is_anonymous, asker_id, by_host, key_hash, state, created_at, published_at)
      values ($1, $3, $4, lower($4), false, $2, false, $5, 'published', $6, $6) returning *)
    select json_build_object(${VIEW}, 'voted', false, 'isMine', true)::text as body from q ${FROM}`,
};

// Each question and each vote of the floor belongs to somebody who is known, as ours do.
const CONTENT = 'How long does a glaze keep once it is mixed, and does frost harm it?';

const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
sockets.on('connection', (socket) =>
  socket.on('message', (raw) => {
    const frame = Buffer.from(String(raw));
    for (const reader of sockets.clients) reader.send(frame, { binary: false });
  }),
);

serveFloor(async (name, query) => {
  if (name === 'sockets') {
    const address = sockets.address();
    return { body: JSON.stringify({ port: typeof address === 'object' ? address?.port : 0 }) };
  }
  const text = STATEMENTS[name];
  if (text === undefined) return undefined;
  const [event, person, question] = [query.get('event'), query.get('person'), query.get('question')];
  const values =
    name === 'list'
      ? [event, person]
      : name === 'ask'
        ? [event, person, randomUUID(), CONTENT, randomBytes(32), new Date()]
        : [event, person, question];
  const { rows } = await pool.query<{ body: string }>({ name, text, values });
  return { body: rows[0]?.body ?? '{}' };
});
