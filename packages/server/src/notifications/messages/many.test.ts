import * as api from '@folkmoot/contract/conversations/api.ts';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Notifying, openNotifying } from '../../../test/notifications.ts';
import { readPlan } from '../../../test/plan.ts';
import type { Signed, World } from '../../../test/world.ts';
import { newId } from '../../core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../../seed/builders.ts';

const MEMBERS = 5000;

let at: Notifying;
let world: World;
let ana: Signed;
let ben: Signed;
let conversationId: string;

beforeAll(async () => {
  at = await openNotifying();
  world = at.world;
  ana = await world.person();
  ben = await world.person({ username: 'ben-of-many' });
  const { id: serverId } = await makeCommunity(world.db, ana.id);
  await addMembers(world.db, serverId, [ben.id]);
  conversationId = (await makeChannel(world.db, serverId, ana.id, { members: [ana.id, ben.id] })).conversationId;
  const now = world.clock.now();
  await sql`with made as (insert into users (id, email, name, first_name, last_name, username, email_verified, created_at, updated_at)
      select gen_random_uuid(), n || '@many.example', 'Many', 'Many', '', 'many-' || n, true, ${now}::timestamptz, ${now}::timestamptz from generate_series(1, ${MEMBERS}::int) n returning id)
    insert into conversation_members (home_id, conversation_id, user_id, server_id, joined_at)
    select ${conversationId}::uuid, ${conversationId}::uuid, id, ${serverId}::uuid, ${now}::timestamptz from made`.execute(
    world.db,
  );
  await sql`analyze users, conversation_members`.execute(world.db);
}, 60_000);
afterAll(() => at.close());

/** The statement that decides who hears of a message, as PostgreSQL runs it. */
async function planOfNews(text: string) {
  const sent = await world.call(api.sendMessage, { conversationId, clientId: newId(), text }, ana);
  expect(sent.status).toBe(200);
  const counting = world.countQueries();
  await at.after(0);
  counting.stop();
  const query = counting.queries.find((one) => one.sql.includes('with written as'));
  const explained = CompiledQuery.raw(`explain (analyze, format json) ${query?.sql}`, [...(query?.parameters ?? [])]);
  return readPlan((await world.db.executeQuery<never>(explained)).rows);
}

test('a mention in a channel of thousands reads the people whom it names', async () => {
  expect((await planOfNews('@ben-of-many hello')).read('conversation_members')).toBeLessThan(10);
});

test('a message to everybody in a channel of thousands reads each of them once, and keeps nothing for people without a browser', async () => {
  expect((await planOfNews('@channel hello')).read('conversation_members')).toBeLessThan(2 * MEMBERS);
  const due = await world.db.selectFrom('notification_deliveries').select('user_id').execute();
  expect(due).toEqual([]);
});
