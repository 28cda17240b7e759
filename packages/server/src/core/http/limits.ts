import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Redis } from 'ioredis';

type Count = { current: number; ttl: number };
type Answer = (error: Error | null, count?: Count) => void;
type Route = { routeInfo?: { method?: unknown; url?: string } };

/** Used while the shared counter does not answer; the oldest go first. */
const KEPT_AT_MOST = 20_000;

/**
 * Counts calls for limits that all processes share. While Redis does not answer each process counts for itself, so
 * that losing it does not lift the limits.
 *
 * @param namespace the prefix of this installation's keys.
 */
export function sharedLimits(redis: Redis, namespace: string): FastifyRateLimitStoreCtor {
  class SharedLimits {
    readonly #own = new Map<string, { current: number; until: number }>();
    readonly #prefix: string;

    constructor(options: unknown, prefix = `${namespace}:limit:`) {
      void options;
      this.#prefix = prefix;
    }

    incr(key: string, answer: Answer, window = 60_000): void {
      const name = `${this.#prefix}${key}`;
      if (redis.status === 'ready') this.#countTogether(name, window, answer);
      else answer(null, this.#count(name, window));
    }

    #countTogether(name: string, window: number, answer: Answer): void {
      redis
        .multi()
        .set(name, 0, 'PX', window, 'NX')
        .incr(name)
        .pttl(name)
        .exec()
        .then((results) => {
          const [, current, ttl] = (results ?? []).map(([error, value]) => (error ? undefined : value));
          if (typeof current !== 'number' || typeof ttl !== 'number')
            throw new Error('Redis could not count the call.');
          answer(null, { current, ttl: Math.max(ttl, 0) });
        })
        .catch(() => answer(null, this.#count(name, window)));
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

    child(route: Route): SharedLimits {
      const { method, url } = route.routeInfo ?? {};
      return new SharedLimits(undefined, `${this.#prefix}${String(method)}${url ?? ''}:`);
    }
  }
  return SharedLimits as unknown as FastifyRateLimitStoreCtor;
}
