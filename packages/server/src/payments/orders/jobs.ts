import { runCommand } from '../../core/command.ts';
import type { Queue } from '../../core/jobs/jobs.ts';
import { mail, offerSeats } from '../../participations/actions.ts';
import { lapseHolds, listHoldsLapsed } from '../../participations/holds-store.ts';
import { lockEvent } from '../../participations/store.ts';
import { giveBack, MONEY_QUEUE } from './orders-actions.ts';
import * as store from './orders-store.ts';
import { noteRefund } from './refunds-actions.ts';
import { type DueRefund, left, postponeRefund, settleRefund, takeRefunds } from './refunds-store.ts';
import { type Settling, settle, settleFacts } from './settle-actions.ts';

const BATCH = 25;
const MINUTE = 60_000;

/** How often Stripe is asked about an open payment of which it has said nothing. */
const LOOKS = 5 * MINUTE;

/** How long a refund waits after each try that Stripe did not answer; the last wait repeats. */
const WAITS = [1, 2, 10, 60].map((minutes) => minutes * MINUTE);

/** Ends holds and intents, decides about the money of places that have ended, makes refunds, and asks Stripe about what is open. */
export function moneyQueues(parts: Settling): Queue<never>[] {
  const { db, services, log, stripe } = parts;
  const time = () => services.clock.now();
  const later = (milliseconds: number) => new Date(time().getTime() + milliseconds);

  /** Seats that were not paid for in time go to others. */
  const lapse = (eventId: string) =>
    runCommand(db, services, true, async (command) => {
      await lockEvent(command.tx, eventId);
      const lapsed = await lapseHolds(command.tx, eventId, command.now);
      if (lapsed.length === 0) return;
      await mail(command, eventId, lapsed, 'hold_lapsed');
      await store.hurryPayments(command.tx, eventId, command.now);
      await offerSeats(command, eventId);
    });

  /** Places that others have ended are given back whole. @returns whether there may be more. */
  const decide = () =>
    runCommand(db, services, true, async (command) => {
      const ended = await store.listUndecided(command.tx, BATCH);
      for (const order of ended) {
        if (left(order) > 0) await giveBack(command, order, left(order), 'place_ended', null);
        await store.endOrder(command.tx, order.id, command.now);
      }
      return ended.length === BATCH;
    });

  const refund = async (due: DueRefund): Promise<void> => {
    const { account, intentId: intent, amount } = due;
    try {
      const hasFee = await store.hasFee(db, due.orderId);
      const facts =
        due.stripeId === null
          ? await stripe.makeRefund({ account, intent, amount, hasFee }, due.id)
          : await stripe.readRefund(account, due.stripeId);
      await noteRefund(parts, account, facts);
    } catch (error) {
      const refused = (error as { type?: string; statusCode?: number }).statusCode === 400;
      const said = (error as Error).message;
      log.error({ refund: due.id, said }, refused ? 'Stripe refused a refund' : 'a refund has to wait');
      if (refused)
        await settleRefund(db, due.id, { stripeId: null, state: 'failed', failure: said.slice(0, 300) }, time());
      else await postponeRefund(db, due.id, later(WAITS[Math.min(due.tries, WAITS.length) - 1] ?? MINUTE));
    }
  };

  /** Ends the intent of an order that is over, or asks about one that is open. */
  const look = async ({ id, account, intentId, isOver }: store.Looked): Promise<void> => {
    // Stripe was never asked for it, or a process died before it could write it down: then Stripe tells us of it if it is paid.
    if (intentId === null) return isOver ? store.setPayment(db, id, 'canceled', time()) : undefined;
    try {
      if (isOver) await settleFacts(parts, account, await stripe.cancelIntent(account, intentId));
      else await settle(parts, { account, intentId });
    } catch (error) {
      log.error({ payment: id, said: (error as Error).message }, 'Stripe could not be asked about a payment');
    }
  };

  const queue: Queue = {
    name: MONEY_QUEUE,
    drains: true,
    every: 30,
    async work(_, stopping) {
      for (const eventId of await listHoldsLapsed(db, time()))
        await lapse(eventId).catch((error: unknown) =>
          log.error({ err: error, event: eventId }, 'holds could not be ended'),
        );
      while (!stopping() && (await decide()));
      for (;;) {
        const due = await takeRefunds(db, BATCH, time(), later(2 * MINUTE));
        for (const one of due) await refund(one);
        if (due.length < BATCH || stopping()) break;
      }
      for (;;) {
        const open = await store.takePayments(db, BATCH, time(), later(LOOKS));
        for (const one of open) await look(one);
        if (open.length < BATCH || stopping()) break;
      }
    },
  };
  return [queue as Queue<never>];
}
