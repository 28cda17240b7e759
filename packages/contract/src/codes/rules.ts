import { stepOf } from '../core/money/money-rules.ts';
import { allowed, type Decision, refused } from '../core/problem.ts';
import { fold } from '../core/text.ts';
import { canCharge } from '../payments/discount-rules.ts';
import type { TicketView } from '../tickets/schema.ts';
import { type CodeFields, refusals } from './schema.ts';

/** What a code is compared by: without case, accents and the spaces around it. */
export const codeKey = (typed: string): string => fold(typed);

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
