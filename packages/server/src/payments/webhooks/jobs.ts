import type { Queue } from '../../core/jobs/jobs.ts';
import { noteAccount } from '../accounts/accounts-store.ts';
import { noteDispute } from '../disputes/disputes-actions.ts';
import { findPayment } from '../orders/orders-store.ts';
import { noteRefund } from '../orders/refunds-actions.ts';
import { type Settling, settle } from '../orders/settle-actions.ts';
import { type Delivered, deleteOldDeliveries, postpone, settleDeliveries, takeDeliveries } from './webhooks-store.ts';

/** The queue that looks at what Stripe has delivered. */
export const DELIVERIES_QUEUE = 'stripe-deliveries';

/** Deliveries that are taken together. */
const BATCH = 50;

/** Objects that Stripe is asked about at once. */
const AT_ONCE = 4;
const MINUTE = 60_000;
/** How long a delivery waits after each try; the last wait repeats. What is missed for longer, reconciliation finds. */
const WAITS = [1, 5, 30, 120].map((minutes) => minutes * MINUTE);

/** Events that are about a payment, and those of them that come when money has moved or is about to. */
const OF_INTENTS = /^payment_intent\./;
const MOVES = /\.(succeeded|processing)$/;

/** Events after which an account is read again, of both versions of Stripe's interface. */
const OF_ACCOUNTS = /^(v2\.core\.account|account\.|capability\.)/;

/** Events that are about a dispute. */
const OF_DISPUTES = /^charge\.dispute\./;

/** Events that are about a refund. */
const OF_REFUNDS = /^(refund\.|charge\.refund\.)/;

/** Whether an event is one that we look at: hosts' accounts are theirs, and have many more. */
export const concernsUs = (type: string): boolean =>
  type === 'charge.refunded' || [OF_INTENTS, OF_DISPUTES, OF_REFUNDS, OF_ACCOUNTS].some((some) => some.test(type));

/** Looks at what Stripe has delivered. Each delivery only makes us read the object that it is about. */
export function deliveryQueues(parts: Settling): Queue<never>[] {
  const { db, services, log, stripe } = parts;
  const time = () => services.clock.now();

  /** @returns whether Stripe was asked: then everything that it has told us of the same object until now is dealt with. */
  const look = async ({ type, account, object }: Delivered): Promise<boolean> => {
    if (account === null) return false;
    if (OF_INTENTS.test(type)) {
      // One that we do not know was made by the host, or its answer did not reach us: then it matters once money has moved.
      if (!MOVES.test(type) && !(await findPayment(db, { intentId: object }))) return false;
      await settle(parts, { account, intentId: object });
    } else if (OF_DISPUTES.test(type)) await noteDispute(parts, account, await stripe.readDispute(account, object));
    else if (OF_REFUNDS.test(type)) await noteRefund(parts, account, await stripe.readRefund(account, object));
    else if (type === 'charge.refunded')
      for (const refund of await stripe.readRefundsOf(account, object)) await noteRefund(parts, account, refund);
    else if (OF_ACCOUNTS.test(type)) await noteAccount(db, account, await stripe.readAccount(account), time());
    else return false;
    return true;
  };

  /** Looks at what was told of one object: once, unless that fails. */
  const lookAt = async (told: readonly Delivered[]): Promise<void> => {
    for (const delivered of told)
      try {
        const { id, object } = delivered;
        const until = time();
        const isRead = await look(delivered);
        await settleDeliveries(db, { id, ...(isRead && { object, until }) }, time());
        if (isRead) return;
      } catch (error) {
        // The library's errors may hold requests with keys: only what they say is logged.
        log.error(
          { event: delivered.id, said: (error as Error).message },
          'an event of Stripe could not be dealt with',
        );
        const wait = WAITS[Math.min(delivered.tries, WAITS.length) - 1] ?? MINUTE;
        await postpone(db, delivered.id, new Date(time().getTime() + wait));
      }
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
        const waiting = [...Map.groupBy(taken, ({ object }) => object).values()];
        // While Stripe is asked about one, others are asked about.
        await Promise.all(
          Array.from({ length: AT_ONCE }, async () => {
            for (let told = waiting.shift(); told; told = waiting.shift()) await lookAt(told);
          }),
        );
      }
    },
  };
  return [queue as Queue<never>];
}
