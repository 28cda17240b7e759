import { presenceChanged } from '@folkmoot/contract/accounts/api.ts';
import { CLOSE, type ClientFrame, type ServerFrame } from '@folkmoot/contract/core/live.ts';
import type { WebSocket } from 'ws';
import { Attending } from './attending.ts';
import { type Connection, hangUp, mayAsk, maySay, mayType, newConnection, readFrame, send } from './connection.ts';
import { Gathering } from './gathering.ts';
import type { Audience, HubHooks } from './hub-hooks.ts';
import { type Effect, encode, rooms } from './live.ts';
import { keyed, RoomMap } from './room-map.ts';

type TypingFrame = Extract<ClientFrame, { type: 'typing' }>;
type HelloFrame = Extract<ClientFrame, { type: 'hello' }>;

/** Somebody without a session, known by a pass. */
const visitor = (key: string) => ({ userId: `visitor:${key}`, sessionId: '' });

const HELLO_WITHIN = 5000;
const FOLLOWS_AT_MOST = 50;
const SOCKETS_A_PERSON = 40;
/** Sockets that have not identified themselves: from one address, and in total. */
const WAITING_AT_MOST = { address: 100, all: 2000 };
const HEARTBEAT_MS = 30_000;
const LOOK_AT_SESSIONS_MS = 60_000;

/** The sockets of this process and the rooms they are in. */
export class Hub {
  readonly #rooms = new RoomMap((connection) => this.#connections.get(connection.userId)?.has(connection) ?? false);
  readonly #connections = new Map<string, Set<Connection>>();
  readonly #watchers = new Map<string, Set<Connection>>();
  readonly #unseen = new Set<string>();
  /** Sockets before their `hello`, and the address of each. */
  readonly #waiting = new Map<WebSocket, string>();
  readonly #hooks: HubHooks;
  readonly #gathering = new Gathering((room, text) => this.#broadcast({ rooms: [room], text }));
  readonly #attending: Attending;
  readonly #heart: ReturnType<typeof setInterval>;
  readonly #sessionLook: ReturnType<typeof setInterval>;
  #whole = true;
  /** Incremented whenever somebody is removed from a room. */
  #sentOut = 0;
  /** Incremented whenever a whole room is emptied or joins another: sockets whose rooms are being read are in none yet. */
  #moved = 0;

  constructor(hooks: HubHooks) {
    this.#hooks = hooks;
    this.#attending = new Attending({
      hooks,
      rooms: this.#rooms,
      send: (connection, frame) => this.#send(connection, frame),
      tell: (room, text, by) => this.#broadcast({ rooms: [room], text, ...(by && { by }) }),
    });
    this.#heart = setInterval(() => this.#beat(), HEARTBEAT_MS);
    this.#heart.unref();
    // While the database is unavailable nobody is removed; the next check will.
    this.#sessionLook = setInterval(() => void this.checkSessions().catch(() => undefined), LOOK_AT_SESSIONS_MS);
    this.#sessionLook.unref();
  }

  get sockets(): number {
    return [...this.#connections.values()].reduce((sum, { size }) => sum + size, 0);
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
      void this.#welcome(socket, frame).then(
        (welcome) => welcome || hangUp(socket, CLOSE.unauthorised),
        () => socket.terminate(),
      );
    });
  }

  async #welcome(socket: WebSocket, { token, eventId }: HelloFrame): Promise<boolean> {
    const pass = eventId === undefined ? undefined : await this.#hooks.mayAttend(undefined, eventId, token);
    const who = eventId === undefined ? await this.#hooks.identify(token) : pass && visitor(pass.key);
    if (!who) return false;
    // Closed during the query: its `close` has already fired.
    if (socket.readyState !== socket.OPEN) return true;
    const [oldest] = this.#connections.get(who.userId) ?? [];
    if (oldest && (this.#connections.get(who.userId)?.size ?? 0) >= SOCKETS_A_PERSON)
      this.#letGo(oldest, CLOSE.tooSlow);
    const connection = newConnection(socket, who, eventId);
    const others = keyed(this.#connections, who.userId);
    // Registered before the rooms are read, so that a removal in between finds it.
    others.add(connection);
    socket.on('close', () => this.#leave(connection));
    socket.on('pong', () => {
      connection.alive = true;
    });
    if (eventId === undefined) {
      this.#rooms.enter(connection, rooms.user(who.userId));
      await this.#settle(connection);
    } else if (pass) this.#attending.enter(connection, eventId, pass, token);
    socket.on('message', (raw) => this.#receive(connection, raw));
    this.#waiting.delete(socket);
    const isFirst = others.size === 1 && eventId === undefined;
    if (isFirst && !this.#unseen.has(who.userId)) this.#hooks.presence.came(who.userId);
    if (!this.#whole) this.#send(connection, { type: 'whole', whole: false });
    this.#send(connection, { type: 'ready' });
    return true;
  }

  /** Reads a frame, as long as its socket has not sent more than a browser ever would. */
  #receive(connection: Connection, raw: unknown): void {
    if (connection.gone) return;
    if (!maySay(connection)) {
      // What it has sent already stays in the network's buffers, not in ours.
      connection.socket.pause();
      this.#letGo(connection, CLOSE.tooMuch);
    } else void this.#onFrame(connection, readFrame(raw)).catch(() => connection.socket.terminate());
  }

  /** Every frame goes this way: a connection that does not keep up is disconnected. */
  #send(connection: Connection, frame: ServerFrame | Buffer): void {
    if (!send(connection, frame)) this.#letGo(connection, CLOSE.tooSlow);
  }

  /** Unregisters a socket at once, and then closes it: how it reacts to that does not matter. */
  #letGo(connection: Connection, code: number): void {
    if (connection.gone) return;
    connection.gone = true;
    this.#leave(connection);
    hangUp(connection.socket, code);
  }

  /**
   * Puts a socket into the rooms whose events its person may get now, and removes it from all others that it had not
   * asked for.
   */
  async #settle(connection: Connection): Promise<void> {
    const left = new Set<string>();
    connection.left = left;
    const { rooms: own, unseen, ...unheard } = await this.#readAudience(connection.userId);
    for (const room of own) if (!left.has(room)) this.#rooms.enter(connection, room);
    const keep = new Set([rooms.user(connection.userId), ...own]);
    for (const room of connection.rooms)
      if (!keep.has(room) && !connection.visiting.has(room)) this.#rooms.exit(connection, room);
    connection.left = undefined;
    connection.unheard = unheard;
    if (unseen) this.#unseen.add(connection.userId);
    else this.#unseen.delete(connection.userId);
  }

  /** Reads it again if whole rooms moved while the answer was on its way. */
  async #readAudience(userId: string): Promise<Audience> {
    for (;;) {
      const before = this.#moved;
      const audience = await this.#hooks.audienceOf(userId);
      if (before === this.#moved) return audience;
    }
  }

  async #onFrame(connection: Connection, frame: ClientFrame | undefined): Promise<void> {
    if (!frame || frame.type === 'hello') return this.#letGo(connection, CLOSE.unauthorised);
    if (frame.type === 'ping') return this.#send(connection, { type: 'pong' });
    if (frame.type === 'attend') return this.#attending.attend(connection, frame);
    if (connection.visits !== undefined) return;
    if (frame.type === 'watch') return this.#watch(connection, frame.userIds);
    const room = rooms.conversation(frame.conversationId);
    if (frame.type === 'typing') return this.#type(connection, room, frame);
    if (frame.type === 'unfollow') {
      if (connection.visiting.has(room)) this.#rooms.exit(connection, room);
      return;
    }
    const answer = { conversationId: frame.conversationId };
    if (connection.rooms.has(room)) return this.#send(connection, { type: 'followed', ...answer });
    const as =
      mayAsk(connection) && connection.visiting.size < FOLLOWS_AT_MOST
        ? await this.#mayFollow(connection, frame.conversationId, frame.key)
        : undefined;
    if (!as || connection.visiting.size >= FOLLOWS_AT_MOST)
      return this.#send(connection, { type: 'refused', ...answer });
    connection.visiting.set(room, as === 'member');
    this.#rooms.enter(connection, room);
    this.#send(connection, { type: 'followed', ...answer });
  }

  /** Asks again if somebody was removed from a room while the answer was on its way. */
  async #mayFollow(connection: Connection, conversationId: string, key: string | undefined) {
    for (;;) {
      const before = this.#sentOut;
      const as = await this.#hooks.mayFollow(connection.userId, conversationId, key).catch(() => undefined);
      if (!as || before === this.#sentOut) return as;
    }
  }

  /** Only people inside a conversation, whose presence is visible, are seen typing there. */
  async #type(connection: Connection, room: string, { conversationId, threadId }: TypingFrame): Promise<void> {
    if (this.#unseen.has(connection.userId)) return;
    const inside = () => connection.rooms.has(room) && connection.visiting.get(room) !== false;
    if (!inside() || !mayType(connection)) return;
    if (threadId !== undefined && !(await this.#hooks.isThread(conversationId, threadId))) return;
    if (!inside()) return;
    const text = this.#hooks.typing(threadId ?? conversationId, connection.userId);
    this.#hooks.share([{ do: 'publish', rooms: [room], text, by: [connection.userId] }]);
  }

  async #watch(connection: Connection, userIds: string[]): Promise<void> {
    if (!mayAsk(connection)) return;
    const allowed = await this.#hooks.mayWatch(connection.userId, userIds);
    if (connection.gone || connection.socket.readyState !== connection.socket.OPEN) return;
    this.#unwatch(connection);
    connection.watched = new Set(allowed);
    for (const userId of allowed) keyed(this.#watchers, userId).add(connection);
    const present = await this.#hooks.presence.among(allowed);
    this.#send(connection, { type: 'present', userIds: present.filter((userId) => !this.#unseen.has(userId)) });
  }

  #unwatch(connection: Connection): void {
    for (const userId of connection.watched) {
      const watchers = this.#watchers.get(userId);
      if (watchers?.delete(connection) && watchers.size === 0) this.#watchers.delete(userId);
    }
  }

  /** Carries out what a committed command, or another process, asked for. */
  perform(effects: readonly Effect[]): void {
    for (const effect of effects) this.#perform(effect);
  }

  #perform(effect: Effect): void {
    switch (effect.do) {
      case 'publish':
        this.#broadcast(effect);
        break;
      case 'gather':
        this.#gathering.add(effect);
        break;
      case 'attendance':
      case 'attendAgain':
        this.#attending.heard(effect);
        break;
      case 'joinRooms':
        for (const userId of effect.userIds)
          this.#each(userId, (connection) => this.#rooms.enterAll(connection, effect.rooms));
        break;
      case 'leaveRooms':
        this.#sentOut += 1;
        for (const userId of effect.userIds)
          this.#each(userId, (connection) => this.#rooms.exitAll(connection, effect.rooms));
        break;
      case 'joinFrom':
        this.#moved += 1;
        for (const connection of this.#rooms.connectionsIn(effect.room))
          if (!connection.visiting.has(effect.room)) this.#rooms.enterAll(connection, [effect.into]);
        break;
      case 'clearRooms':
        this.#sentOut += 1;
        this.#moved += 1;
        for (const room of effect.rooms)
          for (const connection of this.#rooms.connectionsIn(room)) this.#rooms.exit(connection, room);
        break;
      case 'setHidden':
        this.#each(effect.userId, (connection) => {
          connection.unheard = effect;
        });
        break;
      case 'setInvisible':
        this.#setUnseen(effect.userId, effect.invisible);
        break;
      case 'presence':
        this.#tellPresence(effect.userId, effect.present);
        break;
      case 'close':
        this.#each(effect.userId, (connection) => {
          if (effect.sessionId === null || effect.sessionId === connection.sessionId)
            this.#letGo(connection, CLOSE.unauthorised);
        });
        break;
    }
  }

  #broadcast({ rooms: audience, text, by, despite }: Omit<Extract<Effect, { do: 'publish' }>, 'do'>): void {
    const [only] = audience;
    const connections =
      audience.length === 1 && only !== undefined
        ? this.#rooms.connectionsIn(only)
        : new Set(audience.flatMap((room) => this.#rooms.connectionsIn(room)));
    const frame = Buffer.from(text);
    for (const connection of connections) {
      const isHidden = by?.some((userId) => connection.unheard.hidden.includes(userId));
      if (isHidden && !(despite !== undefined && connection.rooms.has(despite))) continue;
      this.#send(connection, frame);
    }
  }

  #setUnseen(userId: string, unseen: boolean): void {
    if (!this.#connections.has(userId)) return;
    if (unseen) this.#unseen.add(userId);
    else this.#unseen.delete(userId);
    if (unseen) this.#hooks.presence.went(userId);
    else this.#hooks.presence.came(userId);
  }

  #tellPresence(userId: string, present: boolean): void {
    const frame = Buffer.from(encode(presenceChanged, { userId, present }));
    for (const connection of [...(this.#watchers.get(userId) ?? [])])
      if (!connection.unheard.apart.includes(userId)) this.#send(connection, frame);
  }

  /**
   * Says whether other processes can be reached. When they are back, every socket's rooms are reloaded and it catches
   * up.
   */
  async setWhole(whole: boolean): Promise<void> {
    if (whole === this.#whole) return;
    this.#whole = whole;
    if (whole) await this.refresh();
    for (const connections of this.#connections.values())
      for (const connection of [...connections]) {
        this.#send(connection, { type: 'whole', whole });
        if (whole) this.#send(connection, { type: 'ready' });
      }
  }

  /** Reads every socket's rooms again: changes in other processes may not have arrived here. */
  async refresh(): Promise<void> {
    this.#sentOut += 1;
    for (const connections of [...this.#connections.values()]) {
      for (const connection of [...connections]) {
        // The client asks for followed rooms again, with a key that may have changed by now.
        this.#attending.leave(connection);
        for (const room of [...connection.visiting.keys()]) this.#rooms.exit(connection, room);
        if (connection.visits !== undefined) continue;
        await this.#settle(connection).catch(() => connection.socket.terminate());
      }
    }
  }

  /** Closes sockets whose other end has vanished silently. */
  #beat(): void {
    for (const connections of this.#connections.values())
      for (const connection of connections) {
        if (!connection.alive) connection.socket.terminate();
        connection.alive = false;
        connection.socket.ping();
      }
  }

  /** Closes the sockets whose session has expired silently. */
  async checkSessions(): Promise<void> {
    const all = [...this.#connections.values()].flatMap((own) => [...own]);
    await this.#attending.look(all);
    const connections = all.filter(({ visits }) => visits === undefined);
    const live = await this.#hooks.liveSessions([...new Set(connections.map(({ sessionId }) => sessionId))]);
    for (const { sessionId, socket } of connections) if (!live.has(sessionId)) socket.close(CLOSE.unauthorised);
  }

  #each(userId: string, act: (connection: Connection) => void): void {
    for (const connection of [...(this.#connections.get(userId) ?? [])]) act(connection);
  }

  #leave(connection: Connection): void {
    this.#attending.leave(connection);
    this.#rooms.exitAll(connection, [...connection.rooms]);
    this.#unwatch(connection);
    const own = this.#connections.get(connection.userId);
    if (!own?.delete(connection) || own.size > 0) return;
    this.#connections.delete(connection.userId);
    if (connection.visits === undefined && !this.#unseen.delete(connection.userId))
      this.#hooks.presence.went(connection.userId);
  }

  /** How many people have an event's Q&A on the screen, on all processes. */
  countWatching(eventId: string): number {
    return this.#attending.count(eventId);
  }

  /** Closes every socket with the reason that makes clients connect again elsewhere. */
  close(): void {
    clearInterval(this.#heart);
    clearInterval(this.#sessionLook);
    this.#gathering.close();
    this.#attending.close();
    for (const connections of this.#connections.values())
      for (const { socket } of connections) socket.close(CLOSE.goingAway);
    for (const socket of this.#waiting.keys()) socket.close(CLOSE.goingAway);
  }
}
