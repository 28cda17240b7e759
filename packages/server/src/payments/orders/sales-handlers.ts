import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import { stepOf } from '@folkmoot/contract/core/money/money-rules.ts';
import { PAGE } from '@folkmoot/contract/core/page.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { refusals as events } from '@folkmoot/contract/events/schema.ts';
import * as api from '@folkmoot/contract/payments/orders-api.ts';
import { refusals, TOASTS } from '@folkmoot/contract/payments/orders-schema.ts';
import { refusals as payments } from '@folkmoot/contract/payments/schema.ts';
import { findProfile } from '../../accounts/store.ts';
import type { CommandContext } from '../../core/command.ts';
import type { Db } from '../../core/db/db.ts';
import { cutPage, fromCursor } from '../../core/http/cursor.ts';
import { assertFound, refuse } from '../../core/http/errors.ts';
import { type Binding, handle } from '../../core/http/handle.ts';
import { auditEvent, lockedEvent, managed } from '../../events/actions.ts';
import { setStripeAccount, touchEvent } from '../../events/editing/write-store.ts';
import type { EventFacts } from '../../events/store.ts';
import { mail, mailPerson, offerSeats, tellEvent, tellHosts } from '../../participations/actions.ts';
import { listHostIds } from '../../participations/store.ts';
import { findAccountOf } from '../accounts/accounts-store.ts';
import { findDispute } from '../disputes/disputes-store.ts';
import { giveBack, MONEY_QUEUE } from './orders-actions.ts';
import { findOrder, lockOrder, type Order } from './orders-store.ts';
import { endPlace } from './place-actions.ts';
import { findRefund, insertRefund, left, setRetried } from './refunds-store.ts';
import * as store from './sales-store.ts';

type Parts = { available: boolean; live: boolean; percent: number };

/** Refunds of money that never paid for the order. */
const NOT_OF_ORDER: readonly string[] = ['late', 'twice', 'wrong'];

/** Calls of hosts about what they sell. @param parts whether payments are set up, in which mode, and the operator's share. */
export function salesHandlers({ available, live, percent }: Parts): Binding[] {
  return [
    handle(api.getEventPayments, async ({ tx, me, params }) => {
      const event = await managed(tx, params.eventId, me.userId);
      const found = assertFound(await store.findEventPayments(tx, event.id, me.userId), core.notFound);
      return { data: { available, percent, ...found, goesBack: await store.sumPaid(tx, event.id) } };
    }),

    handle(api.changeStripeAccount, async (call) => {
      const { tx, me, params, body, now } = call;
      const event = await lockedEvent(tx, params.eventId, me.userId);
      const selling = assertFound(await store.findEventPayments(tx, event.id, me.userId), core.notFound);
      if (!selling.canChange) refuse(refusals.mayNotChange);
      if (event.status === 'cancelled') refuse(events.cancelled);
      if (!available) refuse(payments.notSetUp);
      const own = await findAccountOf(tx, me.userId, live);
      if (!own || own.stripeId !== body.stripe_account_id || own.disconnected) return refuse(refusals.notYourAccount);
      if (own.state !== 'ready') refuse(refusals.notReady);
      if (selling.account?.id === own.stripeId) return { message: TOASTS.accountChanged };
      // An account that is paid in another currency than its own pays for the exchange: a change must not cause that.
      const isOther = selling.currency !== null && own.currency !== selling.currency;
      if (isOther && own.currency !== selling.account?.currency) refuse(refusals.otherCurrency);
      await setStripeAccount(tx, event.id, own.stripeId);
      await touchEvent(tx, event.id, now);
      const who = await findProfile(tx, me.userId, me.userId);
      const name = `${who?.firstName ?? ''} ${who?.lastName ?? ''}`.trim();
      for (const host of await listHostIds(tx, event.id))
        await mailPerson(call, event.id, host, 'account_changed', { name });
      await auditEvent(call, event, me.userId, 'event.account');
      await tellEvent(call, event);
      return { message: TOASTS.accountChanged };
    }),

    handle(api.listOrders, async ({ tx, me, params, query }) => {
      const event = await managed(tx, params.eventId, me.userId);
      const after = fromCursor(query.cursor, 'moment');
      const found = await store.listOrders(tx, event.id, me, query, { after, most: PAGE + 1 });
      const { rows, nextCursor } = cutPage(found, PAGE, ({ at, view }) => [at, view.id]);
      return { data: rows.map(({ view }) => view), nextCursor, sums: await store.sumOrders(tx, event.id) };
    }),

    handle(api.refundOrder, async (call) => {
      const { tx, me, params, body, now } = call;
      const { order, event } = await lockedOrder(call, params.orderId, me.userId);
      const view = async () => assertFound(await store.findOrderView(tx, order.id, me), core.notFound);
      if (await findRefund(tx, { orderId: order.id, clientId: body.clientId }))
        return { message: TOASTS.refunded, data: await view() };
      if (order.state === 'open') refuse(payments.nothingPaid);
      await needUndisputed(tx, order.id);
      if (left(order) === 0) refuse(refusals.allBack);
      const amount = body.amount ?? left(order);
      if (amount > left(order)) refuse(refusals.tooMuch);
      if (amount % stepOf(order.currency) !== 0) refuse(refusals.refundStep);
      const note = body.reason.trim();
      await giveBack(call, order, amount, 'host', me.userId, { note, clientId: body.clientId });
      const ended = body.endRegistration && (await endPlace(call, order, { by: me.userId, reason: note, now }));
      const told = { sum: formatMoney(amount, order.currency), reason: note, ended, order: order.id };
      await mail(call, order.eventId, [order.participationId], 'refunded', told);
      if (ended) await offerSeats(call, event.id);
      await auditEvent(call, event, me.userId, 'event.refunded');
      await tellHosts(call, event);
      return { message: TOASTS.refunded, data: await view() };
    }),

    handle(api.retryRefund, async (call) => {
      const { tx, me, params, now } = call;
      const { order, event } = await lockedOrder(call, params.orderId, me.userId);
      const found = await findRefund(tx, { id: params.refundId });
      const refund = assertFound(found?.orderId === order.id ? found : undefined, core.notFound);
      if (refund.state !== 'failed') refuse(refusals.notFailed);
      await needUndisputed(tx, order.id);
      if (!refund.retried) {
        const { paymentId, amount, note } = refund;
        const ofOrder = !NOT_OF_ORDER.includes(refund.reason);
        // Some of it may have gone back otherwise meanwhile.
        const sum = ofOrder ? Math.min(amount, left(order)) : amount;
        if (sum === 0) refuse(refusals.allBack);
        // What was made at Stripe itself and is made again here is a host's.
        const reason = refund.reason === 'elsewhere' ? 'host' : refund.reason;
        await insertRefund(
          tx,
          { orderId: order.id, paymentId, amount: sum, reason, byId: me.userId, ofOrder, note },
          now,
        );
        await setRetried(tx, refund.id, now);
        call.wake(MONEY_QUEUE);
        const told = { sum: formatMoney(sum, order.currency), order: order.id };
        await mail(call, order.eventId, [order.participationId], 'refunded', told);
        await auditEvent(call, event, me.userId, 'event.refunded');
        await tellHosts(call, event);
      }
      return {
        message: TOASTS.refunded,
        data: assertFound(await store.findOrderView(tx, order.id, me), core.notFound),
      };
    }),
  ];
}

/** Refuses to give back what a bank has taken back, or may. */
async function needUndisputed(tx: Db, orderId: string): Promise<void> {
  const dispute = await findDispute(tx, orderId);
  if (dispute) refuse(dispute.state === 'lost' ? refusals.disputeLost : refusals.disputed);
}

/** An order as it is under its event's lock, for a host of that event. */
async function lockedOrder(
  { tx }: CommandContext,
  id: string,
  userId: string,
): Promise<{ order: Order; event: EventFacts }> {
  const { eventId } = assertFound(await findOrder(tx, id), core.notFound);
  const event = await lockedEvent(tx, eventId, userId);
  // Locked too, since a job decides about places that have ended.
  return { order: assertFound(await lockOrder(tx, id), core.notFound), event };
}
