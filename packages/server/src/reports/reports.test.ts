import { listMembers } from '@folkmoot/contract/communities/api.ts';
import * as api from '@folkmoot/contract/conversations/api.ts';
import { listAttention } from '@folkmoot/contract/events/api.ts';
import { listNotifications } from '@folkmoot/contract/notifications/api.ts';
import { createPrivate } from '@folkmoot/contract/personal/api.ts';
import * as reportsApi from '@folkmoot/contract/reports/api.ts';
import { refusals } from '@folkmoot/contract/reports/schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { newId } from '../core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../seed/builders.ts';

let world: World;
let moderator: Signed;
let ana: Signed;
let ben: Signed;
let serverId: string;

beforeAll(async () => {
  world = await openWorld();
  const creator = await world.person();
  [moderator, ana, ben] = [await world.person(), await world.person(), await world.person()];
  serverId = (await makeCommunity(world.db, creator.id)).id;
  await addMembers(world.db, serverId, [ana.id, ben.id]);
  await addMembers(world.db, serverId, [moderator.id], 'MODERATOR');
});
afterAll(() => world.close());

async function said(text = 'Buy my pots', mode: 'public' | 'private' = 'public') {
  const channel = await makeChannel(world.db, serverId, ana.id, { mode, members: [ana.id, ben.id] });
  const message = (
    await world.call(api.sendMessage, { conversationId: channel.conversationId, clientId: newId(), text }, ana)
  ).data;
  return { conversationId: channel.conversationId, messageId: message.id, channelId: channel.id };
}
const report = (target: { conversationId: string; messageId: string }, as: Signed, more: object = {}) =>
  world.call(reportsApi.reportMessage, { ...target, reason: 'spam', ...more } as never, as);
const queue = async (state: 'open' | 'answered' = 'open') =>
  (await world.call(reportsApi.listReports, { serverId, state }, moderator)).data;
const answer = (reportId: string, how: 'dismissed' | 'message-deleted' | 'resolved', as = moderator) =>
  world.call(reportsApi.answerReport, { serverId, reportId, answer: how }, as);

test('a report is listed for moderators with the text as it was, once per person', async () => {
  const target = await said('first words');
  await report(target, ben, { note: 'again and again' });
  await report(target, ben, { reason: 'harassment' });
  await world.call(api.editMessage, { ...target, text: 'harmless words' }, ana);
  const [one, ...others] = (await queue()).data.filter(({ message }) => message?.id === target.messageId);
  expect(others).toEqual([]);
  expect(one).toMatchObject({
    reason: 'harassment',
    text: 'first words',
    count: 1,
    channelId: target.channelId,
    author: { id: ana.id },
    reporter: { id: ben.id },
  });
});

test('a report is answered once, together with all reports of the message, and deletes it if the moderator says so', async () => {
  const target = await said();
  const other = await world.person();
  await addMembers(world.db, serverId, [other.id]);
  await report(target, ben);
  await report(target, other);
  const [one] = (await queue()).data.filter(({ message }) => message?.id === target.messageId);
  expect(one?.count).toBe(2);
  const answers = await Promise.all([answer(one?.id ?? '', 'message-deleted'), answer(one?.id ?? '', 'dismissed')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.problem.code).toBe(refusals.answered.code);
  expect((await queue()).data.some(({ message }) => message?.id === target.messageId)).toBe(false);
  const answered = (await queue('answered')).data.filter(({ message }) => message?.id === target.messageId);
  expect(answered).toHaveLength(2);
  expect(answered[0]?.answeredBy?.id).toBe(moderator.id);
});

test('two moderators who answer two reports of one message at once wait instead of failing', async () => {
  for (let round = 0; round < 8; round += 1) {
    const target = await said();
    const others = [await world.person(), await world.person()];
    await addMembers(
      world.db,
      serverId,
      others.map(({ id }) => id),
    );
    for (const person of [ben, ...others]) await report(target, person);
    const rows = await world.db.selectFrom('reports').select('id').where('message_id', '=', target.messageId).execute();
    const answers = await Promise.all(rows.map(({ id }, n) => answer(id, n % 2 ? 'message-deleted' : 'dismissed')));
    expect(answers.map(({ problem, status }) => (status === 200 ? 'done' : problem.code)).sort()).toEqual(
      ['done', refusals.answered.code, refusals.answered.code].sort(),
    );
  }
});

test('a report reaches moderators even from private channels they are not in', async () => {
  const target = await said('secret spam', 'private');
  await report(target, ben);
  const [one] = (await queue()).data.filter(({ message }) => message?.id === target.messageId);
  expect((await answer(one?.id ?? '', 'message-deleted')).status).toBe(200);
  const page = (await world.call(api.listMessages, { conversationId: target.conversationId }, ben)).data;
  expect(page.data[0]?.deletedAt).not.toBeNull();
});

test('a report needs a reason, words if the reason is another one, and another person’s message', async () => {
  const target = await said();
  expect((await report(target, ben, { reason: 'other' })).problem).toMatchObject({
    statusCode: 422,
    fields: { note: expect.any(String) },
  });
  expect((await report(target, ben, { reason: 'because' })).problem.fields).toHaveProperty('reason');
  expect((await report(target, ben, { note: 'x'.repeat(251) })).problem.fields).toHaveProperty('note');
  expect((await report(target, ana)).problem.code).toBe(refusals.own.code);
  expect((await report(target, await world.person())).status).toBe(404);
});

test('reports are for holders of MANAGE_MESSAGES to see and answer', async () => {
  const target = await said();
  await report(target, ben);
  const [one] = (await queue()).data.filter(({ message }) => message?.id === target.messageId);
  expect((await world.call(reportsApi.listReports, { serverId }, ben)).status).toBe(403);
  expect((await answer(one?.id ?? '', 'dismissed', ben)).status).toBe(403);
  expect((await world.call(listMembers, { serverId }, ben)).status).toBe(200);
});

test('a person who reports is told who will look at it, and not that moderators will where there are none', async () => {
  const target = await said();
  expect((await report(target, ben)).data.message).toBe('Reported. The moderators will look at it.');
  const [creator, member] = [await world.person(), await world.person()];
  const { id } = await makeCommunity(world.db, creator.id);
  await addMembers(world.db, id, [member.id]);
  const { conversationId } = await makeChannel(world.db, id, creator.id, { members: [creator.id, member.id] });
  const writes = async (as: Signed) => {
    const fields = { conversationId, clientId: newId(), text: 'Buy my pots' };
    return { conversationId, messageId: (await world.call(api.sendMessage, fields, as)).data.id };
  };
  const [own, theirs] = [await writes(creator), await writes(member)];
  expect((await report(own, member)).data.message).toBe('Reported. Only its author looks after this community.');
  expect((await report(theirs, creator)).data.message).toBe('Reported. It is among the reports of your community.');
});

test('a person who reports a message between people is told whether the owner of the installation can look at it', async () => {
  const owner = await world.person();
  const between = async (author: Signed, reader: Signed) => {
    const { id } = (await world.call(createPrivate, { users: [reader.id] }, author)).data.data;
    const fields = { conversationId: id, clientId: newId(), text: 'I know where you live' };
    return { conversationId: id, messageId: (await world.call(api.sendMessage, fields, author)).data.id };
  };
  const [one, fromOwner, toOwner] = [await between(ana, ben), await between(owner, ben), await between(ana, owner)];
  expect((await report(one, ben)).data.message).toMatch(/^Reported\. This installation has no owner now/);
  await world.db.insertInto('installation').values({ owner_id: owner.id }).execute();
  expect((await report(one, ben)).data.message).toBe('Reported. The owner of this installation will look at it.');
  expect((await report(fromOwner, ben)).data.message).toMatch(/^Reported\. Its author owns this installation/);
  expect((await report(toOwner, owner)).data.message).toMatch(/^Reported\. You find it in Settings/);
  await world.db.deleteFrom('personal_reports').execute();
  await world.db.deleteFrom('installation').execute();
});

test('a message between people is given to the owner of the installation alone, who is told and deletes it', async () => {
  const owner = await world.person();
  await world.db.insertInto('installation').values({ owner_id: owner.id }).execute();
  const { id } = (await world.call(createPrivate, { users: [ben.id] }, ana)).data.data;
  const say = async (text: string) =>
    (await world.call(api.sendMessage, { conversationId: id, clientId: newId(), text }, ana)).data;
  const [mean, other] = [await say('I know where you live'), await say('Sorry')];
  const target = { conversationId: id, messageId: mean.id };
  expect((await report(target, ben, { note: 'first' })).status).toBe(200);
  await report(target, ben, { reason: 'danger', note: 'again' });
  expect((await report(target, ana)).problem.code).toBe(refusals.own.code);
  expect((await report(target, owner)).status).toBe(404);
  const told = async (person: Signed) =>
    (await world.call(listNotifications, {}, person)).data.data.filter(({ kind }) => kind === 'report');
  expect(await told(owner)).toMatchObject([{ count: 1, community: null, event: null, person: null }]);
  expect(await told(ana)).toEqual([]);
  const open = async (as = owner) => world.call(reportsApi.listPersonalReports, {}, as);
  for (const as of [ana, ben, moderator]) expect((await open(as)).status).toBe(403);
  const { data } = (await open()).data;
  expect(data).toMatchObject([
    {
      ...{ author: { id: ana.id }, reporter: { id: ben.id }, text: 'I know where you live', reason: 'danger' },
      ...{ note: 'again', files: 0, deleted: false },
    },
  ]);
  // The start page of the owner has it among what needs them, and nobody else's.
  const waits = async (as: Signed) => (await world.call(listAttention, {}, as)).data.reportedMessages;
  expect([await waits(owner), await waits(ben), await waits(moderator)]).toEqual([1, 0, 0]);
  const input = { reportId: data[0]?.id ?? '', answer: 'message-deleted' } as const;
  expect((await world.call(reportsApi.answerPersonalReport, input, ben)).status).toBe(403);
  expect((await world.call(reportsApi.answerPersonalReport, input, owner)).status).toBe(200);
  expect((await world.call(reportsApi.answerPersonalReport, input, owner)).status).toBe(404);
  expect((await open()).data.data).toEqual([]);
  expect(await waits(owner)).toBe(0);
  // Of what was answered no copy stays.
  expect(await world.db.selectFrom('personal_reports').selectAll().execute()).toEqual([]);
  const seen = (await world.call(api.listMessages, { conversationId: id }, ben)).data.data;
  expect(seen.map((one) => [one.id, one.deletedAt !== null])).toEqual(
    expect.arrayContaining([
      [mean.id, true],
      [other.id, false],
    ]),
  );
});
