import { type CommandContext, runCommand } from '../../core/command.ts';
import type { Queue } from '../../core/jobs/jobs.ts';
import { offerSeats, tellHostsOf } from '../../participations/actions.ts';
import { listHoldsLapsed } from '../../participations/holds-store.ts';
import { lockEvent } from '../../participations/store.ts';
import { readAccount, tellOfStops } from '../accounts/accounts-actions.ts';
import { takeLost } from '../accounts/accounts-store.ts';
import { noteDispute } from '../disputes/disputes-actions.ts';
import { takeDisputes } from '../disputes/disputes-store.ts';
import { isAway, type RefundFacts } from '../stripe-actions.ts';
import { endHolds, giveBack, MONEY_QUEUE } from './orders-actions.ts';
import * as store from './orders-store.ts';
import { noteRefund, refuseRefund } from './refunds-actions.ts';
import { type DueRefund, left, postponeRefund, takeRefunds } from './refunds-store.ts';
import { type Settling, settle, settleFacts } from './settle-actions.ts';
import { setPayments } from './settle-store.ts';

/** Tries, over some hours, after which a refund that we may not make is given up. */
const HOPELESS = 7;

/** What Stripe is asked at once: together they take less time than they are kept from other processes, however slow Stripe is. */
const BATCH = 4;
/** Orders that are decided about in one transaction. */
const DECIDED = 25;
const MINUTE = 60_000;

/** How often Stripe is asked about an open payment of which it has said nothing. */
const LOOKS = 5 * MINUTE;

/** How often it is asked about an open dispute that it could not say anything of. */
const DISPUTES = 60 * MINUTE;

/** How often Stripe is asked about an account that it did not let us use. */
const LOST = 60 * MINUTE;

/** How long a refund waits after each try that Stripe did not answer; the last wait repeats. */
const WAITS = [1, 2, 10, 60].map((minutes) => minutes * MINUTE);

/** Ends holds and intents, decides about the money of places that have ended, makes refunds, and asks Stripe about what is open, payments and disputes. */
export function moneyQueues(parts: Settling & { live: boolean }): Queue<never>[] {
  const { db, services, log, stripe, live } = parts;
  const time = () => services.clock.now();
  const later = (milliseconds: number) => new Date(time().getTime() + milliseconds);

  /** Seats that were not paid for in time go to others. */
  const lapse = (eventId: string) =>
    runCommand(db, services, true, async (command) => {
      await lockEvent(command.tx, eventId);
      if (await endHolds(command, eventId)) await offerSeats(command, eventId);
    });

  /** Places that others have ended are given back whole. @returns whether there may be more. */
  const decide = () =>
    runCommand(db, services, true, async (command) => {
      const ended = await store.listUndecided(command.tx, DECIDED);
      for (const order of ended) {
        if (left(order) > 0) await giveBack(command, order, left(order), 'place_ended', null);
        await store.endOrder(command.tx, order.id, command.now);
      }
      await tell(command, ended);
      return ended.length === DECIDED;
    });

  /** Hosts see what has become of the money of their events without asking again. */
  const tell = async (command: CommandContext, of: readonly { eventId: string }[]) => {
    const ids = [...new Set(of.map(({ eventId }) => eventId))];
    await tellHostsOf(command, ids.length === 0 ? [] : await store.listTold(command.tx, ids));
  };

  /** A refund as Stripe has it: made by us now, or earlier, when its answer did not reach us. */
  const made = async (due: DueRefund): Promise<RefundFacts> => {
    const { account, intentId: intent, amount } = due;
    if (due.stripeId !== null) return stripe.readRefund(account, due.stripeId);
    // Stripe forgets idempotency keys after a day, and a try may have been waiting for longer.
    const earlier = due.tries > 1 ? await stripe.findRefund(account, intent, due.id) : undefined;
    if (earlier) return earlier;
    const hasFee = await store.hasFee(db, due.orderId);
    // Stripe repeats what it has answered to a key, also after what it was about has changed.
    const key = due.refusals === 0 ? due.id : `${due.id}-${due.refusals}`;
    return stripe.makeRefund({ account, intent, amount, hasFee, refundId: due.id }, key);
  };

  /** Stripe does not give back what is disputed. @returns whether it may do so later. */
  const mayBeMadeLater = async ({ account, intentId, tries }: DueRefund): Promise<boolean> => {
    // We may not have heard of it; if Stripe cannot say now, it can at the next try.
    const found = await stripe.readDisputesOf(account, intentId).catch(() => undefined);
    for (const dispute of found ?? []) await noteDispute(parts, account, dispute);
    if (found === undefined || found.some(({ state }) => state === 'open')) return true;
    // Decided for the host since Stripe has refused.
    return !found.some(({ state }) => state === 'lost') && found.length > 0 && tries < HOPELESS;
  };

  /** @returns whether Stripe could not be reached. */
  const refund = async (due: DueRefund): Promise<boolean> => {
    const wait = (isRefused = false) =>
      postponeRefund(db, due.id, later(WAITS[Math.min(due.tries, WAITS.length) - 1] ?? MINUTE), isRefused);
    try {
      const facts = await made(due);
      await noteRefund(parts, due.account, facts);
      if (facts.state === 'pending') await wait();
      return false;
    } catch (error) {
      const { type, code, statusCode } = error as { type?: string; code?: string; statusCode?: number };
      const said = (error as Error).message;
      // Another try is under way, or was made with other parameters: the next one finds what has become of it.
      const isDisputed = code === 'charge_disputed' && (await mayBeMadeLater(due));
      // The account has left this platform, say: hosts hear of it, and can try again.
      const isHopeless = (statusCode === 403 || statusCode === 404) && due.tries >= HOPELESS;
      const refused = (statusCode === 400 && type !== 'StripeIdempotencyError' && !isDisputed) || isHopeless;
      log.error({ refund: due.id, said }, refused ? 'Stripe refused a refund' : 'a refund has to wait');
      if (refused) await refuseRefund(parts, due, { said, isBack: code === 'charge_already_refunded' });
      else await wait(isDisputed);
      return isAway(error);
    }
  };

  /** Ends the intent of an order that is over, or asks about one that is open. @returns whether Stripe could not be reached. */
  const look = async ({ id, account, intentId, isOver }: store.Looked): Promise<boolean> => {
    // Stripe was never asked for it, or a process died before it could write it down: then no browser was told of it either. Should one be
    // told in this moment, it is taken back (`begin`).
    if (intentId === null) {
      if (isOver) await setPayments(db, [{ id, state: 'canceled' }], time());
      return false;
    }
    try {
      if (isOver) await settleFacts(parts, account, await stripe.cancelIntent(account, intentId));
      else await settle(parts, { account, intentId });
      return false;
    } catch (error) {
      log.error({ payment: id, said: (error as Error).message }, 'Stripe could not be asked about a payment');
      return isAway(error);
    }
  };

  /** @returns whether Stripe could not be reached. */
  const lookAtDispute = async ({ account, stripeId }: { account: string; stripeId: string }): Promise<boolean> => {
    try {
      await noteDispute(parts, account, await stripe.readDispute(account, stripeId));
      return false;
    } catch (error) {
      log.error({ dispute: stripeId, said: (error as Error).message }, 'Stripe could not be asked about a dispute');
      return isAway(error);
    }
  };

  /** @returns whether Stripe could not be reached. */
  const lookForLost = async (account: string): Promise<boolean> => {
    try {
      await readAccount(db, stripe, account, time());
      return false;
    } catch (error) {
      log.error({ account, said: (error as Error).message }, 'Stripe could not be asked about an account');
      return isAway(error);
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
      await each(() => takeRefunds(db, BATCH, time(), later(2 * MINUTE)), refund, stopping);
      await each(() => store.takePayments(db, BATCH, time(), later(LOOKS)), look, stopping);
      await each(() => takeDisputes(db, BATCH, time(), later(DISPUTES)), lookAtDispute, stopping);
      while (!stopping() && (await runCommand(db, services, true, tellOfStops)));
      await each(() => takeLost(db, live, BATCH, later(-LOST), time()), lookForLost, stopping);
    },
  };
  return [queue as Queue<never>];
}

/** Takes what is due, some at a time. While Stripe is away the rest is left for the next time, so that nothing else waits for it. */
async function each<Due>(
  take: () => Promise<Due[]>,
  /** @returns whether Stripe could not be reached. */
  ask: (due: Due) => Promise<boolean>,
  stopping: () => boolean,
): Promise<void> {
  for (;;) {
    const due = await take();
    const away = await Promise.all(due.map(ask));
    if (due.length < BATCH || away.includes(true) || stopping()) return;
  }
}
