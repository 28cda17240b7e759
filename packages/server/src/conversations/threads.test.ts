import { updateChannel } from '@folkmoot/contract/channels/api.ts';
import * as api from '@folkmoot/contract/conversations/api.ts';
import { refusals } from '@folkmoot/contract/conversations/schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { newId } from '../core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../seed/builders.ts';

let world: World;
let creator: Signed;
let ana: Signed;
let ben: Signed;
let cleo: Signed;
let stranger: Signed;
let serverId: string;

beforeAll(async () => {
  world = await openWorld();
  creator = await world.person();
  ana = await world.person({ username: 'ana-in-threads' });
  ben = await world.person({ username: 'ben-in-threads' });
  cleo = await world.person({ username: 'cleo-in-threads' });
  stranger = await world.person();
  serverId = (await makeCommunity(world.db, creator.id)).id;
  await addMembers(world.db, serverId, [ana.id, ben.id, cleo.id]);
});
afterAll(() => world.close());

const fresh = (options: object = {}) =>
  makeChannel(world.db, serverId, creator.id, { members: [creator.id, ana.id, ben.id, cleo.id], ...options });
const say = (conversationId: string, as: Signed, text: string, more: object = {}) =>
  world.call(api.sendMessage, { conversationId, clientId: newId(), text, ...more }, as);
const read = async (conversationId: string, as: Signed) =>
  (await world.call(api.listMessages, { conversationId }, as)).data;
const thread = (conversationId: string, messageId: string, as: Signed) =>
  world.call(api.getThread, { conversationId, messageId }, as);
const countOf = async (conversationId: string, as: Signed) =>
  (await world.call(api.listCounts, {}, as)).data.data.find((count) => count.conversationId === conversationId);

/** A channel with a message by Ana. */
async function rooted(options: object = {}) {
  const channel = await fresh(options);
  const root = (await say(channel.conversationId, ana, 'The kiln is hot')).data;
  return { channel, root };
}

describe('threads', () => {
  test('a thread exists before anybody has replied, empty and without followers', async () => {
    const { channel, root } = await rooted();
    const view = (await thread(channel.conversationId, root.id, ben)).data;
    expect(view.facts).toMatchObject({
      id: root.id,
      type: 'thread',
      parentId: channel.conversationId,
      rootSeq: root.seq,
      version: 0,
      joined: true,
      following: false,
    });
    expect(await read(root.id, ben)).toEqual({
      data: [],
      people: [],
      hasBefore: false,
      hasAfter: false,
      version: 0,
      readSeq: 0,
    });
  });

  test('a thread names the people its first message answers', async () => {
    const { channel, root } = await rooted();
    const answer = (await say(channel.conversationId, ben, 'How hot?', { replyTo: root.id })).data;
    const view = (await thread(channel.conversationId, answer.id, cleo)).data;
    expect(view.root.replyTo?.authorId).toBe(ana.id);
    expect(view.people.map(({ id }) => id).sort()).toEqual([ana.id, ben.id].sort());
  });

  test('a thread counts its replies on its first message, with the faces of the first repliers', async () => {
    const { channel, root } = await rooted();
    await say(root.id, ben, 'How hot?');
    await say(root.id, cleo, 'Very.');
    await say(root.id, ben, 'Good.');
    const shown = (await read(channel.conversationId, ana)).data[0];
    expect(shown?.thread).toMatchObject({ count: 3, people: [ben.id, cleo.id] });
    expect((await read(root.id, ana)).data.map(({ text }) => text)).toEqual(['How hot?', 'Very.', 'Good.']);
    // Clients that only ask for what changed in the channel get it too.
    const changes = (
      await world.call(api.listChanges, { conversationId: channel.conversationId, since: root.version }, ana)
    ).data;
    expect(changes.data.map(({ id }) => id)).toEqual([root.id]);
    expect(changes.data[0]?.thread?.count).toBe(3);
  });

  test('a thread is followed by its author and by people who reply or are mentioned, and is unread for them', async () => {
    const { root } = await rooted();
    await say(root.id, ben, 'Is it, @cleo-in-threads?');
    expect(await countOf(root.id, ana)).toMatchObject({ unread: 1, mentions: 0, type: 'thread' });
    expect(await countOf(root.id, cleo)).toMatchObject({ unread: 1, mentions: 1 });
    expect(await countOf(root.id, ben)).toMatchObject({ unread: 0 });
    expect(await countOf(root.id, creator)).toBeUndefined();
    const channel = (await world.call(api.followThread, { conversationId: root.id }, creator)).data;
    expect(channel.unread).toBe(0);
    await say(root.id, cleo, 'It is.');
    expect(await countOf(root.id, creator)).toMatchObject({ unread: 1 });
    await world.call(api.unfollowThread, { conversationId: root.id }, creator);
    expect(await countOf(root.id, creator)).toBeUndefined();
  });

  test('a thread has its own read position and notification level', async () => {
    const { root } = await rooted();
    await say(root.id, ben, 'one');
    const second = (await say(root.id, ben, 'two')).data;
    expect((await world.call(api.markRead, { conversationId: root.id, seq: second.seq - 1 }, ana)).data.unread).toBe(1);
    const level = await world.call(api.setLevel, { conversationId: root.id, level: 'mentions' }, ana);
    expect(level.data).toMatchObject({ unread: 1, level: 'mentions' });
  });

  test('a thread can be read by everybody who can read its conversation, and by nobody else', async () => {
    const { channel, root } = await rooted({ mode: 'private', members: [ana.id, ben.id] });
    await say(root.id, ben, 'quietly');
    for (const who of [cleo, stranger]) {
      expect((await thread(channel.conversationId, root.id, who)).status).toBe(404);
      expect((await world.call(api.listMessages, { conversationId: root.id }, who)).status).toBe(404);
      expect((await say(root.id, who, 'let me in')).status).toBe(404);
      expect((await world.call(api.followThread, { conversationId: root.id }, who)).status).toBe(404);
    }
  });

  test('a thread can be replied to by members only, and not once the channel is archived', async () => {
    const { channel, root } = await rooted({ members: [ana.id] });
    expect((await say(root.id, ben, 'hello')).problem.code).toBe(refusals.joinFirst.code);
    await say(root.id, ana, 'hello');
    await world.db
      .updateTable('conversations')
      .set({ archived_at: new Date() })
      .where('id', 'in', [channel.conversationId, root.id])
      .execute();
    expect((await say(root.id, ana, 'again')).problem.code).toBe(refusals.archived.code);
  });

  test('a thread in an announcement channel can be replied to by announcers, no matter who replied first', async () => {
    const channel = await fresh({ type: 'announcement' });
    const root = (await say(channel.conversationId, creator, 'Closed on Monday')).data;
    const code = async () => (await say(root.id, ana, 'Why?')).problem.code;
    expect(await code()).toBe(refusals.announcements.code);
    expect((await say(root.id, creator, 'The roof is mended')).status).toBe(200);
    expect(await code()).toBe(refusals.announcements.code);
    await world.call(updateChannel, { serverId, channelId: channel.id, type: 'text' }, creator);
    expect((await say(root.id, ana, 'Thanks')).status).toBe(200);
    await world.call(updateChannel, { serverId, channelId: channel.id, type: 'announcement' }, creator);
    expect(await code()).toBe(refusals.announcements.code);
  });

  test('a thread keeps its count when a reply is deleted, and its position when the first message is deleted', async () => {
    const { channel, root } = await rooted();
    const reply = (await say(root.id, ben, 'one')).data;
    await say(root.id, cleo, 'two');
    await world.call(api.deleteMessage, { conversationId: root.id, messageId: reply.id }, ben);
    expect((await read(channel.conversationId, ana)).data[0]?.thread).toMatchObject({ count: 1, people: [cleo.id] });
    await world.call(api.deleteMessage, { conversationId: channel.conversationId, messageId: root.id }, ana);
    expect((await read(channel.conversationId, ana)).data[0]).toMatchObject({ text: '', thread: { count: 1 } });
    expect((await read(root.id, ana)).data.map(({ text }) => text)).toEqual(['', 'two']);
  });

  test('a thread opened by many people at once is one thread, and a retry counts once', async () => {
    const { channel, root } = await rooted();
    const clientId = newId();
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, n) => say(root.id, n % 2 ? ben : cleo, `${n}`)),
      ...Array.from({ length: 3 }, () =>
        world.call(api.sendMessage, { conversationId: root.id, clientId, text: 'once' }, ben),
      ),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await read(root.id, ana)).data).toHaveLength(7);
    expect((await read(channel.conversationId, ana)).data[0]?.thread?.count).toBe(7);
  });

  test('a thread cannot start on a reply, or on the copy of one in the channel', async () => {
    const { channel, root } = await rooted();
    const reply = (await say(root.id, ben, 'both', { alsoToChannel: true })).data;
    expect((await say(reply.id, ben, 'deeper')).status).toBe(404);
    const copy = (await read(channel.conversationId, ana)).data.at(-1);
    expect((await say(copy?.id ?? '', ben, 'deeper')).status).toBe(404);
  });
});

describe('replies that are also shown in the channel', () => {
  test('a reply also shown in the channel can be changed and deleted in both, from either', async () => {
    const { channel, root } = await rooted();
    const reply = (await say(root.id, ben, 'both', { alsoToChannel: true })).data;
    const copy = (await read(channel.conversationId, ana)).data.at(-1);
    expect(copy).toMatchObject({ text: 'both', copyOf: { threadId: root.id, messageId: reply.id } });
    await world.call(
      api.editMessage,
      { conversationId: channel.conversationId, messageId: copy?.id ?? '', text: 'both, changed' },
      ben,
    );
    expect((await read(root.id, ana)).data[0]?.text).toBe('both, changed');
    await world.call(api.deleteMessage, { conversationId: root.id, messageId: reply.id }, ben);
    expect((await read(channel.conversationId, ana)).data.at(-1)).toMatchObject({
      text: '',
      deletedAt: expect.any(String),
    });
  });

  test('a reply also shown in the channel waits instead of failing when it is edited in both at once', async () => {
    const { channel, root } = await rooted();
    const reply = (await say(root.id, ben, 'both', { alsoToChannel: true })).data;
    const copy = (await read(channel.conversationId, ana)).data.at(-1);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        n % 2
          ? world.call(api.editMessage, { conversationId: root.id, messageId: reply.id, text: `thread ${n}` }, ben)
          : world.call(
              api.editMessage,
              { conversationId: channel.conversationId, messageId: copy?.id ?? '', text: `channel ${n}` },
              ben,
            ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const [one, other] = [(await read(root.id, ana)).data[0], (await read(channel.conversationId, ana)).data.at(-1)];
    expect(one?.text).toBe(other?.text);
  });
});

describe('replies', () => {
  test('a reply quotes the message it answers as it is now', async () => {
    const channel = await fresh();
    const first = (await say(channel.conversationId, ana, 'Who has the key?')).data;
    const answer = (await say(channel.conversationId, ben, 'I have.', { replyTo: first.id })).data;
    expect(answer.replyTo).toMatchObject({ id: first.id, seq: first.seq, authorId: ana.id, text: 'Who has the key?' });
    await world.call(api.deleteMessage, { conversationId: channel.conversationId, messageId: first.id }, ana);
    const page = await read(channel.conversationId, cleo);
    expect(page.data.at(-1)?.replyTo).toMatchObject({ id: first.id, text: null });
    expect(page.people.map(({ id }) => id)).toContain(ana.id);
  });

  test('a reply answers only messages of the same conversation', async () => {
    const [channel, other] = [await fresh(), await fresh()];
    const elsewhere = (await say(other.conversationId, ana, 'there')).data;
    const refused = await say(channel.conversationId, ben, 'here', { replyTo: elsewhere.id });
    expect(refused.problem).toMatchObject({ statusCode: 422, code: refusals.noSuchMessage.code });
    expect((await read(channel.conversationId, ana)).data).toEqual([]);
  });
});

describe('pins', () => {
  test('pins are for holders of MANAGE_MESSAGES, listed newest first, and can be repeated', async () => {
    const channel = await fresh();
    const [one, two] = [
      (await say(channel.conversationId, ana, 'one')).data,
      (await say(channel.conversationId, ana, 'two')).data,
    ];
    const pin = (messageId: string, as: Signed) =>
      world.call(api.pinMessage, { conversationId: channel.conversationId, messageId }, as);
    expect((await pin(one.id, ana)).problem.code).toBe(refusals.mayNotPin.code);
    await pin(one.id, creator);
    world.clock.moveBy(1000);
    await pin(two.id, creator);
    expect((await pin(two.id, creator)).data.pinnedAt).toEqual(expect.any(String));
    const pins = (await world.call(api.listPins, { conversationId: channel.conversationId }, ben)).data;
    expect(pins.data.map(({ text }) => text)).toEqual(['two', 'one']);
    await world.call(api.unpinMessage, { conversationId: channel.conversationId, messageId: two.id }, creator);
    await world.call(api.deleteMessage, { conversationId: channel.conversationId, messageId: one.id }, ana);
    expect((await world.call(api.listPins, { conversationId: channel.conversationId }, ben)).data.data).toEqual([]);
  });
});

describe('@channel', () => {
  test('@channel names everyone if the author can edit the channel, and is plain text otherwise', async () => {
    const channel = await fresh();
    expect((await say(channel.conversationId, ana, 'hello @channel')).data.mentionsAll).toBe(false);
    expect(await countOf(channel.conversationId, ben)).toMatchObject({ unread: 1, mentions: 0 });
    const called = (await say(channel.conversationId, creator, '@channel the kiln is open')).data;
    expect(called.mentionsAll).toBe(true);
    expect(await countOf(channel.conversationId, ben)).toMatchObject({ unread: 2, mentions: 1 });
    expect(await countOf(channel.conversationId, creator)).toMatchObject({ mentions: 0 });
    await world.call(api.deleteMessage, { conversationId: channel.conversationId, messageId: called.id }, creator);
    expect(await countOf(channel.conversationId, ben)).toMatchObject({ unread: 1, mentions: 0 });
  });
});

test('earlier versions of a message are shown to its author and to moderators only', async () => {
  const channel = await fresh();
  const sent = (await say(channel.conversationId, ana, 'first')).data;
  await world.call(
    api.editMessage,
    { conversationId: channel.conversationId, messageId: sent.id, text: 'second' },
    ana,
  );
  const edits = (as: Signed) =>
    world.call(api.listEdits, { conversationId: channel.conversationId, messageId: sent.id }, as);
  expect((await edits(ana)).data.data.map(({ text }) => text)).toEqual(['first']);
  expect((await edits(creator)).data.data).toHaveLength(1);
  expect((await edits(ben)).problem.code).toBe(refusals.notYours.code);
  expect((await edits(stranger)).status).toBe(404);
});
