import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../../test/world.ts';
import { addMembers, makeChannel, makeCommunity } from '../../seed/builders.ts';
import { listWritten } from './removing-store.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('of an author of many messages those of the last week are read, and no others', async () => {
  const [owner, rowan] = [await world.person(), await world.person()];
  const { id: serverId } = await makeCommunity(world.db, owner.id);
  await addMembers(world.db, serverId, [rowan.id]);
  const { conversationId } = await makeChannel(world.db, serverId, owner.id, { members: [owner.id, rowan.id] });
  const now = world.clock.now();
  const put = (count: number, from: number, daysAgo: number) =>
    sql`insert into messages (conversation_id, home_id, id, seq, version, author_id, client_id, text, created_at)
      select ${conversationId}, ${conversationId}, gen_random_uuid(), n, n, ${rowan.id}, gen_random_uuid(), 'words',
        ${now}::timestamptz - make_interval(days => ${daysAgo}) from generate_series(${from}::int, ${from + count - 1}::int) n`.execute(
      world.db,
    );
  await put(5000, 1, 300);
  await put(3, 5001, 2);
  await sql`analyze messages`.execute(world.db);
  const week = new Date(now.getTime() - 7 * 86_400_000);
  const counting = world.countQueries();
  expect(await listWritten(world.db, serverId, rowan.id, week, 50)).toHaveLength(3);
  counting.stop();
  const [search] = counting.queries;
  const { rows } = await world.db.executeQuery<{ 'QUERY PLAN': string }>(
    CompiledQuery.raw(`explain ${search?.sql}`, [...(search?.parameters ?? [])]),
  );
  const text = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toContain('messages_written');
  expect(text).toMatch(/Index Cond: .*author_id = .*created_at >= /);
});
