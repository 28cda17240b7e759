import { refusals } from '@folkmoot/contract/core/problem.ts';
import { refuse } from './errors.ts';

/** Calls of one person at the same time: the embedded database runs one after another, the pool has twelve connections. */
export const AT_ONCE = { pglite: 2, postgres: 6 } as const;

/** Calls of one caller that may wait for their turn: a browser has about ten at most. */
const WAITING_AT_MOST = 300;

type Lane = { running: number; waiting: (() => void)[] };

/**
 * Limits how many calls of one caller are in progress at the same time; their others wait, in order. So a caller that
 * sends many expensive calls together waits for itself, and everybody else waits for a few of that caller's calls at
 * most.
 */
export class Turns {
  readonly #most: number;
  readonly #lanes = new Map<string, Lane>();

  /** @param most calls of one caller that are in progress at the same time. */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Does the work when it is the caller's turn.
   *
   * @throws Refused `core.slow-down` if too many of the caller's calls are already waiting.
   */
  async take<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
    const lane = this.#lanes.get(caller) ?? { running: 0, waiting: [] };
    this.#lanes.set(caller, lane);
    if (lane.running >= this.#most) {
      if (lane.waiting.length >= WAITING_AT_MOST) refuse(refusals.slowDown);
      await new Promise<void>((resolve) => lane.waiting.push(resolve));
    } else lane.running += 1;
    try {
      return await work();
    } finally {
      const next = lane.waiting.shift();
      // The slot is passed on, so that no other call comes in between.
      if (next) next();
      else lane.running -= 1;
      if (lane.running === 0) this.#lanes.delete(caller);
    }
  }

  /** Callers with calls in progress. */
  get callers(): number {
    return this.#lanes.size;
  }
}
