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
  const place = await fresh(options);
  const root = (await say(place.conversationId, ana, 'The kiln is hot')).data;
  return { place, root };
}

describe('a thread', () => {
  test('is there before anybody has replied, empty and without a follower', async () => {
    const { place, root } = await rooted();
    const view = (await thread(place.conversationId, root.id, ben)).data;
    expect(view.facts).toMatchObject({
      id: root.id,
      type: 'thread',
      parentId: place.conversationId,
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

  test('names whom its first message answers', async () => {
    const { place, root } = await rooted();
    const answer = (await say(place.conversationId, ben, 'How hot?', { replyTo: root.id })).data;
    const view = (await thread(place.conversationId, answer.id, cleo)).data;
    expect(view.root.replyTo?.authorId).toBe(ana.id);
    expect(view.people.map(({ id }) => id).sort()).toEqual([ana.id, ben.id].sort());
  });

  test('counts its replies on the message it hangs on, with the faces of the first', async () => {
    const { place, root } = await rooted();
    await say(root.id, ben, 'How hot?');
    await say(root.id, cleo, 'Very.');
    await say(root.id, ben, 'Good.');
    const shown = (await read(place.conversationId, ana)).data[0];
    expect(shown?.thread).toMatchObject({ count: 3, people: [ben.id, cleo.id] });
    expect((await read(root.id, ana)).data.map(({ text }) => text)).toEqual(['How hot?', 'Very.', 'Good.']);
    // Clients that only ask for what changed in the channel get it too.
    const changes = (
      await world.call(api.listChanges, { conversationId: place.conversationId, since: root.version }, ana)
    ).data;
    expect(changes.data.map(({ id }) => id)).toEqual([root.id]);
    expect(changes.data[0]?.thread?.count).toBe(3);
  });

  test('is followed by whoever wrote the first message, replies or is named, and is unread for them', async () => {
    const { root } = await rooted();
    await say(root.id, ben, 'Is it, @cleo-in-threads?');
    expect(await countOf(root.id, ana)).toMatchObject({ unread: 1, mentions: 0, type: 'thread' });
    expect(await countOf(root.id, cleo)).toMatchObject({ unread: 1, mentions: 1 });
    expect(await countOf(root.id, ben)).toMatchObject({ unread: 0 });
    expect(await countOf(root.id, creator)).toBeUndefined();
    const place = (await world.call(api.followThread, { conversationId: root.id }, creator)).data;
    expect(place.unread).toBe(0);
    await say(root.id, cleo, 'It is.');
    expect(await countOf(root.id, creator)).toMatchObject({ unread: 1 });
    await world.call(api.unfollowThread, { conversationId: root.id }, creator);
    expect(await countOf(root.id, creator)).toBeUndefined();
  });

  test('has its own read mark and its own level', async () => {
    const { root } = await rooted();
    await say(root.id, ben, 'one');
    const second = (await say(root.id, ben, 'two')).data;
    expect((await world.call(api.markRead, { conversationId: root.id, seq: second.seq - 1 }, ana)).data.unread).toBe(1);
    const level = await world.call(api.setLevel, { conversationId: root.id, level: 'mentions' }, ana);
    expect(level.data).toMatchObject({ unread: 1, level: 'mentions' });
  });

  test('belongs to whoever may read around it, and to nobody else', async () => {
    const { place, root } = await rooted({ mode: 'private', members: [ana.id, ben.id] });
    await say(root.id, ben, 'quietly');
    for (const who of [cleo, stranger]) {
      expect((await thread(place.conversationId, root.id, who)).status).toBe(404);
      expect((await world.call(api.listMessages, { conversationId: root.id }, who)).status).toBe(404);
      expect((await say(root.id, who, 'let me in')).status).toBe(404);
      expect((await world.call(api.followThread, { conversationId: root.id }, who)).status).toBe(404);
    }
  });

  test('is written in only by members, and not once the channel is archived', async () => {
    const { place, root } = await rooted({ members: [ana.id] });
    expect((await say(root.id, ben, 'hello')).problem.code).toBe(refusals.joinFirst.code);
    await say(root.id, ana, 'hello');
    await world.db
      .updateTable('conversations')
      .set({ archived_at: new Date() })
      .where('id', 'in', [place.conversationId, root.id])
      .execute();
    expect((await say(root.id, ana, 'again')).problem.code).toBe(refusals.archived.code);
  });

  test('of an announcement is written in by those who announce, whoever replied first', async () => {
    const place = await fresh({ type: 'announcement' });
    const root = (await say(place.conversationId, creator, 'Closed on Monday')).data;
    const code = async () => (await say(root.id, ana, 'Why?')).problem.code;
    expect(await code()).toBe(refusals.announcements.code);
    expect((await say(root.id, creator, 'The roof is mended')).status).toBe(200);
    expect(await code()).toBe(refusals.announcements.code);
    await world.call(updateChannel, { serverId, channelId: place.id, type: 'text' }, creator);
    expect((await say(root.id, ana, 'Thanks')).status).toBe(200);
    await world.call(updateChannel, { serverId, channelId: place.id, type: 'announcement' }, creator);
    expect(await code()).toBe(refusals.announcements.code);
  });

  test('loses a reply without losing its count, and keeps the place of a deleted first message', async () => {
    const { place, root } = await rooted();
    const reply = (await say(root.id, ben, 'one')).data;
    await say(root.id, cleo, 'two');
    await world.call(api.deleteMessage, { conversationId: root.id, messageId: reply.id }, ben);
    expect((await read(place.conversationId, ana)).data[0]?.thread).toMatchObject({ count: 1, people: [cleo.id] });
    await world.call(api.deleteMessage, { conversationId: place.conversationId, messageId: root.id }, ana);
    expect((await read(place.conversationId, ana)).data[0]).toMatchObject({ text: '', thread: { count: 1 } });
    expect((await read(root.id, ana)).data.map(({ text }) => text)).toEqual(['', 'two']);
  });

  test('can be opened by many at once, and is one; a retry counts once', async () => {
    const { place, root } = await rooted();
    const clientId = newId();
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, n) => say(root.id, n % 2 ? ben : cleo, `${n}`)),
      ...Array.from({ length: 3 }, () =>
        world.call(api.sendMessage, { conversationId: root.id, clientId, text: 'once' }, ben),
      ),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await read(root.id, ana)).data).toHaveLength(7);
    expect((await read(place.conversationId, ana)).data[0]?.thread?.count).toBe(7);
  });

  test('does not grow on a reply, nor on what is shown of one in the channel', async () => {
    const { place, root } = await rooted();
    const reply = (await say(root.id, ben, 'both', { alsoToChannel: true })).data;
    expect((await say(reply.id, ben, 'deeper')).status).toBe(404);
    const copy = (await read(place.conversationId, ana)).data.at(-1);
    expect((await say(copy?.id ?? '', ben, 'deeper')).status).toBe(404);
  });
});

describe('a reply that is shown in the channel as well', () => {
  test('is changed and deleted in both places, from either', async () => {
    const { place, root } = await rooted();
    const reply = (await say(root.id, ben, 'both', { alsoToChannel: true })).data;
    const copy = (await read(place.conversationId, ana)).data.at(-1);
    expect(copy).toMatchObject({ text: 'both', copyOf: { threadId: root.id, messageId: reply.id } });
    await world.call(
      api.editMessage,
      { conversationId: place.conversationId, messageId: copy?.id ?? '', text: 'both, changed' },
      ben,
    );
    expect((await read(root.id, ana)).data[0]?.text).toBe('both, changed');
    await world.call(api.deleteMessage, { conversationId: root.id, messageId: reply.id }, ben);
    expect((await read(place.conversationId, ana)).data.at(-1)).toMatchObject({
      text: '',
      deletedAt: expect.any(String),
    });
  });

  test('edited from both places at once waits instead of failing', async () => {
    const { place, root } = await rooted();
    const reply = (await say(root.id, ben, 'both', { alsoToChannel: true })).data;
    const copy = (await read(place.conversationId, ana)).data.at(-1);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        n % 2
          ? world.call(api.editMessage, { conversationId: root.id, messageId: reply.id, text: `thread ${n}` }, ben)
          : world.call(
              api.editMessage,
              { conversationId: place.conversationId, messageId: copy?.id ?? '', text: `channel ${n}` },
              ben,
            ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const [one, other] = [(await read(root.id, ana)).data[0], (await read(place.conversationId, ana)).data.at(-1)];
    expect(one?.text).toBe(other?.text);
  });
});

describe('a reply', () => {
  test('quotes what it answers, as it now stands', async () => {
    const place = await fresh();
    const first = (await say(place.conversationId, ana, 'Who has the key?')).data;
    const answer = (await say(place.conversationId, ben, 'I have.', { replyTo: first.id })).data;
    expect(answer.replyTo).toMatchObject({ id: first.id, seq: first.seq, authorId: ana.id, text: 'Who has the key?' });
    await world.call(api.deleteMessage, { conversationId: place.conversationId, messageId: first.id }, ana);
    const page = await read(place.conversationId, cleo);
    expect(page.data.at(-1)?.replyTo).toMatchObject({ id: first.id, text: null });
    expect(page.people.map(({ id }) => id)).toContain(ana.id);
  });

  test('answers only what is in the same conversation', async () => {
    const [place, other] = [await fresh(), await fresh()];
    const elsewhere = (await say(other.conversationId, ana, 'there')).data;
    const refused = await say(place.conversationId, ben, 'here', { replyTo: elsewhere.id });
    expect(refused.problem).toMatchObject({ statusCode: 422, code: refusals.noSuchMessage.code });
    expect((await read(place.conversationId, ana)).data).toEqual([]);
  });
});

describe('pins', () => {
  test('are for holders of MANAGE_MESSAGES, listed the newest first, and quiet when repeated', async () => {
    const place = await fresh();
    const [one, two] = [
      (await say(place.conversationId, ana, 'one')).data,
      (await say(place.conversationId, ana, 'two')).data,
    ];
    const pin = (messageId: string, as: Signed) =>
      world.call(api.pinMessage, { conversationId: place.conversationId, messageId }, as);
    expect((await pin(one.id, ana)).problem.code).toBe(refusals.mayNotPin.code);
    await pin(one.id, creator);
    world.clock.moveBy(1000);
    await pin(two.id, creator);
    expect((await pin(two.id, creator)).data.pinnedAt).toEqual(expect.any(String));
    const pins = (await world.call(api.listPins, { conversationId: place.conversationId }, ben)).data;
    expect(pins.data.map(({ text }) => text)).toEqual(['two', 'one']);
    await world.call(api.unpinMessage, { conversationId: place.conversationId, messageId: two.id }, creator);
    await world.call(api.deleteMessage, { conversationId: place.conversationId, messageId: one.id }, ana);
    expect((await world.call(api.listPins, { conversationId: place.conversationId }, ben)).data.data).toEqual([]);
  });
});

describe('@channel', () => {
  test('names everyone where the author may edit the channel, and is only words elsewhere', async () => {
    const place = await fresh();
    expect((await say(place.conversationId, ana, 'hello @channel')).data.mentionsAll).toBe(false);
    expect(await countOf(place.conversationId, ben)).toMatchObject({ unread: 1, mentions: 0 });
    const called = (await say(place.conversationId, creator, '@channel the kiln is open')).data;
    expect(called.mentionsAll).toBe(true);
    expect(await countOf(place.conversationId, ben)).toMatchObject({ unread: 2, mentions: 1 });
    expect(await countOf(place.conversationId, creator)).toMatchObject({ mentions: 0 });
    await world.call(api.deleteMessage, { conversationId: place.conversationId, messageId: called.id }, creator);
    expect(await countOf(place.conversationId, ben)).toMatchObject({ unread: 1, mentions: 0 });
  });
});

test('what a message said before is for its author and for moderators', async () => {
  const place = await fresh();
  const sent = (await say(place.conversationId, ana, 'first')).data;
  await world.call(api.editMessage, { conversationId: place.conversationId, messageId: sent.id, text: 'second' }, ana);
  const edits = (as: Signed) =>
    world.call(api.listEdits, { conversationId: place.conversationId, messageId: sent.id }, as);
  expect((await edits(ana)).data.data.map(({ text }) => text)).toEqual(['first']);
  expect((await edits(creator)).data.data).toHaveLength(1);
  expect((await edits(ben)).problem.code).toBe(refusals.notYours.code);
  expect((await edits(stranger)).status).toBe(404);
});
