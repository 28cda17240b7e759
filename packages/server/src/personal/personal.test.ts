import { getProfile } from '@folkmoot/contract/accounts/api.ts';
import * as blocksApi from '@folkmoot/contract/blocks/api.ts';
import * as communitiesApi from '@folkmoot/contract/communities/api.ts';
import * as api from '@folkmoot/contract/conversations/api.ts';
import { refusals as conversationRefusals } from '@folkmoot/contract/conversations/schema.ts';
import * as personalApi from '@folkmoot/contract/personal/api.ts';
import { LIMITS, refusals } from '@folkmoot/contract/personal/schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSocketClients, type SocketClients } from '../../test/socket-client.ts';
import { openWorld, type Signed, type World } from '../../test/world.ts';
import { newId } from '../core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../seed/builders.ts';

let world: World;
let ears: SocketClients;
let ana: Signed;
let ben: Signed;
let cleo: Signed;
let stranger: Signed;
let serverId: string;

beforeAll(async () => {
  world = await openWorld();
  ears = openSocketClients((await world.app.listen()).replace('http', 'ws'));
  ana = await world.person({ firstName: 'Ana', lastName: 'Ortega', username: 'ana-personal' });
  ben = await world.person({ firstName: 'Ben', lastName: 'Löfgren', username: 'ben-personal' });
  cleo = await world.person({ firstName: 'Cleo', lastName: 'Ünal', username: 'cleo-personal' });
  stranger = await world.person();
  serverId = (await makeCommunity(world.db, ana.id)).id;
  await addMembers(world.db, serverId, [ben.id, cleo.id]);
});
afterAll(async () => {
  ears.close();
  await world.close();
});

const start = (users: Signed[], as: Signed) =>
  world.call(personalApi.createPrivate, { users: users.map(({ id }) => id) }, as);
const idOf = async (users: Signed[], as: Signed) => (await start(users, as)).data.data.id;
const say = (conversationId: string, as: Signed, text: string) =>
  world.call(api.sendMessage, { conversationId, clientId: newId(), text }, as);
const list = async (as: Signed, query: object = {}) =>
  (await world.call(personalApi.listPersonal, query as never, as)).data;
const keyOf = (conversationId: string, as: Signed) => world.call(api.generateConversationKey, { conversationId }, as);

describe('private conversations', () => {
  test('a private conversation exists once per pair, whichever of the two starts it, even at the same moment', async () => {
    const [one, two] = [await world.person(), await world.person()];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => (n % 2 ? start([one], two) : start([two], one))),
    );
    expect(new Set(answers.map(({ data }) => data.data.id)).size).toBe(1);
    expect((await list(one)).data).toHaveLength(1);
    expect((await list(one)).data[0]?.conversationMembers.map(({ userId }) => userId)).toEqual([two.id]);
  });

  test('a private conversation is shown in the profile of the other person, and in nobody else’s', async () => {
    const [one, two] = [await world.person(), await world.person()];
    const seen = async (who: Signed, by: Signed) =>
      (await world.call(getProfile, { userId: who.id }, by)).data.conversation;
    expect(await seen(one, two)).toBeNull();
    const id = await idOf([two], one);
    expect([await seen(one, two), await seen(two, one)]).toEqual([{ id }, { id }]);
    expect([await seen(one, one), await seen(one, ana)]).toEqual([null, null]);
  });

  test('a private conversation exists once per pair and never with yourself, however an id is written', async () => {
    const [one, two] = [await world.person(), await world.person()];
    const shouted = (user: Signed) => ({ ...user, id: user.id.toUpperCase() });
    expect(await idOf([shouted(two)], one)).toBe(await idOf([two], one));
    expect((await start([shouted(one)], one)).problem.code).toBe(refusals.nobody.code);
  });

  test('a private conversation needs another person who exists', async () => {
    expect((await start([ana], ana)).problem).toMatchObject({
      statusCode: 422,
      fields: { users: refusals.nobody.message },
    });
    const nobody = await world.call(personalApi.createPrivate, { users: [newId()] }, ana);
    expect(nobody.problem.code).toBe(refusals.unknownPerson.code);
    const many = Array.from({ length: LIMITS.people }, () => newId());
    expect((await world.call(personalApi.createPrivate, { users: many }, ana)).problem.code).toBe(
      refusals.tooMany.code,
    );
  });

  test('a private conversation belongs to its two people, and nobody can be added to it', async () => {
    const id = await idOf([ben], ana);
    await say(id, ana, 'between us');
    for (const endpoint of [personalApi.getPersonal, api.listMessages, personalApi.listPeopleInside])
      expect((await world.call(endpoint, { conversationId: id } as never, cleo)).status).toBe(404);
    const added = await world.call(api.addMembers, { conversationId: id, users: [cleo.id] }, ana);
    expect(added.problem.code).toBe(conversationRefusals.mayNotAdd.code);
    expect((await world.call(personalApi.updatePersonal, { conversationId: id, name: 'x' }, ana)).problem.code).toBe(
      refusals.notAGroup.code,
    );
    expect((await world.call(personalApi.leavePersonal, { conversationId: id }, ana)).problem.code).toBe(
      refusals.notAGroup.code,
    );
  });

  test('a private conversation belongs to an event only if the person may start one for it', async () => {
    const asked = await world.call(personalApi.createPrivate, { users: [ben.id], eventId: newId() }, ana);
    expect(asked.status).toBe(404);
  });
});

describe('groups', () => {
  test('a group can be created more than once, named, given a cover, extended and left', async () => {
    const [one, two] = [await idOf([ben, cleo], ana), await idOf([ben, cleo], ana)];
    expect(one).not.toBe(two);
    const named = await world.call(
      personalApi.updatePersonal,
      { conversationId: one, name: '  Kiln   crew ', coverUrl: '/art/logos/guild.svg' },
      ben,
    );
    expect(named.data.data).toMatchObject({
      name: 'Kiln crew',
      coverUrl: '/art/logos/guild.svg',
      isOwn: false,
      memberCount: 3,
    });
    const more = await world.person();
    expect((await world.call(api.addMembers, { conversationId: one, users: [more.id] }, cleo)).data.data.added).toBe(1);
    expect(
      (await world.call(personalApi.removeFromPersonal, { conversationId: one, userId: more.id }, cleo)).problem.code,
    ).toBe(refusals.notYours.code);
    await world.call(personalApi.removeFromPersonal, { conversationId: one, userId: more.id }, ana);
    expect((await list(more)).data).toEqual([]);
    const nobody = await world.call(api.addMembers, { conversationId: one, users: [newId()] }, cleo);
    expect(nobody.problem.code).toBe(conversationRefusals.unknownPerson.code);
    const many = await Promise.all(Array.from({ length: LIMITS.people - 2 }, () => world.person()));
    const users = many.map(({ id }) => id);
    const full = await world.call(api.addMembers, { conversationId: one, users }, cleo);
    expect(full.problem.code).toBe(conversationRefusals.tooManyPeople.code);
    expect((await world.call(api.addMembers, { conversationId: one, users: users.slice(1) }, cleo)).status).toBe(200);
    await world.call(personalApi.leavePersonal, { conversationId: one }, cleo);
    expect((await world.call(personalApi.getPersonal, { conversationId: one }, cleo)).status).toBe(404);
    expect((await world.call(personalApi.getPersonal, { conversationId: one }, ben)).data.memberCount).toBe(
      LIMITS.people - 1,
    );
  });

  test('a group gets a new key when somebody leaves or is removed, and only members have it', async () => {
    const id = await idOf([ben, cleo], ana);
    const first = (await keyOf(id, ana)).data.data.key;
    expect((await keyOf(id, ben)).data.data.key).toBe(first);
    expect((await keyOf(id, stranger)).status).toBe(404);
    await world.call(personalApi.leavePersonal, { conversationId: id }, cleo);
    const second = (await keyOf(id, ana)).data.data.key;
    expect(second).not.toBe(first);
    await world.call(personalApi.removeFromPersonal, { conversationId: id, userId: ben.id }, ana);
    expect((await keyOf(id, ana)).data.data.key).not.toBe(second);
    expect((await keyOf(id, ben)).status).toBe(404);
  });
});

describe('closed conversations', () => {
  test('a closed conversation is heard live with key and membership, and with membership alone only as active', async () => {
    const id = await idOf([ben, cleo], ana);
    const { key } = (await keyOf(id, ben)).data.data;
    const [follower, member, outsider] = [await ears.listen(ben), await ears.listen(cleo), await ears.listen(stranger)];
    expect(await follower.follow(id, key)).toBe(true);
    expect(await member.follow(id, 'a guess')).toBe(false);
    expect(await outsider.follow(id, key)).toBe(false);
    await say(id, ana, 'the van is booked');
    expect(await follower.hear('message.sent')).toMatchObject({ message: { text: 'the van is booked' } });
    expect(await member.hear('conversation.activity')).toMatchObject({ conversationId: id, authorId: ana.id });
    for (const ear of [member, outsider]) await ear.settle();
    expect(JSON.stringify(member.heard)).not.toContain('van');
    expect(outsider.heard).toEqual([]);
  });

  test('a closed conversation is no longer heard live by a removed person, even with an earlier key', async () => {
    const id = await idOf([ben, cleo], ana);
    const { key } = (await keyOf(id, cleo)).data.data;
    const ear = await ears.listen(cleo);
    await ear.follow(id, key);
    await world.call(personalApi.removeFromPersonal, { conversationId: id, userId: cleo.id }, ana);
    expect(await ear.follow(id, key)).toBe(false);
    await say(id, ana, 'without her');
    await ear.settle();
    expect(JSON.stringify(ear.heard)).not.toContain('without her');
  });

  test('a closed conversation shows typing to its other members, and to nobody else', async () => {
    const channel = await makeChannel(world.db, serverId, ana.id, { members: [ana.id, ben.id] });
    const [writer, reader, visitor] = [await ears.listen(ana), await ears.listen(ben), await ears.listen(cleo)];
    await visitor.follow(channel.conversationId);
    visitor.socket.send(JSON.stringify({ type: 'typing', conversationId: channel.conversationId }));
    await visitor.settle();
    writer.socket.send(JSON.stringify({ type: 'typing', conversationId: channel.conversationId }));
    expect(await reader.hear('typing')).toEqual({ conversationId: channel.conversationId, userId: ana.id });
  });
});

test('live: typing cannot be reported for a thread of another conversation', async () => {
  const id = await idOf([ben], ana);
  const channel = await makeChannel(world.db, serverId, ana.id, { members: [ana.id, ben.id, cleo.id] });
  const { data: root } = await say(channel.conversationId, ana, 'kiln');
  const { data: secret } = await say(id, ana, 'between us');
  const [ear, forger] = [await ears.listen(ana), await ears.listen(cleo)];
  for (const threadId of [id, secret.id]) {
    const another = await ears.listen(cleo);
    another.socket.send(JSON.stringify({ type: 'typing', conversationId: channel.conversationId, threadId }));
    await another.settle();
  }
  forger.socket.send(JSON.stringify({ type: 'typing', conversationId: channel.conversationId, threadId: root.id }));
  expect(await ear.hear('typing')).toEqual({ conversationId: root.id, userId: cleo.id });
});

test('an invalid cursor or instant is a 400', async () => {
  const cursor = Buffer.from(JSON.stringify(['nonsense', newId()])).toString('base64url');
  expect((await world.call(personalApi.listPersonal, { cursor } as never, ana)).status).toBe(400);
  const conversationId = await idOf([ben], ana);
  for (const mutedUntil of ['0000-01-01T00:00:00Z', '2026-01-01T00:00:00+23:00'])
    expect((await world.call(api.setLevel, { conversationId, mutedUntil }, ana)).status).toBe(400);
});

describe('the list of conversations', () => {
  test('the list of conversations comes fifteen per page, newest message first, without gaps', async () => {
    const [me, ...others] = await Promise.all(Array.from({ length: 19 }, () => world.person()));
    const ids: string[] = [];
    for (const other of others) {
      const id = await idOf([other], me as Signed);
      world.clock.moveBy(1000);
      await say(id, other, 'hello');
      ids.unshift(id);
    }
    const first = await list(me as Signed);
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 15));
    const rest = await list(me as Signed, { cursor: first.nextCursor });
    expect(rest.data.map(({ id }) => id)).toEqual(ids.slice(15));
    expect(rest.nextCursor).toBeNull();
  });

  test('the list of conversations can be filtered, trimmed, narrowed to a community, and searched by every word', async () => {
    const me = await world.person({ firstName: 'Mo' });
    const pair = await idOf([ben], me);
    const group = await idOf([ben, cleo], me);
    const alone = await idOf([stranger], me);
    await say(pair, ben, 'unread');
    const ids = async (query: object) => (await list(me, query)).data.map(({ id }) => id);
    expect(await ids({ filter: 'unread' })).toEqual([pair]);
    expect(await ids({ filter: 'group' })).toEqual([group]);
    expect((await ids({ filter: 'one-to-one' })).sort()).toEqual([alone, pair].sort());
    expect((await ids({ serverId })).sort()).toEqual([group, pair].sort());
    expect((await list(me, { trimmed: 'true' })).data.every(({ lastMessage }) => lastMessage === null)).toBe(true);
    const found = async (body: object) =>
      (await world.call(personalApi.searchPersonal, body as never, me)).data.data.map(({ id }) => id);
    expect((await found({ search: 'lofgren' })).sort()).toEqual([group, pair].sort());
    expect(await found({ search: 'ben', searchTokens: ['unal'] })).toEqual([group]);
    expect(await found({ search: 'nobody at all' })).toEqual([]);
  });

  test('the list of conversations takes the same number of statements on a longer page', async () => {
    const me = await world.person();
    await idOf([ben], me);
    const count = async () => {
      const counter = world.countQueries();
      await list(me);
      return counter.stop();
    };
    const before = await count();
    for (let n = 0; n < 6; n += 1) await idOf([await world.person()], me);
    expect(await count()).toBe(before);
  });
});

describe('blocked people', () => {
  const block = (subject: Signed, as: Signed) => world.call(blocksApi.blockUser, { userId: subject.id }, as);

  test('a block hides what the other writes from the one who made it, both from each other in searches, and refuses to send', async () => {
    const [one, two, third] = [
      await world.person({ username: 'one-blocks', firstName: 'Onesimus' }),
      await world.person({ username: 'two-blocked', firstName: 'Twyla' }),
      await world.person(),
    ];
    await addMembers(world.db, serverId, [one.id, two.id, third.id]);
    const channel = await makeChannel(world.db, serverId, ana.id, { members: [one.id, two.id, third.id] });
    const pair = await idOf([two], one);
    const words = (await say(channel.conversationId, two, 'hello @one-blocks')).data;
    await block(two, one);
    await block(two, one);
    const page = async (as: Signed) =>
      (await world.call(api.listMessages, { conversationId: channel.conversationId }, as)).data.data;
    expect((await page(one))[0]).toMatchObject({ id: words.id, text: '', hidden: true, mentions: [] });
    expect((await page(third))[0]).toMatchObject({ text: 'hello @one-blocks', hidden: false });
    await say(channel.conversationId, one, 'and hello @two-blocked');
    expect((await page(two))[1]).toMatchObject({ hidden: false, text: 'and hello @two-blocked' });
    expect((await page(third))[1]?.mentions).toEqual([]);
    const counts = (await world.call(api.listCounts, {}, one)).data.data.find(
      (count) => count.conversationId === channel.conversationId,
    );
    expect(counts).toMatchObject({ unread: 0, mentions: 0 });
    expect((await say(pair, two, 'please')).problem.code).toBe(conversationRefusals.notTaking.code);
    expect((await say(pair, one, 'no')).problem.code).toBe(conversationRefusals.blocked.code);
    for (const [me, other] of [
      [one, two],
      [two, one],
    ] as const) {
      expect((await start([other], me)).problem.code).toBe(refusals.notTaking.code);
      const people = await world.call(communitiesApi.findPeople, { search: other.firstName }, me);
      expect(people.data.data).toEqual([]);
      // By name they are not found among the members either; the whole list contains everybody.
      const members = (search: string) => world.call(communitiesApi.listMembers, { serverId, search }, me);
      expect((await members(other.firstName)).data).toMatchObject({ data: [], count: 0 });
      const whole = await world.call(communitiesApi.listMembers, { serverId, informationOf: other.id }, me);
      expect(whole.data.count).toBe(1);
      expect(
        (await world.call(communitiesApi.listMembers, { serverId, search: other.firstName }, third)).data.count,
      ).toBe(1);
    }
    expect((await list(one, { source: 'share' })).data).toEqual([]);
  });

  test('a block is known only to the person who made it, and can be undone', async () => {
    const [one, two] = [await world.person(), await world.person()];
    await block(two, one);
    expect((await world.call(blocksApi.getBlock, { userId: one.id }, two)).data.data.blocked).toBe(false);
    expect((await world.call(blocksApi.listBlocks, {}, one)).data.data.map(({ id }) => id)).toEqual([two.id]);
    await world.call(blocksApi.unblockUser, { userId: two.id }, one);
    expect((await start([two], one)).status).toBe(200);
    expect((await block(one, one)).status).toBe(422);
    expect((await world.call(blocksApi.blockUser, { userId: newId() }, one)).status).toBe(404);
  });

  test('a block also stops pins and presence between the two, and live reactions for the one who made it', async () => {
    const [one, two] = [await world.person(), await world.person()];
    await addMembers(world.db, serverId, [one.id, two.id]);
    const id = await idOf([two], one);
    const { data: message } = await say(id, one, 'hello');
    const channel = await makeChannel(world.db, serverId, ana.id, { members: [one.id, two.id, ana.id] });
    const { data: open } = await say(channel.conversationId, ana, 'to all');
    const [ear, other, there] = [await ears.listen(one), await ears.listen(ana), await ears.listen(two)];
    expect(await ear.watch([two.id])).toEqual([two.id]);
    expect(await other.watch([two.id])).toEqual([two.id]);
    await block(one, two);
    const pin = await world.call(api.pinMessage, { conversationId: id, messageId: message.id }, two);
    expect(pin.problem.code).toBe(conversationRefusals.blocked.code);
    const pinned = await world.call(api.pinMessage, { conversationId: id, messageId: message.id }, one);
    expect(pinned.problem.code).toBe(conversationRefusals.notTaking.code);
    const target = { conversationId: channel.conversationId, messageId: open.id };
    await world.call(api.addReaction, { ...target, emoji: '🔥' }, two);
    await other.hear('reaction.changed');
    there.socket.close();
    await other.hear('presence');
    await ear.settle();
    // Nothing says that there is a block.
    expect(ear.heard.map(({ name }) => name)).toEqual(['reaction.changed']);
    const users = (as: Signed) => world.call(api.listReactionUsers, { id: open.id, page: 1, type: 'message' }, as);
    expect([(await users(one)).data.count, (await users(ana)).data.count]).toEqual([1, 1]);
  });

  test('an event’s group leaves out blocked people', async () => {
    const [one, two, third] = [await world.person(), await world.person(), await world.person()];
    await addMembers(world.db, serverId, [one.id, two.id, third.id]);
    const channel = await makeChannel(world.db, serverId, ana.id, { members: [one.id, two.id, third.id] });
    const [ear, other] = [await ears.listen(one), await ears.listen(third)];
    await block(two, one);
    await say(channel.conversationId, two, 'not for everyone');
    await other.hear('message.sent');
    await ear.settle();
    expect(ear.heard.map(({ name }) => name)).toEqual(['blocks.changed']);
  });
});

describe('presence', () => {
  const watch = async (as: Signed, userIds: string[]) => {
    const ear = await ears.listen(as);
    return { ear, present: await ear.watch(userIds) };
  };

  test('presence is shown to members of shared communities, follows coming and going, and can be hidden', async () => {
    const [one, two] = [await world.person(), await world.person()];
    await addMembers(world.db, serverId, [one.id, two.id]);
    const there = await ears.listen(one);
    const { ear, present } = await watch(two, [one.id]);
    expect(present).toEqual([one.id]);
    expect((await watch(stranger, [one.id])).present).toEqual([]);
    there.socket.close();
    expect(await ear.hear('presence')).toEqual({ userId: one.id, present: false });
  });
});

test('for somebody who has been here for a while, a new conversation comes before the earlier ones, which stay unread', async () => {
  const me = await world.livedIn();
  await addMembers(world.db, serverId, [me.id]);
  const before = (await list(me)).data.map(({ id }) => id);
  expect(before).toHaveLength(2);
  world.clock.moveBy(1000);
  const id = await idOf([me], ana);
  await say(id, ana, 'Hello');
  const now = (await list(me)).data;
  expect(now.map((one) => one.id)).toEqual([id, ...before]);
  const { data } = (await world.call(api.listCounts, {}, me)).data;
  const unreadIn = new Map(data.map(({ conversationId, unread }) => [conversationId, unread > 0]));
  expect(now.map((one) => unreadIn.get(one.id))).toEqual([true, true, true]);
});
