import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import { eventChanged } from '@folkmoot/contract/participations/api.ts';
import { type CommandContext, runCommand } from '../../core/command.ts';
import { rooms } from '../../core/live/live.ts';
import { mail, mailPeople, tellHostsOf } from '../../participations/actions.ts';
import { listHostIds, listReferred, lockEvent } from '../../participations/store.ts';
import { noteCredit } from '../papers/papers-store.ts';
import type { RefundFacts } from '../stripe-actions.ts';
import * as store from './orders-store.ts';
import {
  type DueRefund,
  findRefund,
  insertElsewhere,
  type KnownRefund,
  setRetried,
  settleRefund,
} from './refunds-store.ts';
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
    const isNew = ours !== undefined && (await settleRefund(tx, ours.id, settled, now));
    if (isNew && facts.state === 'failed') await tellFailed(command, order, ours);
    if (!ours && payment && facts.state !== 'failed')
      await insertElsewhere(
        tx,
        { orderId: order.id, paymentId: payment.id, amount: facts.amount, stripeId: facts.id, state: facts.state },
        now,
      );
    await noteCredit(tx, facts.id, now);
    await tellOfMoney(command, order);
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

/** The pages that the hosts and the buyer have open show what has become of the money. */
async function tellOfMoney(
  command: CommandContext,
  { eventId, participationId }: Pick<store.Order, 'eventId' | 'participationId'>,
): Promise<void> {
  const told = await store.listTold(command.tx, [eventId]);
  await tellHostsOf(command, told);
  const [guest] = await listReferred(command.tx, [{ eventId, id: participationId }]);
  for (const { id, alias, status } of guest?.userId ? told : [])
    command.publish(eventChanged, { eventId: id, alias, status }, [rooms.user(guest?.userId ?? '')]);
}

/** Whoever was promised money learns that it has not gone back, and so do the hosts, who can try again. */
async function tellFailed(
  command: CommandContext,
  { id, eventId, participationId, currency }: store.Order,
  { amount, reason }: Pick<KnownRefund, 'amount' | 'reason'>,
): Promise<void> {
  const sum = formatMoney(amount, currency);
  // The event, or its person, may be gone.
  const [guest] = await listReferred(command.tx, [{ eventId, id: participationId }]);
  if (guest && reason !== 'elsewhere') await mail(command, eventId, [guest.id], 'refund_failed', { sum, order: id });
  const name = `${guest?.firstName ?? ''} ${guest?.lastName ?? ''}`.trim();
  const hosts = await listHostIds(command.tx, eventId);
  await mailPeople(
    command,
    hosts.map((userId) => ({ eventId, note: { userId, sum, name } })),
    'refund_not_made',
  );
}

/**
 * Stripe has refused to make a refund: it will not be made by itself.
 *
 * @param why `isBack`: somebody has given everything back at Stripe itself, so there is nothing left to try.
 */
export async function refuseRefund(
  parts: Settling,
  refund: DueRefund,
  { said, isBack }: { said: string; isBack: boolean },
): Promise<void> {
  await runCommand(parts.db, parts.services, true, async (command) => {
    const { tx, now } = command;
    const { id, orderId, eventId } = refund;
    await lockEvent(tx, eventId);
    const isNew = await settleRefund(tx, id, { stripeId: null, state: 'failed', failure: said.slice(0, 300) }, now);
    if (isBack) await setRetried(tx, id, now);
    const order = isNew && !isBack ? await store.findOrder(tx, orderId) : undefined;
    if (order) await tellFailed(command, order, refund);
    if (order) await tellOfMoney(command, order);
    else await tellHostsOf(command, await store.listTold(tx, [eventId]));
  });
}
