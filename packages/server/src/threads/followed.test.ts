import * as blocksApi from '@folkmoot/contract/blocks/api.ts';
import * as channelsApi from '@folkmoot/contract/channels/api.ts';
import * as conversationsApi from '@folkmoot/contract/conversations/api.ts';
import * as api from '@folkmoot/contract/threads/api.ts';
import { LIMITS } from '@folkmoot/contract/threads/schema.ts';
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

async function member(person?: Signed): Promise<Signed> {
  person ??= await world.person();
  await addMembers(world.db, serverId, [person.id]);
  return person;
}
const channelOf = (...people: Signed[]) =>
  makeChannel(world.db, serverId, creator.id, { members: [creator.id, ...people.map(({ id }) => id)] });
const say = async (conversationId: string, as: Signed, text: string) => {
  world.clock.moveBy(1000);
  return (await world.call(conversationsApi.sendMessage, { conversationId, clientId: newId(), text }, as)).data;
};
const followed = async (as: Signed, query: object = {}) => (await world.call(api.listThreads, query, as)).data;
const read = (conversationId: string, as: Signed, seq = 1000) =>
  world.call(conversationsApi.markRead, { conversationId, seq }, as);

describe('the threads that one follows', () => {
  test('those with something new come first, then the one with the newest reply, with its newest replies', async () => {
    const me = await member(await world.livedIn());
    const channel = await channelOf(me);
    const roots = [];
    for (const text of ['First', 'Second', 'Third']) roots.push(await say(channel.conversationId, me, text));
    const [first, second, third] = roots.map(({ id }) => id) as [string, string, string];
    for (const text of ['One', 'Two', 'Three']) await say(first, creator, text);
    await say(second, creator, 'Seen');
    await say(third, creator, 'Seen last');
    await read(second, me);
    await read(third, me);
    await say((await say(channel.conversationId, creator, 'Not mine')).id, creator, 'Alone');
    const { data, people } = await followed(me);
    expect(data.map(({ root }) => root.text)).toEqual(['First', 'Third', 'Second']);
    expect(data[0]).toMatchObject({
      origin: { channelName: channel.name, parentId: channel.conversationId, conversationId: first },
      membership: { unread: 3 },
    });
    expect(data[0]?.messages.map(({ text }) => text)).toEqual(['Two', 'Three']);
    expect(people.map(({ id }) => id).sort()).toEqual([creator.id, me.id].sort());
    await world.call(conversationsApi.unfollowThread, { conversationId: first }, me);
    expect((await followed(me)).data.map(({ root }) => root.text)).toEqual(['Third', 'Second']);
  });

  test('pages follow each other without gaps', async () => {
    const me = await member();
    const channel = await channelOf(me);
    const all: string[] = [];
    for (let n = 0; n < LIMITS.page + 3; n += 1) {
      const root = await say(channel.conversationId, me, `Root ${n}`);
      await say(root.id, creator, 'Reply');
      if (n % 2 === 0) await read(root.id, me);
      all.push(`Root ${n}`);
    }
    const one = await followed(me);
    const two = await followed(me, { cursor: one.nextCursor });
    const texts = [...one.data, ...two.data].map(({ root }) => root.text);
    expect(one.data).toHaveLength(LIMITS.page);
    expect(two.nextCursor).toBeNull();
    expect([...texts].sort()).toEqual([...all].sort());
    expect(texts[0]).toBe(`Root ${LIMITS.page + 1}`);
    expect((await world.call(api.listThreads, { cursor: 'bm9uc2Vuc2U' }, me)).status).toBe(400);
  });

  test('a thread is not listed after leaving its channel, and shows nothing of a person who is blocked', async () => {
    const me = await member();
    const channel = await channelOf(me);
    const root = await say(channel.conversationId, creator, 'The key is under the mat');
    await say(root.id, me, 'Mine');
    await say(root.id, creator, 'Theirs');
    await world.call(blocksApi.blockUser, { userId: creator.id }, me);
    const [thread] = (await followed(me)).data;
    expect(thread?.messages.map(({ text }) => text)).toEqual(['Mine']);
    expect(JSON.stringify(thread)).not.toContain('mat');
    expect(JSON.stringify(thread)).not.toContain('Theirs');
    await world.call(channelsApi.leaveChannel, { serverId, channelId: channel.id }, me);
    expect((await followed(me)).data).toEqual([]);
  });

  test('a page takes as many statements as one thread', async () => {
    const me = await member();
    const channel = await channelOf(me);
    const counted = async () => {
      const count = world.countQueries();
      await followed(me);
      return count.stop();
    };
    await say((await say(channel.conversationId, me, 'Root')).id, creator, 'Reply');
    const few = await counted();
    for (let n = 0; n < 5; n += 1) await say((await say(channel.conversationId, me, 'Root')).id, creator, 'Reply');
    expect(await counted()).toBe(few);
  });
});
