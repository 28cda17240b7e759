import { allowed, type Decision, refused } from '../core/problem.ts';
import { FEATURED, ORDER_FAULTS, refusals } from './featured-schema.ts';
import type { Visibility } from './schema.ts';

/** Whether one more community can be featured; one that a caller may not know of is `undefined`. */
export function canFeature(community: { visibility: Visibility } | undefined, featured: number): Decision {
  if (community?.visibility !== 'public') return refused(refusals.notPublic);
  return featured < FEATURED.most ? allowed : refused(refusals.full);
}

/** What is wrong with an order of what is featured, by field; undefined if it has each of them once. */
export function faultsOfOrder(
  order: readonly string[],
  featured: readonly string[],
): Record<string, string> | undefined {
  const faults: Record<string, string> = {};
  for (const [index, id] of order.entries()) {
    if (order.indexOf(id) < index) faults[`order.${index}`] = ORDER_FAULTS.twice;
    else if (!featured.includes(id)) faults[`order.${index}`] = ORDER_FAULTS.unknown;
  }
  if (featured.some((id) => !order.includes(id))) faults.order = ORDER_FAULTS.missing;
  return Object.keys(faults).length > 0 ? faults : undefined;
}
