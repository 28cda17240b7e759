import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Count, Counts } from './counts.ts';

type Answer = (error: Error | null, count?: Count) => void;
type Route = { routeInfo?: { method?: unknown; url?: string } };

/** Lets the plugin count calls where everything else is counted that processes limit together. */
export function sharedLimits(counts: Counts): FastifyRateLimitStoreCtor {
  class SharedLimits {
    readonly #prefix: string;

    constructor(options: unknown, prefix = '') {
      void options;
      this.#prefix = prefix;
    }

    incr(key: string, answer: Answer, window = 60_000): void {
      void counts.add(`${this.#prefix}${key}`, window).then((count) => answer(null, count));
    }

    child(route: Route): SharedLimits {
      const { method, url } = route.routeInfo ?? {};
      return new SharedLimits(undefined, `${this.#prefix}${String(method)}${url ?? ''}:`);
    }
  }
  return SharedLimits as unknown as FastifyRateLimitStoreCtor;
}
