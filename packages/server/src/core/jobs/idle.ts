import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** A process that is busy for this share of a sample or more is serving people. */
const BUSY = 0.5;
/** The length of one sample, in milliseconds. */
const LOOK = 50;

/**
 * Waits until the process has time for deferrable work, since requests of people come first.
 *
 * @param most milliseconds after which it waits no longer.
 * @returns whether it is calm; false if it waited in vain.
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
