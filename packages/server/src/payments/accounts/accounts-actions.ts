import { refusals as events } from '@folkmoot/contract/events/schema.ts';
import { refusals } from '@folkmoot/contract/payments/schema.ts';
import type { Db } from '../../core/db/db.ts';
import { refuse } from '../../core/http/errors.ts';
import { setStripeAccount } from '../../events/editing/write-store.ts';
import { findEventPayments, isSold } from '../orders/sales-store.ts';
import { findPayable } from './accounts-store.ts';

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
