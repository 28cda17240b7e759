import { faultOf, stepOf } from '../core/money/money-rules.ts';
import { allowed, type Decision, refused } from '../core/problem.ts';
import { fold } from '../core/text.ts';
import { totalOf } from '../payments/order-rules.ts';
import type { TicketView } from '../tickets/schema.ts';
import { type CodeFields, refusals } from './schema.ts';

/** What a code is compared by: without case, accents and the spaces around it. */
export const codeKey = (typed: string): string => fold(typed);

/** What a code takes off. */
export type Discount = Pick<CodeFields, 'kind' | 'percent' | 'amount'>;

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

type Sold = Pick<TicketView, 'id' | 'price' | 'currency' | 'fee_bearer'>;

/**
 * Whether hosts can make this of a code.
 *
 * @param tickets all tickets of the event.
 * @param percent the operator's share, with which a total may be too little to be charged.
 */
export function canBeCode(code: CodeFields, tickets: readonly Sold[], percent: number): Decision {
  if (code.starts_epoc !== null && code.ends_epoc !== null && code.starts_epoc >= code.ends_epoc)
    return refused(refusals.order);
  if (code.ticket_ids?.some((id) => !tickets.some((ticket) => ticket.id === id))) return refused(refusals.noSuchTicket);
  if (code.kind === 'access') return code.ticket_ids === null ? refused(refusals.ticketRequired) : allowed;
  if (code.kind === 'percent' && code.percent === null) return refused(refusals.percentRequired);
  if (code.kind === 'amount' && code.amount === null) return refused(refusals.amountRequired);
  const named = tickets.filter(({ id, price }) => price > 0 && (code.ticket_ids?.includes(id) ?? true));
  const currency = named[0]?.currency ?? null;
  if (currency === null) return refused(refusals.nothingPaid);
  if (code.kind === 'amount' && (code.amount ?? 0) % stepOf(currency) !== 0) return refused(refusals.amountStep);
  const fits = named.every(({ price, fee_bearer }) => canCharge(price, { ...code, currency, fee_bearer }, percent));
  if (fits) return allowed;
  return refused({ ...refusals.leavesTooLittle, field: code.kind });
}

/** Whether what a code leaves of a price is nothing, or enough to be charged. */
export function canCharge(
  price: number,
  { currency, fee_bearer, ...code }: Discount & { currency: string; fee_bearer: 'buyer' | 'host' },
  percent: number,
): boolean {
  const left = price - discountOf(price, code, currency);
  return left === 0 || faultOf(totalOf({ price: left, currency, fee_bearer }, percent).total, currency) === undefined;
}

/** How a code stands: who is going with it, and when it counts. Unix seconds. */
export type Standing = {
  is_active: boolean;
  starts_epoc: number | null;
  ends_epoc: number | null;
  ticket_ids: readonly string[] | null;
  max_uses: number | null;
  uses: number;
};

/**
 * Whether a place can be taken with a code at `now` (Unix seconds).
 *
 * @param ticketId the ticket that is wanted; undefined while it is only looked at.
 */
export function canUse(code: Standing, ticketId: string | null | undefined, now: number): Decision {
  if (!code.is_active || (code.ends_epoc ?? Number.POSITIVE_INFINITY) <= now) return refused(refusals.ended);
  if ((code.starts_epoc ?? now) > now) return refused(refusals.notYet);
  if (ticketId !== undefined && code.ticket_ids !== null && !code.ticket_ids.includes(ticketId ?? ''))
    return refused(refusals.otherTicket);
  return code.max_uses !== null && code.uses >= code.max_uses ? refused(refusals.usedUp) : allowed;
}
