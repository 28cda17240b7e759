import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Done, doneWith, PAGE } from '../core/page.ts';
import { refusals as events } from '../events/schema.ts';
import { EventPayments, NewRefund, OrderQuery, OrderSums, OrderView, refusals } from './orders-schema.ts';
import { refusals as payments } from './schema.ts';

export const getEventPayments = endpoint('GET /api/v1/events/:eventId/payments', {
  who: 'signedIn',
  perMinute: 120,
  summary: 'What an event sells with: the account that is paid, and the share of the operator. For hosts.',
  returns: z.object({ data: EventPayments }),
  refuses: [events.notManaged],
});

export const changeStripeAccount = endpoint('PATCH /api/v1/events/:eventId/payments/stripe-account', {
  who: 'signedIn',
  perMinute: 10,
  summary:
    'Have what is sold from now on paid to an account that you have connected: for the creator of the event, and holders of MANAGE_EVENTS. Refunds of what was sold before still go through the earlier one.',
  body: z.object({ stripe_account_id: z.string().min(1).max(255), action: z.literal('change-account') }),
  returns: Done,
  refuses: [
    ...[events.notManaged, refusals.mayNotChange, events.cancelled, payments.notSetUp],
    ...[refusals.notYourAccount, refusals.notReady, refusals.otherCurrency],
  ],
});

export const listOrders = endpoint('GET /api/v1/events/:eventId/orders', {
  who: 'signedIn',
  perMinute: 120,
  summary: `Tickets that were sold, latest first, ${PAGE} a page, for hosts: found by name, address or ticket, with what they come to.`,
  query: OrderQuery,
  returns: z.object({ data: z.array(OrderView), nextCursor: z.string().nullable(), sums: z.array(OrderSums) }),
  refuses: [events.notManaged],
});

export const refundOrder = endpoint('POST /api/v1/orders/:orderId/refunds', {
  who: 'signedIn',
  perMinute: 60,
  summary:
    'Give back what was paid, or a part of it. The place stays, unless it is ended with it. The same `clientId` gives back once.',
  body: NewRefund,
  returns: doneWith(OrderView),
  refuses: [
    ...[events.notManaged, payments.nothingPaid, refusals.disputed, refusals.disputeLost],
    ...[refusals.tooMuch, refusals.refundStep, refusals.allBack],
  ],
});

export const retryRefund = endpoint('POST /api/v1/orders/:orderId/refunds/:refundId/retry', {
  who: 'signedIn',
  perMinute: 60,
  summary: 'Try a refund again that has failed.',
  returns: doneWith(OrderView),
  refuses: [events.notManaged, refusals.notFailed, refusals.disputed, refusals.disputeLost, refusals.tooMuch],
});
