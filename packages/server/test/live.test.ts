import { connect } from 'node:net';
import { endAllSessions } from '@folkmoot/contract/accounts/api.ts';
import * as channelsApi from '@folkmoot/contract/channels/api.ts';
import * as communitiesApi from '@folkmoot/contract/communities/api.ts';
import * as api from '@folkmoot/contract/conversations/api.ts';
import { CLOSE } from '@folkmoot/contract/core/live.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { newId } from '../src/core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../src/seed/builders.ts';
import { openSocketClients, type SocketClients } from './socket-client.ts';
import { openWorld, type Signed, type World } from './world.ts';

let world: World;
let address: string;
let creator: Signed;
let serverId: string;
let ears: SocketClients;

beforeAll(async () => {
  world = await openWorld();
  address = (await world.app.listen()).replace('http', 'ws');
  ears = openSocketClients(address);
  creator = await world.person();
  serverId = (await makeCommunity(world.db, creator.id)).id;
});
afterAll(async () => {
  ears.close();
  await world.close();
});

async function newMember(role: 'MEMBER' | 'MODERATOR' = 'MEMBER'): Promise<Signed & { memberId: string }> {
  const person = await world.person();
  const members = await addMembers(world.db, serverId, [person.id], role);
  return { ...person, memberId: members.get(person.id) ?? '' };
}

const say = (conversationId: string, as: Signed, text = 'hello') =>
  world.call(api.sendMessage, { conversationId, clientId: newId(), text }, as);

test('live: a message reaches every reader once, with its author, and nobody else', async () => {
  const [ana, ben, outside] = [await newMember(), await newMember(), await newMember()];
  const channel = await makeChannel(world.db, serverId, creator.id, { mode: 'private', members: [ana.id, ben.id] });
  const [one, two, none] = [await ears.listen(ana), await ears.listen(ben), await ears.listen(outside)];
  for (const [ear, who] of [
    [one, ana],
    [two, ben],
  ] as const) {
    const { key } = (await world.call(api.generateConversationKey, { conversationId: channel.conversationId }, who))
      .data.data;
    expect(await ear.follow(channel.conversationId, key)).toBe(true);
  }
  const sent = (await say(channel.conversationId, ana)).data;
  for (const ear of [one, two])
    expect(await ear.hear('message.sent')).toMatchObject({
      message: { id: sent.id, reactions: [] },
      author: { id: ana.id },
    });
  await world.call(api.addReaction, { conversationId: channel.conversationId, messageId: sent.id, emoji: '🔥' }, ben);
  expect(await one.hear('reaction.changed')).toMatchObject({
    by: ben.id,
    emoji: '🔥',
    added: true,
    reactions: [{ emoji: '🔥', count: 1 }],
  });
  await none.settle();
  expect(none.heard).toEqual([]);
  await one.settle();
  expect(one.heard.filter((event) => event.name === 'message.sent')).toHaveLength(1);
});

test('live: a refused or rolled-back command sends nothing', async () => {
  const ana = await newMember();
  const channel = await makeChannel(world.db, serverId, creator.id, { members: [creator.id] });
  const ear = await ears.listen(creator);
  expect((await say(channel.conversationId, ana)).status).toBe(403);
  await ear.settle();
  expect(ear.heard).toEqual([]);
});

test('live: following an open channel takes the right to read it, and ends when the channel closes', async () => {
  const ana = await newMember();
  const channel = await makeChannel(world.db, serverId, creator.id, { members: [creator.id] });
  const hidden = await makeChannel(world.db, serverId, creator.id, { mode: 'private', members: [creator.id] });
  const ear = await ears.listen(ana);
  ear.socket.send(JSON.stringify({ type: 'follow', conversationId: hidden.conversationId }));
  ear.socket.send(JSON.stringify({ type: 'follow', conversationId: channel.conversationId }));
  await ear.settle();
  await expect
    .poll(async () => {
      await say(channel.conversationId, creator);
      await ear.settle();
      return ear.heard.some((event) => event.name === 'message.sent');
    })
    .toBe(true);
  await world.call(channelsApi.updateChannel, { serverId, channelId: channel.id, mode: 'private' }, creator);
  await ear.settle();
  ear.heard.length = 0;
  await say(channel.conversationId, creator);
  await say(hidden.conversationId, creator);
  await ear.settle();
  expect(ear.heard).toEqual([]);
});

test('live: a removed member hears nothing from that moment on', async () => {
  const ana = await newMember();
  const channel = await makeChannel(world.db, serverId, creator.id, { members: [creator.id, ana.id] });
  const ear = await ears.listen(ana);
  await world.call(communitiesApi.removeMember, { serverId, memberId: ana.memberId }, creator);
  await say(channel.conversationId, creator);
  await ear.settle();
  expect(ear.heard.map((event) => event.name)).toEqual(['member.left']);
});

test('live: a changed role replaces permissions at once, and who hears of private channels', async () => {
  const ana = await newMember();
  const hidden = await makeChannel(world.db, serverId, creator.id, { mode: 'private', members: [creator.id] });
  const ear = await ears.listen(ana);
  await world.call(
    communitiesApi.changeMemberRole,
    { serverId, memberId: ana.memberId, roleType: 'MODERATOR' },
    creator,
  );
  expect(await ear.hear('permissions.changed')).toMatchObject({ serverId, member: { roleType: 'MODERATOR' } });
  await world.call(channelsApi.updateChannel, { serverId, channelId: hidden.id, description: 'new topic' }, creator);
  expect(await ear.hear('channel.changed')).toMatchObject({ channelId: hidden.id });
  await world.call(communitiesApi.changeMemberRole, { serverId, memberId: ana.memberId, roleType: 'MEMBER' }, creator);
  await ear.settle();
  ear.heard.length = 0;
  await world.call(channelsApi.updateChannel, { serverId, channelId: hidden.id, description: 'newer topic' }, creator);
  await ear.settle();
  expect(ear.heard).toEqual([]);
});

test('live: joining starts messages on every device, and leaving stops them', async () => {
  const ana = await newMember();
  const channel = await makeChannel(world.db, serverId, creator.id, { mode: 'public', members: [creator.id] });
  const [desk, phone] = [await ears.listen(ana), await ears.listen(ana)];
  await world.call(channelsApi.joinChannel, { serverId, channelId: channel.id }, ana);
  expect(await phone.hear('channel.membership')).toMatchObject({ channelId: channel.id, joined: true });
  await say(channel.conversationId, creator);
  expect(await desk.hear('message.sent')).toMatchObject({ message: { conversationId: channel.conversationId } });
  await world.call(api.markRead, { conversationId: channel.conversationId, seq: 1 }, ana);
  expect(await phone.hear('read')).toMatchObject({ conversationId: channel.conversationId, unread: 0 });
  await world.call(channelsApi.leaveChannel, { serverId, channelId: channel.id }, ana);
  await desk.settle();
  desk.heard.length = 0;
  await say(channel.conversationId, creator);
  await desk.settle();
  expect(desk.heard).toEqual([]);
});

test('live: a socket without a valid hello is closed, and signing out closes open ones', async () => {
  const mute = new WebSocket(`${address}/live`);
  ears.keep(mute);
  const code = new Promise((resolve) => mute.on('close', resolve));
  mute.on('open', () => mute.send(JSON.stringify({ type: 'hello', token: 'made-up' })));
  expect(await code).toBe(CLOSE.unauthorised);
  const ana = await newMember();
  const ear = await ears.listen(ana);
  await world.call(endAllSessions, {}, ana);
  expect(await ear.closed).toBe(CLOSE.unauthorised);
});

test('live: foreign origins and other paths get no socket', async () => {
  for (const [path, origin] of [
    ['/live', 'https://evil.example'],
    ['/other', undefined],
  ] as const) {
    const socket = new WebSocket(address + path, origin ? { origin } : {});
    ears.keep(socket);
    await expect(new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))).rejects.toThrow(
      '404',
    );
  }
});

test('live: the server survives any Origin and any end of a connection', async () => {
  const { host, hostname, port } = new URL(address.replace('ws', 'http'));
  const upgrade = (path: string, origin: string) =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        const lines = [
          `GET ${path} HTTP/1.1`,
          `Host: ${host}`,
          'Connection: Upgrade',
          'Upgrade: websocket',
          'Sec-WebSocket-Version: 13',
          'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
          `Origin: ${origin}`,
        ];
        socket.write(`${lines.join('\r\n')}\r\n\r\n`, () => socket.resetAndDestroy());
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve());
    });
  for (let n = 0; n < 60; n += 1)
    await Promise.all(
      ['null', 'x', '', 'https://evil.example'].map((origin) => upgrade(n % 2 ? '/live' : '/nope', origin)),
    );
  expect((await fetch(`http://${host}/healthz`)).status).toBe(200);
  await expect
    .poll(() => world.app.hub.sockets)
    .toBe(ears.open.filter((socket) => socket.readyState === WebSocket.OPEN).length);
});

test('live: a join request, its answer or a ban reaches the moderators and the person, and nobody else', async () => {
  const [moderator, member, asker, refused] = [
    await newMember('MODERATOR'),
    await newMember(),
    await world.person(),
    await world.person(),
  ];
  await world.call(communitiesApi.updateCommunity, { serverId, visibility: 'private' }, creator);
  const [decides, sits, asks, waits] = [
    await ears.listen(moderator),
    await ears.listen(member),
    await ears.listen(asker),
    await ears.listen(refused),
  ];
  for (const as of [asker, refused]) await world.call(communitiesApi.askToJoin, { serverId, note: '' }, as);
  await decides.hear('request.changed');
  const { data } = (await world.call(communitiesApi.listJoinRequests, { serverId }, moderator)).data;
  const [requestId = '', memberId = ''] = data.map(({ id }) => id);
  await world.call(communitiesApi.approveRequest, { serverId, requestId }, moderator);
  const no = { memberId, selectedReason: 'Custom' as const, reason: '' };
  await world.call(communitiesApi.rejectMember, { serverId, ...no }, moderator);
  expect(await asks.hear('request.answered')).toMatchObject({ serverId, status: 'approved' });
  expect(await waits.hear('request.answered')).toMatchObject({ serverId, status: 'rejected' });
  expect(await sits.hear('member.joined')).toMatchObject({ userId: asker.id, memberId: requestId });

  await world.call(communitiesApi.banMember, { serverId, memberId: requestId, reason: '' }, moderator);
  expect(await asks.hear('member.left')).toMatchObject({ userId: asker.id });
  await decides.hear('ban.changed');
  const before = asks.heard.length;
  await newMember();
  await world.call(communitiesApi.updateCommunity, { serverId, visibility: 'public' }, creator);
  for (const ear of [sits, asks, waits]) await ear.settle();
  // Removed from the room at once, and the list of the people who decide reaches nobody else.
  expect(asks.heard).toHaveLength(before);
  for (const ear of [sits, asks, waits])
    expect(ear.heard.some(({ name }) => name === 'request.changed' || name === 'ban.changed')).toBe(false);
  expect(waits.heard).toHaveLength(1);
});

test('live: a handover sends both their new permissions, and tells others that roles changed', async () => {
  const { id } = await makeCommunity(world.db, creator.id);
  const [taker, member] = [await world.person(), await world.person()];
  const ids = await addMembers(world.db, id, [taker.id, member.id]);
  const [gives, takes, sits] = [await ears.listen(creator), await ears.listen(taker), await ears.listen(member)];
  await world.call(communitiesApi.handOverCommunity, { serverId: id, memberId: ids.get(taker.id) ?? '' }, creator);
  expect(await gives.hear('permissions.changed')).toMatchObject({ serverId: id, member: { roleType: 'ADMIN' } });
  expect(await takes.hear('permissions.changed')).toMatchObject({ serverId: id, member: { roleType: 'CREATOR' } });
  await sits.settle();
  expect(sits.heard.map(({ name }) => name)).toEqual(['member.changed', 'member.changed']);
});

test('live: a new channel order reaches everybody, without the names of private channels', async () => {
  const member = await newMember();
  const hidden = await makeChannel(world.db, serverId, creator.id, { mode: 'private', members: [creator.id] });
  const ear = await ears.listen(member);
  await world.call(
    channelsApi.orderChannel,
    { serverId, channelId: hidden.id, categoryId: null, before: null },
    creator,
  );
  const first = await makeChannel(world.db, serverId, creator.id);
  // Before it and after it: one of the two is a different order, whatever their names are.
  const move = { serverId, channelId: hidden.id, categoryId: null };
  for (const before of [first.id, null])
    expect((await world.call(channelsApi.orderChannel, { ...move, before }, creator)).status).toBe(200);
  await ear.hear('channel.categories');
  await ear.settle();
  expect(JSON.stringify(ear.heard)).not.toContain(hidden.id);
});
