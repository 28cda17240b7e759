import { newId } from '../id.ts';
import type { Effect } from './live.ts';

/** How often a room is told how many are watching, at most. */
export const TOLD_EVERY_MS = 5000;
/** People who come together are told of together. */
const SOON_MS = 200;
/** How often a process says who is watching at it, and how long it is believed without. */
const BEAT_MS = 15_000;
const BELIEVED_MS = 40_000;

type Event = {
  /** Who is watching on this process, each with how many sockets. */
  here: Map<string, number>;
  elsewhere: Map<string, { people: ReadonlySet<string>; until: number }>;
  announced: string;
  told: number;
  toldAt: number;
  timer?: ReturnType<typeof setTimeout>;
};

type Parts = {
  share(effects: Effect[]): void;
  /** Tells the sockets of this process who is watching. */
  tell(eventId: string, people: readonly string[]): void;
};

/** Who has an event's Q&A on the screen: people, not sockets, of all processes together. */
export class Attendance {
  readonly #process = newId();
  readonly #events = new Map<string, Event>();
  readonly #parts: Parts;
  readonly #heart: ReturnType<typeof setInterval>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#heart = setInterval(() => this.#beat(), BEAT_MS);
    this.#heart.unref();
  }

  came(eventId: string, key: string): void {
    const event = this.#of(eventId);
    event.here.set(key, (event.here.get(key) ?? 0) + 1);
    // A screen that has just come has heard no number yet, also if it is the one that the others know.
    event.told = Number.NaN;
    this.#soon(eventId, event);
  }

  went(eventId: string, key: string): void {
    const event = this.#of(eventId);
    const left = (event.here.get(key) ?? 1) - 1;
    if (left > 0) event.here.set(key, left);
    else event.here.delete(key);
    this.#soon(eventId, event);
  }

  /** Another process says who is watching there. */
  heard({ process, eventId, people }: Extract<Effect, { do: 'attendance' }>): void {
    if (process === this.#process) return;
    const event = this.#of(eventId);
    if (people.length === 0) event.elsewhere.delete(process);
    else event.elsewhere.set(process, { people: new Set(people), until: performance.now() + BELIEVED_MS });
    this.#soon(eventId, event);
  }

  count(eventId: string): number {
    const event = this.#events.get(eventId);
    return event ? people(event).length : 0;
  }

  #of(eventId: string): Event {
    const known = this.#events.get(eventId);
    if (known) return known;
    const event: Event = {
      ...{ here: new Map(), elsewhere: new Map(), announced: '', told: 0, toldAt: Number.NEGATIVE_INFINITY },
    };
    this.#events.set(eventId, event);
    return event;
  }

  #soon(eventId: string, event: Event): void {
    if (event.timer) return;
    const wait = Math.max(SOON_MS, event.toldAt + TOLD_EVERY_MS - performance.now());
    event.timer = setTimeout(() => {
      delete event.timer;
      this.#say(eventId, event);
    }, wait);
    event.timer.unref();
  }

  #say(eventId: string, event: Event): void {
    this.#announce(eventId, event);
    const all = people(event);
    if (all.length !== event.told && event.here.size > 0) {
      event.toldAt = performance.now();
      this.#parts.tell(eventId, all);
    }
    event.told = all.length;
    if (all.length === 0 && !event.timer) this.#events.delete(eventId);
  }

  /** @param again also if it is what was said last. */
  #announce(eventId: string, event: Event, again = false): void {
    const here = [...event.here.keys()];
    const said = here.sort().join();
    if (said === event.announced && !(again && here.length > 0)) return;
    event.announced = said;
    this.#parts.share([{ do: 'attendance', process: this.#process, eventId, people: here }]);
  }

  #beat(): void {
    const now = performance.now();
    for (const [eventId, event] of this.#events) {
      this.#announce(eventId, event, true);
      for (const [process, { until }] of event.elsewhere) if (until < now) event.elsewhere.delete(process);
      this.#soon(eventId, event);
    }
  }

  close(): void {
    clearInterval(this.#heart);
    for (const { timer } of this.#events.values()) clearTimeout(timer);
  }
}

function people({ here, elsewhere }: Event): string[] {
  const all = new Set(here.keys());
  for (const other of elsewhere.values()) for (const key of other.people) all.add(key);
  return [...all];
}
