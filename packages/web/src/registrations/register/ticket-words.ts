import type { CodeOffer } from '@folkmoot/contract/codes/schema.ts';
import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import type { TicketView } from '@folkmoot/contract/tickets/schema.ts';
import { refundWords } from '../refunds/refund-words.ts';

/** A ticket with what it costs without a code; undefined if it costs no less with it. */
export type PricedTicket = TicketView & { was?: TicketView };

/** A ticket as somebody sees it who has entered a code. */
export function withCode(ticket: TicketView, code: CodeOffer | null | undefined): PricedTicket {
  const priced = code?.prices.find(({ id }) => id === ticket.id);
  return priced && priced.price < ticket.price ? { ...ticket, ...priced, was: ticket } : ticket;
}

/** `£18`, as on the ticket: what is charged, with a fee that the buyer must pay; `Free`. */
export function priceOf(ticket: Pick<TicketView, 'price' | 'currency' | 'fee' | 'fee_bearer'>): string {
  if (ticket.price === 0 || ticket.currency === null) return 'Free';
  return formatMoney(charged(ticket), ticket.currency, { trailingZeroDisplay: 'stripIfInteger' });
}

const charged = ({ price, fee, fee_bearer }: Pick<TicketView, 'price' | 'fee' | 'fee_bearer'>) =>
  fee_bearer === 'buyer' ? price + fee : price;

/** `£18.90`: what is charged for a ticket, with a fee that is added; empty for a free one. */
export function totalOf(ticket: TicketView): string {
  if (ticket.price === 0 || ticket.currency === null) return '';
  return formatMoney(charged(ticket), ticket.currency);
}

/** `Includes the 5% platform fee. Full refund until Saturday 13 June.`; empty for a free ticket. */
export function termsOf(ticket: TicketView, event: EventView, now: number): string {
  if (ticket.price === 0) return '';
  const fee =
    ticket.fee_bearer === 'buyer' && ticket.fee > 0 ? `Includes the ${ticket.fee_percent}% platform fee. ` : '';
  const refund_seconds = ticket.refund_policy[0]?.valid_before ?? 0;
  return fee + refundWords({ is_refundable: ticket.is_refundable, refund_seconds }, event, now);
}
