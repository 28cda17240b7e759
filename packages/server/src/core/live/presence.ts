import type { Bus } from './bus.ts';
import type { Effect } from './live.ts';

/** How long a person may be between two pages before they count as offline, in milliseconds. */
const GRACE_MS = 4000;

/** Who is online: people with a socket on this process, and on the others by the bus. */
export class Presence {
  readonly #here = new Set<string>();
  readonly #leaving = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #bus: () => Bus;
  readonly #share: (effects: Effect[]) => void;

  constructor(bus: () => Bus, share: (effects: Effect[]) => void) {
    this.#bus = bus;
    this.#share = share;
  }

  came(userId: string): void {
    clearTimeout(this.#leaving.get(userId));
    this.#leaving.delete(userId);
    if (this.#here.has(userId)) return;
    this.#here.add(userId);
    this.#bus().note(userId, true);
    this.#share([{ do: 'presence', userId, present: true }]);
  }

  went(userId: string): void {
    if (!this.#here.has(userId) || this.#leaving.has(userId)) return;
    const timer = setTimeout(() => void this.#gone(userId), GRACE_MS);
    timer.unref();
    this.#leaving.set(userId, timer);
  }

  async #gone(userId: string): Promise<void> {
    this.#leaving.delete(userId);
    this.#here.delete(userId);
    this.#bus().note(userId, false);
    if ((await this.#bus().elsewhere([userId])).length === 0) this.#share([{ do: 'presence', userId, present: false }]);
  }

  async among(userIds: string[]): Promise<string[]> {
    const elsewhere = new Set(await this.#bus().elsewhere(userIds));
    return userIds.filter((userId) => this.#here.has(userId) || elsewhere.has(userId));
  }

  /** Everybody who is online, without those who hide it. */
  async all(): Promise<string[]> {
    return [...new Set([...this.#here, ...(await this.#bus().allElsewhere())])];
  }

  close(): void {
    for (const timer of this.#leaving.values()) clearTimeout(timer);
  }
}
