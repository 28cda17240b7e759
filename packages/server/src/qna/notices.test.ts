import { listNotifications } from '@folkmoot/contract/notifications/api.ts';
import { sentenceOf } from '@folkmoot/contract/notifications/rules.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type QnaFixtures, qnaFixtures } from '../../test/fixtures/qna-fixtures.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';

let world: World;
let host: Signed;
let at: QnaFixtures;

beforeAll(async () => {
  world = await openWorld();
  host = await world.person();
  at = qnaFixtures(world, host);
});
afterAll(() => world.close());

/** What somebody is told about questions of an event, newest first. */
async function told(eventId: string, who: Signed): Promise<string[]> {
  const { data } = await world.call(listNotifications, {}, who);
  return data.data
    .filter(({ kind, event }) => kind.startsWith('question_') && event?.id === eventId)
    .map((one) => `${one.person === null ? '' : 'somebody: '}${sentenceOf(one).body}`);
}

test('hosts hear once that questions wait, and again when they have dealt with all of them', async () => {
  const event = await at.open({ approveQuestionsForModeration: true, allowAnonymousQuestions: true });
  const ana = await at.guest(event.id);
  const first = await at.asked(event.id, 'One?', ana, { isAnonymous: true });
  const second = await at.asked(event.id, 'Two?', ana);
  expect(await told(event.id, host)).toEqual(['Questions are waiting for approval.']);
  const count = async () =>
    (await world.call(listNotifications, {}, host)).data.data.find(({ kind }) => kind === 'question_waiting')?.count;
  expect(await count()).toBe(1);
  for (const id of [first, second]) await at.move(event.id, id, 'pending', 'published');
  await at.asked(event.id, 'Three?', ana);
  expect(await count()).toBe(2);
  await at.move(event.id, await at.asked(event.id, 'Four?', ana), 'pending', 'published');
  for (const { _id } of (await at.list(event.id, { isPending: true }, host)).items)
    await at.move(event.id, _id, 'pending', 'published');
  // Its asker changes the words, and it waits again.
  await at.change(event.id, second, { content: 'Two, or three?' }, ana);
  expect(await count()).toBe(3);
});

test('askers with an account hear that a host has answered or refused; nobody hears of an anonymous question', async () => {
  const event = await at.open({ allowAnonymousQuestions: true });
  const ana = await at.guest(event.id);
  const open = await at.asked(event.id, 'One?', ana, { isAnonymous: true });
  await at.move(event.id, open, 'published', 'answered');
  expect(await told(event.id, ana)).toEqual([]);
  const [one, two] = [await at.asked(event.id, 'Two?', ana), await at.asked(event.id, 'Three?', ana)];
  await at.move(event.id, one, 'published', 'answered');
  expect(await told(event.id, ana)).toEqual(['A host has responded to your question.']);
  await at.move(event.id, two, 'published', 'refused', { reason: 'Asked already' });
  expect(await told(event.id, ana)).toEqual(['Hosts have responded to your questions.']);
  await at.move(event.id, await at.asked(event.id, 'Four?', host), 'published', 'answered');
  expect(await told(event.id, host)).toEqual([]);
});
