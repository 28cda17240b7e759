import { listMyCommunities } from '@folkmoot/contract/communities/api.ts';
import * as api from '@folkmoot/contract/conversations/api.ts';
import * as inboxApi from '@folkmoot/contract/inbox/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

const unread = async (as: Signed) => (await world.call(inboxApi.listUnread, {}, as)).data;

test('for somebody who has been here for a while, one community that is read leaves the others, and all that is read leaves nothing', async () => {
  const me = await world.livedIn();
  await addMembers(world.db, serverId, [me.id]);
  const of = async () => (await unread(me)).data.map(({ origin }) => origin.conversationId);
  const before = await of();
  const channel = await makeChannel(world.db, serverId, creator.id, { members: [creator.id, me.id] });
  world.clock.moveBy(1000);
  await world.call(
    api.sendMessage,
    { conversationId: channel.conversationId, clientId: newId(), text: 'News' },
    creator,
  );
  const now = await unread(me);
  // What is meant for the reader stays first; of the rest, the newest.
  const rest = now.data.filter(({ origin, membership }) => origin.serverId !== null && membership.mentions === 0);
  expect(rest[0]?.origin.conversationId).toBe(channel.conversationId);
  expect(now.data[0]?.origin.conversationId).toBe(before[0]);
  expect((await of()).length).toBe(before.length + 1);
  await world.call(inboxApi.readAll, { serverId }, me);
  expect(await of()).toEqual(before);
  const rail = (await world.call(listMyCommunities, {}, me)).data.data;
  expect(rail.map((one) => one.unread > 0)).toEqual(rail.map(({ id }) => id !== serverId));
  await world.call(inboxApi.readAll, {}, me);
  expect(await of()).toEqual([]);
  expect((await world.call(listMyCommunities, {}, me)).data.data.map((one) => one.unread)).toEqual([0, 0, 0, 0]);
});
