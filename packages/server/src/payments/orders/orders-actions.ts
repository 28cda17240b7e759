import { faultOf } from '@folkmoot/contract/core/money/money-rules.ts';
import { HOLD } from '@folkmoot/contract/participations/rules.ts';
import { type Discount, discountOf } from '@folkmoot/contract/payments/discount-rules.ts';
import { type FeeBearer, totalOf } from '@folkmoot/contract/payments/order-rules.ts';
import { refundableUntil } from '@folkmoot/contract/payments/refund-rules.ts';
import { refusals } from '@folkmoot/contract/payments/schema.ts';
import type { CommandContext } from '../../core/command.ts';
import { assertFound, refuse } from '../../core/http/errors.ts';
import { newId } from '../../core/id.ts';
import { mail } from '../../participations/actions.ts';
import { lapseHolds } from '../../participations/holds-store.ts';
import type { FoundRegistration } from '../../participations/registration-store.ts';
import type { HeldSeat } from '../../participations/seats-store.ts';
import type { Participation } from '../../participations/store.ts';
import * as store from './orders-store.ts';
import { insertRefund, left } from './refunds-store.ts';

/** A code with which a place is taken. */
export type UsedCode = Discount & { id: string; code: string };

/** What one ticket costs somebody, in minor units: `price` is without the `discount`. */
type Priced = {
  price: number;
  discount: number;
  code: string | null;
  fee_bearer: FeeBearer;
  fee: number;
  total: number;
};

/** Wakes the job that ends intents, makes refunds and asks Stripe about what is open. */
export const MONEY_QUEUE = 'payments';

/** Holds that one person gets at an event in an hour. */
const HOLDS_AN_HOUR = 4;

/**
 * Until when a seat is held for somebody who pays: a quarter of an hour, or as long as it was offered to them. Unix seconds.
 *
 * @param offered until when it was offered; null if it was not.
 */
export function holdUntilPaid(now: Date, offered: number | null): number {
  return Math.max(Math.floor(now.getTime() / 1000) + HOLD, offered ?? 0);
}

/**
 * Refuses if a ticket is not sold now. Before a seat is held.
 *
 * @param sale what was read with the facts of the registration.
 * @param participationId of somebody who was on the list before.
 * @returns what it costs.
 */
export async function needSale(
  { tx, now }: CommandContext,
  sale: FoundRegistration['sale'],
  { eventId, participationId }: { eventId: string; participationId: string | null },
  percent: number,
  code: UsedCode | null,
): Promise<Priced> {
  if (!sale?.isOpen) return refuse(refusals.salesPaused);
  if (participationId !== null) {
    const since = new Date(now.getTime() - 3_600_000);
    if ((await store.countHolds(tx, eventId, participationId, since)) >= HOLDS_AN_HOUR) refuse(refusals.tooManyHolds);
  }
  const { currency, fee_bearer } = sale;
  const discount = code ? discountOf(sale.price, code, currency) : 0;
  const price = sale.price - discount;
  const totals = totalOf({ price, currency, fee_bearer }, percent);
  // The price may have changed since the code was made.
  if (faultOf(totals.total, currency) !== undefined) refuse(code ? refusals.leavesTooLittle : refusals.salesPaused);
  return { price, discount, code: code?.code ?? null, fee_bearer, ...totals };
}

/** Makes the order of a seat that is held. Under the event's lock. */
export async function openOrder(
  { tx, now }: CommandContext,
  { eventId, id: participationId, ticketId }: Pick<Participation, 'eventId' | 'id' | 'ticketId'>,
  sale: Priced,
): Promise<void> {
  await store.insertOrder(tx, { ...sale, eventId, participationId, ticketId: ticketId ?? '' }, now);
}

/**
 * The same for somebody who was not on the list, as part of the statement that takes the seat: what that adds to their
 * participation.
 *
 * @param sale of `needSale`; the event's revision shows that it still holds.
 */
export function orderOfNew(now: Date, ticketId: string, sale: Priced): HeldSeat {
  const until = new Date(holdUntilPaid(now, null) * 1000);
  return { until, values: { ...sale, ticketId, orderId: newId(), orderedAt: now }, order: insertWithSeat };
}

/** The statement that makes the order of a seat, from its values. */
const insertWithSeat: HeldSeat['order'] = (values) => {
  const order = values as Priced & { ticketId: string; orderId: string; orderedAt: Date };
  return store.newOrder(order, order.orderedAt);
};

/** A seat that was held is taken for nothing, or held anew: its order has ended, and the payment ends now. Under the event's lock. */
export async function endPaying(command: CommandContext, eventId: string): Promise<void> {
  await store.hurryPayments(command.tx, eventId, command.now);
  command.wake(MONEY_QUEUE);
}

/**
 * Seats of an event that were not paid for in time are nobody's any more: their people are told, and their payments end. To be followed
 * by `offerSeats`. Under the event's lock.
 *
 * @param but participations whose people need no telling: they are here.
 * @returns whether there were any.
 */
export async function endHolds(
  command: CommandContext,
  eventId: string,
  but: readonly (string | null)[] = [],
): Promise<boolean> {
  const lapsed = await lapseHolds(command.tx, eventId, command.now);
  if (lapsed.length === 0) return false;
  const told = lapsed.filter((id) => !but.includes(id));
  await mail(command, eventId, told, 'hold_lapsed');
  await store.hurryPayments(command.tx, eventId, command.now);
  command.wake(MONEY_QUEUE);
  return true;
}

/** What somebody gets back if they give up their place now; null if they have paid nothing. */
export async function refundOf(
  { tx, now }: CommandContext,
  { eventId, id }: Pick<Participation, 'eventId' | 'id'>,
  starts: number | null,
): Promise<{ order: store.Order; amount: number } | null> {
  const order = await store.findOrderOf(tx, eventId, id, 'paid');
  if (!order) return null;
  const until = refundableUntil(order, starts);
  const isDue = until !== null && now.getTime() / 1000 <= until;
  return { order, amount: isDue ? left(order) : 0 };
}

/**
 * Somebody gives up their place themselves: their money goes back by the ticket's policy. Under the event's lock, before their
 * participation ends.
 *
 * @param starts the event's start as it is now; null if it is to be announced.
 * @returns what they get back; null if they have paid nothing.
 */
export async function giveUpOrder(
  command: CommandContext,
  participation: Participation,
  starts: number | null,
): Promise<{ amount: number; currency: string } | null> {
  const due = await refundOf(command, participation, starts);
  if (!due) return null;
  const { order, amount } = due;
  if (amount > 0) await giveBack(command, order, amount, 'guest', participation.userId);
  await store.endOrder(command.tx, order.id, command.now);
  return { amount, currency: order.currency };
}

/** Queues a refund of what was paid for an order. */
export async function giveBack(
  command: CommandContext,
  order: store.Order,
  amount: number,
  reason: 'guest' | 'host' | 'place_ended',
  byId: string | null,
  said: { note?: string; clientId?: string } = {},
): Promise<string> {
  const payment = assertFound(await store.findSucceeded(command.tx, order.id), refusals.nothingPaid);
  const refund = { orderId: order.id, paymentId: payment.id, amount, reason, byId, ofOrder: true, ...said };
  const id = await insertRefund(command.tx, refund, command.now);
  command.wake(MONEY_QUEUE);
  return id;
}
