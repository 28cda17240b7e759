import { failDebit, settleDebit } from './payments/confirm.ts';
import { openDispute } from './payments/disputes.ts';
import { completeRefund, failRefund } from './payments/refunds.ts';
import type { Courier } from './webhooks/deliveries.ts';
import { Refusal } from './wire/errors.ts';
import type { Task, World } from './world.ts';

const LONGEST_MS = 60_000;

function carryOut(world: World, { what, target, id }: Task): void {
  const account = world.accountOf('task', id) ?? '';
  world.remove('task', id);
  try {
    if (what === 'settle') settleDebit(world, account, target);
    if (what === 'failDebit') failDebit(world, account, target);
    if (what === 'failRefund') failRefund(world, account, target);
    if (what === 'completeRefund') completeRefund(world, account, target);
    if (what === 'dispute') {
      const method = world.get('charge', target)?.payment_method ?? '';
      openDispute(world, account, target, world.get('instrument', method)?.outcome.dispute ?? 'general');
    }
  } catch (error) {
    // Somebody was quicker: the payment was settled, refunded or disputed by hand.
    if (!(error instanceof Refusal)) throw error;
  }
}

/** Does what is due, and carries on when the next thing is: debits, refunds, disputes, and deliveries of events. */
export class Clockwork {
  readonly #world: World;
  readonly #courier: Courier;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(world: World, courier: Courier) {
    this.#world = world;
    this.#courier = courier;
    courier.onAttempt = () => this.wake();
  }

  /** Looks at what is due. To be called after every change. */
  wake(): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    const now = this.#world.ms;
    for (const task of this.#world.all('task').filter(({ dueAt }) => dueAt <= now)) carryOut(this.#world, task);
    const next = [this.#courier.start() ?? Infinity, ...this.#world.all('task').map(({ dueAt }) => dueAt)];
    this.#world.commit();
    const pause = Math.min(LONGEST_MS, Math.max(0, Math.min(...next) - now));
    this.#timer = setTimeout(() => this.wake(), pause);
    this.#timer.unref();
  }

  /** Does everything that would happen later now. */
  hurry(): void {
    for (const task of this.#world.all('task')) carryOut(this.#world, task);
    this.wake();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#courier.stop();
  }
}
