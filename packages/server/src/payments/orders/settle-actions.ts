import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import { HOLD, isOver } from '@folkmoot/contract/participations/rules.ts';
import type { CommandContext } from '../../core/command.ts';
import { runCommand } from '../../core/command.ts';
import type { AppContext } from '../../core/slice.ts';
import { mail, move, offerSeats, tellHosts } from '../../participations/actions.ts';
import { extendHold } from '../../participations/holds-store.ts';
import { findParticipation, findRegistration, lockEvent, type Participation } from '../../participations/store.ts';
import { receiptOf } from '../papers/receipt-actions.ts';
import type { IntentFacts, StripeGateway } from '../stripe-actions.ts';
import { endHolds, MONEY_QUEUE } from './orders-actions.ts';
import * as store from './orders-store.ts';
import { insertRefund, type RefundReason } from './refunds-store.ts';

/** How long a seat is kept for somebody whose bank is at work: direct debits take a week or two. */
const BANK_DAYS = 30;

export type PaymentHooks = {
  /** Whether a seat of their ticket is free that nobody waits for, for somebody who has none. Under the event's lock. */
  hasSeat(command: CommandContext, participation: Participation): Promise<boolean>;
};

export type Settling = Pick<AppContext, 'db' | 'services' | 'log'> & PaymentHooks & { stripe: StripeGateway };

/** Reads an intent at Stripe, and does what follows from what it is. Whatever made us look, and however often. */
export async function settle(parts: Settling, payment: { account: string; intentId: string }): Promise<void> {
  await settleFacts(parts, payment.account, await parts.stripe.readIntent(payment.account, payment.intentId));
}

/** Does what follows from an intent that was just read. */
export async function settleFacts(parts: Settling, account: string, facts: IntentFacts): Promise<void> {
  await runCommand(parts.db, parts.services, true, (command) => settleIn(command, parts, account, facts));
}

async function settleIn(command: CommandContext, parts: Settling, account: string, facts: IntentFacts): Promise<void> {
  const { tx, now } = command;
  const known =
    (await store.findPayment(tx, { intentId: facts.id })) ??
    // A process may have died before it could write the intent down.
    (facts.paymentId === undefined ? undefined : await store.findPayment(tx, { id: facts.paymentId }));
  const of = known && (await store.findOrder(tx, known.orderId));
  // Hosts can make intents themselves, and write on them what they like: only the one that we made counts, on the account where we did.
  const isOurs = known && of?.account === account && (known.intentId === null || known.intentId === facts.id);
  if (!isOurs || !of) return parts.log.error({ intent: facts.id, account }, 'Stripe has a payment that we do not know');
  await lockEvent(tx, of.eventId);
  await store.setIntent(tx, known.id, facts.id);
  // Read again under the lock; that of the order too, since the event may be gone.
  const order = (await store.lockOrder(tx, of.id)) ?? of;
  const payment = (await store.findPayment(tx, { id: known.id })) ?? known;
  if (payment.state === 'succeeded') return;
  // We had given it up, and it was paid all the same: its money is dealt with like any that comes late.
  if (payment.state === 'canceled' && facts.status !== 'succeeded') return;
  if (facts.status === 'canceled') return store.setPayment(tx, payment.id, 'canceled', now);
  const hold = (seconds: number) =>
    extendHold(tx, order.eventId, order.participationId, new Date(now.getTime() + seconds * 1000));
  if (facts.status === 'processing') {
    await store.setPayment(tx, payment.id, 'processing', now);
    if (order.state === 'open') await hold(BANK_DAYS * 86_400);
    return;
  }
  if (facts.status === 'requires_capture')
    parts.log.error({ intent: facts.id, account }, 'a payment waits to be captured, which we never ask for');
  if (facts.status !== 'succeeded') {
    // The bank has said no: the seat is held as long as that of anybody who pays.
    if (payment.state !== 'processing') return;
    await store.setPayment(tx, payment.id, 'open', now);
    if (order.state === 'open') await hold(HOLD);
    return;
  }
  await store.setPayment(tx, payment.id, 'succeeded', now);
  await store.insertLedger(tx, order, movedBy(facts), now);
  const giveAllBack = async (reason: RefundReason) => {
    const refund = {
      orderId: order.id,
      paymentId: payment.id,
      amount: facts.amount,
      reason,
      byId: null,
      ofOrder: false,
    };
    await insertRefund(tx, refund, now);
    command.wake(MONEY_QUEUE);
  };
  if (facts.amount !== order.total || facts.currency !== order.currency) {
    parts.log.error({ intent: facts.id, order: order.id }, 'a payment is not what was asked for, and goes back');
    return giveAllBack('wrong');
  }
  // A second payment, also for a place that has ended since: what was paid first is dealt with by itself.
  if (await store.findPaid(tx, order.id, payment.id)) return giveAllBack('twice');
  if (await seat(command, parts, order, facts.id)) return;
  await giveAllBack('late');
  await store.endOrder(tx, order.id, now);
  // The event, or its person, may be gone.
  if (!(await findParticipation(tx, order.eventId, order.participationId))) return;
  await mail(command, order.eventId, [order.participationId], 'paid_too_late', {
    sum: formatMoney(order.total, order.currency),
  });
}

/** Seats somebody who has paid, if their place is still held, or one is free that nobody waits for. */
async function seat(command: CommandContext, parts: Settling, order: store.Order, intentId: string): Promise<boolean> {
  const { tx, now } = command;
  const seconds = Math.floor(now.getTime() / 1000);
  // First come those who wait.
  if (await endHolds(command, order.eventId, order.participationId)) await offerSeats(command, order.eventId);
  const before = await findParticipation(tx, order.eventId, order.participationId);
  const facts = await findRegistration(tx, order.eventId, {}, null);
  if (!before || !facts || facts.event.status !== 'published' || isOver(facts.event, seconds)) return false;
  if (before.status !== 'payment_pending') return false;
  const isTheirs = before.ticketId === order.ticketId && before.hold_expires_epoc !== null;
  if (!isTheirs && !(await parts.hasSeat(command, { ...before, ticketId: order.ticketId }))) return false;
  const ticketId = order.ticketId;
  await move(command, before, { status: 'going', ticketId, paymentIntentId: intentId, actorId: before.userId });
  await store.setPaid(tx, order, now);
  const receipt = await receiptOf(tx, order, now);
  const told = { sum: formatMoney(order.total, order.currency), order: order.id, receipt };
  await mail(command, order.eventId, [before.id], 'paid', told);
  await tellHosts(command, { id: order.eventId, alias: before.alias, status: before.eventStatus });
  if (!isTheirs) await offerSeats(command, order.eventId);
  return true;
}

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
