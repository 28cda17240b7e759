import * as api from '@folkmoot/contract/communities/api.ts';
import { sendMessage } from '@folkmoot/contract/conversations/api.ts';
import { reportEvent } from '@folkmoot/contract/events/api.ts';
import * as reports from '@folkmoot/contract/reports/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventFixtures } from '../../test/fixtures/event-fixtures.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { newId } from '../core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../seed/builders.ts';

/* What waits for an answer in a community is on the rail of everybody who may give it. */

let world: World;
let creator: Signed;
let moderator: Signed;
let member: Signed;
let serverId: string;

beforeAll(async () => {
  world = await openWorld();
  [creator, moderator, member] = [await world.person(), await world.person(), await world.person()];
  serverId = (await makeCommunity(world.db, creator.id, { visibility: 'private' })).id;
  await addMembers(world.db, serverId, [moderator.id], 'MODERATOR');
  await addMembers(world.db, serverId, [member.id]);
});
afterAll(() => world.close());

const railOf = async (as: Signed) => {
  const rail = (await world.call(api.listMyCommunities, {}, as)).data.data.find(({ id }) => id === serverId);
  return { requests: rail?.requests, reports: rail?.reports };
};

test('reports and requests to join are counted for those who may answer them, and for nobody else', async () => {
  expect(await railOf(moderator)).toEqual({ requests: 0, reports: 0 });
  const channel = await makeChannel(world.db, serverId, creator.id, { members: [creator.id, member.id] });
  const target = { conversationId: channel.conversationId, clientId: newId(), text: 'Buy my pots' };
  const { id: messageId } = (await world.call(sendMessage, target, creator)).data;
  const { conversationId } = channel;
  await world.call(reports.reportMessage, { conversationId, messageId, reason: 'spam', note: '' }, member);
  await world.call(api.askToJoin, { serverId, note: '' }, await world.person());
  const event = await eventFixtures(world, creator).published({ serverId });
  const reported = await world.call(reportEvent, { eventId: event.id, reason: 'spam', note: '' }, member);
  expect(reported.status).toBe(200);
  for (const as of [creator, moderator]) expect(await railOf(as)).toEqual({ requests: 1, reports: 2 });
  expect(await railOf(member)).toEqual({ requests: 0, reports: 0 });

  const [open] = (await world.call(reports.listReports, { serverId }, moderator)).data.data;
  await world.call(reports.answerReport, { serverId, reportId: open?.id ?? '', answer: 'dismissed' }, moderator);
  expect(await railOf(moderator)).toEqual({ requests: 1, reports: 1 });
});

test('the rail counts no further than a hundred, in as many statements for one community as for ten', async () => {
  const people = await sql<{
    id: string;
  }>`insert into users (id, email, name, first_name, last_name, username, search_text, created_at, updated_at)
    select gen_random_uuid(), 'asker-' || n || '@folk.example', 'Asker', 'Asker', n::text, 'asker-' || n, '', ${world.clock.now()}, ${world.clock.now()}
    from generate_series(1, 150) n returning id`.execute(world.db);
  await sql`insert into join_requests (server_id, id, user_id, note, status, created_at)
    select ${serverId}, gen_random_uuid(), id, '', 'pending', ${world.clock.now()} from unnest(${people.rows.map(({ id }) => id)}::uuid[]) id`.execute(
    world.db,
  );
  const statements = async () => {
    const count = world.countQueries();
    expect((await railOf(creator)).requests).toBe(100);
    return count.stop();
  };
  const before = await statements();
  for (let n = 0; n < 9; n += 1) await makeCommunity(world.db, creator.id);
  expect(await statements()).toBe(before);
});
