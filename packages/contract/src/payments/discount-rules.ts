import { faultOf, stepOf } from '../core/money/money-rules.ts';
import { type FeeBearer, totalOf } from './order-rules.ts';

/** What a code takes off a price: a share in percent, an amount in minor units, or nothing. */
export type Discount = { kind: 'percent' | 'amount' | 'access'; percent: number | null; amount: number | null };

/**
 * What a code takes off a price, in minor units: rounded half up to what the currency can be charged in, and never more than the
 * price.
 */
export function discountOf(price: number, { kind, percent, amount }: Discount, currency: string): number {
  if (kind === 'access' || price === 0) return 0;
  if (kind === 'amount') return Math.min(price, amount ?? 0);
  const step = stepOf(currency);
  return Math.min(price, Math.floor((price * (percent ?? 0) + 50 * step) / (100 * step)) * step);
}

/** Whether what a code leaves of a price is nothing, or enough to be charged. */
export function canCharge(
  price: number,
  { currency, fee_bearer, ...code }: Discount & { currency: string; fee_bearer: FeeBearer },
  percent: number,
): boolean {
  const left = price - discountOf(price, code, currency);
  return left === 0 || faultOf(totalOf({ price: left, currency, fee_bearer }, percent).total, currency) === undefined;
}
