import { totalOf } from '@folkmoot/contract/payments/order-rules.ts';
import type { StripeSettings } from '../core/config-stripe.ts';
import type { Db } from '../core/db/db.ts';
import { setStripeAccount } from '../events/editing/write-store.ts';
import { insertParticipation, moveParticipation } from '../participations/moves-store.ts';
import { findParticipation } from '../participations/store.ts';
import { noteAccount, reserveAccount, setStripeId } from '../payments/accounts/accounts-store.ts';
import * as orders from '../payments/orders/orders-store.ts';
import { insertRefund, settleRefund } from '../payments/orders/refunds-store.ts';
import { movedBy } from '../payments/orders/settle-actions.ts';
import { setPaid, setPayments } from '../payments/orders/settle-store.ts';
import { issueInvoices, noteCredit, setSeller } from '../payments/papers/papers-store.ts';
import { createStripe, type StripeGateway } from '../payments/stripe-actions.ts';
import { FREE, insertTicket } from '../tickets/store.ts';
import { makeOne } from './events.ts';
import { type Ids, idOf } from './ids.ts';
import { buyers, partlyRefunded, seller, soldEvent, soldTickets } from './words/sales.ts';

const DAY = 86_400_000;
const CURRENCY = 'GBP';

/**
 * Sold tickets in the demo world: with an account, payments and a refund at the sandbox's Stripe, as if they had been bought.
 *
 * @param percent the operator's share.
 */
export async function makeSales(db: Db, settings: StripeSettings, percent: number, ids: Ids, now: Date): Promise<void> {
  const stripe = createStripe(settings);
  const account = await makeAccount(db, settings, stripe, idOf(ids, soldEvent.host), now);
  const eventId = await makeOne(db, soldEvent, ids, now);
  await setStripeAccount(db, eventId, account);
  const tickets: string[] = [];
  for (const { price, ...fields } of soldTickets)
    tickets.push(
      await insertTicket(db, eventId, fields, { ...FREE, type: 'paid', price, currency: CURRENCY, vat_rate: 20 }, now),
    );
  for (const [turn, [username, ticket]] of buyers.entries()) {
    const at = new Date(now.getTime() - (buyers.length - turn) * 2 * DAY);
    const userId = idOf(ids, username);
    const ticketId = tickets[ticket] ?? '';
    const participationId = await insertParticipation(
      db,
      eventId,
      { userId },
      { role: 'guest', status: 'not_going' },
      at,
    );
    const price = soldTickets[ticket]?.price ?? 0;
    const sale = { price, discount: 0, code: null, fee_bearer: 'buyer' as const };
    const totals = totalOf({ ...sale, currency: CURRENCY }, percent);
    await orders.insertOrder(db, { ...sale, ...totals, eventId, participationId, ticketId }, at);
    const order = await orders.findOrderOf(db, eventId, participationId, 'open');
    const before = await findParticipation(db, eventId, participationId);
    if (!order || !before) throw new Error('The demo world has lost an order.');
    const intentId = await pay(db, settings, stripe, order, at);
    const own = { ownAct: true, addressGiven: true, actorId: userId };
    await moveParticipation(db, before, { status: 'going', ticketId, paymentIntentId: intentId, ...own }, at);
    await setPaid(db, [order], at);
    await issueInvoices(db, [order], at);
    if (username === partlyRefunded.username) await refund(db, stripe, order, intentId, now);
  }
}

/** A host's account that takes cards. @returns Stripe's id of it. */
async function makeAccount(
  db: Db,
  { url = '' }: StripeSettings,
  stripe: StripeGateway,
  userId: string,
  now: Date,
): Promise<string> {
  const { id } = await reserveAccount(db, userId, false, now);
  const account = await stripe.makeAccount({ email: 'ines@alderwick.example', name: 'Ines Carvalho' }, id);
  await setStripeId(db, id, account);
  await ask(`${url}/sandbox/accounts/${account}/finish`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ country: 'GB', currency: CURRENCY }),
  });
  await noteAccount(db, account, await stripe.readAccount(account), now);
  await setSeller(db, id, seller);
  return account;
}

/** Pays for an order with a test card. @returns Stripe's id of the payment. */
async function pay(
  db: Db,
  { url = '', secretKey }: StripeSettings,
  stripe: StripeGateway,
  order: orders.Order,
  at: Date,
): Promise<string> {
  const { account, total: amount, currency, fee, eventId, participationId } = order;
  const payment = await orders.openPayment(db, order.id, at, at);
  const metadata = { payment: payment.id, order: order.id, event: eventId, participation: participationId };
  const description = `${order.ticketName}, ${order.eventName}`;
  const { id } = await stripe.makeIntent({ account, amount, currency, fee, description, metadata }, payment.id);
  await ask(`${url}/v1/payment_intents/${id}/confirm`, {
    headers: { authorization: `Bearer ${secretKey}`, 'stripe-account': account },
    body: new URLSearchParams({ payment_method: 'pm_card_visa', return_url: 'http://localhost/' }),
  });
  const facts = await stripe.readIntent(account, id);
  await orders.setIntent(db, payment.id, id);
  await setPayments(db, [{ id: payment.id, state: 'succeeded' }], at);
  await orders.insertLedger(db, order, movedBy(facts), at);
  return id;
}

/** A host has given something back. */
async function refund(db: Db, stripe: StripeGateway, order: orders.Order, intent: string, now: Date): Promise<void> {
  const { amount } = partlyRefunded;
  const payment = await orders.findSucceeded(db, order.id);
  const by = { reason: 'host' as const, byId: null, ofOrder: true, note: 'The second glaze was not there yet.' };
  const id = await insertRefund(db, { orderId: order.id, paymentId: payment?.id ?? '', amount, ...by }, now);
  const facts = await stripe.makeRefund({ account: order.account, intent, amount, hasFee: true, refundId: id }, id);
  await settleRefund(db, id, { stripeId: facts.id, state: facts.state, failure: facts.failure }, now);
  await noteCredit(db, facts.id, now);
  const fees = facts.feeRefunds.map((fee) => ({ kind: 'fee_refund' as const, amount: fee.amount, stripeId: fee.id }));
  await orders.insertLedger(db, order, [{ kind: 'refund', amount: -facts.amount, stripeId: facts.id }, ...fees], now);
}

async function ask(url: string, init: RequestInit): Promise<void> {
  const answer = await fetch(url, { method: 'POST', ...init });
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}: ${await answer.text()}`);
}
