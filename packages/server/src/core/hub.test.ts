import { EventEmitter } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { type Audience, Hub } from './hub.ts';
import { newId } from './id.ts';
import { rooms } from './live.ts';

/* Sockets that go while the database is asked about them: what a browser can time, and a test with real ones cannot. */

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
  close() {
    this.readyState = 3;
    this.emit('close');
  }
  say(frame: object) {
    this.emit('message', JSON.stringify(frame));
  }
  types() {
    return this.sent.map(({ type }) => type);
  }
}

const nobody: Audience = { rooms: [], hidden: [], unseen: false };

function openHub(hooks: {
  audienceOf?: () => Promise<Audience>;
  mayFollow?: () => Promise<'visitor'>;
  liveSessions?: () => Promise<Set<string>>;
}) {
  const hub = new Hub({
    identify: async () => ({ userId: 'ana', sessionId: 's' }),
    liveSessions: async (sessionIds) => new Set(sessionIds),
    audienceOf: async () => nobody,
    mayFollow: async () => 'visitor',
    mayWatch: async () => [],
    share: () => undefined,
    isThread: async () => true,
    typing: () => '{}',
    presence: { came: () => undefined, went: () => undefined, among: async () => [] },
    ...hooks,
  });
  open.push(hub);
  const line = new Line();
  hub.accept(line as unknown as WebSocket);
  line.say({ type: 'hello', token: 't' });
  return { hub, line };
}

/** A promise that is kept when the test says so. */
function later<Value>() {
  let keep: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((resolve) => {
    keep = resolve;
  });
  return { promise, keep };
}

const tell = (hub: Hub, room: string) => hub.perform([{ do: 'tell', rooms: [room], text: '{"type":"event"}' }]);

test('a socket that goes while its rooms are read enters none', async () => {
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

test('a socket that goes while it asks to follow enters nothing', async () => {
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

test('one socket follows fifty conversations at most, also when it asks for all at once', async () => {
  const { line } = openHub({});
  await expect.poll(() => line.types()).toEqual(['ready']);
  for (let n = 0; n < 80; n += 1) line.say({ type: 'follow', conversationId: newId() });
  await expect.poll(() => line.sent.length).toBe(81);
  expect(line.types().filter((type) => type === 'followed')).toHaveLength(50);
});

test('a socket whose session has ended without a word is closed at the next look, the others stay', async () => {
  let live = new Set(['s']);
  const { hub, line } = openHub({ liveSessions: async () => live });
  await expect.poll(() => line.types()).toEqual(['ready']);
  await hub.checkSessions();
  expect(line.readyState).toBe(line.OPEN);
  live = new Set();
  await hub.checkSessions();
  expect([line.readyState, hub.sockets]).toEqual([3, 0]);
});
