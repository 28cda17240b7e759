import * as api from '@folkmoot/contract/qna/api.ts';
import { refusals } from '@folkmoot/contract/qna/refusals-schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { type QnaFixtures, qnaFixtures } from '../../test/fixtures/qna-fixtures.ts';
import { ALL } from '../../test/scope.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { runCommand } from '../core/command.ts';
import { allRows } from '../core/db/db.ts';
import { newId } from '../core/id.ts';
import { claimByAddress } from '../participations/claims-actions.ts';
import { moveQuestions } from './people-store.ts';

let world: World;
let host: Signed;
let at: QnaFixtures;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person();
  at = qnaFixtures(world, host);
});
afterAll(() => world.close());

/** Questions whose count is not the number of their rows, or whose count of comments is not. */
const wrong = (eventId: string) =>
  allRows(
    world.db,
    sql`select q.id, q.votes, q.comments from qna_questions q where q.event_id = ${eventId} and (
      q.votes <> (select count(*) from qna_votes v where v.event_id = q.event_id and v.question_id = q.id)
      or q.comments <> (select count(*) from qna_comments c where c.event_id = q.event_id and c.question_id = q.id))`,
  );

describe('votes', () => {
  test('one for each person; idempotent; taken back is gone', async () => {
    const event = await at.open();
    const [ana, ben] = [await at.guest(event.id), await at.guest(event.id)];
    const id = await at.asked(event.id, 'Is there tea?', ana);
    const data = async (as: Signed, voted: boolean) => (await at.vote(event.id, id, as, voted)).data.data;
    expect(await data(ana, false)).toMatchObject({ votes: 0, voted: false });
    expect(await data(ana, true)).toMatchObject({ votes: 1, voted: true });
    const again = await data(ana, true);
    expect(again.votes).toBe(1);
    const other = await data(ben, true);
    expect(other.votes).toBe(2);
    expect(other.rev).toBeGreaterThan(again.rev);
    expect((await at.get(event.id, id)).data.data).toMatchObject({ votes: 2, rev: other.rev });
    expect(await data(ana, false)).toMatchObject({ votes: 1 });
    expect(await data(ana, false)).toMatchObject({ votes: 1 });
    expect(await wrong(event.id)).toEqual([]);
  });

  test('only published questions take them', async () => {
    const event = await at.open({ approveQuestionsForModeration: true });
    const ana = await at.guest(event.id);
    const id = await at.asked(event.id, 'Is there tea?', ana);
    expect((await at.vote(event.id, id, ana)).problem.code).toBe(refusals.noVotes.code);
    await at.move(event.id, id, 'pending', 'published');
    expect((await at.vote(event.id, id, ana)).status).toBe(200);
    for (const [from, to] of [
      ['published', 'answered'],
      ['answered', 'archived'],
    ] as const) {
      await at.move(event.id, id, from, to);
      // An archived one is hosts' alone to see, and its asker's.
      expect((await at.vote(event.id, id, ana, false)).problem.code).toBe(refusals.noVotes.code);
      expect((await at.get(event.id, id, ana)).data.data.votes).toBe(1);
    }
    expect((await at.vote(event.id, newId(), ana)).status).toBe(404);
  });

  test('merging unites voters, and shows the number first', async () => {
    const event = await at.open();
    const people = [await at.guest(event.id), await at.guest(event.id), await at.guest(event.id)];
    const [ana, ben, eve] = people as [Signed, Signed, Signed];
    const one = await at.asked(event.id, 'Is there tea?', ana);
    const two = await at.asked(event.id, 'Will there be tea?', ben);
    for (const voter of [ana, ben]) await at.vote(event.id, one, voter);
    for (const voter of [ben, eve]) await at.vote(event.id, two, voter);
    await at.comment(event.id, one, 'There will', host);
    const { data } = await world.call(api.previewMerge, { eventId: event.id, questionId: one, into: two }, host);
    expect(data.data).toEqual({ votes: 3, both: 1 });
    expect((await at.merge(event.id, one, one)).problem.code).toBe(refusals.mergeSame.code);
    expect((await at.merge(event.id, one, two)).data.data).toMatchObject({ _id: two, votes: 3, comments: 1 });
    // Idempotent.
    expect((await at.merge(event.id, one, two)).data.data.votes).toBe(3);
    expect((await at.vote(event.id, one, eve)).status).toBe(404);
    const mine = (await at.list(event.id, { isMine: true }, ana)).items;
    expect(mine).toMatchObject([
      { state: 'archived', votes: 0, mergedInto: { _id: two, content: 'Will there be tea?', votes: 3 } },
    ]);
    expect((await at.move(event.id, one, 'archived', 'published')).problem.code).toBe(refusals.wasMerged.code);
    // What was merged with it goes along.
    const three = await at.asked(event.id, 'Tea?', eve);
    await at.merge(event.id, two, three);
    expect((await at.get(event.id, one, host)).data.data.mergedInto?._id).toBe(three);
    expect(await wrong(event.id)).toEqual([]);
  });

  test('people who are deleted take their votes with them, and the counts follow', async () => {
    const event = await at.open();
    const [ana, ben] = [await at.guest(event.id), await at.guest(event.id)];
    const id = await at.asked(event.id, 'Is there tea?', ana);
    for (const voter of [ana, ben]) await at.vote(event.id, id, voter);
    await sql`delete from users where id = ${ana.id}`.execute(world.db);
    expect((await at.get(event.id, id)).data.data).toMatchObject({ votes: 1, asker: null, isAnonymous: false });
    expect(await wrong(event.id)).toEqual([]);
  });

  test('somebody who voted by the link of an email and with their account is one voter once both are theirs', async () => {
    const event = await at.open({ whoCanComment: 'all' });
    const email = 'noor@alderwick.example';
    const { token } = await eventFixtures(world, host).prove(event.id, email);
    const person = await world.person({ email, verified: false });
    await at.register(event.id, person);
    const asked = (await at.ask(event.id, 'Is there a ramp?', undefined, { token })).data.data._id;
    const other = await at.asked(event.id, 'Is there tea?', host);
    await at.vote(event.id, asked, undefined, true, token);
    for (const by of [token, undefined]) await at.vote(event.id, other, by ? undefined : person, true, by);
    expect((await at.get(event.id, other)).data.data.votes).toBe(2);
    await sql`update users set email_verified = true where id = ${person.id}`.execute(world.db);
    const hooks = {
      moveAnswers: async () => undefined,
      moveOrders: async () => undefined,
      claimOrders: async () => undefined,
      moveQuestions,
    };
    await runCommand(world.db, world.app.services, true, (command) => claimByAddress(command, hooks, person.id));
    expect((await at.get(event.id, other)).data.data.votes).toBe(1);
    expect((await at.get(event.id, asked, person)).data.data).toMatchObject({ votes: 1, voted: true, isMine: true });
    expect(await wrong(event.id)).toEqual([]);
  });

  test(
    'hundreds at once, with merges between: rows and counts are the same',
    async () => {
      const [voters, questions] = ALL ? [500, 20] : [60, 8];
      const event = await at.open();
      const people = await crowd(event.id, voters);
      const ids: string[] = [];
      for (let n = 0; n < questions; n += 1) ids.push(await at.asked(event.id, `Question ${n}?`, host));
      const toggles = people.flatMap((person, nth) =>
        [0, 1, 2, 3].map(
          (turn) => () => at.vote(event.id, ids[(nth + turn) % questions] ?? '', person, turn % 3 !== 2),
        ),
      );
      const merges = ids
        .slice(0, questions / 2 - 1)
        .map((id, nth) => () => at.merge(event.id, id, ids[nth + questions / 2] ?? ''));
      const all: (() => Promise<{ status: number }>)[] = [...toggles];
      for (const [nth, merging] of merges.entries())
        all.splice(Math.floor(((nth + 1) * toggles.length) / (merges.length + 1)), 0, merging);
      const answers = await Promise.all(all.map((act) => act()));
      // Votes for a question that has just been merged find it gone; nothing else is refused.
      expect(answers.filter(({ status }) => ![200, 404, 409].includes(status))).toEqual([]);
      expect(await wrong(event.id)).toEqual([]);
      const merged = await allRows(
        world.db,
        sql`select 1 from qna_questions where event_id = ${event.id} and merged_into is not null`,
      );
      expect(merged.length).toBe(merges.length);
    },
    ALL ? 180_000 : 60_000,
  );
});

/** People who are going, written straight into the tables. */
async function crowd(eventId: string, size: number): Promise<Signed[]> {
  const people = await Promise.all(Array.from({ length: size }, () => world.person()));
  const now = world.clock.now();
  await world.db
    .insertInto('participations')
    .values(
      people.map(({ id }) => ({
        ...{ event_id: eventId, id: newId(), user_id: id, status: 'going', role: 'guest' },
        ...{ registered_at: now, changed_at: now },
      })),
    )
    .execute();
  return people;
}
