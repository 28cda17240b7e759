import * as api from '@folkmoot/contract/qna/api.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type QnaFixtures, qnaFixtures } from '../../test/fixtures/qna-fixtures.ts';
import { type Actor, HELD, isPublic, QnaHistory, STATES } from '../../test/fixtures/qna-history.ts';
import { ALL } from '../../test/scope.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { allRows } from '../core/db/db.ts';

/* Whatever askers, voters and hosts do, in whatever order: what is kept and shown is what a small model says. */

const RUNS = ALL ? 60 : 6;
const STEPS = ALL ? 60 : 40;

let world: World;
let host: Signed;
let at: QnaFixtures;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person();
  at = qnaFixtures(world, host);
});
afterAll(() => world.close());

const ACTS = [
  ...(['ask', 'ask', 'ask', 'ask anonymously', 'ask anonymously', 'ask again', 'reword', 'reword by key'] as const),
  ...(['publish', 'publish', 'refuse', 'answer', 'archive', 'move blindly', 'approve many', 'bookmark'] as const),
  ...(['now', 'now', 'not now', 'vote', 'vote', 'vote', 'vote', 'take back', 'merge', 'merge', 'withdraw'] as const),
  ...(['withdraw by key', 'comment', 'react', 'report', 'settings', 'leave', 'return', 'join', 'delete'] as const),
] as const;
type Step = { act: (typeof ACTS)[number]; who: number; which: number; other: number; flag: boolean };

const WORDS = ['Is there tea?', 'When is lunch?', 'Who chose the glaze?', 'Any raffle tickets left?'];

async function take(history: QnaHistory, step: Step): Promise<void> {
  const { questions } = history;
  const actors = history.people.filter(({ role }) => role !== 'gone');
  const actor = actors[step.who % actors.length] as Actor;
  const content = WORDS[step.other % WORDS.length] ?? '';
  if (step.act === 'ask' || step.act === 'ask anonymously') return history.ask(actor, content, step.act !== 'ask');
  if (step.act === 'settings') return history.change(step);
  if (step.act === 'join') return history.join();
  if (step.act === 'leave' || step.act === 'return' || step.act === 'delete') return history[step.act](actor);
  if (step.act === 'react') return history.react(actor, step.other);
  const one = questions[step.which % questions.length];
  const other = questions[step.other % questions.length];
  if (!one || !other) return;
  // What only hosts do is mostly done by one.
  const moderator = step.who % 4 === 3 ? actor : (actors[0] as Actor);
  switch (step.act) {
    case 'ask again':
      return history.ask(
        step.flag ? (one.asker ?? actor) : actor,
        one.content,
        one.anonymous !== (step.who === 0),
        one.key,
      );
    case 'reword':
      return history.reword(step.flag && one.asker?.role !== 'gone' ? (one.asker ?? actor) : actor, one, content);
    case 'reword by key':
      return history.reword(actor, one, content, one.key);
    case 'publish':
      return history.move(moderator, one, one.state, 'published');
    case 'refuse':
      return history.move(moderator, one, one.state, 'refused');
    case 'answer':
      return history.move(moderator, one, one.state, 'answered');
    case 'archive':
      return history.move(moderator, one, one.state, 'archived');
    case 'move blindly':
      return history.move(moderator, one, STATES[step.other % 5] ?? 'pending', STATES[step.who % 5] ?? 'pending');
    case 'approve many':
      return history.approve(moderator, step.flag ? questions : [...new Set([one, other])]);
    case 'bookmark':
      return history.mark(moderator, one, { isBookmarked: step.flag });
    case 'now':
      return history.mark(moderator, one, { isNow: true });
    case 'not now':
      return history.mark(moderator, one, { isNow: false });
    case 'vote':
    case 'take back':
      return history.vote(actor, one, step.act === 'vote');
    case 'merge':
      return history.merge(moderator, one, other);
    case 'withdraw':
      return history.withdraw(step.flag ? (one.asker ?? actor) : actor, one);
    case 'withdraw by key':
      return history.withdraw(actor, one, one.key);
    case 'comment':
      return history.comment(actor, one);
    case 'report':
      return history.report(actor, one);
  }
}

/** What the tables have is what the model has, and their counts are the rows that are there. */
async function expectKept({ eventId, questions }: QnaHistory): Promise<void> {
  const rows = await allRows(
    world.db,
    sql<
      Record<string, unknown> & { id: string }
    >`select q.id, q.content, q.state, q.votes, q.comments, q.merged_into as merged,
      q.is_bookmarked as bookmarked, q.worded_by_host as worded, q.now_at is not null as now, q.asker_id is null as nobody,
      (select count(*)::int from qna_votes v where v.event_id = q.event_id and v.question_id = q.id) as "voteRows",
      (select count(*)::int from qna_comments c where c.event_id = q.event_id and c.question_id = q.id) as "commentRows",
      (select count(*)::int from qna_reports r where r.event_id = q.event_id and r.question_id = q.id) as "reportRows"
    from qna_questions q where q.event_id = ${eventId} order by q.id`,
  );
  const wanted = questions.map((one) => ({
    ...{ id: one.id, content: one.content, state: one.state, merged: one.merged, bookmarked: one.bookmarked },
    ...{ worded: one.worded, now: one.isNow, nobody: one.asker === null },
    ...{ votes: one.voters.size, voteRows: one.voters.size, comments: one.comments.length },
    ...{ commentRows: one.comments.length, reportRows: one.reporters.size },
  }));
  expect(rows).toEqual(wanted.sort((a, b) => (a.id < b.id ? -1 : 1)));
  expect(wanted.filter(({ now }) => now).length).toBeLessThanOrEqual(1);
}

/** Everybody is shown what they may see, and nothing else. */
async function expectShown(history: QnaHistory): Promise<void> {
  const { eventId, questions, settings } = history;
  const shown = questions.filter(isPublic);
  const now = questions.find(({ isNow }) => isNow)?.id ?? null;
  for (const actor of history.people.filter(({ role }) => role !== 'gone')) {
    if (actor.role === 'pass' && !settings.byCode) {
      expect((await history.call(api.listQuestions, {}, actor)).status).toBe(410);
      continue;
    }
    const isHost = actor.role === 'host';
    const list = async (query: object) => (await history.call(api.listQuestions, { limit: 50, ...query }, actor)).data;
    const page = await list({});
    expect(page.count).toBe(shown.length);
    const seen = page.items.map(({ _id, votes, voted, isMine }) => ({ _id, votes, voted, isMine }));
    const expected = [...shown]
      .sort(
        (a, b) =>
          (a.state === b.state ? 0 : a.state === 'published' ? -1 : 1) ||
          b.voters.size - a.voters.size ||
          (a.id < b.id ? -1 : 1),
      )
      .map((one) => ({
        ...{ _id: one.id, votes: one.voters.size, voted: one.voters.has(actor), isMine: one.asker === actor },
      }));
    expect(seen).toEqual(expected);
    if (isHost)
      for (const item of page.items)
        expect(item.reports, item.content).toBe(questions.find(({ id }) => id === item._id)?.reporters.size);
    for (const state of ['pending', 'archived', 'refused'] as const)
      expect((await list({ status: state })).count).toBe(
        isHost ? questions.filter((one) => one.state === state).length : 0,
      );
    const own = questions.filter(({ asker }) => asker === actor);
    expect((await list({ isMine: true })).items.map(({ _id }) => _id).sort()).toEqual(own.map(({ id }) => id).sort());
    const { data: counts } = (await history.call(api.countQuestions, {}, actor)).data;
    expect(counts).toMatchObject({
      published: questions.filter(({ state }) => state === 'published').length,
      answered: questions.filter(({ state }) => state === 'answered').length,
      pending: isHost ? questions.filter(({ state }) => state === 'pending').length : 0,
      refused: isHost ? questions.filter(({ state }) => state === 'refused').length : 0,
      mine: own.length,
    });
    for (const one of questions) {
      const { status } = await history.call(api.getQuestion, { questionId: one.id }, actor);
      expect(status, `${actor.role} reads ${one.state}`).toBe(
        isHost || one.asker === actor || isPublic(one) ? 200 : 404,
      );
    }
    expect((await history.call(api.getQna, {}, actor)).data.data.now?._id ?? null).toBe(now);
  }
  const mine = await at.mine(
    eventId,
    questions.map(({ key }) => key),
  );
  expect(mine.map(({ _id, key, state }) => ({ _id, key, state }))).toEqual(
    questions
      .filter(({ anonymous }) => anonymous)
      .map(({ id, key, state }) => ({ _id: id, key, state }))
      .sort((a, b) => (a._id < b._id ? -1 : 1)),
  );
  const stats = (await history.call(api.getQnaStats, {}, history.people[0] as Actor)).data.data;
  expect(stats).toMatchObject({
    ...{ questions: shown.length, answered: shown.filter(({ state }) => state === 'answered').length },
    ...{ votes: shown.reduce((sum, { voters }) => sum + voters.size, 0) },
    anonymous: shown.filter(({ anonymous }) => anonymous).length,
  });
}

async function open(): Promise<QnaHistory> {
  const event = await at.open({
    allowAnonymousQuestions: true,
    joinByCode: true,
    whoCanComment: 'all',
    holdWords: [HELD],
  });
  const guests = await Promise.all(Array.from({ length: 3 }, () => at.guest(event.id)));
  const { token } = (await world.call(api.joinQna, { code: event.code, name: 'Theo' })).data.data;
  const people: Actor[] = [
    { as: host, token: undefined, role: 'host' },
    ...guests.map((as): Actor => ({ as, token: undefined, role: 'guest' })),
    { as: undefined, token, role: 'pass' },
  ];
  return new QnaHistory(world, at, event.id, people);
}

test(
  'random orders of every act end as the model says',
  async () => {
    const step = fc.record({
      ...{ act: fc.constantFrom(...ACTS), who: fc.nat(9), which: fc.nat(9), other: fc.nat(9), flag: fc.boolean() },
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: STEPS / 2, maxLength: STEPS }), async (steps) => {
        const history = await open();
        for (const one of steps) {
          await take(history, one);
          await expectKept(history);
        }
        await expectShown(history);
      }),
      { numRuns: RUNS },
    );
  },
  ALL ? 300_000 : 90_000,
);
