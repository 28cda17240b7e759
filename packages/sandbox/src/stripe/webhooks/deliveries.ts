import { createHmac } from 'node:crypto';
import { type Delivery, PLATFORM, type World } from '../world.ts';

const ATTEMPTS = 12;
const LONGEST_MS = 300_000;
const PATIENCE_MS = 10_000;

/** The header that proves where a body comes from. @param at in seconds. */
export function signature(body: string, secret: string, at: number): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

/** An event as it is sent: how many deliveries of it are open depends on the moment. */
export function eventBody(world: World, id: string): object | undefined {
  const row = world.get('event', id);
  if (!row) return undefined;
  if (row.thin) return row.object;
  const pending = world.openDeliveries.filter(({ event }) => event === id);
  return { ...row.object, pending_webhooks: pending.length };
}

/**
 * Brings events to their endpoints: each by itself, so that they arrive in any order, and again until the endpoint says 2xx or
 * twelve attempts have failed.
 *
 * @param retryMs how long the first pause is; each following one is twice as long.
 */
export class Courier {
  readonly #world: World;
  readonly #retryMs: number;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #aborted = new AbortController();

  constructor(world: World, retryMs: number) {
    this.#world = world;
    this.#retryMs = retryMs;
  }

  /** Starts every delivery that is due. Returns when the next one is, in milliseconds of the clock. */
  start(): number | undefined {
    const waiting = this.#world.openDeliveries.filter(
      ({ id, state }) => state === 'waiting' && !this.#underWay.has(id),
    );
    const now = this.#world.ms;
    for (const { id } of waiting.filter(({ dueAt }) => dueAt <= now)) {
      const attempt = this.#attempt(id).finally(() => {
        this.#underWay.delete(id);
        this.onAttempt?.();
      });
      this.#underWay.set(id, attempt);
    }
    const later = waiting.filter(({ dueAt }) => dueAt > now).map(({ dueAt }) => dueAt);
    return later.length > 0 ? Math.min(...later) : undefined;
  }

  async #attempt(id: string): Promise<void> {
    const result = await this.#send(id);
    const delivery = this.#world.get('delivery', id);
    // It may have been given up meanwhile.
    if (!delivery || this.#aborted.signal.aborted) return;
    const attempts = [...delivery.attempts, { at: this.#world.seconds, ...result }];
    const isTaken = result.status >= 200 && result.status < 300;
    const pause = Math.min(LONGEST_MS, this.#retryMs * 2 ** (attempts.length - 1));
    const state: Delivery['state'] =
      delivery.state === 'dropped'
        ? 'dropped'
        : isTaken
          ? 'delivered'
          : attempts.length >= ATTEMPTS
            ? 'failed'
            : delivery.state;
    const account = this.#world.accountOf('delivery', id) ?? PLATFORM;
    this.#world.put('delivery', account, id, { ...delivery, attempts, state, dueAt: this.#world.ms + pause });
    this.#world.commit();
  }

  /** Told after each attempt. */
  onAttempt: (() => void) | undefined;

  async #send(id: string): Promise<{ status: number; error?: string }> {
    const delivery = this.#world.get('delivery', id);
    const endpoint = delivery && this.#world.get('endpoint', delivery.endpoint);
    const event = delivery && eventBody(this.#world, delivery.event);
    if (!endpoint || !event) return { status: 0, error: 'The endpoint or the event is no longer there.' };
    const body = JSON.stringify(event, null, 2);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': signature(body, endpoint.secret, Math.floor(Date.now() / 1000)),
    };
    const signal = AbortSignal.any([this.#aborted.signal, AbortSignal.timeout(PATIENCE_MS)]);
    try {
      const response = await fetch(endpoint.url, { method: 'POST', headers, body, signal, redirect: 'manual' });
      await response.body?.cancel();
      return { status: response.status };
    } catch (error) {
      return { status: 0, error: error instanceof Error ? error.message : String(error) };
    }
  }

  async stop(): Promise<void> {
    this.#aborted.abort();
    await Promise.allSettled(this.#underWay.values());
  }
}
