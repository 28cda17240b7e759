import type { Redis } from 'ioredis';

/** How often something has happened within a window, and for how many milliseconds that window goes on. */
export type Count = { current: number; ttl: number };

/** Used in one process alone, and while the shared counter does not answer; the oldest go first. */
const KEPT_AT_MOST = 20_000;

/**
 * Counts what is limited, for all processes together. While Redis does not answer each process counts for itself, so that
 * losing it does not lift the limits. Nothing of it is in the database.
 */
export class Counts {
  readonly #own = new Map<string, { current: number; until: number }>();
  readonly #shared: { redis: Redis; namespace: string } | undefined;

  /** @param shared the Redis of all processes, with the prefix of this installation's keys. */
  constructor(shared: { redis: Redis; namespace: string } | undefined) {
    this.#shared = shared;
  }

  /**
   * Counts one more.
   *
   * @param window how long a count goes on after its first, in milliseconds.
   */
  async add(name: string, window: number): Promise<Count> {
    const { redis, namespace } = this.#shared ?? {};
    if (redis?.status !== 'ready') return this.#count(name, window);
    try {
      const key = `${namespace}:limit:${name}`;
      const results = await redis.multi().set(key, 0, 'PX', window, 'NX').incr(key).pttl(key).exec();
      const [, current, ttl] = (results ?? []).map(([error, value]) => (error ? undefined : value));
      if (typeof current !== 'number' || typeof ttl !== 'number') throw new Error('Redis could not count the call.');
      return { current, ttl: Math.max(ttl, 0) };
    } catch {
      return this.#count(name, window);
    }
  }

  /** How many there are, without counting one. */
  async look(name: string): Promise<number> {
    const { redis, namespace } = this.#shared ?? {};
    const own = this.#own.get(name);
    const here = own && own.until > Date.now() ? own.current : 0;
    if (redis?.status !== 'ready') return here;
    return Math.max(here, Number(await redis.get(`${namespace}:limit:${name}`).catch(() => 0)));
  }

  #count(name: string, window: number): Count {
    const now = Date.now();
    const known = this.#own.get(name);
    const count = known && known.until > now ? known : { current: 0, until: now + window };
    count.current += 1;
    this.#own.delete(name);
    this.#own.set(name, count);
    const [oldest] = this.#own.keys();
    if (this.#own.size > KEPT_AT_MOST && oldest !== undefined) this.#own.delete(oldest);
    return { current: count.current, ttl: count.until - now };
  }
}
