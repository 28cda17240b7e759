import * as blocks from '@folkmoot/contract/blocks/api.ts';
import { listMembers, suggestMembers } from '@folkmoot/contract/communities/api.ts';
import * as api from '@folkmoot/contract/conversations/api.ts';
import { listConversationAttachments } from '@folkmoot/contract/media/api.ts';
import { createPrivate } from '@folkmoot/contract/personal/api.ts';
import { searchMessages } from '@folkmoot/contract/search/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MediaWorld, openMediaWorld } from '../../test/media.ts';
import type { Signed } from '../../test/world.ts';
import { newId } from '../core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../seed/builders.ts';

let world: MediaWorld;
let moderator: Signed;
let troll: Signed;
let victim: Signed;
let serverId: string;
let conversationId: string;

beforeAll(async () => {
  world = await openMediaWorld('disk');
  const creator = await world.person();
  moderator = await world.person();
  troll = await world.person({ firstName: 'Trolland', username: 'trolland' });
  victim = await world.person({ firstName: 'Vicky', username: 'vicky-v' });
  serverId = (await makeCommunity(world.db, creator.id)).id;
  await addMembers(world.db, serverId, [moderator.id, troll.id, victim.id]);
  await sql`update members set role_id = (select id from roles where server_id = ${serverId} and role_type = 'MODERATOR')
    where server_id = ${serverId} and user_id = ${moderator.id}`.execute(world.db);
  const members = [moderator.id, troll.id, victim.id];
  conversationId = (await makeChannel(world.db, serverId, creator.id, { members })).conversationId;
});
afterAll(() => world.close());

const say = (text: string, as: Signed, to = conversationId) =>
  world.call(api.sendMessage, { conversationId: to, clientId: newId(), text }, as);
const textsFor = async (as: Signed) =>
  (await world.call(api.listMessages, { conversationId }, as)).data.data.map(({ text }) => text);
const block = (userId: string, as: Signed) => world.call(blocks.blockUser, { userId }, as);

test('moderators see everybody in their community, also people who have blocked them, and can act on them', async () => {
  await block(moderator.id, troll);
  await block(troll.id, moderator);
  const sent = await say('look at my watches', troll);
  const [shown] = (await world.call(api.listMessages, { conversationId }, moderator)).data.data;
  expect(shown).toMatchObject({ text: 'look at my watches', hidden: false });
  for (const listed of [listMembers, suggestMembers])
    expect((await world.call(listed, { serverId, search: 'troll' }, moderator)).data.data.map(({ id }) => id)).toEqual([
      troll.id,
    ]);
  const gone = await world.call(api.deleteMessage, { conversationId, messageId: sent.data.id }, moderator);
  expect(gone.status).toBe(200);
  for (const person of [moderator, troll])
    await world.call(blocks.unblockUser, { userId: person === troll ? moderator.id : troll.id }, person);
});

test('files of somebody are seen by the moderators and by whom they have blocked, and not by who has blocked them', async () => {
  const file = await world.upload(troll, Buffer.from('watches'), { fileName: 'watches.txt', mimeType: 'text/plain' });
  const sent = { conversationId, clientId: newId(), text: 'look at these watches', attachments: [file.id] };
  expect((await world.call(api.sendMessage, sent, troll)).status).toBe(200);
  const seen = async (as: Signed) => {
    const list = (await world.call(listConversationAttachments, { conversationId }, as)).data.data;
    const answer = await world.get(file.url, { cookie: world.cookie(as) });
    await answer.arrayBuffer();
    const { data } = await world.call(searchMessages, { search: 'from:trolland watches' } as never, as);
    return [list.map(({ id }) => id), answer.status, data.data.length > 0];
  };
  await world.app.indexer.catchUp();
  const blocking: [Signed, Signed][] = [
    [moderator, troll],
    [troll, moderator],
    [victim, troll],
  ];
  for (const [blocker, of] of blocking) await block(of.id, blocker);
  expect(await seen(moderator)).toEqual([[file.id], 200, true]);
  expect(await seen(victim)).toEqual([[], 404, false]);
  await world.call(blocks.unblockUser, { userId: troll.id }, victim);
  await block(victim.id, troll);
  expect(await seen(victim)).toEqual([[file.id], 200, false]);
  await world.call(blocks.unblockUser, { userId: victim.id }, troll);
  await world.call(blocks.unblockUser, { userId: troll.id }, moderator);
  await world.call(blocks.unblockUser, { userId: moderator.id }, troll);
});

test('a block changes nothing on the screen of the one who is blocked', async () => {
  await say('good morning', victim);
  const before = await world.call(api.listMessages, { conversationId }, troll);
  await say('you again', troll);
  await block(troll.id, victim);
  await say('and a good day', victim);
  const after = await world.call(api.listMessages, { conversationId }, troll);
  expect(after.data.data.slice(0, before.data.data.length)).toEqual(before.data.data);
  expect(await textsFor(troll)).toEqual(expect.arrayContaining(['good morning', 'you again', 'and a good day']));
  expect(after.data.data.every(({ hidden }) => !hidden)).toBe(true);
  // The one who blocked reads nothing of the other.
  expect(await textsFor(victim)).not.toContain('you again');
});

test('in a conversation of two, the one who is blocked reads the sentence that others read too', async () => {
  const [one, other] = [await world.person(), await world.person()];
  await addMembers(world.db, serverId, [one.id, other.id]);
  const pair = (await world.call(createPrivate, { users: [other.id] }, one)).data.data.id;
  await block(one.id, other);
  const [blocked, blocker] = [await say('hello?', one, pair), await say('hm', other, pair)];
  expect(blocked.problem).toMatchObject({ code: 'conversations.not-taking' });
  expect(blocked.problem.message).toBe('This person is not taking messages from you at the moment.');
  expect(blocker.problem.message).toBe('You have blocked this person.');
});

test('a person who blocks somebody is told what they still see of them', async () => {
  const stranger = await world.person();
  expect((await block(troll.id, victim)).data.message).toBe('Blocked. You no longer see what they write.');
  expect((await block(stranger.id, moderator)).data.message).toBe('Blocked. You no longer see what they write.');
  expect((await block(troll.id, moderator)).data.message).toBe(
    'Blocked. You still see what they write in communities that you look after.',
  );
});
