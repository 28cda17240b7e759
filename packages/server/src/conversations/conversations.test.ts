import * as channelsApi from '@folkmoot/contract/channels/api.ts';
import { listMyCommunities } from '@folkmoot/contract/communities/api.ts';
import * as api from '@folkmoot/contract/conversations/api.ts';
import { canSend } from '@folkmoot/contract/conversations/rules.ts';
import { LIMITS, refusals } from '@folkmoot/contract/conversations/schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { newId } from '../core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../seed/builders.ts';
import { findConversationFacts } from './store.ts';

let world: World;
let creator: Signed;
let ana: Signed;
let ben: Signed;
let stranger: Signed;
let serverId: string;
let conversationId: string;

beforeAll(async () => {
  world = await openWorld();
  creator = await world.person();
  ana = await world.person({ username: 'ana-of-tests' });
  ben = await world.person({ username: 'ben-of-tests' });
  stranger = await world.person();
  serverId = (await makeCommunity(world.db, creator.id)).id;
  await addMembers(world.db, serverId, [ana.id, ben.id]);
  const channel = await makeChannel(world.db, serverId, creator.id, { members: [creator.id, ana.id, ben.id] });
  conversationId = channel.conversationId;
});
afterAll(() => world.close());

const say = (text: string, as: Signed, target = conversationId, clientId = newId()) =>
  world.call(api.sendMessage, { conversationId: target, clientId, text }, as);
const read = (as: Signed, query: object = {}, target = conversationId) =>
  world.call(api.listMessages, { conversationId: target, ...query } as never, as);
const fresh = async (members: Signed[], options: object = {}) =>
  makeChannel(world.db, serverId, creator.id, { members: members.map((one) => one.id), ...options });

describe('sent messages', () => {
  test('a sent message is returned, and is then in the history with its author', async () => {
    const sent = await say('Cone 6 is out', ana);
    expect(sent.status).toBe(200);
    const page = await read(ben);
    const kept = page.data.data.at(-1);
    expect(kept).toEqual({ ...sent.data, createdAt: kept?.createdAt });
    expect(Date.parse(kept?.createdAt ?? '')).toBe(Date.parse(sent.data.createdAt));
    expect(page.data.people.find((one) => one.id === ana.id)).toMatchObject({
      username: 'ana-of-tests',
      roleName: null,
    });
  });

  test('a message sent twice with one client id is one message, even at the same moment', async () => {
    const clientId = newId();
    const answers = await Promise.all(Array.from({ length: 6 }, () => say('only once', ana, conversationId, clientId)));
    expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1);
    const again = await say('only once, later', ana, conversationId, clientId);
    expect(again.data).toMatchObject({ id: answers[0]?.data.id, text: 'only once' });
  });

  test('fifty messages sent at once have fifty positions in order without a gap', async () => {
    const target = (await fresh([ana, ben])).conversationId;
    const sent = await Promise.all(Array.from({ length: 50 }, (_, n) => say(`${n}`, n % 2 ? ana : ben, target)));
    const seqs = sent.map((answer) => answer.data.seq).sort((a, b) => a - b);
    expect(seqs).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
  });

  test.each([
    ['', 'Write something first.'],
    ['  \n ', 'Write something first.'],
    ['a'.repeat(LIMITS.text + 1), 'A message cannot exceed 4000 characters.'],
  ])('the message text %j is refused', async (text, sentence) => {
    expect((await say(text, ana)).problem).toMatchObject({ statusCode: 422, fields: { text: sentence } });
  });

  test('sending a message needs a membership, the right role, and a channel that is not archived', async () => {
    const quiet = await fresh([creator]);
    expect((await say('hello', ana, quiet.conversationId)).problem.code).toBe(refusals.joinFirst.code);
    expect((await say('hello', stranger, quiet.conversationId)).status).toBe(404);
    const notices = await fresh([creator, ana], { type: 'announcement' });
    expect((await say('hello', ana, notices.conversationId)).problem.code).toBe(refusals.announcements.code);
    expect((await say('hello', creator, notices.conversationId)).status).toBe(200);
    await world.call(channelsApi.archiveChannel, { serverId, channelId: notices.id }, creator);
    expect((await say('hello', creator, notices.conversationId)).problem.code).toBe(refusals.archived.code);
  });
});

describe('message history', () => {
  test('message history comes fifty per page in both directions and around a message', async () => {
    const { conversationId: target } = await fresh([ana]);
    for (let n = 1; n <= 120; n += 1) await say(`${n}`, ana, target);
    const texts = (answer: Awaited<ReturnType<typeof read>>) => answer.data.data.map((message) => Number(message.text));
    const newest = await read(ana, {}, target);
    expect(texts(newest)).toEqual(Array.from({ length: 50 }, (_, n) => n + 71));
    expect(newest.data).toMatchObject({ hasBefore: true, hasAfter: false, version: 120 });
    const before = await read(ana, { before: 71 }, target);
    expect([texts(before)[0], texts(before).at(-1), before.data.hasBefore, before.data.hasAfter]).toEqual([
      21,
      70,
      true,
      true,
    ]);
    const oldest = await read(ana, { before: 21 }, target);
    expect([texts(oldest).length, oldest.data.hasBefore]).toEqual([20, false]);
    const around = await read(ana, { around: 60 }, target);
    expect([texts(around)[0], texts(around).at(-1)]).toEqual([36, 85]);
    expect(texts(await read(ana, { after: 118 }, target))).toEqual([119, 120]);
  });

  test('a private channel’s history is a 404 to everyone outside, even an editor', async () => {
    const { conversationId: target } = await fresh([ana], { mode: 'private' });
    await say('between us', ana, target);
    for (const someone of [ben, creator, stranger]) expect((await read(someone, {}, target)).status).toBe(404);
    expect((await read(ana, {}, target)).data.data).toHaveLength(1);
  });

  test('a public channel’s history can be read by members who have not joined', async () => {
    const { conversationId: target } = await fresh([ana]);
    expect((await read(ben, {}, target)).status).toBe(200);
  });
});

describe('edits and deletions', () => {
  test('editing a message is for its author, keeps its history, and moves the mention', async () => {
    const sent = (await say('hello @ben-of-tests', ana)).data;
    expect(sent.mentions).toEqual([ben.id]);
    expect(
      (await world.call(api.editMessage, { conversationId, messageId: sent.id, text: 'x' }, ben)).problem.code,
    ).toBe(refusals.notYours.code);
    const edited = await world.call(api.editMessage, { conversationId, messageId: sent.id, text: 'hello all' }, ana);
    expect(edited.data).toMatchObject({ text: 'hello all', mentions: [], seq: sent.seq });
    expect(edited.data.version).toBeGreaterThan(sent.version);
    const kept = await world.db.selectFrom('message_edits').select('text').where('message_id', '=', sent.id).execute();
    expect(kept).toEqual([{ text: 'hello @ben-of-tests' }]);
    expect(
      await world.db
        .selectFrom('mentions')
        .selectAll()
        .where('conversation_id', '=', conversationId)
        .where('seq', '=', sent.seq)
        .execute(),
    ).toEqual([]);
  });

  test('a message is deleted by its author or a moderator, leaves a tombstone, and can be deleted again', async () => {
    const sent = (await say('oops', ana)).data;
    const path = { conversationId, messageId: sent.id };
    expect((await world.call(api.deleteMessage, path, ben)).problem.code).toBe(refusals.notYours.code);
    const gone = await world.call(api.deleteMessage, path, creator);
    expect(gone.data).toMatchObject({ text: '', deletedAt: expect.any(String), seq: sent.seq });
    expect((await world.call(api.deleteMessage, path, ana)).data.version).toBe(gone.data.version);
    expect((await world.call(api.editMessage, { ...path, text: 'back' }, ana)).problem.code).toBe(
      refusals.deleted.code,
    );
  });
});

describe('changes', () => {
  test('changes since a version include every send, edit, deletion and reaction, in order', async () => {
    const { conversationId: target } = await fresh([ana, ben]);
    const first = (await say('one', ana, target)).data;
    const since = first.version;
    const second = (await say('two', ben, target)).data;
    await world.call(api.addReaction, { conversationId: target, messageId: first.id, emoji: '🔥' }, ben);
    await world.call(api.editMessage, { conversationId: target, messageId: second.id, text: 'two!' }, ben);
    const third = (await say('three', ana, target)).data;
    await world.call(api.deleteMessage, { conversationId: target, messageId: third.id }, ana);
    const changes = await world.call(api.listChanges, { conversationId: target, since }, ana);
    expect(changes.data.data.map((message) => message.text)).toEqual(['one', 'two!', '']);
    expect(changes.data.data[0]?.reactions).toEqual([{ emoji: '🔥', count: 1, mine: false }]);
    expect(changes.data).toMatchObject({ hasMore: false, version: changes.data.data.at(-1)?.version });
    expect(
      (await world.call(api.listChanges, { conversationId: target, since: changes.data.version }, ana)).data.data,
    ).toEqual([]);
  });
});

describe('reactions', () => {
  test('reactions count once per person and emoji, and only your own can be removed', async () => {
    const sent = (await say('react', ana)).data;
    const target = { conversationId, messageId: sent.id, emoji: '👍🏽' };
    await world.call(api.addReaction, target, ben);
    const twice = await world.call(api.addReaction, target, ben);
    expect(twice.data.reactions).toEqual([{ emoji: '👍🏽', count: 1, mine: true }]);
    const notMine = await world.call(api.removeReaction, target, ana);
    expect(notMine.data.reactions).toEqual([{ emoji: '👍🏽', count: 1, mine: false }]);
    expect((await world.call(api.removeReaction, target, ben)).data.reactions).toEqual([]);
    expect((await world.call(api.addReaction, { ...target, emoji: 'yes' }, ben)).status).toBe(422);
  });

  test('reactions are limited to twenty different emoji, and listed page by page', async () => {
    const sent = (await say('popular', ana)).data;
    const emoji = [...'😀😃😄😁😆😅😂🤣😊😇🙂🙃😉😌😍🥰😘😗😙😚'];
    for (const one of emoji)
      expect((await world.call(api.addReaction, { conversationId, messageId: sent.id, emoji: one }, ana)).status).toBe(
        200,
      );
    const more = await world.call(api.addReaction, { conversationId, messageId: sent.id, emoji: '🤖' }, ben);
    expect(more.problem.code).toBe(refusals.tooManyReactions.code);
    expect((await world.call(api.addReaction, { conversationId, messageId: sent.id, emoji: '😀' }, ben)).status).toBe(
      200,
    );
    const first = await world.call(api.listDistinctReactions, { id: sent.id }, ben);
    expect([first.data.count, first.data.data.length, first.data.data[0]]).toEqual([20, 10, { emoji: '😀', count: 2 }]);
    const who = await world.call(api.listReactionUsers, { id: sent.id, emoji: '😀' }, ben);
    expect(who.data.data.map((one) => one.userDetails.id).sort()).toEqual([ana.id, ben.id].sort());
    expect(who.data.data.map((one) => one.userDetails.optimized_image.webp)).toEqual([null, null]);
    const portrait = `/files/${newId()}/thumb`;
    await world.db.updateTable('users').set({ image: portrait }).where('id', '=', ana.id).execute();
    const again = await world.call(api.listReactionUsers, { id: sent.id, emoji: '😀' }, ben);
    expect(again.data.data.find((one) => one.userDetails.id === ana.id)?.userDetails).toMatchObject({
      imageUrl: portrait,
      optimized_image: { webp: portrait },
    });
    expect((await world.call(api.listReactionUsers, { id: sent.id }, stranger)).status).toBe(404);
  });
});

describe('unread messages', () => {
  test('unread messages count what others wrote and your mentions, here and in the rail, and can be marked both ways', async () => {
    const own = await makeCommunity(world.db, creator.id);
    await addMembers(world.db, own.id, [ana.id, ben.id]);
    const channel = await makeChannel(world.db, own.id, creator.id, { members: [ana.id, ben.id] });
    const counts = async (as: Signed) => {
      const sidebar = await world.call(channelsApi.listSidebar, { serverId: own.id }, as);
      const rail = await world.call(listMyCommunities, {}, as);
      const here = rail.data.data.find((server) => server.id === own.id);
      return [sidebar.data.channels[0]?.unread, sidebar.data.channels[0]?.mentions, here?.unread, here?.mentions];
    };
    expect(await counts(ben)).toEqual([0, 0, 0, 0]);
    const first = (await say('one', ana, channel.conversationId)).data;
    await say('two @ben-of-tests', ana, channel.conversationId);
    const third = (await say('three', ana, channel.conversationId)).data;
    expect(await counts(ben)).toEqual([3, 1, 1, 1]);
    expect(await counts(ana)).toEqual([0, 0, 0, 0]);
    await world.call(api.deleteMessage, { conversationId: channel.conversationId, messageId: third.id }, ana);
    expect(await counts(ben)).toEqual([2, 1, 1, 1]);
    const mark = await world.call(api.markRead, { conversationId: channel.conversationId, seq: 1_000_000 }, ben);
    expect([mark.data.unread, mark.data.mentions]).toEqual([0, 0]);
    expect(await counts(ben)).toEqual([0, 0, 0, 0]);
    expect(
      (await world.call(api.markRead, { conversationId: channel.conversationId, seq: first.seq }, ben)).data,
    ).toMatchObject({ unread: 1, mentions: 1 });
  });

  test('unread messages start at zero for a person who joins late', async () => {
    const channel = await fresh([ana]);
    await say('before', ana, channel.conversationId);
    await world.call(channelsApi.joinChannel, { serverId, channelId: channel.id }, ben);
    const page = await read(ben, {}, channel.conversationId);
    expect(page.data.readSeq).toBe(page.data.data.at(-1)?.seq);
  });
});

describe('added members', () => {
  test('only a member can add people, who must be in the community, and the private channel opens to them', async () => {
    const channel = await fresh([ana], { mode: 'private' });
    const add = (users: string[], as: Signed) =>
      world.call(api.addMembers, { conversationId: channel.conversationId, users, serverId }, as);
    expect((await add([ben.id], ben)).status).toBe(404);
    expect((await add([], ana)).problem.fields).toEqual({ users: 'Please select members.' });
    expect((await add([stranger.id], ana)).problem.code).toBe(refusals.notMembers.code);
    expect((await add([ben.id, ben.id], ana)).data).toMatchObject({ message: '1 person added.', data: { added: 1 } });
    expect((await add([ben.id], ana)).data.data.added).toBe(0);
    expect((await read(ben, {}, channel.conversationId)).status).toBe(200);
  });
});

test('a page of messages takes the same number of statements however many rows it has', async () => {
  const few = await fresh([ana]);
  const many = await fresh([ana, ben]);
  await say('one', ana, few.conversationId);
  for (let n = 0; n < 40; n += 1) await say(`hello ${n} @ben-of-tests`, n % 2 ? ana : ben, many.conversationId);
  const counted = async (target: string) => {
    const spy = world.countQueries();
    await read(ana, {}, target);
    return spy.stop();
  };
  expect(await counted(many.conversationId)).toBe(await counted(few.conversationId));
});

test('PostgreSQL lets a message be sent exactly when the rule allows it, for every kind of person and channel', async () => {
  const roles = { CREATOR: creator, MODERATOR: await world.person(), MEMBER: ana, stranger };
  await addMembers(world.db, serverId, [roles.MODERATOR.id], 'MODERATOR');
  for (const mode of ['public', 'private'] as const)
    for (const type of ['text', 'announcement'] as const)
      for (const inside of [true, false])
        for (const archived of [true, false])
          for (const as of Object.values(roles)) {
            const channel = await makeChannel(world.db, serverId, creator.id, {
              mode,
              type,
              members: inside ? [as.id] : [],
            });
            if (archived) await world.call(channelsApi.archiveChannel, { serverId, channelId: channel.id }, creator);
            const facts = await findConversationFacts(world.db, channel.conversationId, as.id);
            const sent = await say('hello', as, channel.conversationId);
            const written = await world.db
              .selectFrom('messages')
              .select('id')
              .where('conversation_id', '=', channel.conversationId)
              .execute();
            const allowed = facts !== undefined && canSend(facts, world.clock.now()).ok;
            expect([sent.status === 200, written.length], `${mode} ${type} ${inside} ${archived}`).toEqual([
              allowed,
              allowed ? 1 : 0,
            ]);
          }
});
