import { blockUser } from '@folkmoot/contract/blocks/api.ts';
import * as communities from '@folkmoot/contract/communities/api.ts';
import * as api from '@folkmoot/contract/notifications/api.ts';
import { sentenceOf } from '@folkmoot/contract/notifications/rules.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Notifying, openNotifying } from '../../test/notifications.ts';
import type { Signed, World } from '../../test/world.ts';
import { addMembers, makeCommunity } from '../seed/builders.ts';

/* People who look after the members of a community are told who has joined it. */

let at: Notifying;
let world: World;
let owner: Signed;
let serverId: string;

beforeAll(async () => {
  at = await openNotifying();
  world = at.world;
});
afterAll(() => at.close());
beforeEach(async () => {
  owner = await world.person({ firstName: 'Olga' });
  serverId = (await makeCommunity(world.db, owner.id, { name: 'Glaze Lab' })).id;
});

const join = async (firstName: string, lastName = 'Cruz') => {
  const person = await world.person({ firstName, lastName });
  expect((await world.call(communities.joinCommunity, { serverId }, person)).status).toBe(200);
  return person;
};
const told = async (as: Signed) => {
  const { data } = await world.call(api.listNotifications, {}, as);
  return data.data.map((one) => `${one.unread ? 'new ' : ''}${sentenceOf(one).body}`);
};

test('joins: those who look after the members are told in one notification, and nobody else', async () => {
  const [moderator, member] = [await world.person(), await world.person()];
  await addMembers(world.db, serverId, [member.id]);
  await addMembers(world.db, serverId, [moderator.id], 'MODERATOR');
  await join('Ana');
  expect(await told(owner)).toEqual(['new Ana Cruz joined.']);
  await join('Ben');
  await join('Cleo');
  for (const one of [owner, moderator]) expect(await told(one)).toEqual(['new Cleo Cruz and 2 others joined.']);
  expect(await told(member)).toEqual([]);
  await world.call(api.readNotifications, {}, owner);
  await join('Dora');
  expect(await told(owner)).toEqual(['new Dora Cruz joined.', 'Cleo Cruz and 2 others joined.']);
});

test('joins: a raid is pushed once, and emailed once, in the digest', async () => {
  const browser = await at.subscribe(owner);
  for (let n = 0; n < 5; n += 1) {
    await join(`Raider${n}`);
    await at.after(10);
  }
  expect(at.pushed(browser)).toMatchObject([{ title: 'Glaze Lab', body: 'Raider0 Cruz joined.' }]);
  expect(at.mailed().filter(({ to }) => to === owner.email)).toEqual([]);
  await at.after(86_400);
  const mails = at.mailed().filter(({ to }) => to === owner.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain('Raider4 Cruz and 4 others joined.');
});

test('joins: of somebody who has left again, or was banned, nothing unread is said by name', async () => {
  const browser = await at.subscribe(owner);
  const ana = await join('Ana');
  await world.call(communities.leaveCommunity, { serverId }, ana);
  expect(await told(owner)).toEqual([]);
  await at.after(0);
  expect(at.pushed(browser)).toEqual([]);
  await join('Ben');
  const cleo = await join('Cleo');
  const [row] = (await world.call(communities.listMembers, { serverId, informationOf: cleo.id }, owner)).data.data;
  const ban = { serverId, memberId: row?.memberId ?? '', reason: '' };
  expect((await world.call(communities.banMember, ban, owner)).status).toBe(200);
  expect(await told(owner)).toEqual(['new 2 people joined.']);
});

test('joins: the moderator who let somebody in is not told; the others are, even if one of them has blocked the other', async () => {
  const { id } = await makeCommunity(world.db, owner.id, { name: 'Kiln Club', visibility: 'private' });
  const [moderator, apart, shunned] = [await world.person(), await world.person(), await world.person()];
  await addMembers(world.db, id, [moderator.id, apart.id, shunned.id], 'MODERATOR');
  const ana = await world.person({ firstName: 'Ana', lastName: 'Cruz' });
  await world.call(blockUser, { userId: ana.id }, apart);
  await world.call(blockUser, { userId: shunned.id }, ana);
  await world.call(communities.askToJoin, { serverId: id, note: '' }, ana);
  const [request] = (await world.call(communities.listJoinRequests, { serverId: id }, owner)).data.data;
  await world.call(communities.approveRequest, { serverId: id, requestId: request?.id ?? '' }, moderator);
  expect(await told(owner)).toEqual(['new Ana Cruz joined.', 'new Ana Cruz asked to join.']);
  expect(await told(moderator)).toEqual(['new Ana Cruz asked to join.']);
  for (const one of [apart, shunned])
    expect(await told(one)).toEqual(['new Ana Cruz joined.', 'new Ana Cruz asked to join.']);
});
