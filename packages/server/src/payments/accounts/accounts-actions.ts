import { refusals as events } from '@folkmoot/contract/events/schema.ts';
import { type AccountView, refusals } from '@folkmoot/contract/payments/schema.ts';
import type { Db } from '../../core/db/db.ts';
import { refuse } from '../../core/http/errors.ts';
import { setStripeAccount } from '../../events/editing/write-store.ts';
import { findEventPayments, isSold } from '../orders/sales-store.ts';
import { isLost, type StripeGateway } from '../stripe-actions.ts';
import { findPayable, noteAccount, noteLost } from './accounts-store.ts';

/**
 * Reads an account at Stripe, and writes down what it says, or that Stripe no longer lets us use it. Outside of transactions.
 *
 * @returns the account as its person sees it; undefined if we know no such account.
 */
export async function readAccount(
  db: Db,
  stripe: StripeGateway,
  stripeId: string,
  now: Date,
): Promise<AccountView | undefined> {
  const facts = await stripe.readAccount(stripeId).catch((error: unknown) => {
    if (isLost(error)) return undefined;
    throw error;
  });
  return facts ? noteAccount(db, stripeId, facts, now) : noteLost(db, stripeId, now);
}

/**
 * Refuses if an event has no account that takes money. An event that is paid to none gets that of the person who sets a price. Under
 * the event's lock.
 */
export async function needAccount(tx: Db, eventId: string, userId: string): Promise<void> {
  const { event, stripeId } = await findPayable(tx, eventId, userId);
  if (stripeId === null) return refuse(event ? refusals.salesPaused : refusals.noAccount);
  if (!event) await setStripeAccount(tx, eventId, stripeId);
}

/** A new event with paid tickets is paid to the person who makes it. Refuses if they have no account that takes money. */
export async function needOwnAccount(tx: Db, eventId: string, userId: string): Promise<void> {
  const { stripeId } = await findPayable(tx, eventId, userId);
  await setStripeAccount(tx, eventId, stripeId ?? refuse(events.cannotSell));
}

/** Refuses if an event has paid tickets and no account that takes money. Under the event's lock. */
export async function needSellable(tx: Db, eventId: string): Promise<void> {
  const { account, currency } = (await findEventPayments(tx, eventId, null)) ?? {
    account: null,
    currency: null,
  };
  if (currency !== null && (account?.state !== 'ready' || account.disconnected)) refuse(events.cannotSell);
}

/** Refuses if tickets of an event have been sold, or are being paid for. Under the event's lock. */
export async function needUnsold(tx: Db, eventId: string): Promise<void> {
  if (await isSold(tx, eventId)) refuse(events.hasOrders);
}
