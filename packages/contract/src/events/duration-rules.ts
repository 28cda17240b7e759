import { allowed, type Decision, refused } from '../core/problem.ts';
import { refusals } from './schema.ts';

/* Apart from the other rules about times: the page of an event needs this one, and not the Temporal polyfill. */

/** How long an event lasts at least, in minutes. */
export const SHORTEST_MINUTES = 60;

/** An event lasts at least 60 minutes of real time. */
export function canEndAt({ start_epoc, end_epoc }: { start_epoc: number; end_epoc: number }): Decision {
  return end_epoc - start_epoc >= SHORTEST_MINUTES * 60 ? allowed : refused(refusals.tooShort);
}
