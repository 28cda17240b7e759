import { setTimeout as wait } from 'node:timers/promises';

/** PostgreSQL's serialization failure, deadlock, unique and foreign key violation: someone else was first. */
const LOST = ['40001', '40P01', '23505', '23503'];

/** How often something is tried that others keep winning, and the longest pause before another try, in milliseconds. */
const TRIES = 4;
const PAUSE = 30;

/** Whether this failed because somebody else changed the same at the same moment. */
export function isLostRace(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && LOST.includes(String(error.code));
}

/**
 * Does what is done wholly or not at all, such as a transaction or one statement, and once more if somebody else was first: then it sees
 * what they have done. Nobody has to press again because of it.
 */
export async function untilWon<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES || !isLostRace(error)) throw error;
      await wait(Math.random() * PAUSE * tries);
    }
  }
}
