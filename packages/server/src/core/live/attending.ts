import type { ClientFrame, ServerFrame } from '@folkmoot/contract/core/live.ts';
import { Attendance } from './attendance.ts';
import { type Connection, mayAsk } from './connection.ts';
import type { HubHooks } from './hub-hooks.ts';
import { type Effect, rooms } from './live.ts';
import type { RoomMap } from './room-map.ts';

type Parts = {
  hooks: Pick<HubHooks, 'mayAttend' | 'watching' | 'share'>;
  rooms: RoomMap;
  send(connection: Connection, frame: ServerFrame): void;
  tell(room: string, text: string, by: string[] | undefined): void;
};

type As = { key: string; host: boolean };

/** Readers are looked at once where hosts are looked at this often. */
const READERS_EVERY = 5;

/** Which sockets are in the room of an event's Q&A: one room a socket, entered by asking. */
export class Attending {
  readonly #parts: Parts;
  readonly #attendance: Attendance;
  #looks = 0;
  /** What each socket has asked for last. */
  readonly #asking = new WeakMap<Connection, object>();

  constructor(parts: Parts) {
    this.#parts = parts;
    const { hooks } = parts;
    this.#attendance = new Attendance({
      share: (effects) => hooks.share(effects),
      tell: (eventId, people) => void this.#tell(eventId, people).catch(() => undefined),
    });
  }

  async attend(connection: Connection, { eventId, token }: Extract<ClientFrame, { type: 'attend' }>): Promise<void> {
    const asked = {};
    this.#asking.set(connection, asked);
    if (eventId === null) return this.leave(connection);
    const mayGoHere = connection.visits === undefined || connection.visits === eventId;
    const as = mayGoHere && mayAsk(connection) ? await this.#ask(connection, eventId, token) : undefined;
    if (connection.gone || connection.socket.readyState !== connection.socket.OPEN) return;
    // Meanwhile it has left, or asked for another.
    if (this.#asking.get(connection) !== asked) return;
    this.leave(connection);
    if (!as) return this.#parts.send(connection, { type: 'notAttending', eventId });
    this.enter(connection, eventId, as, token);
    this.#parts.send(connection, { type: 'attending', eventId, host: as.host });
  }

  async #ask({ visits, userId }: Connection, eventId: string, token: string | undefined): Promise<As | undefined> {
    const { mayAttend } = this.#parts.hooks;
    return mayAttend(visits === undefined ? userId : undefined, eventId, token).catch(() => undefined);
  }

  enter(connection: Connection, eventId: string, as: As, token: string | undefined): void {
    connection.attends = { eventId, ...as, token };
    const into = as.host ? [rooms.qna(eventId), rooms.qnaHosts(eventId)] : [rooms.qna(eventId)];
    for (const room of into) {
      connection.visiting.set(room, false);
      this.#parts.rooms.enter(connection, room);
    }
    this.#attendance.came(eventId, as.key);
  }

  leave(connection: Connection): void {
    const { attends } = connection;
    if (!attends) return;
    connection.attends = undefined;
    for (const room of [rooms.qna(attends.eventId), rooms.qnaHosts(attends.eventId)])
      this.#parts.rooms.exit(connection, room);
    this.#attendance.went(attends.eventId, attends.key);
  }

  /** Asks again whether they may still hear it: hosts each time, since their room has what nobody else may read. */
  async look(connections: readonly Connection[]): Promise<void> {
    this.#looks += 1;
    const due = connections.filter(({ attends }) => attends && (attends.host || this.#looks % READERS_EVERY === 0));
    for (const connection of due) await this.#askAgain(connection);
  }

  /** Looks at once at those of one event who hear more than its readers do, or came with a pass. */
  async #again(eventId: string): Promise<void> {
    const there = this.#parts.rooms.connectionsIn(rooms.qna(eventId));
    const due = there.filter(({ attends, visits }) => attends?.host || visits !== undefined);
    for (const connection of due) await this.#askAgain(connection);
  }

  async #askAgain(connection: Connection): Promise<void> {
    const { attends } = connection;
    if (!attends) return;
    const { eventId, token } = attends;
    const userId = connection.visits === undefined ? connection.userId : undefined;
    const as = await this.#parts.hooks.mayAttend(userId, eventId, token);
    if (connection.attends !== attends || (as && as.host === attends.host)) return;
    this.leave(connection);
    if (as) this.enter(connection, eventId, as, token);
    this.#parts.send(
      connection,
      as ? { type: 'attending', eventId, host: as.host } : { type: 'notAttending', eventId },
    );
  }

  heard(effect: Extract<Effect, { do: 'attendance' | 'attendAgain' }>): void {
    if (effect.do === 'attendance') this.#attendance.heard(effect);
    // If the database is unavailable, the next look finds out.
    else void this.#again(effect.eventId).catch(() => undefined);
  }

  count(eventId: string): number {
    return this.#attendance.count(eventId);
  }

  async #tell(eventId: string, people: readonly string[]): Promise<void> {
    for (const { text, by } of await this.#parts.hooks.watching(eventId, people))
      this.#parts.tell(rooms.qna(eventId), text, by);
  }

  close(): void {
    this.#attendance.close();
  }
}
