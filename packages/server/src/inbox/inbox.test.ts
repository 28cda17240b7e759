import * as blocksApi from '@folkmoot/contract/blocks/api.ts';
import * as channelsApi from '@folkmoot/contract/channels/api.ts';
import { listMyCommunities } from '@folkmoot/contract/communities/api.ts';
import * as api from '@folkmoot/contract/conversations/api.ts';
import { titleWith, totalOf } from '@folkmoot/contract/conversations/counts-rules.ts';
import { newsOf } from '@folkmoot/contract/conversations/rules.ts';
import * as inboxApi from '@folkmoot/contract/inbox/api.ts';
import * as personalApi from '@folkmoot/contract/personal/api.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { newId } from '../core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../seed/builders.ts';

let world: World;
let creator: Signed;
let serverId: string;

beforeAll(async () => {
  world = await openWorld();
  creator = await world.person();
  serverId = (await makeCommunity(world.db, creator.id)).id;
});
afterAll(() => world.close());

async function member(): Promise<Signed> {
  const person = await world.person();
  await addMembers(world.db, serverId, [person.id]);
  return person;
}
const channelOf = (...people: Signed[]) =>
  makeChannel(world.db, serverId, creator.id, { members: [creator.id, ...people.map(({ id }) => id)] });
const say = async (conversationId: string, as: Signed, text: string, more: object = {}) =>
  (await world.call(api.sendMessage, { conversationId, clientId: newId(), text, ...more }, as)).data;
const unread = async (as: Signed, query: object = {}) =>
  (await world.call(inboxApi.listUnread, query as never, as)).data;

describe('the inbox', () => {
  test('a community is muted as a whole: none of its channels counts, and others do, until it is unmuted', async () => {
    const me = await member();
    const channels = [await channelOf(me), await channelOf(me)];
    const elsewhere = await makeCommunity(world.db, creator.id);
    await addMembers(world.db, elsewhere.id, [me.id]);
    const other = await makeChannel(world.db, elsewhere.id, creator.id, { members: [creator.id, me.id] });
    for (const { conversationId } of [...channels, other]) await say(conversationId, creator, 'News');
    const heard = async () => (await unread(me)).data.map(({ origin }) => origin.conversationId).sort();
    const all = [...channels, other].map(({ conversationId }) => conversationId).sort();
    expect(await heard()).toEqual(all);
    const mute = (mutedUntil: string | null) => world.call(inboxApi.muteCommunity, { serverId, mutedUntil }, me);
    expect((await mute('2999-12-31T00:00:00.000Z')).data.message).toBe('Your channels here are muted.');
    expect(await heard()).toEqual([other.conversationId]);
    const rail = (await world.call(listMyCommunities, {}, me)).data.data;
    expect(rail.find(({ id }) => id === serverId)?.unread).toBe(0);
    await mute(null);
    expect(await heard()).toEqual(all);
  });

  test('the inbox has every channel, thread and private conversation with something new, newest first', async () => {
    const me = await member();
    const channel = await channelOf(me);
    const root = await say(channel.conversationId, me, 'Mine');
    world.clock.moveBy(1000);
    await say(root.id, creator, 'In the thread');
    world.clock.moveBy(1000);
    for (const n of [1, 2, 3, 4]) await say(channel.conversationId, creator, `Message ${n}`);
    world.clock.moveBy(1000);
    const { id: pair } = (await world.call(personalApi.createPrivate, { users: [me.id] }, creator)).data.data;
    await say(pair, creator, 'For you');
    const { data, people } = await unread(me);
    expect(data.map(({ origin }) => origin.type)).toEqual(['one-to-one', 'channel', 'thread']);
    expect(data[1]).toMatchObject({
      membership: { unread: 4 },
      origin: { channelId: channel.id, channelName: channel.name },
    });
    expect(data[1]?.messages.map(({ text }) => text)).toEqual(['Message 2', 'Message 3', 'Message 4']);
    expect(data[2]?.origin).toMatchObject({
      parentId: channel.conversationId,
      rootSeq: root.seq,
      rootText: 'Mine',
      channelId: channel.id,
    });
    expect(people.map(({ id }) => id)).toContain(creator.id);
    await world.call(inboxApi.readAll, {}, me);
    expect((await unread(me)).data).toEqual([]);
  });

  test('what is meant for you comes first, page after page, and a channel shows the messages that mention you', async () => {
    const me = await world.person({ username: 'first-of-the-inbox' });
    await addMembers(world.db, serverId, [me.id]);
    const { id: pair } = (await world.call(personalApi.createPrivate, { users: [me.id] }, creator)).data.data;
    await say(pair, creator, 'For you alone');
    world.clock.moveBy(1000);
    const named = await channelOf(me);
    await say(named.conversationId, creator, 'Ask @first-of-the-inbox');
    for (const text of ['Lovely.', 'Yes.', 'So it is.']) await say(named.conversationId, creator, text);
    const chatter: string[] = [];
    for (let at = 0; at < 20; at += 1) {
      world.clock.moveBy(1000);
      const channel = await channelOf(me);
      await say(channel.conversationId, creator, 'Chatter');
      chatter.unshift(channel.conversationId);
    }
    const first = await unread(me);
    const shown = first.data.map(({ origin }) => origin.conversationId);
    expect(shown).toEqual([named.conversationId, pair, ...chatter.slice(0, 18)]);
    expect(first.data[0]?.messages.map(({ text }) => text)).toEqual(['Ask @first-of-the-inbox', 'Yes.', 'So it is.']);
    const rest = await unread(me, { cursor: first.nextCursor });
    expect(rest.data.map(({ origin }) => origin.conversationId)).toEqual(chatter.slice(18));
    expect((await world.call(inboxApi.listUnread, { cursor: 'bm9uc2Vuc2U' } as never, me)).status).toBe(400);
  });

  test('the inbox leaves out muted conversations, and keeps mentions where only mentions count', async () => {
    const me = await world.person({ username: 'me-of-the-inbox' });
    await addMembers(world.db, serverId, [me.id]);
    const [all, named, nothing, muted] = [
      await channelOf(me),
      await channelOf(me),
      await channelOf(me),
      await channelOf(me),
    ];
    const level = (channel: { conversationId: string }, body: object) =>
      world.call(api.setLevel, { conversationId: channel.conversationId, ...body }, me);
    await level(named, { level: 'mentions' });
    await level(nothing, { level: 'nothing' });
    const until = new Date(world.clock.now().getTime() + 3_600_000).toISOString();
    await level(muted, { mutedUntil: until });
    for (const channel of [all, named, nothing, muted]) await say(channel.conversationId, creator, 'news');
    const channels = async () => (await unread(me)).data.map(({ origin }) => origin.channelId);
    expect(await channels()).toEqual([all.id]);
    await say(named.conversationId, creator, '@me-of-the-inbox');
    expect((await channels()).sort()).toEqual([all.id, named.id].sort());
    world.clock.moveBy(3_700_000);
    expect(await channels()).toContain(muted.id);
  });

  test('the inbox lists your mentions, read or not, without those you can no longer read', async () => {
    const me = await world.person({ username: 'named-often' });
    await addMembers(world.db, serverId, [me.id]);
    const [open, closed] = [
      await channelOf(me),
      await makeChannel(world.db, serverId, creator.id, { mode: 'private', members: [creator.id, me.id] }),
    ];
    const first = await say(open.conversationId, creator, '@named-often one');
    world.clock.moveBy(1000);
    await say(closed.conversationId, creator, '@named-often two');
    world.clock.moveBy(1000);
    await say(open.conversationId, creator, 'hello @channel');
    const texts = async () =>
      (await world.call(inboxApi.listMentions, {}, me)).data.data.map(({ message }) => message.text);
    expect(await texts()).toEqual(['hello @channel', '@named-often two', '@named-often one']);
    await world.call(channelsApi.leaveChannel, { serverId, channelId: closed.id }, me);
    expect(await texts()).toEqual(['hello @channel', '@named-often one']);
    await world.call(api.deleteMessage, { conversationId: open.conversationId, messageId: first.id }, creator);
    expect(await texts()).toEqual(['hello @channel']);
  });

  test('the inbox comes twenty per page, and a longer page takes no more statements', async () => {
    const me = await member();
    const channel = await channelOf(me);
    await say(channel.conversationId, creator, 'one');
    const count = async () => {
      const counter = world.countQueries();
      await unread(me);
      return counter.stop();
    };
    // The first call also reads the session, which is then cached.
    await unread(me);
    const before = await count();
    for (let n = 0; n < 22; n += 1) await say((await channelOf(me)).conversationId, creator, 'more');
    expect(await count()).toBe(before);
    const first = await unread(me);
    const rest = await unread(me, { cursor: first.nextCursor });
    expect([first.data.length, rest.data.length, rest.nextCursor]).toEqual([20, 3, null]);
    expect(new Set([...first.data, ...rest.data].map(({ origin }) => origin.conversationId)).size).toBe(23);
  });
});

test('badges count exactly what notifies: the rule and PostgreSQL agree for every level', async () => {
  const me = await member();
  const now = world.clock.now();
  for (const level of ['all', 'mentions', 'nothing'] as const)
    for (const minutes of [null, -5, 5]) {
      const channel = await channelOf(me);
      const mutedUntil = minutes === null ? null : new Date(now.getTime() + minutes * 60_000).toISOString();
      await world.call(api.setLevel, { conversationId: channel.conversationId, level, mutedUntil }, me);
      await say(channel.conversationId, creator, '@channel');
      await say(channel.conversationId, creator, 'plain');
      const counts = (await world.call(api.listCounts, {}, me)).data.data;
      const rail = (await world.call(listMyCommunities, {}, me)).data.data[0];
      const heard = counts
        .filter(({ serverId: of }) => of === serverId)
        .map((count) => newsOf(count, world.clock.now()));
      expect(rail).toMatchObject({
        unread: heard.filter(({ unread: news }) => news > 0).length,
        mentions: heard.reduce((sum, { mentions }) => sum + mentions, 0),
      });
      expect((await unread(me)).data.some(({ origin }) => origin.conversationId === channel.conversationId)).toBe(
        newsOf(counts.find((count) => count.conversationId === channel.conversationId) as never, world.clock.now())
          .unread > 0,
      );
    }
});

test('badges and the inbox leave out the threads of a muted channel', async () => {
  const me = await member();
  const { conversationId } = await channelOf(me);
  const root = await say(conversationId, me, 'Who has cones?');
  await say(root.id, creator, '@channel');
  const shown = async () => {
    const counts = (await world.call(api.listCounts, {}, me)).data.data.filter(({ serverId: of }) => of === serverId);
    const rail = (await world.call(listMyCommunities, {}, me)).data.data[0];
    const total = totalOf(counts, world.clock.now());
    expect({ unread: rail?.unread, mentions: rail?.mentions }).toEqual(total);
    const threads = (await unread(me)).data.filter(({ origin }) => origin.conversationId === root.id);
    return [total.unread, threads.length];
  };
  expect(await shown()).toEqual([1, 1]);
  await world.call(api.setLevel, { conversationId, level: 'nothing' }, me);
  expect(await shown()).toEqual([0, 0]);
});

test('the tab’s title counts messages to the reader alone, and marks all others with a dot', () => {
  const count = {
    conversationId: 'c',
    parentId: null,
    serverId: 's',
    readSeq: 0,
    level: 'all' as const,
    mutedUntil: null,
    version: 1,
  };
  const total = totalOf(
    [
      { ...count, type: 'channel', unread: 7, mentions: 1 },
      { ...count, type: 'one-to-one', serverId: null, unread: 2, mentions: 0 },
      { ...count, type: 'channel', unread: 9, mentions: 9, level: 'nothing' },
    ],
    new Date(),
  );
  expect(total).toEqual({ unread: 2, mentions: 3 });
  expect(titleWith(total, 'glaze-lab')).toBe('(3) glaze-lab');
  expect(titleWith({ unread: 1, mentions: 0 }, 'glaze-lab')).toBe('• glaze-lab');
  expect(titleWith({ unread: 0, mentions: 120 }, 'x')).toBe('(99+) x');
});

/* Random days of three people with three devices each, compared with a very simple model. */

type Model = { said: { seq: number; author: number; named: number[]; gone: boolean }[]; read: Map<number, number> };

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('send' as const), who: fc.nat(2), names: fc.nat(3) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('read' as const), who: fc.nat(2), at: fc.nat(20), device: fc.nat(2) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('unread' as const), who: fc.nat(2), at: fc.nat(20), device: fc.nat(2) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('edit' as const), at: fc.nat(20), names: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), at: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), who: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('join' as const), who: fc.nat(2) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

test('unread counts and mentions match a simple model, whatever three people do on three devices', async () => {
  const people = [
    await world.person({ username: 'una' }),
    await world.person({ username: 'duo' }),
    await world.person({ username: 'tri' }),
  ];
  await addMembers(
    world.db,
    serverId,
    people.map(({ id }) => id),
  );
  const devices = await Promise.all(people.map((person) => Promise.all([0, 1, 2].map(() => world.signIn(person)))));
  const as = (who: number, device = 0) => devices[who]?.[device] as Signed;
  const NAMES = ['@una', '@duo', '@tri'];

  const words = (names: number) => (names === 3 ? 'nobody in particular' : `look ${NAMES[names]}`);
  const namedIn = (names: number, author: number) => (names === 3 || names === author ? [] : [names]);

  async function play(channel: { id: string; conversationId: string }, model: Model, one: Step): Promise<void> {
    const { conversationId } = channel;
    const ids = messageIds.get(conversationId) ?? [];
    if (one.do === 'send') {
      const sent = await world.call(
        api.sendMessage,
        { conversationId, clientId: newId(), text: words(one.names) },
        as(one.who),
      );
      expect(sent.status).toBe(model.read.has(one.who) ? 200 : 403);
      if (sent.status !== 200) return;
      ids.push(sent.data.id);
      model.said.push({ seq: sent.data.seq, author: one.who, named: namedIn(one.names, one.who), gone: false });
      model.read.set(one.who, sent.data.seq);
    } else if (one.do === 'read' || one.do === 'unread') {
      const said = model.said[one.at];
      if (!said) return;
      const seq = one.do === 'read' ? said.seq : said.seq - 1;
      await world.call(api.markRead, { conversationId, seq }, as(one.who, one.device));
      if (model.read.has(one.who)) model.read.set(one.who, seq);
    } else if (one.do === 'edit' || one.do === 'delete') {
      const said = model.said[one.at];
      const messageId = ids[one.at];
      if (!said || !messageId || said.gone || !model.read.has(said.author)) return;
      if (one.do === 'edit') {
        await world.call(
          api.editMessage,
          { conversationId, messageId, text: `${words(one.names)} again` },
          as(said.author),
        );
        said.named = namedIn(one.names, said.author);
      } else {
        await world.call(api.deleteMessage, { conversationId, messageId }, as(said.author));
        said.gone = true;
      }
    } else if (one.do === 'leave') {
      await world.call(channelsApi.leaveChannel, { serverId, channelId: channel.id }, as(one.who));
      model.read.delete(one.who);
    } else if (!model.read.has(one.who)) {
      await world.call(channelsApi.joinChannel, { serverId, channelId: channel.id }, as(one.who));
      model.read.set(one.who, model.said.at(-1)?.seq ?? 0);
    }
  }

  const messageIds = new Map<string, string[]>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const channel = await makeChannel(world.db, serverId, creator.id, { members: people.map(({ id }) => id) });
      messageIds.set(channel.conversationId, []);
      const model: Model = { said: [], read: new Map([0, 1, 2].map((who) => [who, 0])) };
      for (const one of steps) await play(channel, model, one);
      for (const who of [0, 1, 2]) {
        const mark = model.read.get(who);
        for (const device of [0, 1, 2]) {
          const { data } = (await world.call(api.listCounts, {}, as(who, device))).data;
          const count = data.find(({ conversationId }) => conversationId === channel.conversationId);
          if (mark === undefined) {
            expect(count).toBeUndefined();
            continue;
          }
          const news = model.said.filter(({ seq, author, gone }) => seq > mark && author !== who && !gone);
          expect(count).toMatchObject({
            unread: news.length,
            mentions: news.filter(({ named }) => named.includes(who)).length,
          });
        }
      }
    }),
    { numRuns: 25 },
  );
}, 240_000);

test('marking everything as read takes the same number of statements, however much there is', async () => {
  const [me, other] = [await member(), await member()];
  const statements = async (channels: number) => {
    for (let n = 0; n < channels; n += 1) await say((await channelOf(me, other)).conversationId, other, 'news');
    const counting = world.countQueries();
    await world.call(inboxApi.readAll, {}, me);
    return counting.stop();
  };
  await statements(1);
  expect([await statements(1), await statements(6)]).toEqual([1, 1]);
  expect((await unread(me)).data).toEqual([]);
});

test('messages from blocked people are not new', async () => {
  const [me, other] = [await member(), await member()];
  const channel = await channelOf(me, other);
  await say(channel.conversationId, other, 'one');
  await world.call(blocksApi.blockUser, { userId: other.id }, me);
  expect((await unread(me)).data).toEqual([]);
  await world.call(blocksApi.unblockUser, { userId: other.id }, me);
  expect((await unread(me)).data).toHaveLength(1);
});
