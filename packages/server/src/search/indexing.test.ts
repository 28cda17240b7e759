import * as conversationsApi from '@folkmoot/contract/conversations/api.ts';
import * as api from '@folkmoot/contract/search/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { newId } from '../core/id.ts';
import { createLog } from '../core/log.ts';
import { makeChannel, makeCommunity } from '../seed/builders.ts';
import { findBehind, indexNext } from './index-store.ts';
import { createIndexer } from './jobs.ts';

let world: World;
let ana: Signed;
let conversationId: string;

beforeAll(async () => {
  world = await openWorld();
  ana = await world.person();
  const { id: serverId } = await makeCommunity(world.db, ana.id);
  ({ conversationId } = await makeChannel(world.db, serverId, ana.id));
});
afterAll(() => world.close());

const say = (text: string) =>
  world.call(conversationsApi.sendMessage, { conversationId, clientId: newId(), text }, ana);
const count = async (search: string) =>
  (await world.call(api.searchMessages, { search } as never, ana)).data.data.length;

test('a sent message can be found within a second, without a request for it', async () => {
  world.app.indexer.start();
  const began = Date.now();
  await say('quickly found');
  await vi.waitFor(async () => expect(await count('quickly')).toBe(1), { timeout: 5000, interval: 20 });
  expect(Date.now() - began).toBeLessThan(2000);
  await world.app.indexer.stop();
  await say('slowly found');
  await world.app.indexer.catchUp();
  expect(await count('slowly')).toBe(1);
});

test('earlier messages are indexed in batches, and not again', async () => {
  await sql`truncate message_words, search_marks`.execute(world.db);
  await sql`insert into messages (home_id, conversation_id, seq, id, version, author_id, client_id, text, created_at)
    select ${conversationId}, ${conversationId}, n, gen_random_uuid(), n, ${ana.id}, gen_random_uuid(), 'older ' || n, ${world.clock.now()} from generate_series(1001, 1450) n`.execute(
    world.db,
  );
  await sql`update conversations set version = 1450, last_seq = 1450 where id = ${conversationId}`.execute(world.db);
  const first = await world.db.transaction().execute((tx) => indexNext(tx, conversationId));
  expect(first).toEqual({ count: 200, more: true });
  // A process that dies in a stretch leaves nothing of it.
  await expect(
    world.db.transaction().execute(async (tx) => {
      await indexNext(tx, conversationId);
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  expect(await findBehind(world.db, undefined)).toEqual([conversationId]);
  await world.app.indexer.catchUp();
  expect(await findBehind(world.db, undefined)).toEqual([]);
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from message_words where words @@ 'older'::tsquery`.execute(world.db);
  expect(rows[0]?.n).toBe(450);
  expect(await world.db.transaction().execute((tx) => indexNext(tx, conversationId))).toEqual({
    count: 0,
    more: false,
  });
});

test('two processes at once index everything once', async () => {
  await sql`truncate message_words, search_marks`.execute(world.db);
  const log = createLog(world.config);
  const [one, two] = [createIndexer(world.db, log), createIndexer(world.db, log)];
  await Promise.all([one.catchUp(), two.catchUp(), say('meanwhile')]);
  await one.catchUp();
  const { rows } = await sql<{
    n: number;
    m: number;
  }>`select (select count(*)::int from message_words) as n, (select count(*)::int from messages) as m`.execute(
    world.db,
  );
  expect(rows[0]?.n).toBe(rows[0]?.m);
});
