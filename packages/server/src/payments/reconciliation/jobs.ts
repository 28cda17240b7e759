import { runCommand } from '../../core/command.ts';
import type { Queue } from '../../core/jobs/jobs.ts';
import type { Settling } from '../orders/settle-actions.ts';
import { isAway } from '../stripe-actions.ts';
import { compare, lookUp, takeUpEvents } from './compare-actions.ts';
import { differenceMail } from './difference-mail.ts';
import * as store from './reconciliation-store.ts';

/** The queue that looks for what we were not told, and compares the ledger with Stripe. */
export const RECONCILIATION_QUEUE = 'stripe-reconciliation';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How often each account is looked through. */
const EVERY = { events: HOUR, ledger: DAY };

/** What is so young may still be on its way to us. */
const YOUNG = { events: MINUTE, ledger: HOUR };

/** Stripe may list something a little later than it says that it was made. */
const OVERLAP = 10 * MINUTE;

/** How long Stripe keeps events. */
const KEPT = 30 * DAY;

/** Pages of one account in a turn; then others have theirs. */
const PAGES = 10;

/** Accounts that are looked through at once. */
const BATCH = 2;

type Parts = Settling & { live: boolean; product: string; appUrl: () => string };

/** Every hour finds events that were not delivered, and every day compares the ledger with what has moved on each account. */
export function reconciliationQueues(parts: Parts): Queue<never>[] {
  const { db, services, log, stripe, live } = parts;
  const time = () => services.clock.now();
  const later = (milliseconds: number) => new Date(time().getTime() + milliseconds);

  /** One turn of a round. */
  const turn = async (round: store.Round): Promise<void> => {
    const { account, what } = round;
    const until = round.untilAt ?? new Date(time().getTime() - YOUNG[what]);
    const since = what === 'events' ? new Date(Math.max(round.markAt.getTime(), until.getTime() - KEPT)) : round.markAt;
    let after = round.afterId;
    let isListed = round.isListed;
    for (let pages = 0; !isListed && pages < PAGES; pages += 1) {
      const span = { account, since, until, after };
      if (what === 'events') {
        const { data, next } = await stripe.listEvents(span);
        await takeUpEvents(parts, account, data);
        after = next;
      } else {
        const { data, next } = await stripe.listMovements(span);
        await compare(parts, account, data);
        after = next;
      }
      isListed = after === null;
      await store.setRound(db, round, {
        markAt: round.markAt,
        untilAt: until,
        afterId: after,
        isListed,
        dueAt: later(2 * MINUTE),
      });
    }
    const isMore = !isListed || (what === 'ledger' && (await lookUp(parts, account, until)));
    if (isMore)
      return store.setRound(db, round, {
        markAt: round.markAt,
        untilAt: until,
        afterId: after,
        isListed,
        dueAt: time(),
      });
    const markAt = new Date(Math.max(round.markAt.getTime(), until.getTime() - OVERLAP));
    await store.setRound(db, round, {
      markAt,
      untilAt: null,
      afterId: null,
      isListed: false,
      dueAt: later(EVERY[what]),
    });
  };

  /** @returns whether Stripe could not be reached. */
  const look = async (round: store.Round): Promise<boolean> => {
    try {
      await turn(round);
      return false;
    } catch (error) {
      const { param } = error as { param?: string };
      log.error(
        { account: round.account, what: round.what, said: (error as Error).message },
        'Stripe could not be compared',
      );
      // What the page began after is no longer listed: from the beginning, since all of it can be taken twice.
      const afterId = param === 'starting_after' ? null : round.afterId;
      await store.postponeRound(db, { ...round, afterId }, later(10 * MINUTE));
      return isAway(error);
    }
  };

  /** The owner is told of each difference once. */
  const tell = () =>
    runCommand(db, services, true, async (command) => {
      const to = await store.findOwnerAddress(command.tx);
      if (to === undefined) return;
      const untold = await store.takeUntold(command.tx, command.now);
      if (untold.length > 0)
        await command.sendMail(differenceMail(untold, { to, product: parts.product, origin: parts.appUrl() }));
    });

  const queue: Queue = {
    name: RECONCILIATION_QUEUE,
    drains: true,
    every: 60,
    async work(_, stopping) {
      await store.addRounds(db, { live, events: later(EVERY.events), ledger: later(EVERY.ledger) });
      for (;;) {
        const due = await store.takeRounds(db, live, BATCH, time(), later(5 * MINUTE));
        const away = await Promise.all(due.map(look));
        if (due.length < BATCH || away.includes(true) || stopping()) break;
      }
      await tell();
    },
  };
  return [queue as Queue<never>];
}
