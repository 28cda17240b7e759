import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../../test/world.ts';
import { makeCommunity } from '../../seed/builders.ts';
import { forgetInAudit } from './leaving-store.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('what an audit log of any length says of somebody is found by indexes', async () => {
  const [ann, zeb] = [await world.person(), await world.person()];
  const { id: serverId } = await makeCommunity(world.db, ann.id);
  const now = world.clock.now();
  await sql`insert into audit_log (server_id, id, action, subject_id, before, after, created_at)
    select ${serverId}, gen_random_uuid(), 'channel.added', gen_random_uuid(), jsonb_build_object('users', jsonb_build_array(gen_random_uuid())),
      jsonb_build_object('users', jsonb_build_array(gen_random_uuid())), ${now}::timestamptz from generate_series(1, 5000) n`.execute(
    world.db,
  );
  for (const after of [{ users: [zeb.id, ann.id] }, { deep: [{ er: zeb.id }] }, { users: [ann.id] }])
    await sql`insert into audit_log (server_id, id, action, after, created_at)
      values (${serverId}, gen_random_uuid(), 'channel.added', ${JSON.stringify(after)}::jsonb, ${now})`.execute(
      world.db,
    );
  await sql`analyze audit_log`.execute(world.db);
  const counting = world.countQueries();
  const leaver = { ...zeb, leftAt: now };
  expect([await forgetInAudit(world.db, leaver, 500, now), await forgetInAudit(world.db, leaver, 500, now)]).toEqual([
    2, 0,
  ]);
  counting.stop();
  const [search] = counting.queries;
  const plan = await world.db.transaction().execute(async (tx) => {
    // So short a log may be read as a whole.
    await sql`set local enable_seqscan = off`.execute(tx);
    return tx.executeQuery<{ 'QUERY PLAN': string }>(
      CompiledQuery.raw(`explain ${search?.sql}`, [...(search?.parameters ?? [])]),
    );
  });
  const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  for (const by of ['subject_id =', 'before @?', 'after @?']) expect(text).toContain(`Index Cond: (${by}`);
});
