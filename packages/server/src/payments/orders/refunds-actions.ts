import { runCommand } from '../../core/command.ts';
import { tellHostsOf } from '../../participations/actions.ts';
import { lockEvent } from '../../participations/store.ts';
import { noteCredit } from '../papers/papers-store.ts';
import type { RefundFacts } from '../stripe-actions.ts';
import * as store from './orders-store.ts';
import { type DueRefund, findRefund, insertElsewhere, setRetried, settleRefund } from './refunds-store.ts';
import type { Settling } from './settle-actions.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Writes down what a refund is that was just read at Stripe: whatever made us look, and however often. One that was made at Stripe
 * itself is recorded, and moves nothing.
 */
export async function noteRefund(parts: Settling, account: string, facts: RefundFacts): Promise<void> {
  await runCommand(parts.db, parts.services, true, async (command) => {
    const { tx, now } = command;
    const byId = facts.refundId !== undefined && UUID.test(facts.refundId) ? facts.refundId : undefined;
    // Stripe tells us of it before its answer to us is written down.
    const named = byId === undefined ? undefined : await findRefund(tx, { id: byId });
    const ours =
      (await findRefund(tx, { stripeId: facts.id })) ??
      // Hosts can write on refunds that they make at Stripe what they like.
      (named?.stripeId === null && named.intentId === facts.intentId && named.amount === facts.amount
        ? named
        : undefined);
    const payment =
      ours || facts.intentId === undefined ? undefined : await store.findPayment(tx, { intentId: facts.intentId });
    const orderId = ours?.orderId ?? payment?.orderId;
    const order = orderId === undefined ? undefined : await store.findOrder(tx, orderId);
    if (!order || order.account !== account)
      return parts.log.error({ refund: facts.id, account }, 'Stripe has a refund of a payment that we do not know');
    await lockEvent(tx, order.eventId);
    const settled = { stripeId: facts.id, state: facts.state, failure: facts.failure };
    if (ours) await settleRefund(tx, ours.id, settled, now);
    else if (payment && facts.state !== 'failed')
      await insertElsewhere(
        tx,
        { orderId: order.id, paymentId: payment.id, amount: facts.amount, stripeId: facts.id, state: facts.state },
        now,
      );
    await noteCredit(tx, facts.id, now);
    await tellHostsOf(command, await store.listTold(tx, [order.eventId]));
    const fees = facts.feeRefunds.map(({ id, amount }) => ({ kind: 'fee_refund' as const, amount, stripeId: id }));
    if (facts.state !== 'failed') {
      const back = { kind: 'refund' as const, amount: -facts.amount, stripeId: facts.id };
      return store.insertLedger(tx, order, [back, ...fees], now);
    }
    parts.log.error({ refund: facts.id, reason: facts.failure }, 'a refund has failed');
    // The money had left the account, and is back in it; the operator's share stays with it.
    if (await store.isInLedger(tx, 'refund', facts.id))
      await store.insertLedger(tx, order, [{ kind: 'refund_failed', amount: facts.amount, stripeId: facts.id }], now);
  });
}

/**
 * Stripe has refused to make a refund: it will not be made by itself.
 *
 * @param why `isBack`: somebody has given everything back at Stripe itself, so there is nothing left to try.
 */
export async function refuseRefund(
  parts: Settling,
  { id, eventId }: DueRefund,
  { said, isBack }: { said: string; isBack: boolean },
): Promise<void> {
  await runCommand(parts.db, parts.services, true, async (command) => {
    const { tx, now } = command;
    await lockEvent(tx, eventId);
    await settleRefund(tx, id, { stripeId: null, state: 'failed', failure: said.slice(0, 300) }, now);
    if (isBack) await setRetried(tx, id, now);
    await tellHostsOf(command, await store.listTold(tx, [eventId]));
  });
}
