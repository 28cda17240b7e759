import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL } from '../../../test/scope.ts';
import { type ServerProcess, startServerProcess, stop, tokenOf } from '../../../test/server-process.ts';
import { newId } from '../../core/id.ts';
import { makePerson } from '../../seed/builders.ts';

/* The server as its own process, killed with SIGKILL in a stream of votes. */

const KILLS = ALL ? 3 : 1;
const VOTERS = 24;
const QUESTIONS = 5;
/** Votes that are answered before the server is killed. */
const ENOUGH = 80;

let product: ServerProcess;
let host: string;
let voters: string[];

beforeAll(async () => {
  product = await startServerProcess();
  await product.inside(async (db, app) => {
    const signed = async () => tokenOf(db, app, (await makePerson(db)).id);
    host = await signed();
    voters = await Promise.all(Array.from({ length: VOTERS }, signed));
  });
}, 60_000);
afterAll(() => product.close());

/** Undefined if no answer came: nobody knows whether it was done. */
async function call<Given>(url: string, token: string, method: string, path: string, body: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) }).catch(() => undefined);
  return answer?.ok ? ((await answer.json().catch(() => undefined)) as Given | undefined) : undefined;
}

async function must<Given>(url: string, token: string, method: string, path: string, body: object): Promise<Given> {
  const given = await call<Given>(url, token, method, path, body);
  if (given === undefined) throw new Error(`${method} ${path} was not answered.`);
  return given;
}

/** An event to which everybody goes, with questions that can be voted for. */
async function open(url: string): Promise<{ eventId: string; questionIds: string[] }> {
  const start_epoc = Math.floor(Date.now() / 1000) + 7 * 86_400;
  const fields = { name: 'Kiln opening', start_epoc, end_epoc: start_epoc + 7200 };
  const { data } = await must<{ data: { id: string } }>(url, host, 'POST', '/api/v1/events', fields);
  const eventId = data.id;
  await must(url, host, 'POST', `/api/v1/events/${eventId}/publish`, {});
  await must(url, host, 'PATCH', `/qna/qna/${eventId}`, { status: 'enabled', approveQuestionsForModeration: false });
  for (const voter of voters) await must(url, voter, 'PUT', `/api/v1/events/${eventId}/register`, {});
  const questionIds: string[] = [];
  for (let nth = 0; nth < QUESTIONS; nth += 1) {
    const question = { content: `Question ${nth}?`, key: newId() };
    const asked = await must<{ data: { _id: string } }>(url, host, 'POST', `/qna/${eventId}/questions`, question);
    questionIds.push(asked.data._id);
  }
  return { eventId, questionIds };
}

test('every acknowledged vote is there once after killing the server, and counts are the rows', async () => {
  /** What each voter was last told of each question; undefined where an answer was lost since. */
  const told = new Map<string, boolean | undefined>();
  let eventId = '';
  let questionIds: string[] = [];
  let answered = 0;
  for (let round = 0; round < KILLS; round += 1) {
    const { child, url } = await product.start();
    if (round === 0) ({ eventId, questionIds } = await open(url));
    let alive = true;
    child.on('exit', () => {
      alive = false;
    });
    const enough = answered + ENOUGH;
    const vote = async (voter: number, turn: number) => {
      const question = (voter + turn) % QUESTIONS;
      // Mostly given; some taken back again.
      const voted = turn % 4 !== 3;
      const path = `/qna/${eventId}/questions/${questionIds[question]}/vote`;
      const done = await call<{ data: { voted: boolean } }>(url, voters[voter] ?? '', 'PUT', path, { voted });
      told.set(`${voter} ${question}`, done?.data.voted);
      if (done) answered += 1;
      if (answered >= enough) child.kill('SIGKILL');
    };
    const voting = async (_: string, voter: number) => {
      for (let turn = 0; alive; turn += 1) await vote(voter, turn);
    };
    await Promise.all(voters.map(voting));
  }
  expect(answered).toBeGreaterThanOrEqual(ENOUGH * KILLS);

  const { child, url } = await product.start();
  const known = [...told].filter(([, voted]) => voted !== undefined);
  expect(known.length).toBeGreaterThan(VOTERS);
  for (const [voter, token] of voters.entries()) {
    const list = await fetch(`${url}/qna/${eventId}/questions`, { headers: { authorization: `Bearer ${token}` } });
    const { items } = (await list.json()) as { items: { _id: string; voted: boolean }[] };
    for (const [nth, id] of questionIds.entries()) {
      const was = told.get(`${voter} ${nth}`);
      if (was !== undefined) expect(items.find(({ _id }) => _id === id)?.voted, `${voter} ${nth}`).toBe(was);
    }
  }
  expect(await stop(child)).toBe(0);
  await product.inside(async (db) => {
    const { rows } = await sql<{ votes: number; rows: number; people: number }>`select q.votes,
        count(v.voter_id)::int as rows, count(distinct coalesce(p.user_id, a.user_id))::int as people
      from qna_questions q left join qna_votes v on v.event_id = q.event_id and v.question_id = q.id
        left join qna_people a on a.event_id = v.event_id and a.id = v.voter_id
        left join participations p on p.event_id = a.event_id and p.id = a.participation_id
      where q.event_id = ${eventId} group by q.event_id, q.id`.execute(db);
    expect(rows).toHaveLength(QUESTIONS);
    for (const row of rows) expect([row.votes, row.people]).toEqual([row.rows, row.rows]);
    expect(rows.some(({ votes }) => votes > 0)).toBe(true);
  });
}, 120_000);
