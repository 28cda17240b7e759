import * as api from '@folkmoot/contract/qna/api.ts';
import { refusals, STANDS, TOASTS } from '@folkmoot/contract/qna/refusals-schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newKey, type QnaFixtures, qnaFixtures } from '../../test/fixtures/qna-fixtures.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { addMembers, makeCommunity } from '../seed/builders.ts';

let world: World;
let host: Signed;
let at: QnaFixtures;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person({ firstName: 'Maren', lastName: 'Voss' });
  at = qnaFixtures(world, host);
});
afterAll(() => world.close());

describe('settings', () => {
  test('an event begins without Q&A, and its defaults are those of the contract', async () => {
    const event = await at.published();
    const { data } = (await at.view(event.id)).data;
    expect(data).toMatchObject({
      ...{ status: 'disabled', approveQuestionsForModeration: true, allowAnonymousQuestions: false },
      ...{ whoCanComment: 'host', joinByCode: false, code: null, role: 'reader', viewerName: null, now: null },
    });
    expect((await at.list(event.id)).items).toEqual([]);
  });

  test('hosts change them; the code is drawn anew each time it opens, and only hosts see it', async () => {
    const event = await at.published();
    const guest = await at.guest(event.id);
    expect((await at.settings(event.id, { status: 'enabled' }, guest)).problem.code).toBe('events.not-managed');
    const first = (await at.settings(event.id, { status: 'enabled', holdWords: ['spam', ' ', 'spam'] })).data;
    expect(first.message).toBe(TOASTS.settings);
    expect(first.data).toMatchObject({
      status: 'enabled',
      role: 'host',
      holdWords: ['spam'],
      viewerName: 'Maren Voss',
    });
    expect(first.data.code).toMatch(/^[a-z]+-\d{6}$/);
    expect(first.data.joinUrl).toMatch(new RegExp(`/q/${first.data.code}$`));
    const again = (await at.settings(event.id, { whoCanComment: 'all' })).data.data;
    expect(again).toMatchObject({ code: first.data.code, holdWords: ['spam'], whoCanComment: 'all' });
    expect((await at.view(event.id, guest)).data.data).toMatchObject({ code: null, joinUrl: null, holdWords: [] });
    expect((await at.settings(event.id, { status: 'disabled' })).data.data.code).toBeNull();
    expect((await at.settings(event.id, { status: 'enabled' })).data.data.code).not.toBe(first.data.code);
  });

  test('a holder of MANAGE_EVENTS is a host here without being on the list', async () => {
    const { id: serverId } = await makeCommunity(world.db, host.id);
    const admin = await world.person();
    await addMembers(world.db, serverId, [admin.id], 'ADMIN');
    const event = await at.published({ serverId });
    expect((await at.settings(event.id, { status: 'enabled' }, admin)).status).toBe(200);
    const id = await at.asked(event.id, 'Is it warm?', admin);
    expect((await at.get(event.id, id)).data.data).toMatchObject({ state: 'published', asker: { role: 'host' } });
    expect((await at.vote(event.id, id, admin)).data.data).toMatchObject({ votes: 1, voted: true });
    // As a guest of the same event they are still one voter.
    await at.register(event.id, admin);
    expect((await at.vote(event.id, id, admin)).data.data.votes).toBe(1);
    expect((await at.vote(event.id, id, admin, false)).data.data.votes).toBe(0);
  });
});

describe('asking', () => {
  test('a question waits for a host where approval is on; its asker sees where it is', async () => {
    const event = await at.open({ approveQuestionsForModeration: true });
    const ana = await at.guest(event.id, { firstName: 'Ana', lastName: 'Reed' });
    const ben = await at.guest(event.id);
    const key = newKey();
    const { data } = await at.ask(event.id, '  Is   the kiln hot? ', ana, { key });
    expect(data.message).toBe(TOASTS.created);
    expect(data.data).toMatchObject({
      ...{ content: 'Is the kiln hot?', state: 'pending', votes: 0, isMine: true, isAnonymous: false, reason: '' },
      asker: { name: 'Ana Reed', userId: ana.id, role: 'attendee' },
    });
    // Sent again, nothing happens.
    expect((await at.ask(event.id, 'Is the kiln hot?', ana, { key })).data.data._id).toBe(data.data._id);
    expect((await at.ask(event.id, 'Mine now', ben, { key })).status).toBe(409);
    expect((await at.list(event.id, {}, ben)).count).toBe(0);
    expect((await at.get(event.id, data.data._id, ben)).status).toBe(404);
    expect((await at.list(event.id, { isMine: true }, ana)).items).toMatchObject([
      { _id: data.data._id, state: 'pending' },
    ]);
    const queue = await at.list(event.id, { isPending: true }, host);
    expect(queue).toMatchObject({
      count: 1,
      items: [{ _id: data.data._id, similar: null, isHeld: false, reports: 0 }],
    });
    const moved = await at.move(event.id, data.data._id, 'pending', 'refused', { reason: 'Not about kilns' });
    expect(moved.data).toMatchObject({
      message: TOASTS.updated,
      data: { state: 'refused', reason: 'Not about kilns' },
    });
    const [mine] = (await at.list(event.id, { isMine: true }, ana)).items;
    expect(mine).toMatchObject({ state: 'refused', reason: 'Not about kilns' });
    expect((await at.list(event.id, { status: 'refused' }, ana)).count).toBe(0);
  });

  test('what is wrong is said at the field', async () => {
    const event = await at.open();
    const blank = await at.ask(event.id, ' ', host);
    expect(blank.problem).toMatchObject({ statusCode: 422, fields: { content: 'Write your question.' } });
    const long = await at.ask(event.id, 'x'.repeat(251), host);
    expect(long.problem.fields).toEqual({ content: 'A question cannot exceed 250 characters.' });
    const nobody = await at.ask(event.id, 'Who?', host, { isAnonymous: true });
    expect(nobody.problem).toMatchObject({ statusCode: 409, fields: { isAnonymous: refusals.notAnonymous.message } });
  });

  test('hosts need no approval, and words that hold send others to the queue even without it', async () => {
    const event = await at.open({ approveQuestionsForModeration: true, holdWords: ['Ärger'] });
    const ana = await at.guest(event.id);
    expect((await at.ask(event.id, 'Is there aerger?', host)).data.data.state).toBe('published');
    await at.settings(event.id, { approveQuestionsForModeration: false });
    expect((await at.ask(event.id, 'Is there tea?', ana)).data.data.state).toBe('published');
    const held = (await at.ask(event.id, 'Gibt es ARGER?', ana)).data.data;
    expect(held.state).toBe('pending');
    expect((await at.get(event.id, held._id, host)).data.data.isHeld).toBe(true);
  });

  test('who may not: people who are not going, and everybody once it is disabled, cancelled or over', async () => {
    const event = await at.open();
    const ana = await at.guest(event.id);
    const id = await at.asked(event.id, 'Is there tea?', ana);
    const other = await world.person();
    for (const who of [undefined, other]) {
      expect((await at.ask(event.id, 'Me?', who)).problem.code).toBe(refusals.register.code);
      expect((await at.vote(event.id, id, who)).problem.code).toBe(refusals.register.code);
    }
    await at.settings(event.id, { status: 'disabled' });
    expect((await at.ask(event.id, 'Me?', ana)).problem.code).toBe(refusals.disabled.code);
    expect((await at.vote(event.id, id, ana)).problem.code).toBe(refusals.disabled.code);
    expect((await at.list(event.id)).count).toBe(1);
    expect((await at.ask(event.id, 'A host still writes', host)).status).toBe(200);
    expect((await at.comment(event.id, id, 'In the corner', host)).status).toBe(200);
    await at.settings(event.id, { status: 'enabled' });
    await world.call(
      (await import('@folkmoot/contract/events/api.ts')).cancelEvent,
      { eventId: event.id } as never,
      host,
    );
    expect((await at.ask(event.id, 'Me?', host)).problem.code).toBe(refusals.cancelled.code);
    expect((await at.vote(event.id, id, ana)).problem.code).toBe(refusals.cancelled.code);
  });

  test('a week after the end it closes, and who may comment still answers', async () => {
    const event = await at.open();
    const ana = await at.guest(event.id);
    const id = await at.asked(event.id, 'Is there tea?', ana);
    const closes = (event.end_epoc ?? 0) * 1000 + 7 * 86_400_000;
    world.clock.moveBy(closes - world.clock.now().getTime() - 1000);
    expect((await at.vote(event.id, id, ana)).status).toBe(200);
    world.clock.moveBy(1000);
    expect((await at.vote(event.id, id, ana)).problem.code).toBe(refusals.over.code);
    expect((await at.ask(event.id, 'Late?', host)).problem.code).toBe(refusals.over.code);
    expect((await at.comment(event.id, id, 'There was', host)).status).toBe(200);
    expect((await at.move(event.id, id, 'published', 'answered')).status).toBe(200);
  });
});

describe('lists', () => {
  test('sorted, searched, paged and counted', async () => {
    const event = await at.open();
    const [ana, ben] = [await at.guest(event.id), await at.guest(event.id)];
    const ids: string[] = [];
    for (const word of ['Ärger', 'kiln', 'tea']) ids.push(await at.asked(event.id, `About ${word}?`, ana));
    const [first = '', second = '', third = ''] = ids;
    for (const voter of [ana, ben]) await at.vote(event.id, second, voter);
    await at.vote(event.id, third, ben);
    const order = async (query: object, as?: Signed) =>
      (await at.list(event.id, query, as)).items.map(({ _id }) => ids.indexOf(_id));
    expect(await order({})).toEqual([1, 2, 0]);
    expect(await order({ sortBy: 'newest' })).toEqual([2, 1, 0]);
    expect(await order({ sortBy: 'oldest', limit: 2 })).toEqual([0, 1]);
    expect(await order({ sortBy: 'oldest', limit: 2, page: 2 })).toEqual([2]);
    expect(await order({ search: 'arger' })).toEqual([0]);
    expect(await order({ search: '%' })).toEqual([]);
    await at.move(event.id, first, 'published', 'answered');
    await at.move(event.id, third, 'published', 'archived');
    expect(await order({})).toEqual([1, 0]);
    expect(await order({ isAnswered: true })).toEqual([0]);
    expect(await order({ isAnswered: false })).toEqual([1]);
    expect(await order({ isArchived: true })).toEqual([]);
    expect(await order({ isArchived: true }, host)).toEqual([2]);
    await at.change(event.id, second, { isBookmarked: true });
    expect(await order({ isBookmarked: true }, host)).toEqual([1]);
    expect(await order({ isBookmarked: true }, ana)).toEqual([]);
    const counts = async (as?: Signed) => (await world.call(api.countQuestions, { eventId: event.id }, as)).data.data;
    expect(await counts(ana)).toMatchObject({ published: 1, answered: 1, archived: 0, bookmarked: 0, mine: 3 });
    expect(await counts(host)).toMatchObject({ published: 1, answered: 1, archived: 1, bookmarked: 1, mine: 0 });
    const stats = (await world.call(api.getQnaStats, { eventId: event.id }, ana)).data.data;
    expect(stats).toEqual({
      ...{ questions: 2, answered: 1, votes: 2, people: 2, anonymous: 0, pending: null, watching: 0 },
    });
    const [seen] = (await at.list(event.id, {}, ben)).items;
    expect(seen).toMatchObject({ _id: second, votes: 2, voted: true, isMine: false });
    expect(seen).not.toHaveProperty('reason');
    expect(seen).not.toHaveProperty('isBookmarked');
  });

  test('questions of people who are hidden from each other are hidden, but not from hosts', async () => {
    const { blockUser } = await import('@folkmoot/contract/blocks/api.ts');
    const event = await at.open({ allowAnonymousQuestions: true });
    const [ana, ben] = [await at.guest(event.id), await at.guest(event.id)];
    await at.asked(event.id, 'From Ana?', ana);
    await at.asked(event.id, 'From nobody?', ana, { isAnonymous: true });
    expect((await world.call(blockUser, { userId: ana.id } as never, ben)).status).toBe(200);
    expect((await at.list(event.id, {}, ben)).items.map(({ content }) => content)).toEqual(['From nobody?']);
    expect((await at.list(event.id, {}, ben)).count).toBe(1);
    expect((await at.list(event.id, {}, host)).count).toBe(2);
    await at.settings(event.id, { whoCanComment: 'all' });
    const [open] = (await at.list(event.id, {}, ben)).items;
    await at.comment(event.id, open?._id ?? '', 'From Ana too', ana);
    const comments = async (as: Signed) =>
      (await world.call(api.listComments, { eventId: event.id, questionId: open?._id ?? '' } as never, as)).data.count;
    expect([await comments(ben), await comments(host)]).toEqual([0, 1]);
  });
});

describe('moderation', () => {
  test('two hosts at once: the second is told what it is now, and the same act twice is no error', async () => {
    const event = await at.open({ approveQuestionsForModeration: true });
    const [ana, other] = [await at.guest(event.id), await world.person()];
    await at.host(event.id, other);
    const id = await at.asked(event.id, 'Is there tea?', ana);
    expect((await at.move(event.id, id, 'pending', 'published')).status).toBe(200);
    expect((await at.move(event.id, id, 'pending', 'published', {}, other)).status).toBe(200);
    const late = await at.move(event.id, id, 'pending', 'refused', { reason: 'No' }, other);
    expect(late.problem).toMatchObject({ statusCode: 409, code: STANDS.published.code });
    expect((await at.move(event.id, id, 'published', 'refused')).problem.fields).toEqual({ reason: 'Give a reason.' });
    expect((await at.move(event.id, id, 'published', 'pending')).problem.code).toBe(refusals.illegalMove.code);
    expect((await at.move(event.id, id, 'published', 'answered', {}, ana)).problem.code).toBe(refusals.notHost.code);
    expect((await at.move(event.id, id, 'published', 'answered')).data.data.answered_epoc).not.toBeNull();
    const undone = (await at.move(event.id, id, 'answered', 'published')).data.data;
    expect(undone).toMatchObject({ state: 'published', answered_epoc: null });
  });

  test('one question at most is answered now; answering it, or putting it back, ends that', async () => {
    const event = await at.open();
    const [one, two] = [await at.asked(event.id, 'One?', host), await at.asked(event.id, 'Two?', host)];
    const current = async () => (await at.view(event.id)).data.data.now?._id ?? null;
    expect((await at.change(event.id, one, { isNow: true })).data.data).toMatchObject({ isNow: true });
    expect(await current()).toBe(one);
    await at.change(event.id, two, { isNow: true });
    expect(await current()).toBe(two);
    expect((await at.get(event.id, one)).data.data.now_epoc).toBeNull();
    await at.move(event.id, two, 'published', 'answered');
    expect(await current()).toBeNull();
    expect((await at.change(event.id, two, { isNow: true })).problem.code).toBe(refusals.onlyPublishedNow.code);
    await at.change(event.id, one, { isNow: true });
    await at.change(event.id, one, { isNow: false });
    expect(await current()).toBeNull();
    const both = await Promise.all([one, two].map(() => at.change(event.id, one, { isNow: true })));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const three = await at.asked(event.id, 'Three?', host);
    const chosen = await Promise.all([one, three, one, three].map((id) => at.change(event.id, id, { isNow: true })));
    expect(chosen.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await at.list(event.id)).items.filter(({ isNow }) => isNow).length).toBe(1);
  });

  test('rewording: askers until others have voted, and then again through the queue; hosts show that they did', async () => {
    const event = await at.open();
    const [ana, ben] = [await at.guest(event.id), await at.guest(event.id)];
    const id = await at.asked(event.id, 'Is ther tea?', ana);
    expect((await at.change(event.id, id, { content: 'Is ther tea?' }, ana)).problem.code).toBe(
      refusals.sameContent.code,
    );
    expect((await at.change(event.id, id, { content: 'Is there tea?' }, ben)).problem.code).toBe(
      refusals.notYours.code,
    );
    await at.vote(event.id, id, ana);
    expect((await at.change(event.id, id, { content: 'Is there tea?' }, ana)).data.data).toMatchObject({
      ...{ content: 'Is there tea?', state: 'published', wordedByHost: false },
    });
    await at.settings(event.id, { approveQuestionsForModeration: true });
    const back = (await at.change(event.id, id, { content: 'Is there any tea?' }, ana)).data.data;
    expect(back.state).toBe('pending');
    await at.move(event.id, id, 'pending', 'published');
    await at.vote(event.id, id, ben);
    const late = await at.change(event.id, id, { content: 'Is there coffee?' }, ana);
    expect(late.problem).toMatchObject({
      code: refusals.hasVotes.code,
      fields: { content: refusals.hasVotes.message },
    });
    const reworded = (await at.change(event.id, id, { content: 'Will there be tea?' })).data.data;
    expect(reworded).toMatchObject({ content: 'Will there be tea?', wordedByHost: true, state: 'published', votes: 2 });
  });

  test('several are approved at once, and those that are no longer pending are counted', async () => {
    const event = await at.open({ approveQuestionsForModeration: true });
    const ana = await at.guest(event.id);
    const ids: string[] = [];
    for (const word of ['one', 'two', 'three']) ids.push(await at.asked(event.id, `${word}?`, ana));
    await at.move(event.id, ids[0] ?? '', 'pending', 'refused', { reason: 'No' });
    const { data } = await world.call(api.approveQuestions, { eventId: event.id, ids }, host);
    expect(data.data).toEqual({ done: 2, left: 1 });
    expect((await at.list(event.id)).count).toBe(2);
  });

  test('a pending question shows the published one that it is like, with its votes', async () => {
    const event = await at.open();
    const ana = await at.guest(event.id);
    const known = await at.asked(event.id, 'Will the talks be recorded?', ana);
    await at.vote(event.id, known, ana);
    await at.settings(event.id, { approveQuestionsForModeration: true });
    await at.asked(event.id, 'Are the talks going to be recorded', ana);
    const [pending] = (await at.list(event.id, { isPending: true }, host)).items;
    expect(pending?.similar).toEqual({ _id: known, content: 'Will the talks be recorded?', votes: 1 });
  });

  test('withdrawing takes a question away with its votes and comments; again it is gone', async () => {
    const event = await at.open();
    const [ana, ben] = [await at.guest(event.id), await at.guest(event.id)];
    const id = await at.asked(event.id, 'Is there tea?', ana);
    await at.vote(event.id, id, ben);
    await at.comment(event.id, id, 'Yes', host);
    const remove = (as: Signed) => world.call(api.deleteQuestion, { eventId: event.id, questionId: id }, as);
    expect((await remove(ben)).problem.code).toBe(refusals.notYours.code);
    expect((await remove(host)).problem.code).toBe(refusals.notYours.code);
    expect((await remove(ana)).data.message).toBe(TOASTS.deleted);
    expect((await remove(ana)).status).toBe(404);
    expect((await world.call(api.getQnaStats, { eventId: event.id })).data.data).toMatchObject({
      questions: 0,
      votes: 0,
    });
  });

  test('reports go with the account of who reported, and when several questions are approved at once', async () => {
    const event = await at.open();
    const [ana, ben, eve] = [await at.guest(event.id), await at.guest(event.id), await at.guest(event.id)];
    const id = await at.asked(event.id, 'Is there tea?', ana);
    const report = (as: Signed) =>
      world.call(api.reportQuestion, { eventId: event.id, questionId: id, reason: 'spam', note: '' }, as);
    const seen = async () => {
      const { reports, reported } = (await at.get(event.id, id, host)).data.data;
      return [reports, reported?.length];
    };
    for (const person of [ben, eve]) expect((await report(person)).status).toBe(200);
    await sql`delete from users where id = ${ben.id}`.execute(world.db);
    expect(await seen()).toEqual([1, 1]);
    // Its asker sends it back to the queue, where it is approved.
    await at.settings(event.id, { approveQuestionsForModeration: true });
    await at.change(event.id, id, { content: 'Will there be tea?' }, ana);
    expect(await seen()).toEqual([1, 1]);
    expect((await world.call(api.approveQuestions, { eventId: event.id, ids: [id] }, host)).data.data.done).toBe(1);
    expect(await seen()).toEqual([0, 0]);
    expect((await report(eve)).status).toBe(200);
    expect(await seen()).toEqual([1, 1]);
  });

  test('a report is counted once a person, until a host has looked', async () => {
    const event = await at.open();
    const [ana, ben] = [await at.guest(event.id), await world.person()];
    const id = await at.asked(event.id, 'Buy my pots?', ana);
    const report = (as?: Signed, note = 'Pots') =>
      world.call(api.reportQuestion, { eventId: event.id, questionId: id, reason: 'spam', note }, as);
    expect((await report()).problem.code).toBe(refusals.register.code);
    expect((await report(ana)).problem.code).toBe(refusals.ownQuestion.code);
    const both = await Promise.all([report(ben), report(ben)]);
    expect(both.map(({ data }) => data.message)).toEqual([TOASTS.reported, TOASTS.reported]);
    await report(ben, 'Pots again');
    const reports = async (as: Signed) => (await at.get(event.id, id, as)).data.data;
    expect(await reports(host)).toMatchObject({ reports: 1, reported: [{ reason: 'spam', note: 'Pots again' }] });
    expect(await reports(ben)).not.toHaveProperty('reported');
    await at.change(event.id, id, { isBookmarked: false });
    expect(await reports(host)).toMatchObject({ reports: 0, reported: [] });
    expect((await report(ben)).status).toBe(200);
    expect((await reports(host)).reports).toBe(1);
  });
});

test('approving all that wait: every one of them, with their true number, and none that comes later', async () => {
  const event = await at.open({ approveQuestionsForModeration: true });
  const ana = await at.guest(event.id);
  for (let n = 0; n < 3; n += 1) await at.asked(event.id, `Is there tea ${n}?`, ana);
  await sql`insert into qna_questions (event_id, id, content, search_text, is_anonymous, by_host, key_hash, state, created_at)
    select ${event.id}::uuid, gen_random_uuid(), 'Why?', 'why', true, false, sha256(n::text::bytea), 'pending', ${world.clock.now()}::timestamptz
    from generate_series(1, 500) n`.execute(world.db);
  const all = () => world.call(api.approveQuestions, { eventId: event.id }, host);
  expect((await all()).data).toEqual({
    message: '500 questions approved. 3 more are waiting.',
    data: { done: 500, left: 3 },
  });
  expect((await all()).data).toEqual({ message: '3 questions approved.', data: { done: 3, left: 0 } });
  await at.asked(event.id, 'And cake?', ana);
  expect((await all()).data).toEqual({ message: '1 question approved.', data: { done: 1, left: 0 } });
  expect((await all()).data).toEqual({ message: '0 questions approved.', data: { done: 0, left: 0 } });
  expect((await at.list(event.id, { isPending: 'true' }, host)).count).toBe(0);
});
