import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** A process that works for this share of a look or more is busy with people. */
const BUSY = 0.5;
/** How long one look is, in milliseconds. */
const LOOK = 50;

/**
 * Waits until the process has time for what can wait, since people who press a button come first.
 *
 * @param most milliseconds after which it waits no longer.
 * @returns whether it is calm; false where it waited in vain.
 */
export async function waitUntilIdle(most: number): Promise<boolean> {
  const until = performance.now() + most;
  do {
    const before = performance.eventLoopUtilization();
    await pause(LOOK);
    if (performance.eventLoopUtilization(before).utilization < BUSY) return true;
  } while (performance.now() < until);
  return false;
}
