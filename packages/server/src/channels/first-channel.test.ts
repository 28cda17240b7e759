import * as api from '@folkmoot/contract/channels/api.ts';
import * as communities from '@folkmoot/contract/communities/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Signed, type World } from '../../test/world.ts';

/* What a new community begins with, and which channel opens first. */

let world: World;
let founder: Signed;
let friend: Signed;

beforeAll(async () => {
  world = await openWorld();
  [founder, friend] = [await world.person(), await world.person()];
});
afterAll(() => world.close());

const start = async (more: { general?: boolean } = {}) => {
  const slug = `weavers-${crypto.randomUUID().slice(0, 8)}`;
  const fields = { name: 'Weavers', slug, description: '', logo: null, visibility: 'public' as const, ...more };
  return (await world.call(communities.createCommunity, fields, founder)).data.data;
};
const browse = async (serverId: string, as: Signed) =>
  (await world.call(api.browseChannels, { serverId }, as)).data.channels;
const firstOf = async (serverId: string, as: Signed) =>
  (await world.call(communities.listMyCommunities, {}, as)).data.data.find(({ id }) => id === serverId)?.firstChannelId;

test('a new community begins with a public channel #general, and everybody who joins is in it', async () => {
  const { id: serverId } = await start();
  const [general, ...others] = await browse(serverId, founder);
  expect(others).toEqual([]);
  expect(general).toMatchObject({ name: 'general', mode: 'public', isDefault: true, joined: true, memberCount: 1 });
  await world.call(communities.joinCommunity, { serverId }, friend);
  expect(await browse(serverId, friend)).toMatchObject([{ name: 'general', joined: true, memberCount: 2 }]);
  expect(await firstOf(serverId, friend)).toBe(general?.id);
  const log = (await world.call(communities.listAuditLog, { serverId }, founder)).data.data;
  expect(log.map(({ action }) => action).toReversed()).toEqual([
    'server.created',
    'channel.created',
    'member.joined',
    'member.joined',
  ]);
});

test('a community can begin without a channel, and then none opens first', async () => {
  const { id: serverId } = await start({ general: false });
  expect(await browse(serverId, founder)).toEqual([]);
  expect(await firstOf(serverId, founder)).toBeNull();
});

test('the channel that opens first is a default one where everybody may write, else the oldest, and never an archived one', async () => {
  const { id: serverId } = await start({ general: false });
  const create = async (name: string, isDefault: boolean, type: 'text' | 'announcement' = 'text') => {
    const fields = { serverId, name, mode: 'public' as const, type, isDefault };
    return (await world.call(api.createChannel, fields, founder)).data.data.id;
  };
  const oldest = await create('looms', false);
  expect(await firstOf(serverId, founder)).toBe(oldest);
  const notices = await create('notices', true, 'announcement');
  expect(await firstOf(serverId, founder)).toBe(notices);
  const standard = await create('welcome', true);
  expect(await firstOf(serverId, founder)).toBe(standard);
  await world.call(api.archiveChannel, { serverId, channelId: standard }, founder);
  expect(await firstOf(serverId, founder)).toBe(notices);
  await world.call(api.archiveChannel, { serverId, channelId: notices }, founder);
  expect(await firstOf(serverId, founder)).toBe(oldest);
  await world.call(api.archiveChannel, { serverId, channelId: oldest }, founder);
  expect(await firstOf(serverId, founder)).toBeNull();
});
