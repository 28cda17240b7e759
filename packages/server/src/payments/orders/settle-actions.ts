import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import { isOver } from '@folkmoot/contract/participations/rules.ts';
import pLimit from 'p-limit';
import type { CommandContext } from '../../core/command.ts';
import { runCommand } from '../../core/command.ts';
import type { AppContext } from '../../core/slice.ts';
import { mailEach, mailPeople, moveAll, offerSeats, tellHostsOf } from '../../participations/actions.ts';
import { extendHolds } from '../../participations/holds-store.ts';
import { setCode } from '../../participations/moves-store.ts';
import {
  listHostIds,
  listOfferFacts,
  listReferred,
  lockEvent,
  type Participation,
} from '../../participations/store.ts';
import { receiptsOf } from '../papers/receipt-actions.ts';
import type { IntentFacts, StripeGateway } from '../stripe-actions.ts';
import { endHolds, MONEY_QUEUE } from './orders-actions.ts';
import * as store from './orders-store.ts';
import { insertRefunds, type RefundReason } from './refunds-store.ts';
import * as settling from './settle-store.ts';

/** How long a seat is kept for somebody whose bank is at work: direct debits take a week or two. */
const BANK_DAYS = 30;

/** How long a seat is held whose bank has refused to pay, in seconds: it does so days later, at any hour. */
const AFTER_BANK = 12 * 3600;

/** Events whose payments are settled at the same time, each in its transaction: requests need connections too. */
const AT_ONCE = 4;

export type PaymentHooks = {
  /** Whether a seat of their ticket is free that nobody waits for, for somebody who has none. Under the event's lock. */
  hasSeat(command: CommandContext, participation: Participation): Promise<boolean>;
  /**
   * The id of the code that an order was made with; null if it has none, or that was removed. Undefined if others have used it up since.
   * Under the event's lock.
   */
  findCodeOf(command: CommandContext, order: store.Order): Promise<string | null | undefined>;
};

export type Settling = Pick<AppContext, 'db' | 'services' | 'log'> & PaymentHooks & { stripe: StripeGateway };

/** An intent as it was just read, and the account on which it is. */
export type Read = { account: string; facts: IntentFacts };

/** One that is ours, with what we know of it. */
type Ours = { read: Read; known: settling.Known };

/** A payment and its order under the event's lock, with what Stripe says of it. */
type Looked = settling.Found & { facts: IntentFacts };

/** Reads an intent at Stripe, and does what follows from what it is. Whatever made us look, and however often. */
export async function settle(parts: Settling, payment: { account: string; intentId: string }): Promise<void> {
  await settleFacts(parts, payment.account, await parts.stripe.readIntent(payment.account, payment.intentId));
}

/** Does what follows from an intent that was just read. */
export async function settleFacts(parts: Settling, account: string, facts: IntentFacts): Promise<void> {
  for (const error of (await settleMany(parts, [{ account, facts }])).values()) throw error;
}

/**
 * The same for many intents: those of one event in one transaction, in as many statements as for one. If that fails, each of them is
 * tried by itself, so that one holds up no other.
 *
 * @returns what has gone wrong, by the intent with which it did.
 */
export async function settleMany(parts: Settling, read: readonly Read[]): Promise<ReadonlyMap<Read, unknown>> {
  const failures = new Map<Read, unknown>();
  const attempt = async (batch: readonly Ours[]): Promise<void> => {
    try {
      await runCommand(parts.db, parts.services, true, (command) => settleIn(command, parts, batch));
    } catch (error) {
      const [one, ...others] = batch;
      if (one && others.length === 0) failures.set(one.read, error);
      else for (const alone of batch) await attempt([alone]);
    }
  };
  const limit = pLimit(AT_ONCE);
  const events = Map.groupBy(await oursAmong(parts, read), ({ known }) => known.eventId);
  await Promise.all(
    [...events.values()].map((ofEvent) =>
      limit(async () => {
        for (const batch of batchesOf(ofEvent)) await attempt(batch);
      }),
    ),
  );
  return failures;
}

/** Those that we have made: hosts can make intents themselves, and write on them what they like. */
async function oursAmong({ db, log }: Settling, read: readonly Read[]): Promise<Ours[]> {
  const known = await settling.listKnown(
    db,
    read.map(({ facts }) => ({ intentId: facts.id, paymentId: facts.paymentId })),
  );
  return read.flatMap((one) => {
    const { account, facts } = one;
    // A process may have died before it could write the intent down.
    const found =
      known.find(({ intentId }) => intentId === facts.id) ??
      known.find(({ paymentId, intentId }) => paymentId === facts.paymentId && intentId === null);
    // Only on the account where we made it.
    if (found?.account === account) return [{ read: one, known: found }];
    log.error({ intent: facts.id, account }, 'Stripe has a payment that we do not know');
    return [];
  });
}

/** What is settled together: of each place only one payment, since the next rests on what became of it. */
function batchesOf(ofEvent: readonly Ours[]): Ours[][] {
  const turns = new Map<string, number>();
  const batches = Map.groupBy(ofEvent, ({ known: { participationId } }) => {
    const turn = turns.get(participationId) ?? 0;
    turns.set(participationId, turn + 1);
    return turn;
  });
  return [...batches.values()];
}

/** Payments of one event, of which no two are for the same place. */
async function settleIn(command: CommandContext, parts: Settling, batch: readonly Ours[]): Promise<void> {
  const { tx, now } = command;
  const eventId = batch[0]?.known.eventId ?? '';
  await lockEvent(tx, eventId);
  const given = batch.map(({ read, known }) => ({ id: known.paymentId, intentId: read.facts.id }));
  // Those of the orders too, since the event may be gone.
  const found = await settling.lockPayments(tx, given);
  const looked = batch.flatMap(({ read: { facts } }): Looked[] => {
    const one = found.find(({ intentId }) => intentId === facts.id);
    if (one) return [{ ...one, facts }];
    // Another one that named the same payment was written down first.
    parts.log.error({ intent: facts.id }, 'Stripe has a payment that we do not know');
    return [];
  });
  const changes = looked.flatMap((one) => {
    const state = stateOf(one);
    return state === undefined ? [] : [{ ...one, state }];
  });
  for (const { facts } of looked)
    if (facts.status === 'requires_capture')
      parts.log.error({ intent: facts.id }, 'a payment waits to be captured, which we never ask for');
  await settling.setPayments(
    tx,
    changes.map(({ paymentId, state }) => ({ id: paymentId, state })),
    now,
  );
  // While the bank is at work the seat is kept. If it says no, its buyer learns of it, and has time to pay otherwise.
  const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  await extendHolds(
    tx,
    changes
      .filter(({ state, order }) => (state === 'processing' || state === 'open') && order.state === 'open')
      .map(({ state, order }) => ({
        ...{ eventId: order.eventId, id: order.participationId },
        until: inSeconds(state === 'processing' ? BANK_DAYS * 86_400 : AFTER_BANK),
      })),
  );
  const refused = changes.filter(({ state, order }) => state === 'open' && order.state === 'open');
  await mailEach(
    command,
    refused.map((one) => ({ ...placeOf(one), note: sumOf(one) })),
    'debit_failed',
  );
  await tellRefused(command, eventId, refused);
  await takeMoney(
    command,
    parts,
    eventId,
    changes.filter(({ state }) => state === 'succeeded'),
  );
}

/** Hosts counted on what a bank has refused: they learn whose place is not paid for, and until when it is held. */
async function tellRefused(command: CommandContext, eventId: string, refused: readonly Looked[]): Promise<void> {
  if (refused.length === 0) return;
  const guests = new Map((await listReferred(command.tx, refused.map(placeOf))).map((guest) => [guest.id, guest]));
  const hosts = await listHostIds(command.tx, eventId);
  await mailPeople(
    command,
    refused.flatMap((one) => {
      const { firstName = '', lastName = '', hold_expires_epoc: until = null } = guests.get(placeOf(one).id) ?? {};
      const note = { ...sumOf(one), name: `${firstName} ${lastName}`.trim(), ...(until !== null && { until }) };
      return hosts.map((userId) => ({ eventId, note: { ...note, userId } }));
    }),
    'debit_not_paid',
  );
  await tellHostsOf(
    command,
    [...guests.values()].slice(0, 1).map(({ alias, eventStatus: status }) => ({ id: eventId, alias, status })),
  );
}

/** What becomes of a payment; undefined if it stays what it is. */
function stateOf({ facts, state }: Looked): store.Payment['state'] | undefined {
  if (state === 'succeeded') return undefined;
  if (facts.status === 'succeeded') return 'succeeded';
  if (state === 'canceled') return undefined;
  if (facts.status === 'canceled') return 'canceled';
  if (facts.status === 'processing') return 'processing';
  // The bank has said no.
  return state === 'processing' ? 'open' : undefined;
}

/**
 * Payments of an event have succeeded: their people are seated, or get all of it back. Also those that we had given up: their money is
 * dealt with like any that comes late.
 */
async function takeMoney(
  command: CommandContext,
  parts: Settling,
  eventId: string,
  paid: readonly Looked[],
): Promise<void> {
  const { tx, now } = command;
  if (paid.length === 0) return;
  await store.insertLedgers(
    tx,
    paid.map(({ order, facts }) => ({ order, rows: movedBy(facts) })),
    now,
  );
  const isRight = ({ facts, order }: Looked) => facts.amount === order.total && facts.currency === order.currency;
  const wrong = paid.filter((one) => !isRight(one));
  for (const { facts, order } of wrong)
    parts.log.error({ intent: facts.id, order: order.id }, 'a payment is not what was asked for, and goes back');
  // A second payment, also for a place that has ended since: what was paid first is dealt with by itself.
  const twice = paid.filter((one) => isRight(one) && one.wasPaid);
  const first = paid.filter((one) => isRight(one) && !one.wasPaid);
  const seated = await seat(command, parts, eventId, first);
  const late = first.filter(({ order }) => !seated.has(order.id));
  const back = (some: readonly Looked[], reason: RefundReason) =>
    some.map(({ order, paymentId, facts }) => ({
      ...{ orderId: order.id, paymentId, amount: facts.amount, reason, byId: null, ofOrder: false },
    }));
  const refunds = [...back(wrong, 'wrong'), ...back(twice, 'twice'), ...back(late, 'late')];
  if (refunds.length === 0) return;
  await insertRefunds(tx, refunds, now);
  command.wake(MONEY_QUEUE);
  await store.endOrders(
    tx,
    late.map(({ order }) => order.id),
    now,
  );
  // The event, or its person, may be gone.
  const told = new Map((await listReferred(tx, late.map(placeOf))).map((guest) => [guest.id, guest]));
  await mailEach(
    command,
    late.filter(({ order }) => told.has(order.participationId)).map((one) => ({ ...placeOf(one), note: sumOf(one) })),
    'paid_too_late',
  );
}

/**
 * Seats those who have paid, if their place is still held, or one is free that nobody waits for.
 *
 * @returns the orders with which they are seated.
 */
async function seat(
  command: CommandContext,
  parts: Settling,
  eventId: string,
  paid: readonly Looked[],
): Promise<ReadonlySet<string>> {
  const { tx, now } = command;
  const places = paid.map(placeOf);
  if (paid.length === 0) return new Set();
  // First come those who wait.
  const ids = places.map(({ id }) => id);
  if (await endHolds(command, eventId, ids)) await offerSeats(command, eventId);
  const [event] = await listOfferFacts(tx, [eventId]);
  if (event?.status !== 'published' || isOver(event, Math.floor(now.getTime() / 1000))) return new Set();
  const guests = new Map((await listReferred(tx, places)).map((guest) => [guest.id, guest]));
  const pending = paid.flatMap((one) => {
    const before = guests.get(one.order.participationId);
    return before?.status === 'payment_pending' ? [{ ...one, before }] : [];
  });
  const seatAll = (some: readonly (Looked & { before: Participation })[]) =>
    moveAll(
      command,
      some.map(({ before, order: { ticketId }, facts }) => ({
        before,
        change: { status: 'going', ticketId, paymentIntentId: facts.id, actorId: before.userId },
      })),
    );
  const hasHold = ({ before, order }: (typeof pending)[number]) =>
    before.ticketId === order.ticketId && before.hold_expires_epoc !== null;
  // An earlier order may have been made with another code than the one that is open now.
  const isTheirs = (one: (typeof pending)[number]) => hasHold(one) && one.order.state === 'open';
  const seated = pending.filter(isTheirs);
  await seatAll(seated);
  // One after the other, since each may get the last seat, or the last use of a code.
  for (const one of pending.filter((some) => !isTheirs(some))) {
    if (!hasHold(one) && !(await parts.hasSeat(command, { ...one.before, ticketId: one.order.ticketId }))) continue;
    const codeId = await parts.findCodeOf(command, one.order);
    if (codeId === undefined) continue;
    await seatAll([one]);
    await setCode(tx, placeOf(one), codeId);
    seated.push(one);
  }
  if (seated.length === 0) return new Set();
  const orders = seated.map(({ order }) => order);
  await settling.setPaid(tx, orders, now);
  const receipts = await receiptsOf(tx, orders, now);
  const notes = seated.map((one) => ({
    ...placeOf(one),
    note: { ...sumOf(one), order: one.order.id, receipt: receipts.get(one.order.id) },
  }));
  await mailEach(command, notes, 'paid');
  const told = seated.map(({ before }) => ({ id: eventId, alias: before.alias, status: before.eventStatus }));
  await tellHostsOf(command, told.slice(0, 1));
  if (!seated.every(isTheirs)) await offerSeats(command, eventId);
  return new Set(orders.map(({ id }) => id));
}

const placeOf = ({ order }: Looked) => ({ eventId: order.eventId, id: order.participationId });
const sumOf = ({ order }: Looked) => ({ sum: formatMoney(order.total, order.currency) });

/** What a payment has moved, by Stripe's own figures. */
export function movedBy({ id, amount, charge }: IntentFacts): store.LedgerRow[] {
  return [
    { kind: 'charge', amount, stripeId: charge?.id ?? id },
    ...(charge?.fee ? [{ kind: 'fee' as const, amount: -charge.fee.amount, stripeId: charge.fee.id }] : []),
    ...(charge?.stripeFee
      ? [
          {
            kind: 'stripe_fee' as const,
            amount: -charge.stripeFee.amount,
            stripeId: charge.stripeFee.id,
            currency: charge.stripeFee.currency,
          },
        ]
      : []),
  ];
}
