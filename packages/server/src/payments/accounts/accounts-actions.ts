import { refusals as events } from '@folkmoot/contract/events/schema.ts';
import { type AccountView, refusals } from '@folkmoot/contract/payments/schema.ts';
import type { CommandContext } from '../../core/command.ts';
import type { Db } from '../../core/db/db.ts';
import { refuse } from '../../core/http/errors.ts';
import { setStripeAccount } from '../../events/editing/write-store.ts';
import { mailPeople } from '../../participations/actions.ts';
import { listHostsOf } from '../../participations/store.ts';
import { findEventPayments, isSold } from '../orders/sales-store.ts';
import { isLost, type StripeGateway } from '../stripe-actions.ts';
import { findPayable, noteAccount, noteLost, takeStopped } from './accounts-store.ts';

/** Accounts whose events' hosts are told in one transaction. */
const STOPPED = 20;

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
 * Writes to the hosts of events with paid tickets whose account takes no money any more, once until it does again. Those who have
 * disconnected their account themselves know it.
 *
 * @returns whether there may be more.
 */
export async function tellOfStops(command: CommandContext): Promise<boolean> {
  const stopped = await takeStopped(command.tx, STOPPED, command.now);
  const byEvent = new Map(stopped.map((one) => [one.eventId, one]));
  const hosts = await listHostsOf(command.tx, [...byEvent.keys()]);
  const addressees = hosts.flatMap(({ eventId, id: userId }) => {
    const { why, ownerId, owner: name } = byEvent.get(eventId) ?? {};
    return why === undefined || (why === 'disconnected' && ownerId === userId)
      ? []
      : [{ eventId, note: { userId, name, why, mine: ownerId === userId } }];
  });
  await mailPeople(command, addressees, 'sales_stopped');
  return stopped.length > 0;
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
