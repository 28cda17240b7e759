import pLimit from 'p-limit';
import { createGrouped } from '../../core/grouped.ts';
import type { Queue } from '../../core/jobs/jobs.ts';
import { readAccount } from '../accounts/accounts-actions.ts';
import { noteDispute } from '../disputes/disputes-actions.ts';
import { findPayment } from '../orders/orders-store.ts';
import { noteRefund } from '../orders/refunds-actions.ts';
import { type Read, type Settling, settleMany } from '../orders/settle-actions.ts';
import {
  type DealtWith,
  type Delivered,
  deleteOldDeliveries,
  postpone,
  settleDeliveries,
  takeDeliveries,
} from './webhooks-store.ts';

/** The queue that looks at what Stripe has delivered. */
export const DELIVERIES_QUEUE = 'stripe-deliveries';

/** Deliveries that are taken together. */
const BATCH = 50;

/** Payments that Stripe is asked about at once: what it says of them is written down together. Of anything else, one by one. */
const PAYMENTS_AT_ONCE = 16;
const OTHERS_AT_ONCE = 4;
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

/** What an event makes us read: the account itself where it carries a part of it, such as a capability, which is named alike for all. */
export const objectOf = ({ type, account, object }: Pick<Delivered, 'type' | 'account' | 'object'>): string =>
  OF_ACCOUNTS.test(type) && account !== null ? account : object;

/** Looks at what Stripe has delivered. Each delivery only makes us read the object that it is about. */
export function deliveryQueues(parts: Settling): Queue<never>[] {
  const { db, services, log, stripe } = parts;
  const time = () => services.clock.now();

  const asking = pLimit(PAYMENTS_AT_ONCE);
  const lookingAtOthers = pLimit(OTHERS_AT_ONCE);
  const dealtWith = createGrouped<DealtWith>((some) => settleDeliveries(db, some, time()));

  /** Payments that are read while others are being settled are settled together after them. */
  const settleNext = createGrouped<{ read: Read; failed?: unknown }>(async (some) => {
    const failures = await settleMany(
      parts,
      some.map(({ read }) => read),
    );
    for (const one of some) one.failed = failures.get(one.read);
  });
  const settleAmongOthers = async (read: Read) => {
    const one: { read: Read; failed?: unknown } = { read };
    await settleNext(one);
    if (one.failed !== undefined) throw one.failed;
  };

  /** @returns whether Stripe was asked: then everything that it has told us of the same object until now is dealt with. */
  const look = async ({ type, account, object }: Delivered): Promise<boolean> => {
    if (account === null) return false;
    if (OF_INTENTS.test(type)) {
      // One that we do not know was made by the host, or its answer did not reach us: then it matters once money has moved.
      if (!MOVES.test(type) && !(await findPayment(db, { intentId: object }))) return false;
      await settleAmongOthers({ account, facts: await asking(() => stripe.readIntent(account, object)) });
    } else if (OF_DISPUTES.test(type)) await noteDispute(parts, account, await stripe.readDispute(account, object));
    else if (OF_REFUNDS.test(type)) await noteRefund(parts, account, await stripe.readRefund(account, object));
    else if (type === 'charge.refunded')
      for (const refund of await stripe.readRefundsOf(account, object)) await noteRefund(parts, account, refund);
    else if (OF_ACCOUNTS.test(type)) await readAccount(db, stripe, account, time());
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
        await dealtWith({ id, ...(isRead && { object, until }) });
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
        const isPayment = ([one]: Delivered[]) => one !== undefined && OF_INTENTS.test(one.type);
        await Promise.all(
          waiting.map((told) => (isPayment(told) ? lookAt(told) : lookingAtOthers(() => lookAt(told)))),
        );
      }
    },
  };
  return [queue as Queue<never>];
}
