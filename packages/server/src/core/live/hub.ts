import { presenceChanged } from '@folkmoot/contract/accounts/api.ts';
import { CLOSE, type ClientFrame, type ServerFrame } from '@folkmoot/contract/core/live.ts';
import type { WebSocket } from 'ws';
import { type Connection, hangUp, mayAsk, maySay, mayType, newConnection, readFrame, send } from './connection.ts';
import { type Effect, encode, rooms } from './live.ts';

/** Which rooms a person's sockets belong to, read from the database. */
export type Audience = {
  rooms: string[];
  /** People hidden from them. */
  hidden: string[];
  /** They hide their presence. */
  unseen: boolean;
};

type Hooks = {
  /** The person a token belongs to, or undefined. */
  identify(token: string): Promise<{ userId: string; sessionId: string } | undefined>;
  /** Those of the sessions that have not ended. */
  liveSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  audienceOf(userId: string): Promise<Audience>;
  /** Whether a person may get the events of a conversation that their membership alone does not open, and how. */
  mayFollow(userId: string, conversationId: string, key: string | undefined): Promise<'member' | 'visitor' | undefined>;
  /** Those of the people whose presence this person may see. */
  mayWatch(userId: string, others: string[]): Promise<string[]>;
  /** Effects that this process's sockets have caused: carried out here and elsewhere. */
  share(effects: Effect[]): void;
  /** Whether a thread could belong to a conversation: otherwise clients could show people typing anywhere. */
  isThread(conversationId: string, threadId: string): Promise<boolean>;
  /** The event that says that a person is typing, encoded. */
  typing(conversationId: string, userId: string): string;
  presence: {
    /** A person's first socket here was opened, or their last one closed. */
    came(userId: string): void;
    went(userId: string): void;
    /** Those of the people who are online, on any process. */
    among(userIds: string[]): Promise<string[]>;
  };
};

type TypingFrame = Extract<ClientFrame, { type: 'typing' }>;

const HELLO_WITHIN = 5000;
const FOLLOWS_AT_MOST = 50;
const SOCKETS_A_PERSON = 40;
/** Sockets that have not identified themselves: from one address, and in total. */
const WAITING_AT_MOST = { address: 100, all: 2000 };
const HEARTBEAT_MS = 30_000;
const LOOK_AT_SESSIONS_MS = 60_000;

/** The sockets of this process and the rooms they are in. */
export class Hub {
  readonly #rooms = new Map<string, Set<Connection>>();
  readonly #readers = new Map<string, Set<Connection>>();
  readonly #watchers = new Map<string, Set<Connection>>();
  readonly #unseen = new Set<string>();
  /** Sockets before their `hello`, and the address of each. */
  readonly #waiting = new Map<WebSocket, string>();
  readonly #hooks: Hooks;
  readonly #heart: ReturnType<typeof setInterval>;
  readonly #sessionLook: ReturnType<typeof setInterval>;
  #whole = true;
  /** Incremented whenever somebody is removed from a room. */
  #sentOut = 0;

  constructor(hooks: Hooks) {
    this.#hooks = hooks;
    this.#heart = setInterval(() => this.#beat(), HEARTBEAT_MS);
    this.#heart.unref();
    // While the database is unavailable nobody is removed; the next check will.
    this.#sessionLook = setInterval(() => void this.checkSessions().catch(() => undefined), LOOK_AT_SESSIONS_MS);
    this.#sessionLook.unref();
  }

  get sockets(): number {
    let count = 0;
    for (const readers of this.#readers.values()) count += readers.size;
    return count;
  }

  /**
   * Takes a new socket: it gets no events before a valid `hello`.
   *
   * @param address where it comes from, for the count of sockets that have not identified themselves.
   */
  accept(socket: WebSocket, address = ''): void {
    socket.on('error', () => socket.terminate());
    const neighbours = [...this.#waiting.values()].filter((other) => other === address).length;
    if (neighbours >= WAITING_AT_MOST.address || this.#waiting.size >= WAITING_AT_MOST.all) {
      socket.terminate();
      return;
    }
    this.#waiting.set(socket, address);
    let greeted = false;
    // After what has arrived is read: a process that was busy for these seconds has kept the socket waiting, not it us.
    const late = setTimeout(() => setImmediate(() => greeted || hangUp(socket, CLOSE.unauthorised)), HELLO_WITHIN);
    socket.on('close', () => {
      clearTimeout(late);
      this.#waiting.delete(socket);
    });
    socket.once('message', (raw) => {
      const frame = readFrame(raw);
      if (frame?.type !== 'hello') return hangUp(socket, CLOSE.unauthorised);
      greeted = true;
      void this.#welcome(socket, frame.token).then(
        (welcome) => welcome || hangUp(socket, CLOSE.unauthorised),
        () => socket.terminate(),
      );
    });
  }

  async #welcome(socket: WebSocket, token: string): Promise<boolean> {
    const who = await this.#hooks.identify(token);
    if (!who) return false;
    // Closed during the query: its `close` has already fired.
    if (socket.readyState !== socket.OPEN) return true;
    const [oldest] = this.#readers.get(who.userId) ?? [];
    if (oldest && (this.#readers.get(who.userId)?.size ?? 0) >= SOCKETS_A_PERSON) this.#letGo(oldest, CLOSE.tooSlow);
    const reader = newConnection(socket, who);
    const others = keyed(this.#readers, who.userId);
    // Registered before the rooms are read, so that a removal in between finds it.
    others.add(reader);
    this.#enter(reader, rooms.user(who.userId));
    socket.on('close', () => this.#leave(reader));
    socket.on('pong', () => {
      reader.alive = true;
    });
    await this.#settle(reader);
    socket.on('message', (raw) => this.#receive(reader, raw));
    this.#waiting.delete(socket);
    if (others.size === 1 && !this.#unseen.has(who.userId)) this.#hooks.presence.came(who.userId);
    if (!this.#whole) this.#send(reader, { type: 'whole', whole: false });
    this.#send(reader, { type: 'ready' });
    return true;
  }

  /** Reads a frame, as long as its socket has not sent more than a browser ever would. */
  #receive(reader: Connection, raw: unknown): void {
    if (reader.gone) return;
    if (!maySay(reader)) {
      // What it has sent already stays in the network's buffers, not in ours.
      reader.socket.pause();
      this.#letGo(reader, CLOSE.tooMuch);
    } else void this.#onFrame(reader, readFrame(raw)).catch(() => reader.socket.terminate());
  }

  /** Every frame goes this way: a reader that does not keep up is disconnected. */
  #send(reader: Connection, frame: ServerFrame | Buffer): void {
    if (!send(reader, frame)) this.#letGo(reader, CLOSE.tooSlow);
  }

  /** Unregisters a socket at once, and then closes it: how it reacts to that does not matter. */
  #letGo(reader: Connection, code: number): void {
    if (reader.gone) return;
    reader.gone = true;
    this.#leave(reader);
    hangUp(reader.socket, code);
  }

  /**
   * Puts a socket into the rooms whose events its person may get now, and removes it from all others that it had not
   * asked for.
   */
  async #settle(reader: Connection): Promise<void> {
    const left = new Set<string>();
    reader.left = left;
    const { rooms: own, hidden, unseen } = await this.#hooks.audienceOf(reader.userId);
    for (const room of own) if (!left.has(room)) this.#enter(reader, room);
    const keep = new Set([rooms.user(reader.userId), ...own]);
    for (const room of reader.rooms) if (!keep.has(room) && !reader.visiting.has(room)) this.#exit(reader, room);
    reader.left = undefined;
    reader.hidden = new Set(hidden);
    if (unseen) this.#unseen.add(reader.userId);
    else this.#unseen.delete(reader.userId);
  }

  async #onFrame(reader: Connection, frame: ClientFrame | undefined): Promise<void> {
    if (!frame || frame.type === 'hello') return this.#letGo(reader, CLOSE.unauthorised);
    if (frame.type === 'ping') return this.#send(reader, { type: 'pong' });
    if (frame.type === 'watch') return this.#watch(reader, frame.userIds);
    const room = rooms.conversation(frame.conversationId);
    if (frame.type === 'typing') return this.#type(reader, room, frame);
    if (frame.type === 'unfollow') {
      if (reader.visiting.has(room)) this.#exit(reader, room);
      return;
    }
    const answer = { conversationId: frame.conversationId };
    if (reader.rooms.has(room)) return this.#send(reader, { type: 'followed', ...answer });
    const as =
      mayAsk(reader) && reader.visiting.size < FOLLOWS_AT_MOST
        ? await this.#mayFollow(reader, frame.conversationId, frame.key)
        : undefined;
    if (!as || reader.visiting.size >= FOLLOWS_AT_MOST) return this.#send(reader, { type: 'refused', ...answer });
    reader.visiting.set(room, as === 'member');
    this.#enter(reader, room);
    this.#send(reader, { type: 'followed', ...answer });
  }

  /** Asks again if somebody was removed from a room while the answer was on its way. */
  async #mayFollow(reader: Connection, conversationId: string, key: string | undefined) {
    for (;;) {
      const before = this.#sentOut;
      const as = await this.#hooks.mayFollow(reader.userId, conversationId, key).catch(() => undefined);
      if (!as || before === this.#sentOut) return as;
    }
  }

  /** Only people inside a conversation, whose presence is visible, are seen typing there. */
  async #type(reader: Connection, room: string, { conversationId, threadId }: TypingFrame): Promise<void> {
    if (this.#unseen.has(reader.userId)) return;
    const inside = () => reader.rooms.has(room) && reader.visiting.get(room) !== false;
    if (!inside() || !mayType(reader)) return;
    if (threadId !== undefined && !(await this.#hooks.isThread(conversationId, threadId))) return;
    if (!inside()) return;
    const text = this.#hooks.typing(threadId ?? conversationId, reader.userId);
    this.#hooks.share([{ do: 'publish', rooms: [room], text, by: [reader.userId] }]);
  }

  async #watch(reader: Connection, userIds: string[]): Promise<void> {
    if (!mayAsk(reader)) return;
    const allowed = await this.#hooks.mayWatch(reader.userId, userIds);
    if (reader.gone || reader.socket.readyState !== reader.socket.OPEN) return;
    this.#unwatch(reader);
    reader.watched = new Set(allowed);
    for (const userId of allowed) keyed(this.#watchers, userId).add(reader);
    const present = await this.#hooks.presence.among(allowed);
    this.#send(reader, { type: 'present', userIds: present.filter((userId) => !this.#unseen.has(userId)) });
  }

  #unwatch(reader: Connection): void {
    for (const userId of reader.watched) {
      const watchers = this.#watchers.get(userId);
      if (watchers?.delete(reader) && watchers.size === 0) this.#watchers.delete(userId);
    }
  }

  /** Carries out what a committed command, or another process, asked for. */
  perform(effects: readonly Effect[]): void {
    for (const effect of effects) this.#perform(effect);
  }

  #perform(effect: Effect): void {
    switch (effect.do) {
      case 'publish':
        this.#broadcast(effect.rooms, effect.text, effect.by);
        break;
      case 'joinRooms':
        this.#each(effect.userId, (reader) => this.#enterAll(reader, effect.rooms));
        break;
      case 'leaveRooms':
        this.#sentOut += 1;
        this.#each(effect.userId, (reader) => this.#exitAll(reader, effect.rooms));
        break;
      case 'clearRoom':
        this.#sentOut += 1;
        for (const reader of this.#rooms.get(effect.room) ?? []) this.#exit(reader, effect.room);
        break;
      case 'setHidden':
        this.#each(effect.userId, (reader) => {
          reader.hidden = new Set(effect.from);
        });
        break;
      case 'setInvisible':
        this.#setUnseen(effect.userId, effect.invisible);
        break;
      case 'presence':
        this.#tellPresence(effect.userId, effect.present);
        break;
      case 'close':
        this.#each(effect.userId, (reader) => {
          if (effect.sessionId === null || effect.sessionId === reader.sessionId)
            this.#letGo(reader, CLOSE.unauthorised);
        });
        break;
    }
  }

  #broadcast(audience: string[], text: string, by: string[] | undefined): void {
    const [only] = audience;
    const readers =
      audience.length === 1 && only !== undefined
        ? (this.#rooms.get(only) ?? [])
        : new Set(audience.flatMap((room) => [...(this.#rooms.get(room) ?? [])]));
    const frame = Buffer.from(text);
    for (const reader of [...readers]) {
      if (by && reader.hidden.size > 0 && by.some((userId) => reader.hidden.has(userId))) continue;
      this.#send(reader, frame);
    }
  }

  #setUnseen(userId: string, unseen: boolean): void {
    if (!this.#readers.has(userId)) return;
    if (unseen) this.#unseen.add(userId);
    else this.#unseen.delete(userId);
    if (unseen) this.#hooks.presence.went(userId);
    else this.#hooks.presence.came(userId);
  }

  #tellPresence(userId: string, present: boolean): void {
    const frame = Buffer.from(encode(presenceChanged, { userId, present }));
    for (const reader of [...(this.#watchers.get(userId) ?? [])])
      if (!reader.hidden.has(userId)) this.#send(reader, frame);
  }

  /**
   * Says whether other processes can be reached. When they are back, every socket's rooms are reloaded and it catches
   * up.
   */
  async setWhole(whole: boolean): Promise<void> {
    if (whole === this.#whole) return;
    this.#whole = whole;
    if (whole) await this.refresh();
    for (const readers of this.#readers.values())
      for (const reader of [...readers]) {
        this.#send(reader, { type: 'whole', whole });
        if (whole) this.#send(reader, { type: 'ready' });
      }
  }

  /** Reads every socket's rooms again: changes in other processes may not have arrived here. */
  async refresh(): Promise<void> {
    this.#sentOut += 1;
    for (const readers of [...this.#readers.values()]) {
      for (const reader of [...readers]) {
        // The client asks for followed rooms again, with a key that may have changed by now.
        for (const room of [...reader.visiting.keys()]) this.#exit(reader, room);
        await this.#settle(reader).catch(() => reader.socket.terminate());
      }
    }
  }

  /** Closes sockets whose other end has vanished silently. */
  #beat(): void {
    for (const readers of this.#readers.values())
      for (const reader of readers) {
        if (!reader.alive) reader.socket.terminate();
        reader.alive = false;
        reader.socket.ping();
      }
  }

  /** Closes the sockets whose session has expired silently. */
  async checkSessions(): Promise<void> {
    const readers = [...this.#readers.values()].flatMap((own) => [...own]);
    const live = await this.#hooks.liveSessions([...new Set(readers.map(({ sessionId }) => sessionId))]);
    for (const { sessionId, socket } of readers) if (!live.has(sessionId)) socket.close(CLOSE.unauthorised);
  }

  #each(userId: string, act: (reader: Connection) => void): void {
    for (const reader of [...(this.#readers.get(userId) ?? [])]) act(reader);
  }

  /** A socket that closed while its rooms were being read joins none: nothing would ever remove it. */
  #enter(reader: Connection, room: string): void {
    if (!this.#readers.get(reader.userId)?.has(reader)) return;
    reader.rooms.add(room);
    keyed(this.#rooms, room).add(reader);
  }

  #exit(reader: Connection, room: string): void {
    reader.left?.add(room);
    reader.rooms.delete(room);
    reader.visiting.delete(room);
    const inside = this.#rooms.get(room);
    if (inside?.delete(reader) && inside.size === 0) this.#rooms.delete(room);
  }

  #enterAll(reader: Connection, into: Iterable<string>): void {
    for (const room of into) this.#enter(reader, room);
  }

  #exitAll(reader: Connection, from: Iterable<string>): void {
    for (const room of from) this.#exit(reader, room);
  }

  #leave(reader: Connection): void {
    this.#exitAll(reader, [...reader.rooms]);
    this.#unwatch(reader);
    const own = this.#readers.get(reader.userId);
    if (!own?.delete(reader) || own.size > 0) return;
    this.#readers.delete(reader.userId);
    if (!this.#unseen.delete(reader.userId)) this.#hooks.presence.went(reader.userId);
  }

  /** Closes every socket with the reason that makes clients connect again elsewhere. */
  close(): void {
    clearInterval(this.#heart);
    clearInterval(this.#sessionLook);
    for (const readers of this.#readers.values()) for (const { socket } of readers) socket.close(CLOSE.goingAway);
    for (const socket of this.#waiting.keys()) socket.close(CLOSE.goingAway);
  }
}

function keyed<Value>(map: Map<string, Set<Value>>, key: string): Set<Value> {
  const known = map.get(key);
  if (known) return known;
  const made = new Set<Value>();
  map.set(key, made);
  return made;
}
