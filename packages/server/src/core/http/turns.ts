import { refusals } from '@folkmoot/contract/core/problem.ts';
import { refuse } from './errors.ts';

/** Calls of one caller that may wait for their turn: a browser has some ten at most. */
const WAITING_AT_MOST = 300;

type Lane = { running: number; waiting: (() => void)[] };

/**
 * Lets each caller have only so many calls in work at once; their others wait, in order. So a caller that sends many dear
 * calls together waits for itself, and everybody else waits for a few calls of that caller at most.
 */
export class Turns {
  readonly #most: number;
  readonly #lanes = new Map<string, Lane>();

  /** @param most calls of one caller that are in work at once. */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Does the work when it is the caller's turn.
   *
   * @throws Refused `core.slow-down` where too many of the caller's calls wait already.
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
      // The place is handed on, so that nobody comes in between.
      if (next) next();
      else lane.running -= 1;
      if (lane.running === 0) this.#lanes.delete(caller);
    }
  }

  /** Callers that have something in work. */
  get callers(): number {
    return this.#lanes.size;
  }
}
