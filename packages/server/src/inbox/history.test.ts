import { listCounts as listCountsCall, listMessages } from '@folkmoot/contract/conversations/api.ts';
import { LIMITS as CONVERSATIONS } from '@folkmoot/contract/conversations/schema.ts';
import * as api from '@folkmoot/contract/inbox/api.ts';
import { LIMITS } from '@folkmoot/contract/inbox/schema.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer } from '../../test/database.ts';
import { planOf, plansOf } from '../../test/plan.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { countsOf } from '../conversations/read-state-store.ts';
import { historyPage } from '../conversations/store.ts';
import { addMembers, makeChannel, makeCommunity } from '../seed/builders.ts';
import { mentionsPage } from './store.ts';

/* Years of use: what a person sees at each start must not cost more for it. */

const CHANNELS = 5;
const MESSAGES = 2000;
const THREADS = 400;

let world: World;
let me: Signed;
let serverId: string;
const channels: string[] = [];

beforeAll(async () => {
  world = await openWorld();
  const creator = await world.person();
  me = await world.person();
  serverId = (await makeCommunity(world.db, creator.id)).id;
  await addMembers(world.db, serverId, [me.id]);
  for (let n = 0; n < CHANNELS; n += 1)
    channels.push((await makeChannel(world.db, serverId, creator.id, { members: [creator.id, me.id] })).conversationId);
  await fill(creator.id);
});
afterAll(() => world.close());

/** Every second message mentions me, every hundredth everyone. Threads hang on the first channel, read to their end. */
async function fill(author: string): Promise<void> {
  const { db } = world;
  const now = world.clock.now();
  for (const id of channels) {
    await sql`insert into messages (home_id, conversation_id, seq, id, version, author_id, client_id, text, mentions_all, created_at)
      select ${id}, ${id}, n, gen_random_uuid(), n, ${author}, gen_random_uuid(), n, n % 100 = 0, ${now}::timestamptz - (${MESSAGES}::int - n) * interval '1 minute'
      from generate_series(1, ${MESSAGES}::int) n`.execute(db);
    await sql`update conversations set version = ${MESSAGES}, last_seq = ${MESSAGES} where id = ${id}`.execute(db);
  }
  await sql`insert into mentions (home_id, conversation_id, user_id, seq, message_id, created_at)
    select home_id, conversation_id, ${me.id}, seq, id, created_at from messages where seq % 2 = 1`.execute(db);
  await sql`insert into conversations (id, home_id, parent_id, root_seq, server_id, type, open_to, version, last_seq, created_at)
    select id, home_id, home_id, seq, ${serverId}, 'thread', 'community', 1, 1, created_at from messages
    where conversation_id = ${channels[0]} and seq <= ${THREADS}`.execute(db);
  await sql`insert into conversation_members (home_id, conversation_id, user_id, server_id, read_seq, joined_at)
    select home_id, id, ${me.id}, server_id, 1, created_at from conversations where parent_id is not null`.execute(db);
  await sql`insert into messages (home_id, conversation_id, seq, id, version, author_id, client_id, text, created_at)
    select home_id, id, 2, gen_random_uuid(), 2, ${author}, gen_random_uuid(), 'reply', created_at from conversations where parent_id is not null`.execute(
    db,
  );
  await sql`update conversations set version = 2, last_seq = 2 where parent_id is not null`.execute(db);
  await sql`update conversation_members set read_seq = 2 where home_id <> conversation_id`.execute(db);
  // Autovacuum does the same.
  await sql`vacuum analyze`.execute(db);
}

test('a page of history reads the messages that it shows, however many there are, and no replies', async () => {
  const channel = channels[0] ?? '';
  for (const stretch of [{}, { before: 1000 }, { after: 1000 }, { around: 1000 }]) {
    const plan = await planOf(world.db, historyPage(channel, me.id, stretch));
    // One more says whether there is anything before.
    expect(plan.read('messages')).toBeLessThanOrEqual(CONVERSATIONS.page + 1);
  }
  const page = (await world.call(listMessages, { conversationId: channel }, me)).data;
  expect(page.data.map(({ seq }) => seq)).toEqual(
    Array.from({ length: CONVERSATIONS.page }, (_, n) => MESSAGES - CONVERSATIONS.page + 1 + n),
  );
});

// PGlite does not choose these plans for so little data.
test.skipIf(!testServer)('the inbox looks at the newest unread messages alone, however many there are', async () => {
  const rowsOf = async () => {
    const count = world.countQueries();
    expect((await world.call(api.listUnread, {}, me)).data.data).toHaveLength(CHANNELS);
    count.stop();
    return Math.max(...(await plansOf(world.db, count.queries)).map((plan) => plan.sorted));
  };
  expect(await rowsOf()).toBeLessThanOrEqual(50);
});

// PGlite does not choose these plans for so little data.
test.skipIf(!testServer)(
  'a page of mentions is read from indexes, and costs the same however many there are',
  async () => {
    const first = (await world.call(api.listMentions, {}, me)).data;
    expect(first.data).toHaveLength(LIMITS.page);
    for (const position of [
      undefined,
      [first.data.at(-1)?.message.createdAt ?? '', first.data.at(-1)?.message.id ?? ''],
    ] as const) {
      const plan = await planOf(world.db, mentionsPage(me.id, position));
      expect([...plan.indexes]).toEqual(expect.arrayContaining(['mentions_newest', 'messages_for_all_newest']));
      // Of each conversation one page of what mentions everyone, and one page of what mentions me.
      expect(plan.read('mentions')).toBeLessThanOrEqual(LIMITS.page + 1);
      expect(plan.read('messages')).toBeLessThanOrEqual((CHANNELS + 3) * (LIMITS.page + 1));
      expect(plan.sorted).toBeLessThanOrEqual((CHANNELS + 1) * (LIMITS.page + 1));
    }
  },
);

test('all mentions come, each once and newest first, page after page', async () => {
  const seen: { id: string; createdAt: string }[] = [];
  let cursor: string | null | undefined;
  for (let n = 0; n < 15 && cursor !== null; n += 1) {
    const page = (await world.call(api.listMentions, cursor ? { cursor } : {}, me)).data;
    seen.push(...page.data.map(({ message }) => message));
    cursor = page.nextCursor;
  }
  const { rows } = await sql<{ id: string }>`select id from messages where seq % 2 = 1 or mentions_all
    order by created_at desc, id desc limit ${seen.length}`.execute(world.db);
  expect(seen).toHaveLength(15 * LIMITS.page);
  expect(seen.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
});

test('unread counts stop where the screen does, and count nothing where nothing is new', async () => {
  const most = CONVERSATIONS.unreadShown + 1;
  const plan = await planOf(world.db, countsOf(me.id));
  // In five channels everything is unread; in four hundred threads nothing is.
  expect(plan.read('messages')).toBeLessThanOrEqual(CHANNELS * (most + MESSAGES / 100));
  expect(plan.read('mentions')).toBeLessThanOrEqual(CHANNELS * most);
  const counts = (await world.call(listCountsCall, {}, me)).data.data;
  const channelCounts = counts.filter(({ parentId }) => parentId === null);
  expect(channelCounts.map(({ unread, mentions }) => [unread, mentions])).toEqual(channels.map(() => [most, most]));
});

test('threads with nothing new are left out of the counts, except those that were followed last', async () => {
  const threads = async () =>
    (await world.call(listCountsCall, {}, me)).data.data.filter(({ type }) => type === 'thread');
  const quiet = await threads();
  expect(quiet).toHaveLength(100);
  const { rows } = await sql<{ id: string }>`select conversation_id as id from conversation_members
    where user_id = ${me.id} and home_id <> conversation_id order by joined_at limit 1`.execute(world.db);
  const oldest = rows[0]?.id ?? '';
  expect(quiet.some(({ conversationId }) => conversationId === oldest)).toBe(false);
  await sql`update conversation_members set read_seq = 0 where conversation_id = ${oldest}`.execute(world.db);
  expect((await threads()).find(({ conversationId }) => conversationId === oldest)).toMatchObject({ readSeq: 0 });
});
