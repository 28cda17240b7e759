import * as blocksApi from '@folkmoot/contract/blocks/api.ts';
import * as channelsApi from '@folkmoot/contract/channels/api.ts';
import * as communitiesApi from '@folkmoot/contract/communities/api.ts';
import * as conversationsApi from '@folkmoot/contract/conversations/api.ts';
import * as personalApi from '@folkmoot/contract/personal/api.ts';
import * as api from '@folkmoot/contract/saved/api.ts';
import { LIMITS } from '@folkmoot/contract/saved/schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { newId } from '../core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../seed/builders.ts';

let world: World;
let creator: Signed;
let serverId: string;

beforeAll(async () => {
  world = await openWorld();
  creator = await world.person();
  serverId = (await makeCommunity(world.db, creator.id)).id;
});
afterAll(() => world.close());

async function member(): Promise<Signed> {
  const person = await world.person();
  await addMembers(world.db, serverId, [person.id]);
  return person;
}
const channelOf = (mode: 'public' | 'private', ...people: Signed[]) =>
  makeChannel(world.db, serverId, creator.id, { mode, members: [creator.id, ...people.map(({ id }) => id)] });
const say = async (conversationId: string, as: Signed, text: string) =>
  (await world.call(conversationsApi.sendMessage, { conversationId, clientId: newId(), text }, as)).data;
type Said = { id: string; conversationId: string };
const save = ({ id, conversationId }: Said, as: Signed) => {
  world.clock.moveBy(1000);
  return world.call(api.saveMessage, { conversationId, messageId: id }, as);
};
const unsave = ({ id, conversationId }: Said, as: Signed) =>
  world.call(api.unsaveMessage, { conversationId, messageId: id }, as);
const listed = async (as: Signed, query: object = {}) => (await world.call(api.listSaved, query, as)).data;
const texts = async (as: Signed) => (await listed(as)).data.map(({ shown }) => shown?.message.text ?? null);
const ids = async (as: Signed) => (await world.call(api.listSavedIds, {}, as)).data.data;

describe('saved messages', () => {
  test('messages are saved by each for themselves, once, the last one first', async () => {
    const me = await member();
    const channel = await channelOf('public', me);
    const [one, two] = [
      await say(channel.conversationId, creator, 'One'),
      await say(channel.conversationId, me, 'Two'),
    ];
    const reply = await say(one.id, creator, 'In the thread');
    for (const said of [one, two, reply, one]) expect((await save(said, me)).status).toBe(200);
    expect(await texts(me)).toEqual(['In the thread', 'Two', 'One']);
    expect((await listed(me)).data[0]?.shown?.origin).toMatchObject({ parentId: channel.conversationId });
    expect((await ids(me)).sort()).toEqual([one.id, two.id, reply.id].sort());
    expect(await ids(creator)).toEqual([]);
    await unsave(two, me);
    await unsave(two, me);
    expect(await texts(me)).toEqual(['In the thread', 'One']);
  });

  test('what one cannot read, or is gone, cannot be saved', async () => {
    const me = await member();
    const closed = await channelOf('private');
    const hidden = await say(closed.conversationId, creator, 'The key is under the mat');
    expect((await save(hidden, me)).status).toBe(404);
    const open = await channelOf('public', me);
    const said = await say(open.conversationId, creator, 'Gone soon');
    expect((await save({ id: newId(), conversationId: open.conversationId }, me)).status).toBe(404);
    // Not by way of a conversation that one may read either.
    expect((await save({ id: hidden.id, conversationId: open.conversationId }, me)).status).toBe(404);
    await world.call(
      conversationsApi.deleteMessage,
      { conversationId: said.conversationId, messageId: said.id },
      creator,
    );
    expect((await save(said, me)).problem.code).toBe('conversations.deleted');
    expect(await ids(me)).toEqual([]);
  });

  test('a saved message shows nothing once it is deleted, its author is blocked or its conversation is lost', async () => {
    const me = await member();
    const writer = await member();
    const [open, closed] = [await channelOf('public', me, writer), await channelOf('private', me)];
    const { id: group } = (await world.call(personalApi.createPrivate, { users: [me.id, writer.id] }, creator)).data
      .data;
    const deleted = await say(open.conversationId, creator, 'Deleted secret');
    const blocked = await say(open.conversationId, writer, 'Blocked secret');
    const lost = await say(closed.conversationId, creator, 'Lost secret');
    const left = await say(group, creator, 'Left secret');
    for (const said of [deleted, blocked, lost, left]) expect((await save(said, me)).status).toBe(200);
    const one = { conversationId: deleted.conversationId, messageId: deleted.id };
    await world.call(conversationsApi.deleteMessage, one, creator);
    await world.call(blocksApi.blockUser, { userId: writer.id }, me);
    await world.call(channelsApi.leaveChannel, { serverId, channelId: closed.id }, me);
    await world.call(personalApi.leavePersonal, { conversationId: group }, me);
    expect(await texts(me)).toEqual([null, null, null, null]);
    expect(JSON.stringify(await listed(me))).not.toContain('secret');
    expect((await listed(me)).people).toEqual([]);
    // They can still be removed.
    await unsave(lost, me);
    expect(await ids(me)).toHaveLength(3);
  });

  test('leaving a community hides what was saved in it, and coming back shows it again', async () => {
    const me = await member();
    const channel = await channelOf('public', me);
    await save(await say(channel.conversationId, creator, 'Guild business'), me);
    await world.call(communitiesApi.leaveCommunity, { serverId }, me);
    expect(await texts(me)).toEqual([null]);
    await addMembers(world.db, serverId, [me.id]);
    expect(await texts(me)).toEqual(['Guild business']);
  });

  test('pages follow each other, and there is a limit to how many can be saved', async () => {
    const me = await member();
    const channel = await channelOf('public', me);
    const said: Said[] = [];
    for (let n = 0; n <= LIMITS.page; n += 1) said.push(await say(channel.conversationId, creator, `Message ${n}`));
    for (const one of said) await save(one, me);
    const first = await listed(me);
    const rest = await listed(me, { cursor: first.nextCursor });
    expect([...first.data, ...rest.data].map(({ messageId }) => messageId)).toEqual(said.map(({ id }) => id).reverse());
    const others = Array.from({ length: LIMITS.saved - said.length }, () => ({
      user_id: me.id,
      conversation_id: channel.conversationId,
      message_id: newId(),
      saved_at: world.clock.now(),
    }));
    await world.db.insertInto('saved_messages').values(others).execute();
    const last = await say(channel.conversationId, creator, 'One too many');
    expect((await save(last, me)).problem.code).toBe('saved.too-many');
    // What is there already may be saved again.
    const [known] = said;
    if (known) expect((await save(known, me)).status).toBe(200);
    expect(await ids(me)).toHaveLength(LIMITS.saved);
  });
});

test('for somebody who has been here for a while, what they save comes before what they saved once', async () => {
  const me = await world.livedIn();
  await addMembers(world.db, serverId, [me.id]);
  const before = await texts(me);
  const channel = await channelOf('public', me);
  const said = await say(channel.conversationId, creator, 'Keep this');
  await save(said, me);
  expect([before.length, await texts(me)]).toEqual([1, ['Keep this', ...before]]);
  await unsave(said, me);
  expect(await texts(me)).toEqual(before);
});
