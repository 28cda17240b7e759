import { CLOSE, ClientFrame, type LiveEvent, type ServerFrame } from '@folkmoot/contract/core/live.ts';
import type { WebSocket } from 'ws';
import type { z } from 'zod';

/** Rooms are what an audience is made of. A socket is in those that its person may hear. */
export const rooms = {
  user: (userId: string) => `user:${userId}`,
  server: (serverId: string) => `server:${serverId}`,
  /** Holders of EDIT_CHANNEL, who also hear of private channels they are not in. */
  editors: (serverId: string) => `editors:${serverId}`,
  conversation: (conversationId: string) => `conversation:${conversationId}`,
};

/**
 * What a command wants done after its commit, in this order and at once. Plain data, so that it can travel
 * to other processes: every process carries out the same list on its own sockets and caches.
 */
export type Effect =
  | { do: 'tell'; rooms: string[]; text: string }
  | { do: 'admit' | 'drop'; userId: string; rooms: string[] }
  | { do: 'empty'; room: string }
  | { do: 'forget'; userId: string }
  | { do: 'forgetServer'; serverId: string }
  | { do: 'close'; userId: string; sessionId: string | null };

/** The frame of an event as text, encoded once however many sockets it goes to. */
export function encode<Data extends z.ZodType>(event: LiveEvent<Data>, data: z.input<Data>): string {
  return JSON.stringify({ type: 'event', name: event.name, data } satisfies ServerFrame);
}

type Reader = {
  socket: WebSocket;
  userId: string;
  sessionId: string;
  rooms: Set<string>;
  /** Rooms it follows without its person being a member of the conversation. */
  visiting: Set<string>;
  /** While its rooms are being read: those it was sent out of meanwhile. */
  left: Set<string> | undefined;
  /** How often it has asked to follow in the present minute. */
  asked: { since: number; times: number };
};

type Hooks = {
  /** Who a token belongs to, or undefined. */
  identify(token: string): Promise<{ userId: string; sessionId: string } | undefined>;
  /** Every room a person may hear, read from the database. */
  roomsOf(userId: string): Promise<string[]>;
  /** Whether a person may read a conversation without having joined it. */
  mayFollow(userId: string, conversationId: string): Promise<boolean>;
};

/** Bytes that may wait for a slow reader before it is let go to catch up later. */
const MOST_WAITING = 1024 * 1024;
const HELLO_WITHIN = 5000;
const FOLLOWS_AT_MOST = 20;
const ASKS_A_MINUTE = 120;

/** The sockets of this process and the rooms they are in. */
export class Hub {
  readonly #rooms = new Map<string, Set<Reader>>();
  readonly #readers = new Map<string, Set<Reader>>();
  readonly #waiting = new Set<WebSocket>();
  readonly #hooks: Hooks;
  /** Raised whenever somebody is sent out of a room. */
  #sentOut = 0;

  constructor(hooks: Hooks) {
    this.#hooks = hooks;
  }

  get sockets(): number {
    let count = 0;
    for (const readers of this.#readers.values()) count += readers.size;
    return count;
  }

  /** Takes a new socket: nothing is told to it before a good `hello`. */
  accept(socket: WebSocket): void {
    this.#waiting.add(socket);
    const late = setTimeout(() => socket.close(CLOSE.unauthorised), HELLO_WITHIN);
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clearTimeout(late);
      this.#waiting.delete(socket);
    });
    socket.once('message', (raw) => {
      const frame = readFrame(raw);
      if (frame?.type !== 'hello') return socket.close(CLOSE.unauthorised);
      void this.#welcome(socket, frame.token).then(
        (welcome) => (welcome ? clearTimeout(late) : socket.close(CLOSE.unauthorised)),
        () => socket.terminate(),
      );
    });
  }

  async #welcome(socket: WebSocket, token: string): Promise<boolean> {
    const who = await this.#hooks.identify(token);
    if (!who) return false;
    // Gone while we looked: its `close` has passed already.
    if (socket.readyState !== socket.OPEN) return true;
    const reader: Reader = {
      socket,
      ...who,
      rooms: new Set(),
      visiting: new Set(),
      left: undefined,
      asked: { since: performance.now(), times: 0 },
    };
    // In the books before the rooms are read, so that a removal in between finds it.
    keyed(this.#readers, who.userId).add(reader);
    this.#enter(reader, rooms.user(who.userId));
    socket.on('close', () => this.#leave(reader));
    const left = new Set<string>();
    reader.left = left;
    for (const room of await this.#hooks.roomsOf(who.userId)) if (!left.has(room)) this.#enter(reader, room);
    reader.left = undefined;
    socket.on('message', (raw) => void this.#hear(reader, readFrame(raw)));
    this.#waiting.delete(socket);
    send(socket, { type: 'ready' });
    return true;
  }

  async #hear(reader: Reader, frame: ClientFrame | undefined): Promise<void> {
    if (!frame || frame.type === 'hello') return reader.socket.close(CLOSE.unauthorised);
    if (frame.type === 'ping') return send(reader.socket, { type: 'pong' });
    const room = rooms.conversation(frame.conversationId);
    if (frame.type === 'unfollow') {
      if (reader.visiting.delete(room)) this.#exit(reader, room);
      return;
    }
    if (reader.rooms.has(room)) return;
    const may =
      mayAsk(reader) && reader.visiting.size < FOLLOWS_AT_MOST && (await this.#mayFollow(reader, frame.conversationId));
    if (!may) return send(reader.socket, { type: 'refused', conversationId: frame.conversationId });
    reader.visiting.add(room);
    this.#enter(reader, room);
  }

  /** Asks again where somebody was sent out of a room while the answer was on its way. */
  async #mayFollow(reader: Reader, conversationId: string): Promise<boolean> {
    for (;;) {
      const before = this.#sentOut;
      const may = await this.#hooks.mayFollow(reader.userId, conversationId).catch(() => false);
      if (!may || before === this.#sentOut) return may;
    }
  }

  /** Carries out what a committed command asked for. */
  perform(effects: readonly Effect[]): void {
    for (const effect of effects) {
      if (effect.do === 'drop' || effect.do === 'empty') this.#sentOut += 1;
      if (effect.do === 'tell') this.#tell(effect.rooms, effect.text);
      else if (effect.do === 'admit') this.#each(effect.userId, (reader) => this.#enterAll(reader, effect.rooms));
      else if (effect.do === 'drop') this.#each(effect.userId, (reader) => this.#exitAll(reader, effect.rooms));
      else if (effect.do === 'empty')
        for (const reader of this.#rooms.get(effect.room) ?? []) this.#exit(reader, effect.room);
      else if (effect.do === 'close')
        this.#each(
          effect.userId,
          (reader) =>
            (effect.sessionId === null || effect.sessionId === reader.sessionId) &&
            reader.socket.close(CLOSE.unauthorised),
        );
    }
  }

  #tell(audience: string[], text: string): void {
    const [only] = audience;
    const readers =
      audience.length === 1 && only !== undefined
        ? (this.#rooms.get(only) ?? [])
        : new Set(audience.flatMap((room) => [...(this.#rooms.get(room) ?? [])]));
    const frame = Buffer.from(text);
    for (const { socket } of readers) {
      if (socket.bufferedAmount > MOST_WAITING) socket.close(CLOSE.tooSlow);
      else socket.send(frame, { binary: false });
    }
  }

  #each(userId: string, act: (reader: Reader) => unknown): void {
    for (const reader of this.#readers.get(userId) ?? []) act(reader);
  }

  #enter(reader: Reader, room: string): void {
    reader.rooms.add(room);
    keyed(this.#rooms, room).add(reader);
  }

  #exit(reader: Reader, room: string): void {
    reader.left?.add(room);
    reader.rooms.delete(room);
    reader.visiting.delete(room);
    const inside = this.#rooms.get(room);
    if (inside?.delete(reader) && inside.size === 0) this.#rooms.delete(room);
  }

  #enterAll(reader: Reader, into: Iterable<string>): void {
    for (const room of into) this.#enter(reader, room);
  }

  #exitAll(reader: Reader, from: Iterable<string>): void {
    for (const room of from) this.#exit(reader, room);
  }

  #leave(reader: Reader): void {
    this.#exitAll(reader, [...reader.rooms]);
    const own = this.#readers.get(reader.userId);
    if (own?.delete(reader) && own.size === 0) this.#readers.delete(reader.userId);
  }

  /** Closes every socket with the reason that makes clients connect again elsewhere. */
  close(): void {
    for (const readers of this.#readers.values()) for (const { socket } of readers) socket.close(CLOSE.goingAway);
    for (const socket of this.#waiting) socket.close(CLOSE.goingAway);
  }
}

/** Following is a look into the database, so nobody may ask for it without end. */
function mayAsk(reader: Reader): boolean {
  const now = performance.now();
  if (now - reader.asked.since > 60_000) reader.asked = { since: now, times: 0 };
  reader.asked.times += 1;
  return reader.asked.times <= ASKS_A_MINUTE;
}

function readFrame(raw: unknown): ClientFrame | undefined {
  try {
    return ClientFrame.safeParse(JSON.parse(String(raw))).data;
  } catch {
    return undefined;
  }
}

function send(socket: WebSocket, frame: ServerFrame): void {
  socket.send(JSON.stringify(frame));
}

function keyed<Value>(map: Map<string, Set<Value>>, key: string): Set<Value> {
  const known = map.get(key);
  if (known) return known;
  const made = new Set<Value>();
  map.set(key, made);
  return made;
}
