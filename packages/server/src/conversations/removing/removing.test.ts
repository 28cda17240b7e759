import * as communities from '@folkmoot/contract/communities/api.ts';
import * as api from '@folkmoot/contract/conversations/api.ts';
import { createPrivate } from '@folkmoot/contract/personal/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../test/fixtures/until.ts';
import { openSocketClients } from '../../../test/socket-client.ts';
import { openWorld, type Signed, type World } from '../../../test/world.ts';
import { newId } from '../../core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../../seed/builders.ts';

let world: World;
let creator: Signed;
let moderator: Signed;
let rowan: Signed;
let serverId: string;
let hearth: string;

beforeAll(async () => {
  world = await openWorld();
  creator = await world.person();
  [moderator, rowan] = [await world.person(), await world.person({ firstName: 'Rowan', lastName: 'Ashdown' })];
  serverId = (await makeCommunity(world.db, creator.id)).id;
  await addMembers(world.db, serverId, [moderator.id, rowan.id]);
  await sql`update members set role_id = (select id from roles where server_id = ${serverId} and role_type = 'MODERATOR')
    where server_id = ${serverId} and user_id = ${moderator.id}`.execute(world.db);
  const channel = async () =>
    (await makeChannel(world.db, serverId, creator.id, { members: [creator.id, moderator.id, rowan.id] }))
      .conversationId;
  hearth = await channel();
});
afterAll(() => world.close());

const say = (text: string, to = hearth, as = rowan) =>
  world.call(api.sendMessage, { conversationId: to, clientId: newId(), text }, as);
const memberOf = async (person: Signed) =>
  (await world.call(communities.listMembers, { serverId, informationOf: person.id }, moderator)).data.data[0];
const idOf = async (person: Signed) => (await memberOf(person))?.memberId ?? '';

test('a time-out keeps somebody from writing, threads and reacting, but not from reading or writing elsewhere, and ends by itself', async () => {
  const first = (await say('before')).data;
  const target = { serverId, memberId: await idOf(rowan) };
  const given = await world.call(
    communities.timeOutMember,
    { ...target, minutes: 60, reason: 'Third unkind answer' },
    moderator,
  );
  expect(given.data.message).toBe('Rowan Ashdown is timed out.');
  const end = given.data.data.timedOutUntil ?? '';
  expect(Math.abs(Date.parse(end) - world.clock.now().getTime() - 3_600_000)).toBeLessThan(60_000);
  const message = { conversationId: hearth, messageId: first.id };
  const refused = [
    await say('still here'),
    await say('in a thread', first.id),
    await world.call(api.editMessage, { ...message, text: 'changed' }, rowan),
    await world.call(api.addReaction, { ...message, emoji: '🔥' }, rowan),
  ];
  expect(refused.map(({ problem }) => problem?.code)).toEqual(Array(4).fill('conversations.timed-out'));
  expect((await world.call(api.listMessages, { conversationId: hearth }, rowan)).status).toBe(200);
  const pair = (await world.call(createPrivate, { users: [moderator.id] }, rowan)).data.data.id;
  expect((await say('why?', pair)).status).toBe(200);
  const facts = (await world.call(api.getThread, message, rowan)).data.facts;
  expect([new Date(facts.timedOutUntil ?? 0).toISOString(), facts.timedOutFor]).toEqual([end, 'Third unkind answer']);
  // Other members are not told.
  const seen = await world.call(communities.listMembers, { serverId, informationOf: rowan.id }, await newcomer());
  expect(seen.data.data[0]?.timedOutUntil).toBeNull();
  world.clock.moveBy(3_600_000);
  expect((await say('thank you')).status).toBe(200);
  expect((await world.call(api.addReaction, { ...message, emoji: '🔥' }, rowan)).status).toBe(200);
  const log = await world.call(communities.listAuditLog, { serverId }, creator);
  expect(log.data.data[0]).toMatchObject({
    action: 'member.timed-out',
    changes: [{ field: 'length', after: 'an hour' }],
  });
});

test('a time-out outlasts leaving and coming back, can be ended early, and is not for people of the same rank', async () => {
  const target = { serverId, memberId: await idOf(rowan) };
  await world.call(communities.timeOutMember, { ...target, minutes: 15 }, moderator);
  await world.call(communities.leaveCommunity, { serverId }, rowan);
  await addMembers(world.db, serverId, [rowan.id]);
  await world.call(api.listMessages, { conversationId: hearth }, rowan);
  const back = { serverId, memberId: await idOf(rowan) };
  expect((await memberOf(rowan))?.timedOutUntil).not.toBeNull();
  const ended = await world.call(communities.endTimeout, back, moderator);
  expect(ended.data).toMatchObject({ message: 'Rowan Ashdown can write again.', data: { timedOutUntil: null } });
  for (const [person, status] of [
    [moderator, 422],
    [creator, 403],
  ] as const) {
    const other = { serverId, memberId: await idOf(person), minutes: 15 as const };
    expect((await world.call(communities.timeOutMember, other, moderator)).status).toBe(status);
  }
});

test('a ban can delete what somebody wrote in the last hour, everywhere, live, and nothing older', async () => {
  const spammer = await newcomer();
  const members = [creator.id, spammer.id];
  const channel = (await makeChannel(world.db, serverId, creator.id, { members })).conversationId;
  const other = (await makeChannel(world.db, serverId, creator.id, { members })).conversationId;
  const old = (await say('an old one', channel, spammer)).data;
  world.clock.moveBy(2 * 3_600_000);
  const root = (await say('buy', channel, spammer)).data;
  await say('in a thread', root.id, spammer);
  for (let n = 0; n < 60; n += 1) await say(`buy ${n}`, n % 2 ? channel : other, spammer);
  const target = { serverId, memberId: await idOf(spammer) };
  const counted = await world.call(communities.countWritten, target, moderator);
  expect(counted.data.data).toEqual({ hour: 62, day: 63, week: 63 });
  const ears = openSocketClients((await world.app.listen()).replace('http', 'ws'));
  const ear = await ears.listen(creator);
  const banned = await world.call(communities.banMember, { ...target, deleted: 'hour' }, moderator);
  expect(banned.data.message).toBe('Member banned. Their messages are being deleted.');
  const left = async (conversationId: string) =>
    (await world.call(api.listMessages, { conversationId }, creator)).data.data.filter(
      ({ deletedAt, authorId }) => deletedAt === null && authorId === spammer.id,
    );
  await until(async () => expect([await left(channel), await left(other)].map(({ length }) => length)).toEqual([1, 0]));
  expect((await left(channel)).map(({ id }) => id)).toEqual([old.id]);
  expect((await left(root.id)).length).toBe(0);
  expect(ear.heard.filter(({ name }) => name === 'message.deleted').length).toBeGreaterThanOrEqual(61);
  const log = await world.call(communities.listAuditLog, { serverId }, creator);
  expect(log.data.data.map(({ action }) => action)).toContain('member.written-deleted');
  ears.close();
});

async function newcomer(): Promise<Signed> {
  const person = await world.person();
  await addMembers(world.db, serverId, [person.id]);
  return person;
}
