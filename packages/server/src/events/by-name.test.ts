import * as api from '@folkmoot/contract/events/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventFixtures, eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { addMembers, makeCommunity } from '../seed/builders.ts';

let world: World;
let host: Signed;
let guest: Signed;
let gatherings: EventFixtures;

beforeAll(async () => {
  world = await openWorld();
  [host, guest] = [await world.person(), await world.livedIn()];
  gatherings = eventFixtures(world, host);
});
afterAll(() => world.close());

const named = async (search: string, as: Signed, serverId?: string) =>
  (await world.call(api.findEvents, { search, serverId }, as)).data.data.map(({ name }) => name);

test('events are found by a part of their name: listed ones by everybody, others by those who take part', async () => {
  const { id: serverId } = await makeCommunity(world.db, host.id, { visibility: 'secret' });
  const inside = await world.person();
  await addMembers(world.db, serverId, [inside.id]);
  await gatherings.published({ name: 'Lantern walk' });
  const members = await gatherings.published({ name: 'Lantern evening', serverId, visibility: 'community' });
  const closed = await gatherings.published({ name: 'Lantern supper', visibility: 'private' });
  await gatherings.draft({ name: 'Lantern plans' });
  expect(await named('ANTERN', guest)).toEqual(['Lantern walk']);
  expect((await named('lantern', inside)).sort()).toEqual(['Lantern evening', 'Lantern walk']);
  expect(await named('lantern', inside, serverId)).toEqual(['Lantern evening']);
  expect(await named('lantern', guest, serverId)).toEqual([]);
  expect((await named('lantern', host)).sort()).toEqual([
    'Lantern evening',
    'Lantern plans',
    'Lantern supper',
    'Lantern walk',
  ]);
  expect(await named('lantern sup', guest)).toEqual([]);
  expect(await named('', host)).toEqual([]);
  expect(await named('100%', host)).toEqual([]);
  await gatherings.host(closed.id, guest);
  expect(await named('lantern sup', guest)).toEqual(['Lantern supper']);
  await gatherings.register(members.id, inside);
  expect(await named('lantern ev', inside)).toEqual(['Lantern evening']);
});

test('events that one took part in are found when they are over, after those that come', async () => {
  const past = await gatherings.published({ name: 'Weaving in spring' });
  const came = await world.person();
  await gatherings.register(past.id, came);
  world.clock.moveBy(30 * 86_400_000);
  await gatherings.published({ name: 'Weaving in summer' });
  expect(await named('weaving', came)).toEqual(['Weaving in summer', 'Weaving in spring']);
  expect(await named('weaving', guest)).toEqual(['Weaving in summer']);
});
