import { feeOf } from '../core/money/money-rules.ts';

/** Who bears the operator's fee: it is added to the price, or is part of it. */
export type FeeBearer = 'buyer' | 'host';

export type Price = { price: number; currency: string; fee_bearer: FeeBearer };

/**
 * What is charged for one ticket, in minor units.
 *
 * @param percent the operator's share.
 * @returns the fee, and the total that the buyer pays.
 */
export function totalOf({ price, currency, fee_bearer }: Price, percent: number): { fee: number; total: number } {
  const fee = feeOf(price, percent, currency);
  return { fee, total: fee_bearer === 'buyer' ? price + fee : price };
}

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
