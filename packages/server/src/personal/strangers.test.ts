import { updateProfile } from '@folkmoot/contract/accounts/api.ts';
import { blockUser } from '@folkmoot/contract/blocks/api.ts';
import { createPrivate } from '@folkmoot/contract/personal/api.ts';
import { NEW_PEOPLE, refusals } from '@folkmoot/contract/personal/schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { addMembers, makeChannel, makeCommunity } from '../seed/builders.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ RATE_LIMITS: 'on' });
});
afterAll(() => world.close());

const start = (users: readonly Signed[], as: Signed) =>
  world.call(createPrivate, { users: users.map(({ id }) => id) }, as);
const people = (count: number) => Promise.all(Array.from({ length: count }, () => world.person()));

test('who may start a conversation with somebody is theirs to say, and a block answers like a setting', async () => {
  const [me, known, stranger, blocked] = (await people(4)) as [Signed, Signed, Signed, Signed];
  const { id } = await makeCommunity(world.db, me.id);
  await addMembers(world.db, id, [known.id, stranger.id]);
  await makeChannel(world.db, id, me.id, { members: [me.id, known.id] });
  const takes = (messagesFrom: 'everybody' | 'shared' | 'nobody') =>
    world.call(updateProfile, { messagesFrom } as never, me);
  await takes('shared');
  expect((await start([me], stranger)).problem.code).toBe(refusals.notTaking.code);
  const kept = await start([me], known);
  expect(kept.status).toBe(200);
  await takes('nobody');
  // What there is already goes on.
  expect((await start([me], known)).data.data.id).toBe(kept.data.data.id);
  const refused = await start([me], stranger);
  await takes('everybody');
  await world.call(blockUser, { userId: blocked.id }, me);
  expect((await start([me], blocked)).problem.message).toBe(refused.problem.message);
  expect((await start([me, known], blocked)).problem.code).toBe(refusals.oneNotTaking.code);
  expect((await start([me], stranger)).status).toBe(200);
});

test('a new account starts conversations with a few people in an hour, and with more later', async () => {
  const me = await world.person();
  const others = await people(NEW_PEOPLE.firstDay + 1);
  const answers = [];
  for (const other of others) answers.push((await start([other], me)).status);
  expect(answers).toEqual([...Array(NEW_PEOPLE.firstDay).fill(200), 429]);
  // One that there is already costs nothing, and a group counts everybody.
  expect((await start(others.slice(0, 1), me)).status).toBe(200);
  expect((await start(others, await world.person())).status).toBe(429);
  world.clock.moveBy(3_600_000);
  expect((await start(others.slice(-1), me)).status).toBe(200);
});
