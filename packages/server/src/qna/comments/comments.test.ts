import * as api from '@folkmoot/contract/qna/api.ts';
import { refusals, TOASTS } from '@folkmoot/contract/qna/refusals-schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type QnaFixtures, qnaFixtures } from '../../../test/fixtures/qna-fixtures.ts';
import { openWorld, type Signed, type World } from '../../../test/world.ts';

let world: World;
let host: Signed;
let at: QnaFixtures;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person({ firstName: 'Maren', lastName: 'Voss' });
  at = qnaFixtures(world, host);
});
afterAll(() => world.close());

const comments = async (eventId: string, questionId: string, as?: Signed, query: object = {}) =>
  (await world.call(api.listComments, { eventId, questionId, ...query } as never, as)).data;

describe('comments', () => {
  test('who may comment follows the setting', async () => {
    const event = await at.open({ whoCanComment: 'host' });
    const [ana, fay] = [await at.guest(event.id), await world.person()];
    await at.host(event.id, fay, 'featured_guest');
    const id = await at.asked(event.id, 'Is there tea?', ana);
    const outcome = async (as: Signed | undefined) => {
      const { status, problem } = await at.comment(event.id, id, 'In the corner', as);
      return status === 200 ? 'yes' : problem.code;
    };
    const all = async () => [await outcome(host), await outcome(fay), await outcome(ana), await outcome(undefined)];
    const { mayNotComment, guestsComment, register } = refusals;
    expect(await all()).toEqual(['yes', mayNotComment.code, mayNotComment.code, register.code]);
    await at.settings(event.id, { whoCanComment: 'featured_guest' });
    expect(await all()).toEqual(['yes', 'yes', guestsComment.code, register.code]);
    await at.settings(event.id, { whoCanComment: 'all' });
    expect(await all()).toEqual(['yes', 'yes', 'yes', register.code]);
    const { items, count } = await comments(event.id, id);
    expect(count).toBe(6);
    expect(items.slice(0, 3).map(({ author }) => author?.role)).toEqual(['host', 'host', 'featured_guest']);
    expect(items[0]).toMatchObject({ author: { name: 'Maren Voss', userId: host.id }, isMine: false, reactions: [] });
  });

  test('authors change and delete their own, and hosts delete any; the question counts them', async () => {
    const event = await at.open({ whoCanComment: 'all' });
    const [ana, ben] = [await at.guest(event.id), await at.guest(event.id)];
    const questionId = await at.asked(event.id, 'Is there tea?', ana);
    const { data } = await at.comment(event.id, questionId, ' Bring a mug ', ben);
    expect(data).toMatchObject({ message: TOASTS.commented, data: { content: 'Bring a mug', isMine: true } });
    const path = { eventId: event.id, questionId, commentId: data.data._id };
    expect((await at.comment(event.id, questionId, ' ', ben)).problem.fields).toEqual({ content: 'Write a comment.' });
    const long = await at.comment(event.id, questionId, 'x'.repeat(1001), ben);
    expect(long.problem.fields).toEqual({ content: 'A comment cannot exceed 1,000 characters.' });
    const change = (as: Signed) => world.call(api.changeComment, { ...path, content: 'Bring two' }, as);
    expect((await change(ana)).problem.code).toBe(refusals.notYourComment.code);
    expect((await change(host)).problem.code).toBe(refusals.notYourComment.code);
    expect((await change(ben)).data.data).toMatchObject({ content: 'Bring two', edited_epoc: expect.any(Number) });
    const remove = (as: Signed) => world.call(api.deleteComment, path, as);
    expect((await remove(ana)).problem.code).toBe(refusals.notYourComment.code);
    expect((await at.get(event.id, questionId)).data.data.comments).toBe(1);
    for (let times = 0; times < 2; times += 1) expect((await remove(host)).data.message).toBe(TOASTS.commentDeleted);
    expect((await at.get(event.id, questionId)).data.data.comments).toBe(0);
  });

  test('only what everybody sees is commented, ten a page', async () => {
    const event = await at.open({ approveQuestionsForModeration: true });
    const ana = await at.guest(event.id);
    const id = await at.asked(event.id, 'Is there tea?', ana);
    expect((await at.comment(event.id, id, 'Soon', host)).problem.code).toBe(refusals.notOpen.code);
    await at.move(event.id, id, 'pending', 'published');
    for (let n = 0; n < 11; n += 1) await at.comment(event.id, id, `${n}`, host);
    expect((await comments(event.id, id)).items.map(({ content }) => content)).toEqual('0123456789'.split(''));
    expect(await comments(event.id, id, undefined, { page: 2 })).toMatchObject({
      count: 11,
      items: [{ content: '10' }],
    });
    const other = await at.asked(event.id, 'Other?', host);
    const [{ _id: commentId = '' } = {}] = (await comments(event.id, id)).items;
    const elsewhere = { eventId: event.id, questionId: other, commentId };
    expect((await world.call(api.changeComment, { ...elsewhere, content: 'x' }, host)).status).toBe(404);
    expect((await world.call(api.listReactions, elsewhere, host)).status).toBe(404);
  });
});

describe('reactions', () => {
  test('one a person and emoji; the list by emoji, each of them, and taking back your own', async () => {
    const event = await at.open();
    const [ana, ben] = [await at.guest(event.id, { firstName: 'Ana', lastName: 'Reed' }), await at.guest(event.id)];
    const questionId = await at.asked(event.id, 'Is there tea?', ana);
    const comment = (await at.comment(event.id, questionId, 'In the corner', host)).data.data;
    const path = { eventId: event.id, questionId, commentId: comment._id };
    const react = (emoji: string, as?: Signed) => world.call(api.addReaction, { ...path, emoji }, as);
    expect((await react('no', ana)).problem.fields).toEqual({ emoji: 'Choose one emoji.' });
    expect((await react('🔥')).problem.code).toBe(refusals.register.code);
    const first = (await react('🔥', ana)).data;
    expect(first).toMatchObject({
      message: TOASTS.reacted,
      data: { emoji: '🔥', isMine: true, person: { name: 'Ana Reed' } },
    });
    expect((await react('🔥', ana)).data.data._id).toBe(first.data._id);
    await react('🔥', ben);
    await react('🎉', ben);
    const [shown] = (await comments(event.id, questionId, ana)).items;
    expect(shown?.reactions).toEqual([
      { emoji: '🔥', count: 2, reactionId: first.data._id },
      { emoji: '🎉', count: 1, reactionId: null },
    ]);
    const list = async (query: object) =>
      (await world.call(api.listReactions, { ...path, ...query } as never, ana)).data;
    expect(await list({})).toMatchObject({
      count: 3,
      items: [{ emoji: '🎉' }, { emoji: '🔥' }, { _id: first.data._id }],
    });
    expect(await list({ emoji: '🎉' })).toMatchObject({ count: 1, items: [{ emoji: '🎉', isMine: false }] });
    const reactionId = first.data._id;
    expect((await world.call(api.getReaction, { ...path, reactionId }, ben)).data.data).toMatchObject({
      isMine: false,
    });
    const remove = (as: Signed) => world.call(api.removeReaction, { ...path, reactionId }, as);
    expect((await remove(ben)).problem.code).toBe(refusals.notYourReaction.code);
    for (let times = 0; times < 2; times += 1) expect((await remove(ana)).data.message).toBe(TOASTS.unreacted);
    expect((await world.call(api.getReaction, { ...path, reactionId }, ben)).status).toBe(404);
  });

  test('twenty kinds at most', async () => {
    const event = await at.open();
    const [ana, ben] = [await at.guest(event.id), await at.guest(event.id)];
    const questionId = await at.asked(event.id, 'Is there tea?', ana);
    const comment = (await at.comment(event.id, questionId, 'In the corner', host)).data.data;
    const path = { eventId: event.id, questionId, commentId: comment._id };
    const kinds = [...'🍎🍊🍋🍌🍉🍇🍓🍈🍒🍑🥭🍍🥥🥝🍅🍆🥑🥦🥬🥒🌽'];
    const statuses: number[] = [];
    for (const emoji of kinds) statuses.push((await world.call(api.addReaction, { ...path, emoji }, ana)).status);
    expect(statuses.filter((status) => status === 200).length).toBe(20);
    expect(statuses.at(-1)).toBe(422);
    expect((await world.call(api.addReaction, { ...path, emoji: '🍎' }, ben)).status).toBe(200);
  });
});
