import * as api from '@folkmoot/contract/conversations/api.ts';
import { refusals } from '@folkmoot/contract/conversations/schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../../test/world.ts';
import { newId } from '../../core/id.ts';
import { makeChannel, makeCommunity } from '../../seed/builders.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ RATE_LIMITS: 'on' });
});
afterAll(() => world.close());

test('nobody floods a channel: the eleventh message within ten seconds waits, elsewhere and for others there is room', async () => {
  const [flooder, other] = [await world.person(), await world.person()];
  const { id } = await makeCommunity(world.db, flooder.id);
  const channel = async () =>
    (await makeChannel(world.db, id, flooder.id, { members: [flooder.id, other.id] })).conversationId;
  const [one, two] = [await channel(), await channel()];
  const say = (conversationId: string, as = flooder) =>
    world.call(api.sendMessage, { conversationId, clientId: newId(), text: 'buy' }, as);
  for (let n = 0; n < 10; n += 1) expect((await say(one)).status).toBe(200);
  expect((await say(one)).problem).toMatchObject({ statusCode: 429, message: refusals.tooFast.message });
  expect((await say(two)).status).toBe(200);
});
