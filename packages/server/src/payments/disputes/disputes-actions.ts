import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import { type CommandContext, runCommand } from '../../core/command.ts';
import { mail, mailPerson, offerSeats, tellHosts } from '../../participations/actions.ts';
import { findParticipation, listHostIds, lockEvent } from '../../participations/store.ts';
import { MONEY_QUEUE } from '../orders/orders-actions.ts';
import * as store from '../orders/orders-store.ts';
import { endPlace } from '../orders/place-actions.ts';
import { dropRefunds, hurryRefunds } from '../orders/refunds-store.ts';
import { type Settling, settle } from '../orders/settle-actions.ts';
import { noteLoss } from '../papers/papers-store.ts';
import type { DisputeFacts } from '../stripe-actions.ts';
import { saveDispute } from './disputes-store.ts';

/** How often Stripe is asked about an open dispute of which it says nothing. */
const LOOKS = 6 * 3_600_000;

/**
 * Writes down what a dispute is that was just read at Stripe: whatever made us look, and however often. The bank takes the money when
 * it opens; a lost one ends the place that was paid for with it, and after a won one refunds go on that had to wait.
 */
export async function noteDispute(parts: Settling, account: string, facts: DisputeFacts): Promise<void> {
  const { intentId } = facts;
  const payment = intentId === undefined ? undefined : await store.findPayment(parts.db, { intentId });
  // Stripe may tell us of it before we have looked at the payment.
  if (payment && payment.state !== 'succeeded' && intentId !== undefined) await settle(parts, { account, intentId });
  await runCommand(parts.db, parts.services, true, (command) => noteIn(command, parts, account, facts));
}

async function noteIn(
  command: CommandContext,
  parts: Settling,
  account: string,
  { id: stripeId, intentId, amount, reason, state, answerBy, movements }: DisputeFacts,
): Promise<void> {
  const { tx, now } = command;
  const payment = intentId === undefined ? undefined : await store.findPayment(tx, { intentId });
  const known = payment && (await store.findOrder(tx, payment.orderId));
  if (!payment || known?.account !== account)
    return parts.log.error({ dispute: stripeId, account }, 'Stripe has a dispute of a payment that we do not know');
  await lockEvent(tx, known.eventId);
  const order = (await store.lockOrder(tx, known.id)) ?? known;
  const noted = { orderId: order.id, paymentId: payment.id, stripeId, amount, reason, state, answerBy };
  const before = await saveDispute(tx, noted, now, new Date(now.getTime() + LOOKS));
  await store.insertLedger(tx, order, movements.flatMap(rowsOf), now);
  if (before === state || before === 'won' || before === 'lost' || before === 'closed') return;
  // Also what was tried while it was open, and waits.
  command.wake(MONEY_QUEUE);
  const sum = formatMoney(amount, order.currency);
  if (state === 'open') await tell(command, order, 'disputed', sum);
  if (state !== 'open') await hurryRefunds(tx, payment.id, now);
  if (state === 'won') await tell(command, order, 'dispute_won', sum);
  if (state === 'lost') {
    await noteLoss(tx, stripeId, now);
    await lose(command, order, payment.id, sum);
  }
}

/** The bank has given the money back to the buyer: there is nothing to refund any more, and the place ends. */
async function lose(command: CommandContext, order: store.Order, paymentId: string, sum: string): Promise<void> {
  const { tx, now } = command;
  const paidBy = await store.findSucceeded(tx, order.id);
  await dropRefunds(tx, { orderId: order.id, paymentId, failure: LOST }, now);
  if (paidBy?.id === paymentId) {
    const reason = 'The bank has taken the payment back.';
    if (order.state === 'paid') await store.endOrder(tx, order.id, now);
    if (order.state === 'paid' && (await endPlace(command, order, { by: null, reason, now }))) {
      await mail(command, order.eventId, [order.participationId], 'payment_taken_back', { sum });
      await offerSeats(command, order.eventId);
    }
  }
  await tell(command, order, 'dispute_lost', sum);
}

const LOST = 'The bank has given the payment back to the buyer.';

/** Tells the hosts, as long as there is an event. */
async function tell(command: CommandContext, order: store.Order, kind: string, sum: string): Promise<void> {
  for (const host of await listHostIds(command.tx, order.eventId))
    await mailPerson(command, order.eventId, host, kind, { name: order.buyerName, sum });
  const place = await findParticipation(command.tx, order.eventId, order.participationId);
  if (place) await tellHosts(command, { id: order.eventId, alias: place.alias, status: place.eventStatus });
}

/** What a movement of Stripe's balance is in the ledger. */
const rowsOf = ({ id, amount, fee, currency }: DisputeFacts['movements'][number]): store.LedgerRow[] => [
  { kind: amount < 0 ? 'dispute' : 'dispute_won', amount, stripeId: id, currency },
  ...(fee === 0 ? [] : [{ kind: 'stripe_fee' as const, amount: -fee, stripeId: id, currency }]),
];
