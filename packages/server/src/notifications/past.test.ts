import { askToJoin } from '@folkmoot/contract/communities/api.ts';
import * as api from '@folkmoot/contract/notifications/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { makeCommunity } from '../seed/builders.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const list = async (as: Signed) => (await world.call(api.listNotifications, {}, as)).data;
const unread = async (as: Signed) => (await world.call(api.countNotifications, {}, as)).data.unread;
const readAll = (as: Signed, id?: string) => world.call(api.readNotifications, { id }, as);

test('for somebody who has been here for a while, what is new comes first and is counted on top, and what was read stays', async () => {
  const me = await world.livedIn();
  const before = (await list(me)).data.map(({ id }) => id);
  expect([before.length > 0, await unread(me)]).toEqual([true, before.length]);
  const { id } = await makeCommunity(world.db, me.id, { visibility: 'private' });
  await world.call(askToJoin, { serverId: id, note: 'Let me in' }, await world.person());
  const [fresh, ...others] = (await list(me)).data;
  expect(fresh).toMatchObject({ kind: 'join_request', unread: true, community: { id } });
  expect(others.map((one) => one.id)).toEqual(before);
  expect(await unread(me)).toBe(before.length + 1);
  await readAll(me, fresh?.id);
  expect(await unread(me)).toBe(before.length);
  await readAll(me);
  expect([await unread(me), (await list(me)).data.length]).toEqual([0, before.length + 1]);
});
