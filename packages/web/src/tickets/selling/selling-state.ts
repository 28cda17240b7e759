import type { EventPayments } from '@folkmoot/contract/payments/orders-schema.ts';
import type { AccountView } from '@folkmoot/contract/payments/schema.ts';

/**
 * How an event stands with payments, as the person who looks at it can act on it.
 *
 * - `none`: nobody has connected an account.
 * - `unfinished`: your account still needs something before it can take payments.
 * - `waiting`: your account is ready, and is used with the first paid ticket.
 * - `ready`, `paused`, `disconnected`: the event's account, yours or another host's.
 * - `lost`: it, or your own while the event has none, is no longer connected to this site.
 */
export type SellingState = 'none' | 'unfinished' | 'waiting' | 'ready' | 'paused' | 'disconnected' | 'lost';

/** How an event stands with payments. @param own your own account; null if you have none. */
export function sellingState({ account }: Pick<EventPayments, 'account'>, own: AccountView | null): SellingState {
  if (account === null) return own === null ? 'none' : own.state === 'ready' ? 'waiting' : own.state;
  if (account.disconnected) return 'disconnected';
  return account.mine && own?.id === account.id ? own.state : account.state;
}

/** Whether a price can be set now: the event's account takes payments, or yours does and becomes its account. */
export function canSell(payments: Pick<EventPayments, 'account'>, own: AccountView | null): boolean {
  const state = sellingState(payments, own);
  return state === 'ready' || state === 'waiting';
}

/** The name of the host whose account is paid; null if it is yours, or will be when you set a price. */
export function otherSeller(payments: Pick<EventPayments, 'account'> | undefined): string | null {
  const account = payments?.account ?? null;
  return account === null || account.mine ? null : account.owner || 'The former host';
}

/** Into whose account the money for an event's tickets goes, once a price is saved. Where a price can be set. */
export function whoIsPaid({ account }: Pick<EventPayments, 'account'>): string {
  if (account === null)
    return 'The money goes to your Stripe account, which becomes this event’s account when you save.';
  if (account.mine) return 'The money goes to your Stripe account.';
  return `The money goes to the Stripe account of ${account.owner || 'a former host'}.`;
}
