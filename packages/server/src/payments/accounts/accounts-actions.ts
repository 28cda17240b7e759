import { refusals } from '@folkmoot/contract/payments/schema.ts';
import type { Db } from '../../core/db/db.ts';
import { refuse } from '../../core/http/errors.ts';
import { setStripeAccount } from '../../events/editing/write-store.ts';
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
