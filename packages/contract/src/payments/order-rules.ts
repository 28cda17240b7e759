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
