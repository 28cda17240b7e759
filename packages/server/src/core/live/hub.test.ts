import { EventEmitter } from 'node:events';
import { CLOSE } from '@folkmoot/contract/core/live.ts';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { newId } from '../id.ts';
import { FRAMES_A_MINUTE, MOST_WAITING } from './connection.ts';
import { Hub } from './hub.ts';
import type { Audience } from './hub-hooks.ts';
import { rooms } from './live.ts';

/*
 * Sockets that close while the database is asked about them: a browser can time this, and a test with real sockets
 * cannot.
 */

const open: Hub[] = [];
afterEach(() => {
  for (const hub of open.splice(0)) hub.close();
});

/** A socket that keeps what it is sent, and says nothing more of it once it has gone. */
class Line extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  sent: { type: string }[] = [];
  send(raw: string | Buffer) {
    this.sent.push(JSON.parse(String(raw)));
  }
  code: number | undefined;
  close(code?: number) {
    this.code ??= code;
    this.readyState = 3;
    this.emit('close');
  }
  pause() {}
  terminate() {
    this.close(1006);
  }
  say(frame: object) {
    this.emit('message', JSON.stringify(frame));
  }
  types() {
    return this.sent.map(({ type }) => type);
  }
}

const nobody: Audience = { rooms: [], hidden: [], apart: [], unseen: false };

function openHub(hooks: {
  audienceOf?: () => Promise<Audience>;
  mayFollow?: () => Promise<'visitor'>;
  mayWatch?: () => Promise<string[]>;
  liveSessions?: () => Promise<Set<string>>;
}) {
  const hub = new Hub({
    identify: async () => ({ userId: 'ana', sessionId: 's' }),
    liveSessions: async (sessionIds) => new Set(sessionIds),
    audienceOf: async () => nobody,
    mayFollow: async () => 'visitor',
    mayWatch: async () => [],
    mayAttend: async () => undefined,
    watching: async () => [],
    share: () => undefined,
    isThread: async () => true,
    typing: () => '{}',
    presence: { came: () => undefined, went: () => undefined, among: async () => [] },
    ...hooks,
  });
  open.push(hub);
  return { hub, line: dial(hub) };
}

function dial(hub: Hub, line = new Line()): Line {
  hub.accept(line as unknown as WebSocket, '192.0.2.1');
  line.say({ type: 'hello', token: 't' });
  return line;
}

/** A promise that resolves when the test says so. */
function later<Value>() {
  let keep: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((resolve) => {
    keep = resolve;
  });
  return { promise, keep };
}

const tell = (hub: Hub, room: string) => hub.perform([{ do: 'publish', rooms: [room], text: '{"type":"event"}' }]);

test('live: a socket that says hello in time is kept, however slowly the database identifies it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const answer = later<Audience>();
  const { line } = openHub({ audienceOf: () => answer.promise });
  vi.advanceTimersByTime(20_000);
  await new Promise(setImmediate);
  expect(line.readyState).toBe(line.OPEN);
  answer.keep(nobody);
  await expect.poll(() => line.types()).toEqual(['ready']);
});

test('live: a hello that arrives while the process is busy is read before its socket is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { hub } = openHub({});
  const line = new Line();
  hub.accept(line as unknown as WebSocket, '192.0.2.1');
  vi.advanceTimersByTime(20_000);
  line.say({ type: 'hello', token: 't' });
  await expect.poll(() => line.types()).toEqual(['ready']);
});

test('live: a socket that closes while its rooms are loaded joins none', async () => {
  const asked = later<void>();
  const answer = later<Audience>();
  const { hub, line } = openHub({
    audienceOf: () => {
      asked.keep();
      return answer.promise;
    },
  });
  await asked.promise;
  line.close();
  answer.keep({ ...nobody, rooms: ['server:s'] });
  await answer.promise;
  await new Promise(setImmediate);
  tell(hub, 'server:s');
  expect([line.types(), hub.sockets]).toEqual([[], 0]);
});

test('live: a socket that closes while it asks to follow joins nothing', async () => {
  const asked = later<void>();
  const answer = later<'visitor'>();
  const { hub, line } = openHub({
    mayFollow: () => {
      asked.keep();
      return answer.promise;
    },
  });
  await expect.poll(() => line.types()).toEqual(['ready']);
  const conversationId = newId();
  line.say({ type: 'follow', conversationId });
  await asked.promise;
  line.close();
  answer.keep('visitor');
  await answer.promise;
  await new Promise(setImmediate);
  tell(hub, rooms.conversation(conversationId));
  expect(line.types()).not.toContain('event');
});

test('live: a socket can follow fifty conversations at most, even if it asks for all at once', async () => {
  const { line } = openHub({});
  await expect.poll(() => line.types()).toEqual(['ready']);
  for (let n = 0; n < 80; n += 1) line.say({ type: 'follow', conversationId: newId() });
  await expect.poll(() => line.sent.length).toBe(81);
  expect(line.types().filter((type) => type === 'followed')).toHaveLength(50);
});

test('live: a socket that sends more than any browser would is closed, and its remaining frames are ignored', async () => {
  const { hub, line } = openHub({});
  await expect.poll(() => line.types()).toEqual(['ready']);
  for (let n = 0; n < FRAMES_A_MINUTE * 2; n += 1) line.say({ type: 'ping' });
  expect(line.types().filter((type) => type === 'pong')).toHaveLength(FRAMES_A_MINUTE);
  expect([line.code, hub.sockets]).toEqual([CLOSE.tooMuch, 0]);
});

test.each(['ping', 'follow', 'watch'])(
  'live: answers to %s do not pile up for a client that does not read',
  async (type) => {
    const { hub, line } = openHub({});
    await expect.poll(() => line.types()).toEqual(['ready']);
    line.bufferedAmount = MOST_WAITING + 1;
    line.say({ type, conversationId: newId(), userIds: [] });
    await expect.poll(() => line.code).toBe(CLOSE.tooSlow);
    expect([line.types(), hub.sockets]).toEqual([['ready'], 0]);
  },
);

test('live: presence does not pile up for a client that does not read', async () => {
  const ben = newId();
  const { hub, line } = openHub({ mayWatch: async () => [ben] });
  await expect.poll(() => line.types()).toEqual(['ready']);
  line.say({ type: 'watch', userIds: [ben] });
  await expect.poll(() => line.types()).toEqual(['ready', 'present']);
  line.bufferedAmount = MOST_WAITING + 1;
  hub.perform([{ do: 'presence', userId: ben, present: true }]);
  expect([line.code, line.types()]).toEqual([CLOSE.tooSlow, ['ready', 'present']]);
});

test('live: a person can have forty sockets, even if old ones never confirm that they are closed', async () => {
  const { hub, line: first } = openHub({});
  await expect.poll(() => first.types()).toEqual(['ready']);
  /** Its other end does not answer a closing handshake, so it stays open until it is cut off. */
  class Deaf extends Line {
    override close(code?: number) {
      this.code ??= code;
    }
  }
  const deaf: Deaf[] = [];
  for (let n = 0; n < 60; n += 1) {
    const line = new Deaf();
    deaf.push(line);
    dial(hub, line);
    await expect.poll(() => line.types()).toEqual(['ready']);
  }
  expect(hub.sockets).toBe(40);
  tell(hub, rooms.user('ana'));
  expect(deaf.filter((line) => line.types().includes('event'))).toHaveLength(40);
});

test('live: few sockets per address can wait without saying hello, and they are closed after a while', async () => {
  vi.useFakeTimers();
  const { hub } = openHub({});
  const silent = Array.from({ length: 150 }, () => new Line());
  for (const line of silent) hub.accept(line as unknown as WebSocket, '192.0.2.7');
  expect(silent.filter((line) => line.readyState === 1)).toHaveLength(100);
  const other = new Line();
  hub.accept(other as unknown as WebSocket, '192.0.2.8');
  expect(other.readyState).toBe(1);
  await vi.advanceTimersByTimeAsync(5001);
  expect([...silent, other].filter((line) => line.readyState === 1)).toHaveLength(0);
  vi.useRealTimers();
});

test('live: a socket whose session ended unnoticed is closed at the next check, and the others stay open', async () => {
  let live = new Set(['s']);
  const { hub, line } = openHub({ liveSessions: async () => live });
  await expect.poll(() => line.types()).toEqual(['ready']);
  await hub.checkSessions();
  expect(line.readyState).toBe(line.OPEN);
  live = new Set();
  await hub.checkSessions();
  expect([line.readyState, hub.sockets]).toEqual([3, 0]);
});

const CHANNEL = newId();
const OPEN = rooms.conversation(CHANNEL);
const CLOSED = rooms.members(CHANNEL);
const close = (hub: Hub) =>
  hub.perform([
    { do: 'joinFrom', room: OPEN, into: CLOSED },
    { do: 'clearRooms', rooms: [OPEN] },
  ]);
const heard = (line: Line) => line.types().filter((type) => type === 'event').length;

test('live: when a conversation is closed, members learn that something happened, and visitors nothing', async () => {
  let own: string[] = [OPEN];
  const { hub, line: member } = openHub({ audienceOf: async () => ({ ...nobody, rooms: own }) });
  await expect.poll(() => member.types()).toEqual(['ready']);
  own = [];
  const visitor = dial(hub);
  await expect.poll(() => visitor.types()).toEqual(['ready']);
  visitor.say({ type: 'follow', conversationId: CHANNEL });
  await expect.poll(() => visitor.types()).toEqual(['ready', 'followed']);
  close(hub);
  tell(hub, OPEN);
  expect([heard(member), heard(visitor)]).toEqual([0, 0]);
  tell(hub, CLOSED);
  expect([heard(member), heard(visitor)]).toEqual([1, 0]);
});

test('live: a visitor who has joined is a member, when the conversation is closed and when it is opened again', async () => {
  const { hub, line } = openHub({});
  await expect.poll(() => line.types()).toEqual(['ready']);
  line.say({ type: 'follow', conversationId: CHANNEL });
  await expect.poll(() => line.types()).toEqual(['ready', 'followed']);
  hub.perform([{ do: 'joinRooms', userIds: ['ana'], rooms: [OPEN] }]);
  line.say({ type: 'unfollow', conversationId: CHANNEL });
  tell(hub, OPEN);
  expect(heard(line)).toBe(1);
  close(hub);
  tell(hub, CLOSED);
  expect(heard(line)).toBe(2);
  hub.perform([{ do: 'joinFrom', room: CLOSED, into: OPEN }]);
  tell(hub, OPEN);
  expect(heard(line)).toBe(3);
});

test('live: a socket whose rooms are read while a conversation is closed reads them again', async () => {
  const answers = [later<Audience>(), later<Audience>()];
  let asked = 0;
  const { hub, line } = openHub({
    audienceOf: () => {
      asked += 1;
      return answers[asked - 1]?.promise ?? Promise.resolve(nobody);
    },
  });
  await expect.poll(() => asked).toBe(1);
  close(hub);
  answers[0]?.keep({ ...nobody, rooms: [OPEN] });
  await expect.poll(() => asked).toBe(2);
  answers[1]?.keep({ ...nobody, rooms: [CLOSED] });
  await expect.poll(() => line.types()).toEqual(['ready']);
  tell(hub, OPEN);
  expect(heard(line)).toBe(0);
  tell(hub, CLOSED);
  expect(heard(line)).toBe(1);
});
