import type { GatherEffect, Latest } from './live.ts';

/** Frames of one room are at least this far apart. */
export const GATHER_MS = 250;

type Gathered = {
  about: GatherEffect;
  items: Map<string, Latest>;
  sentAt: number;
  timer?: ReturnType<typeof setTimeout>;
};

/**
 * Keeps the newest of things that change many times a second, and sends them together four times a second at most. Each
 * process does so for its own sockets, with what all processes have written.
 */
export class Gathering {
  readonly #rooms = new Map<string, Gathered>();
  readonly #tell: (room: string, text: string) => void;

  constructor(tell: (room: string, text: string) => void) {
    this.#tell = tell;
  }

  add(effect: GatherEffect): void {
    const known = this.#rooms.get(effect.room);
    const room: Gathered = known ?? { about: effect, items: new Map(), sentAt: Number.NEGATIVE_INFINITY };
    this.#rooms.set(effect.room, room);
    for (const item of effect.items)
      if ((room.items.get(item._id)?.rev ?? -1) < item.rev) room.items.set(item._id, item);
    if (room.timer) return;
    const wait = Math.max(0, room.sentAt + GATHER_MS - performance.now());
    room.timer = setTimeout(() => this.#send(effect.room, room), wait);
    room.timer.unref();
  }

  #send(name: string, room: Gathered): void {
    delete room.timer;
    // Nothing since the last frame, which is long enough ago: the next one may go at once.
    if (room.items.size === 0) return void this.#rooms.delete(name);
    const { about } = room;
    const data = { ...about.about, [about.list]: [...room.items.values()] };
    room.items.clear();
    room.sentAt = performance.now();
    this.#tell(name, JSON.stringify({ type: 'event', name: about.name, data }));
    room.timer = setTimeout(() => this.#send(name, room), GATHER_MS);
    room.timer.unref();
  }

  close(): void {
    for (const { timer } of this.#rooms.values()) clearTimeout(timer);
  }
}
