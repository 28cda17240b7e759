import { blockUser } from '@folkmoot/contract/blocks/api.ts';
import * as api from '@folkmoot/contract/channels/api.ts';
import * as communities from '@folkmoot/contract/communities/api.ts';
import { JOINS } from '@folkmoot/contract/communities/schema.ts';
import { listCounts, listMessages, sendMessage } from '@folkmoot/contract/conversations/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { newId } from '../core/id.ts';

/* The channel that newcomers land in says who has joined the community. */

const HOUR = 3_600_000;

let world: World;
let founder: Signed;
let serverId: string;
let channelId: string;
let conversationId: string;

beforeAll(async () => {
  world = await openWorld();
  founder = await world.person();
});
afterAll(() => world.close());

beforeEach(async () => {
  // Half of an hour is left.
  world.clock.moveBy(HOUR + HOUR / 2 - (world.clock.now().getTime() % HOUR));
  const slug = `weavers-${crypto.randomUUID().slice(0, 8)}`;
  const fields = { name: 'Weavers', slug, description: '', logo: null, visibility: 'public' as const };
  serverId = (await world.call(communities.createCommunity, fields, founder)).data.data.id;
  const [general] = (await world.call(api.browseChannels, { serverId }, founder)).data.channels;
  [channelId, conversationId] = [general?.id ?? '', general?.conversation.id ?? ''];
  world.clock.moveBy(60_000);
});

const join = async (firstName: string) => {
  const person = await world.person({ firstName });
  expect((await world.call(communities.joinCommunity, { serverId }, person)).status).toBe(200);
  world.clock.moveBy(1000);
  return person;
};
const lines = async (as = founder, of = channelId) => {
  const { status, data } = await world.call(api.listJoins, { serverId, channelId: of }, as);
  expect(status).toBe(200);
  return data.data.map(({ people, count }) => [people.map(({ firstName }) => firstName).join(), count]);
};

/** Many who join a minute apart from one another at most, as a raid does. */
async function raid(many: number): Promise<void> {
  const now = world.clock.now();
  await sql`with people as (
      insert into users (id, email, email_verified, name, first_name, last_name, username, time_zone, search_text, created_at, updated_at)
      select gen_random_uuid(), n || ${`-${serverId}@folk.example`}, true, 'Raider', 'Raider', n::text, 'r' || n || ${`-${serverId.slice(-12)}`},
        'Europe/London', 'raider', ${now}, ${now} from generate_series(1, ${many}::int) n returning id, username)
    insert into members (server_id, id, user_id, role_id, joined_at, search_text)
    select ${serverId}, gen_random_uuid(), p.id, r.id, ${now}, 'raider' from people p join roles r on r.server_id = ${serverId} and r.role_type = 'MEMBER'`.execute(
    world.db,
  );
}

test('joins: the first person who joins is told in the channel that newcomers land in, and who founded it is not', async () => {
  expect(await lines()).toEqual([]);
  const ana = await join('Ana');
  expect(await lines()).toEqual([['Ana', 1]]);
  expect(await lines(ana)).toEqual([['Ana', 1]]);
  const { data } = await world.call(api.resolveChannel, { channelId }, ana);
  expect(data.tellsJoins).toBe(true);
});

test('joins: those of one hour are one line that names the last three, and those of the next hour another', async () => {
  for (const name of ['Ana', 'Ben', 'Cleo', 'Dora']) await join(name);
  world.clock.moveBy(HOUR);
  await join('Eva');
  expect(await lines()).toEqual([
    ['Eva', 1],
    ['Dora,Cleo,Ben', 4],
  ]);
});

test('joins: a raid is one line, and counting stops at a thousand', async () => {
  await join('Ana');
  world.clock.moveBy(HOUR);
  await raid(1200);
  const [first, ...others] = (await world.call(api.listJoins, { serverId, channelId }, founder)).data.data;
  expect([first?.count, first?.people.length, others]).toEqual([JOINS.counted, JOINS.named, []]);
});

test('joins: somebody who leaves, is banned or removed is no longer in a line', async () => {
  const people = [await join('Ana'), await join('Ben'), await join('Cleo')];
  const [ana, ben, cleo] = people;
  if (!ana || !ben || !cleo) throw new Error('Nobody joined.');
  const memberOf = async ({ id }: Signed) =>
    (await world.call(communities.listMembers, { serverId, informationOf: id }, founder)).data.data[0]?.memberId ?? '';
  await world.call(communities.leaveCommunity, { serverId }, ana);
  expect(await lines()).toEqual([['Cleo,Ben', 2]]);
  const ban = { serverId, memberId: await memberOf(ben), reason: '' };
  expect((await world.call(communities.banMember, ban, founder)).status).toBe(200);
  expect(await lines()).toEqual([['Cleo', 1]]);
  await world.call(communities.removeMember, { serverId, memberId: await memberOf(cleo) }, founder);
  expect(await lines()).toEqual([]);
});

test('joins: a member who blocked a newcomer does not read their name, but people who look after the members do', async () => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  for (const blocker of [ana, founder]) await world.call(blockUser, { userId: ben.id }, blocker);
  expect(await lines(ana)).toEqual([['Ana', 1]]);
  expect(await lines(ben)).toEqual([['Ben,Ana', 2]]);
  expect(await lines(founder)).toEqual([['Ben,Ana', 2]]);
});

test('joins: they are no messages: nothing is unread, nothing is listed, and a read mark stays', async () => {
  const ana = await join('Ana');
  const message = { conversationId, clientId: newId(), text: 'Hello' };
  await world.call(sendMessage, message, founder);
  const count = async () =>
    (await world.call(listCounts, {}, ana)).data.data.find((one) => one.conversationId === conversationId);
  const before = await count();
  expect(before?.unread).toBe(1);
  await join('Ben');
  expect(await count()).toEqual(before);
  const { data } = await world.call(listMessages, { conversationId }, ana);
  expect(data.data.map(({ text }) => text)).toEqual(['Hello']);
  expect(
    (await world.call(communities.listMyCommunities, {}, ana)).data.data.find(({ id }) => id === serverId),
  ).toMatchObject({
    unread: 1,
  });
});

test('joins: other channels tell nothing, nor does a community that has switched it off, nor one that begins so', async () => {
  await join('Ana');
  const fields = { serverId, name: 'looms', mode: 'public' as const, type: 'text' as const, isDefault: true };
  const other = (await world.call(api.createChannel, fields, founder)).data.data.id;
  expect(await lines(founder, other)).toEqual([]);
  expect((await world.call(api.resolveChannel, { channelId: other }, founder)).data.tellsJoins).toBe(false);
  const saved = await world.call(communities.updateCommunity, { serverId, tellsJoins: false }, founder);
  expect(saved.data.data.tellsJoins).toBe(false);
  expect(await lines()).toEqual([]);
  expect((await world.call(api.resolveChannel, { channelId }, founder)).data.tellsJoins).toBe(false);
  await world.call(communities.updateCommunity, { serverId, tellsJoins: true }, founder);
  await world.call(api.archiveChannel, { serverId, channelId }, founder);
  expect(await lines(founder, other)).toEqual([['Ana', 1]]);
});

test('joins: after two weeks they are no longer told', async () => {
  await join('Ana');
  world.clock.moveBy(JOINS.days * 24 * HOUR);
  expect(await lines()).toEqual([]);
});
