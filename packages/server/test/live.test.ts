import { connect } from 'node:net';
import { endAllSessions } from '@folkmoot/contract/accounts/api.ts';
import * as channelsApi from '@folkmoot/contract/channels/api.ts';
import * as communitiesApi from '@folkmoot/contract/communities/api.ts';
import * as api from '@folkmoot/contract/conversations/api.ts';
import { CLOSE, type ServerFrame } from '@folkmoot/contract/core/live.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { newId } from '../src/core/id.ts';
import { addMembers, makeChannel, makeCommunity } from '../src/seed/builders.ts';
import { openWorld, type Signed, type World } from './world.ts';

let world: World;
let address: string;
let creator: Signed;
let serverId: string;
const open: WebSocket[] = [];

beforeAll(async () => {
  world = await openWorld();
  address = (await world.app.listen()).replace('http', 'ws');
  creator = await world.person();
  serverId = (await makeCommunity(world.db, creator.id)).id;
});
afterAll(async () => {
  for (const socket of open) socket.terminate();
  await world.close();
});

type Ear = {
  socket: WebSocket;
  heard: { name: string; data: never }[];
  /** Waits for an event; those before it are kept in `heard`. */
  hear(name: string): Promise<Record<string, never>>;
  /** Asks and waits for the answer, so that everything told before it has arrived. */
  settle(): Promise<void>;
  closed: Promise<number>;
};

/** A browser's socket, past its `hello`. */
async function listen(as: Signed): Promise<Ear> {
  const socket = new WebSocket(`${address}/live`);
  open.push(socket);
  const heard: Ear['heard'] = [];
  const waiting = new Set<(frame: ServerFrame) => void>();
  socket.on('message', (raw) => {
    const frame = JSON.parse(String(raw)) as ServerFrame;
    if (frame.type === 'event') heard.push(frame as never);
    for (const look of [...waiting]) look(frame);
  });
  const until = (fits: (frame: ServerFrame) => boolean) =>
    new Promise<ServerFrame>((resolve) => {
      const look = (frame: ServerFrame) => {
        if (!fits(frame)) return;
        waiting.delete(look);
        resolve(frame);
      };
      waiting.add(look);
    });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise((resolve) => socket.once('open', resolve));
  const ready = until((frame) => frame.type === 'ready');
  socket.send(JSON.stringify({ type: 'hello', token: as.token }));
  await ready;
  return {
    socket,
    heard,
    closed,
    hear: async (name) => {
      const known = heard.find((event) => event.name === name);
      if (known) return known.data;
      const frame = await until((one) => one.type === 'event' && one.name === name);
      return (frame as { data: Record<string, never> }).data;
    },
    async settle() {
      const pong = until((frame) => frame.type === 'pong');
      socket.send(JSON.stringify({ type: 'ping' }));
      await pong;
    },
  };
}

async function newMember(role: 'MEMBER' | 'MODERATOR' = 'MEMBER'): Promise<Signed & { memberId: string }> {
  const person = await world.person();
  const members = await addMembers(world.db, serverId, [person.id], role);
  return { ...person, memberId: members.get(person.id) ?? '' };
}

const say = (conversationId: string, as: Signed, text = 'hello') =>
  world.call(api.sendMessage, { conversationId, clientId: newId(), text }, as);

test('a message reaches every reader once, with its author, and nobody else', async () => {
  const [ana, ben, outside] = [await newMember(), await newMember(), await newMember()];
  const place = await makeChannel(world.db, serverId, creator.id, { mode: 'private', members: [ana.id, ben.id] });
  const [one, two, none] = [await listen(ana), await listen(ben), await listen(outside)];
  const sent = (await say(place.conversationId, ana)).data;
  for (const ear of [one, two])
    expect(await ear.hear('message.sent')).toMatchObject({
      message: { id: sent.id, reactions: [] },
      author: { id: ana.id },
    });
  await world.call(api.addReaction, { conversationId: place.conversationId, messageId: sent.id, emoji: '🔥' }, ben);
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

test('a refused or rolled-back command tells nobody', async () => {
  const ana = await newMember();
  const place = await makeChannel(world.db, serverId, creator.id, { members: [creator.id] });
  const ear = await listen(creator);
  expect((await say(place.conversationId, ana)).status).toBe(403);
  await ear.settle();
  expect(ear.heard).toEqual([]);
});

test('following an open channel needs the right to read it, and ends when it closes', async () => {
  const ana = await newMember();
  const place = await makeChannel(world.db, serverId, creator.id, { members: [creator.id] });
  const hidden = await makeChannel(world.db, serverId, creator.id, { mode: 'private', members: [creator.id] });
  const ear = await listen(ana);
  ear.socket.send(JSON.stringify({ type: 'follow', conversationId: hidden.conversationId }));
  ear.socket.send(JSON.stringify({ type: 'follow', conversationId: place.conversationId }));
  await ear.settle();
  await expect
    .poll(async () => {
      await say(place.conversationId, creator);
      await ear.settle();
      return ear.heard.some((event) => event.name === 'message.sent');
    })
    .toBe(true);
  await world.call(channelsApi.updateChannel, { serverId, channelId: place.id, mode: 'private' }, creator);
  await ear.settle();
  ear.heard.length = 0;
  await say(place.conversationId, creator);
  await say(hidden.conversationId, creator);
  await ear.settle();
  expect(ear.heard).toEqual([]);
});

test('a removed member hears nothing from the moment of removal', async () => {
  const ana = await newMember();
  const place = await makeChannel(world.db, serverId, creator.id, { members: [creator.id, ana.id] });
  const ear = await listen(ana);
  await world.call(communitiesApi.removeMember, { serverId, memberId: ana.memberId }, creator);
  await say(place.conversationId, creator);
  await ear.settle();
  expect(ear.heard.map((event) => event.name)).toEqual(['member.left']);
});

test('a changed role replaces permissions live, and with them who hears of private channels', async () => {
  const ana = await newMember();
  const hidden = await makeChannel(world.db, serverId, creator.id, { mode: 'private', members: [creator.id] });
  const ear = await listen(ana);
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

test('joining lets messages in, on every device, and leaving stops them', async () => {
  const ana = await newMember();
  const place = await makeChannel(world.db, serverId, creator.id, { mode: 'public', members: [creator.id] });
  const [desk, phone] = [await listen(ana), await listen(ana)];
  await world.call(channelsApi.joinChannel, { serverId, channelId: place.id }, ana);
  expect(await phone.hear('channel.membership')).toMatchObject({ channelId: place.id, joined: true });
  await say(place.conversationId, creator);
  expect(await desk.hear('message.sent')).toMatchObject({ message: { conversationId: place.conversationId } });
  await world.call(api.markRead, { conversationId: place.conversationId, seq: 1 }, ana);
  expect(await phone.hear('read')).toMatchObject({ conversationId: place.conversationId, unread: 0 });
  await world.call(channelsApi.leaveChannel, { serverId, channelId: place.id }, ana);
  await desk.settle();
  desk.heard.length = 0;
  await say(place.conversationId, creator);
  await desk.settle();
  expect(desk.heard).toEqual([]);
});

test('a socket without a good hello is closed, and signing out closes those that are open', async () => {
  const mute = new WebSocket(`${address}/live`);
  open.push(mute);
  const code = new Promise((resolve) => mute.on('close', resolve));
  mute.on('open', () => mute.send(JSON.stringify({ type: 'hello', token: 'made-up' })));
  expect(await code).toBe(CLOSE.unauthorised);
  const ana = await newMember();
  const ear = await listen(ana);
  await world.call(endAllSessions, {}, ana);
  expect(await ear.closed).toBe(CLOSE.unauthorised);
});

test('a foreign origin and other paths get no socket', async () => {
  for (const [path, origin] of [
    ['/live', 'https://evil.example'],
    ['/other', undefined],
  ] as const) {
    const socket = new WebSocket(address + path, origin ? { origin } : {});
    open.push(socket);
    await expect(new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))).rejects.toThrow(
      '404',
    );
  }
});

test('whatever stands in Origin, and however a connection ends, the server goes on', async () => {
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
    .toBe(open.filter((socket) => socket.readyState === WebSocket.OPEN).length);
});
