import type { Connection } from './connection.ts';

/** Which sockets of this process are in which rooms. */
export class RoomMap {
  readonly #rooms = new Map<string, Set<Connection>>();
  readonly #isHere: (connection: Connection) => boolean;

  /** @param isHere whether a socket is still registered. */
  constructor(isHere: (connection: Connection) => boolean) {
    this.#isHere = isHere;
  }

  connectionsIn(room: string): readonly Connection[] {
    return [...(this.#rooms.get(room) ?? [])];
  }

  /** A socket that closed while its rooms were being read joins none: nothing would ever remove it. */
  enter(connection: Connection, room: string): void {
    if (!this.#isHere(connection)) return;
    connection.rooms.add(room);
    keyed(this.#rooms, room).add(connection);
  }

  /** By membership: what they only visited until now is theirs. */
  enterAll(connection: Connection, into: Iterable<string>): void {
    for (const room of into) {
      connection.visiting.delete(room);
      this.enter(connection, room);
    }
  }

  exit(connection: Connection, room: string): void {
    connection.left?.add(room);
    connection.rooms.delete(room);
    connection.visiting.delete(room);
    const inside = this.#rooms.get(room);
    if (inside?.delete(connection) && inside.size === 0) this.#rooms.delete(room);
  }

  exitAll(connection: Connection, from: Iterable<string>): void {
    for (const room of from) this.exit(connection, room);
  }
}

/** The set of a key, made when it is first needed. */
export function keyed<Value>(map: Map<string, Set<Value>>, key: string): Set<Value> {
  const known = map.get(key);
  if (known) return known;
  const made = new Set<Value>();
  map.set(key, made);
  return made;
}
