import * as api from '@folkmoot/contract/conversations/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testServer } from '../../test/database.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { allRows } from '../core/db/db.ts';
import { newId } from '../core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../seed/builders.ts';
import { updateConversation } from './members-store.ts';

let world: World;
let creator: Signed;
let ana: Signed;
let ben: Signed;
let cleo: Signed;
let serverId: string;

beforeAll(async () => {
  world = await openWorld();
  creator = await world.person();
  ana = await world.person({ username: 'ana-in-threads' });
  ben = await world.person({ username: 'ben-in-threads' });
  cleo = await world.person({ username: 'cleo-in-threads' });
  serverId = (await makeCommunity(world.db, creator.id)).id;
  await addMembers(world.db, serverId, [ana.id, ben.id, cleo.id]);
});
afterAll(() => world.close());

const say = (conversationId: string, as: Signed, text: string, more: object = {}) =>
  world.call(api.sendMessage, { conversationId, clientId: newId(), text, ...more }, as);
const read = async (conversationId: string, as: Signed) =>
  (await world.call(api.listMessages, { conversationId }, as)).data;
const thread = (conversationId: string, messageId: string, as: Signed) =>
  world.call(api.getThread, { conversationId, messageId }, as);
const countOf = async (conversationId: string, as: Signed) =>
  (await world.call(api.listCounts, {}, as)).data.data.find((count) => count.conversationId === conversationId);

/** A channel with a message by Ana. */
async function rooted() {
  const channel = await makeChannel(world.db, serverId, creator.id, { members: [creator.id, ana.id, ben.id, cleo.id] });
  return { channel, root: (await say(channel.conversationId, ana, 'The kiln is hot')).data };
}

describe('what a reply costs', () => {
  const costOf = async (send: () => Promise<{ status: number }>) => {
    const counting = world.countQueries();
    const { status } = await send();
    const count = counting.stop();
    expect(status).toBe(200);
    return count;
  };

  test('a reply takes three statements at most, the first one of a thread too, and also with mentions or a quote', async () => {
    const { channel, root } = await rooted();
    // Sessions have been read before.
    await say(channel.conversationId, ben, 'warm');
    await say(channel.conversationId, creator, 'warm');
    expect(await costOf(() => say(root.id, ben, 'first'))).toBeLessThanOrEqual(3);
    const second = (await say(root.id, ben, 'second')).data;
    expect(await costOf(() => say(root.id, ben, 'third'))).toBeLessThanOrEqual(3);
    expect(await costOf(() => say(root.id, ben, '@cleo-in-threads and @ana-in-threads'))).toBeLessThanOrEqual(3);
    expect(await costOf(() => say(root.id, creator, '@channel'))).toBeLessThanOrEqual(3);
    expect(await costOf(() => say(root.id, ben, 'this?', { replyTo: second.id }))).toBeLessThanOrEqual(3);
    const { root: other } = await rooted();
    expect(await costOf(() => say(other.id, ben, '@cleo-in-threads, look'))).toBeLessThanOrEqual(3);
    expect(await countOf(other.id, cleo)).toMatchObject({ unread: 1, mentions: 1 });
  });

  test('everything of a thread has the id of its parent as the key with which its rows begin', async () => {
    const { channel, root } = await rooted();
    const reply = (await say(root.id, ben, '@cleo-in-threads')).data;
    await world.call(api.addReaction, { conversationId: root.id, messageId: reply.id, emoji: '🔥' }, ana);
    await world.call(api.editMessage, { conversationId: root.id, messageId: reply.id, text: '@cleo-in-threads!' }, ben);
    for (const table of ['messages', 'conversation_members', 'mentions', 'reactions', 'message_edits']) {
      const homes = await allRows(
        world.db,
        sql`select distinct home_id from ${sql.table(table)} where conversation_id = ${root.id}`,
      );
      expect({ table, homes }).toEqual({ table, homes: [{ home_id: channel.conversationId }] });
    }
  });

  test.runIf(testServer)('a first reply that waits for its channel to be closed makes a closed thread', async () => {
    const { channel, root } = await rooted();
    const { sent, free } = await sendWhileLocked(channel.conversationId, () => say(root.id, ben, 'just in time'), {
      open_to: 'members',
    });
    await free;
    expect((await sent).status).toBe(200);
    expect((await thread(channel.conversationId, root.id, ben)).data.facts.openTo).toBe('members');
  });

  test.runIf(testServer)(
    'a first reply that waits for its first message to be deleted is refused, and raises no counter',
    async () => {
      const { channel, root } = await rooted();
      const before = (await thread(channel.conversationId, root.id, ben)).data;
      const { sent, free } = await sendWhileLocked(
        channel.conversationId,
        () => say(root.id, ben, 'too late'),
        {},
        root.id,
      );
      await free;
      expect((await sent).status).toBe(404);
      expect((await read(channel.conversationId, ana)).version).toBe(before.root.version);
      expect(await countOf(root.id, ben)).toBeUndefined();
    },
  );

  /** Sends while another command holds the conversation, which then changes it and commits. */
  async function sendWhileLocked<Sent>(
    conversationId: string,
    send: () => Promise<Sent>,
    change: { open_to?: 'members' },
    deleted?: string,
  ) {
    const [locked, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const free = world.db.transaction().execute(async (tx) => {
      await sql`select 1 from conversations where id = ${conversationId} for update`.execute(tx);
      locked.resolve();
      await waiting.promise;
      await updateConversation(tx, conversationId, change);
      if (deleted) await sql`update messages set deleted_at = ${world.clock.now()} where id = ${deleted}`.execute(tx);
    });
    await locked.promise;
    const sent = send();
    await expect
      .poll(
        async () =>
          (
            await allRows(
              world.db,
              sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).length,
      )
      .toBe(1);
    waiting.resolve();
    return { sent, free };
  }
});
