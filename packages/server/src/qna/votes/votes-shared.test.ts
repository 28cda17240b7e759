import { blockUser } from '@folkmoot/contract/blocks/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type QnaFixtures, qnaFixtures } from '../../../test/fixtures/qna-fixtures.ts';
import { openWorld, type Signed, type World } from '../../../test/world.ts';
import { newId } from '../../core/id.ts';
import { createQnaFinder, findQna } from '../store.ts';
import { createVotes } from './votes-actions.ts';
import type { Vote } from './votes-store.ts';

/* What is read or written for many at once is right for each of them. */

let world: World;
let host: Signed;
let at: QnaFixtures;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person();
  at = qnaFixtures(world, host);
});
afterAll(() => world.close());

describe('a page that many ask for at the same moment', () => {
  test('says to each what they vote for and what is theirs, and nothing of anybody else', async () => {
    const event = await at.open({ allowAnonymousQuestions: true });
    const [ana, ben, eve] = [await at.guest(event.id), await at.guest(event.id), await at.guest(event.id)];
    const tea = await at.asked(event.id, 'Is there tea?', ana);
    const lunch = await at.asked(event.id, 'When is lunch?', ben);
    const glaze = await at.asked(event.id, 'Who chose the glaze?', ben, { isAnonymous: true });
    for (const id of [tea, glaze]) await at.vote(event.id, id, ana);
    await at.vote(event.id, tea, ben);
    const stranger = await world.person();
    const readers = [ana, ben, eve, stranger, undefined];
    const count = world.countQueries();
    const pages = await Promise.all(readers.flatMap((as) => [at.list(event.id, {}, as), at.list(event.id, {}, as)]));
    const reads = count.queries.filter(({ sql: text }) => text.includes('row_number() over')).length;
    count.stop();
    // Otherwise the test is about nothing.
    expect(reads).toBeLessThan(pages.length);
    const seen = pages.map(({ items }) =>
      items.map(({ _id, voted, isMine }) => [_id, Boolean(voted), Boolean(isMine)] as const),
    );
    const expected = (own: string[], votes: string[]) =>
      [tea, glaze, lunch].map((id) => [id, votes.includes(id), own.includes(id)] as const);
    const wanted = [expected([tea], [tea, glaze]), expected([lunch], [tea]), ...Array(3).fill(expected([], []))];
    expect(seen).toEqual(wanted.flatMap((page) => [page, page]));
    for (const { items } of pages)
      for (const item of items)
        for (const hidden of ['reason', 'mergedInto', 'isBookmarked', 'isHeld', 'reports', 'reported', 'askerId'])
          expect(item).not.toHaveProperty(hidden);
  });

  test('is not that of people who are hidden from its askers, nor of hosts', async () => {
    const event = await at.open();
    const [ana, ben, eve] = [await at.guest(event.id), await at.guest(event.id), await at.guest(event.id)];
    await at.asked(event.id, 'From Ana?', ana);
    await at.asked(event.id, 'From Eve?', eve);
    expect((await world.call(blockUser, { userId: ana.id } as never, ben)).status).toBe(200);
    const pages = await Promise.all([eve, ben, ana, host, ben, eve].map((as) => at.list(event.id, {}, as)));
    const both = ['From Ana?', 'From Eve?'];
    expect(pages.map(({ items }) => items.map(({ content }) => content).sort())).toEqual([
      ...[both, ['From Eve?'], both, both, ['From Eve?'], both],
    ]);
    expect(pages.map(({ count }) => count)).toEqual([2, 1, 2, 2, 1, 2]);
    expect(pages[3]?.items[0]).toHaveProperty('isBookmarked');
  });
});

describe('people who are looked up together', () => {
  test('are each what they are alone: host, guest, stranger, somebody who has blocked, and of each event on its own', async () => {
    const [one, other] = [await at.open(), await at.open({ approveQuestionsForModeration: true })];
    const [ana, ben, stranger] = [await at.guest(one.id), await at.guest(other.id), await world.person()];
    expect((await world.call(blockUser, { userId: ana.id } as never, stranger)).status).toBe(200);
    const wanted = [host, ana, ben, stranger].flatMap(({ id }) => [one, other].map((event) => [event.id, id] as const));
    const nowhere = [newId(), ana.id] as const;
    const find = createQnaFinder(world.db);
    const count = world.countQueries();
    const together = await Promise.all(
      [...wanted, nowhere].map(([event, userId]) => find(world.db, event, { userId })),
    );
    const statements = count.queries.length;
    count.stop();
    expect(statements).toBe(1);
    const alone = [];
    for (const [event, userId] of [...wanted, nowhere]) alone.push(await findQna(world.db, event, { userId }));
    expect(together).toEqual(alone);
    expect(alone.map((row) => row?.manages)).toEqual([true, true, false, false, false, false, false, false, undefined]);
    expect(alone.map((row) => row?.hides)).toEqual([false, false, true, true, false, false, true, true, undefined]);
  });
});

describe('votes that are written together', () => {
  const voteOf = async (eventId: string, questionId: string, as: Signed, voted = true): Promise<Vote> => {
    const id = await at.idOf(eventId, as);
    const person = { id, participationId: id, userId: as.id, name: '' };
    return { eventId, questionId, person, ids: [id, as.id], voted };
  };

  test('tell each voter their own question and outcome', async () => {
    const event = await at.open({ approveQuestionsForModeration: true });
    const people = await Promise.all(Array.from({ length: 6 }, () => at.guest(event.id)));
    const [ana] = people as [Signed];
    const open = await at.asked(event.id, 'Is there tea?', host);
    const other = await at.asked(event.id, 'When is lunch?', host);
    const waiting = await at.asked(event.id, 'Who chose the glaze?', ana);
    const answers = await Promise.all([
      ...people.map((as) => at.vote(event.id, open, as)),
      ...people.slice(0, 2).map((as) => at.vote(event.id, other, as)),
      at.vote(event.id, waiting, ana),
      at.vote(event.id, newId(), ana),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([...Array(8).fill(200), 409, 404]);
    const data = answers.map((answer) => answer.data.data);
    expect(data.slice(0, 8).map(({ _id }) => _id)).toEqual([...Array(6).fill(open), other, other]);
    expect(Math.max(...data.slice(0, 6).map(({ votes }) => votes))).toBe(6);
    expect(Math.max(...data.slice(6, 8).map(({ votes }) => votes))).toBe(2);
    for (const [id, votes] of [
      [open, 6],
      [other, 2],
    ] as const)
      expect((await at.get(event.id, id)).data.data.votes).toBe(votes);
  });

  test('count for everybody else when the account of one of them is deleted in between', async () => {
    const event = await at.open();
    const people = await Promise.all(Array.from({ length: 5 }, () => at.guest(event.id)));
    const id = await at.asked(event.id, 'Is there tea?', host);
    const votes = await Promise.all(people.map((as) => voteOf(event.id, id, as)));
    const gone = people[2] as Signed;
    await sql`delete from users where id = ${gone.id}`.execute(world.db);
    const cast = createVotes({ db: world.db, services: world.app.services });
    // The first is written alone, and the others together after it.
    const outcomes = await Promise.allSettled(votes.map((vote) => cast(vote)));
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    ]);
    const counts = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value?.votes] : []));
    expect(counts).toEqual([1, 2, 3, 4]);
    expect((await at.get(event.id, id)).data.data.votes).toBe(4);
  });

  test('of one person end as the last of them', async () => {
    const event = await at.open();
    const [ana, ben] = [await at.guest(event.id), await at.guest(event.id)];
    const id = await at.asked(event.id, 'Is there tea?', host);
    const answers = await Promise.all([
      at.vote(event.id, id, ben),
      at.vote(event.id, id, ana, true),
      at.vote(event.id, id, ana, false),
      at.vote(event.id, id, ana, true),
      at.vote(event.id, id, ana, false),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    const [{ rows = 0 } = {}] = (
      await sql<{ rows: number }>`select count(*)::int as rows from qna_votes where question_id = ${id}`.execute(
        world.db,
      )
    ).rows;
    expect((await at.get(event.id, id)).data.data.votes).toBe(rows);
    // Which of them comes last depends on who is found out first; what they are told is what is kept.
    const last = (await at.get(event.id, id, ana)).data.data;
    expect(last.votes).toBe(1 + Number(last.voted));
  });
});
