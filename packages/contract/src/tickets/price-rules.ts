import { faultOf } from '../core/money/money-rules.ts';
import { allowed, type Decision, refused } from '../core/problem.ts';
import { refusals } from './schema.ts';

type Price = { type: 'free' | 'paid'; price: number; currency: string | null };

const FAULTS = {
  currency: refusals.noCurrency,
  step: refusals.priceStep,
  least: refusals.priceLeast,
  most: refusals.priceMost,
} as const;

/**
 * Whether a ticket can be sold for this.
 *
 * @param total what the buyer pays: the price, with the fee if it is added. In minor units.
 * @param others the currency of the event's other paid tickets; null if there are none.
 */
export function canCost({ type, price, currency }: Price, total: number, others: string | null): Decision {
  if (type === 'free') return allowed;
  if (price <= 0) return refused(refusals.priceRequired);
  if (currency === null) return refused(refusals.noCurrency);
  const fault = faultOf(price, currency) ?? faultOf(total, currency);
  if (fault !== undefined) return refused(FAULTS[fault]);
  return others !== null && others !== currency ? refused(refusals.otherCurrency) : allowed;
}
