/* Apart from the other rules of orders, since a page that only names a policy needs no fees. */

/** The policy of an order, as it was when it was made. Times are Unix seconds. */
export type RefundPolicy = { is_refundable: boolean; refund_seconds: number; starts: number | null };

/**
 * Until when somebody who gives up their place gets their money back, in Unix seconds: so many seconds before the start as it was when they paid,
 * or as it is now, whichever is later. Null if they do not, and Infinity while no date is known.
 *
 * @param starts the start as it is now; null if it is to be announced.
 */
export function refundableUntil(policy: RefundPolicy, starts: number | null): number | null {
  if (!policy.is_refundable) return null;
  if (policy.starts === null || starts === null) return Number.POSITIVE_INFINITY;
  return Math.max(policy.starts, starts) - policy.refund_seconds;
}
