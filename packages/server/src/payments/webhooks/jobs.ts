import type { Queue } from '../../core/jobs/jobs.ts';
import { findStripeAccount, noteAccount } from '../accounts/accounts-store.ts';
import { noteDispute } from '../disputes/disputes-actions.ts';
import { noteRefund } from '../orders/refunds-actions.ts';
import { type Settling, settle } from '../orders/settle-actions.ts';
import { type Delivered, deleteOldDeliveries, postpone, settleDeliveries, takeDeliveries } from './webhooks-store.ts';

/** The queue that looks at what Stripe has delivered. */
export const DELIVERIES_QUEUE = 'stripe-deliveries';

/** Deliveries that are taken together. */
const BATCH = 50;

const MINUTE = 60_000;
/** How long a delivery waits after each try; the last wait repeats. What is missed for longer, reconciliation finds. */
const WAITS = [1, 5, 30, 120].map((minutes) => minutes * MINUTE);

/** Events after which an account is read again, of both versions of Stripe's interface. */
const OF_ACCOUNTS = /^(v2\.core\.account|account\.|capability\.)/;

/** Events that are about a dispute. */
const OF_DISPUTES = /^charge\.dispute\./;

/** Events that are about a refund. */
const OF_REFUNDS = /^(refund\.|charge\.refund\.)/;

/** Looks at what Stripe has delivered. Each delivery only makes us read the object that it is about. */
export function deliveryQueues(parts: Settling): Queue<never>[] {
  const { db, services, log, stripe } = parts;
  const time = () => services.clock.now();

  const look = async ({ type, account, object }: Delivered): Promise<void> => {
    if (account === null) return;
    if (type.startsWith('payment_intent.')) return settle(parts, { account, intentId: object });
    if (OF_REFUNDS.test(type)) return noteRefund(parts, account, await stripe.readRefund(account, object));
    if (OF_DISPUTES.test(type)) return noteDispute(parts, account, await stripe.readDispute(account, object));
    if (type === 'charge.refunded') {
      for (const refund of await stripe.readRefundsOf(account, object)) await noteRefund(parts, account, refund);
      return;
    }
    if (!OF_ACCOUNTS.test(type)) return;
    const known = await findStripeAccount(db, account);
    if (known) await noteAccount(db, account, await stripe.readAccount(account), time());
  };

  const queue: Queue = {
    name: DELIVERIES_QUEUE,
    drains: true,
    every: 60,
    async work(_, stopping) {
      await deleteOldDeliveries(db, time());
      while (!stopping()) {
        const taken = await takeDeliveries(db, BATCH, time());
        if (taken.length === 0) return;
        for (const delivered of taken)
          try {
            await look(delivered);
            await settleDeliveries(db, [delivered.id], time());
          } catch (error) {
            // The library's errors may hold requests with keys: only what they say is logged.
            log.error(
              { event: delivered.id, said: (error as Error).message },
              'an event of Stripe could not be dealt with',
            );
            const wait = WAITS[Math.min(delivered.tries, WAITS.length) - 1] ?? MINUTE;
            await postpone(db, delivered.id, new Date(time().getTime() + wait));
          }
      }
    },
  };
  return [queue as Queue<never>];
}
