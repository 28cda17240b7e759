import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { TokenQuery } from '../events/api.ts';
import { ParticipationStatus } from '../participations/schema.ts';
import { refusals as payments } from '../payments/schema.ts';
import { ParticipationView, refusals } from './schema.ts';

/** A payment that a browser can go on with. */
export const IntentView = z.object({
  /** Stripe's id, `pi_…`. */
  id: z.string(),
  /** With this a browser pays at Stripe; it opens nothing else. */
  client_secret: z.string(),
  /** Stripe's word for how far it is. */
  status: z.string(),
  publishable_key: z.string(),
  /** Where a stand-in of Stripe is, whose card fields are shown; null where payments go to Stripe. */
  stand_in: z.url().nullable(),
  /** The account that is paid, `acct_…`. */
  stripe_account: z.string(),
  /** What is charged, in minor units, with the fee that is part of it or added. */
  amount: z.int(),
  fee: z.int(),
  /** The ticket's own price, of which the fee is part unless more is charged. */
  price: z.int(),
  /** The operator's share, in percent. */
  fee_percent: z.number(),
  currency: z.string(),
  ticket_name: z.string(),
  is_refundable: z.boolean(),
  /** How many seconds before the start refunds end. */
  refund_seconds: z.int(),
  /** Until when the seat is held; Unix seconds. */
  expires_epoc: z.int().nullable(),
});
export type IntentView = z.infer<typeof IntentView>;

export const createPaymentIntent = endpoint('POST /api/v1/users/:userId/events/:eventId/payment-intents', {
  who: 'public',
  backend: 'payments',
  perMinute: 20,
  summary:
    'Begin to pay for the seat that is held for you, or go on: the same payment is answered as long as it is held. `userId` is you, or your participation if you have no account.',
  query: TokenQuery,
  body: z.object({ ticket_id: Id, paymentId: z.string().max(255).nullish(), participation_id: Id }),
  returns: z.object({ data: IntentView }),
  refuses: [payments.notSetUp, payments.holdLapsed, payments.salesPaused, payments.intentFailed, refusals.linkOld],
});

/** What somebody gets back who gives up their place, in minor units. */
export const RefundDue = z.object({
  /** If they do so now; 0 if nothing goes back any more. */
  amount: z.int(),
  currency: z.string(),
  paid: z.int(),
  /** Until when; Unix seconds. Null if the ticket is not refundable, or as long as no date is known. */
  until_epoc: z.int().nullable(),
});
export type RefundDue = z.infer<typeof RefundDue>;

export const getRefundDue = endpoint('GET /api/v1/events/:eventId/participations/:participationId/refund-due', {
  who: 'public',
  backend: 'payments',
  perMinute: 120,
  summary: 'What you would get back if you gave up your place now; null if you have paid nothing.',
  query: TokenQuery,
  returns: z.object({ data: RefundDue.nullable() }),
  refuses: [refusals.linkOld],
});

export const recordPayment = endpoint('PATCH /api/v1/users/:userId/events/:eventId/payment-intents/:paymentIntentId', {
  who: 'public',
  backend: 'payments',
  perMinute: 60,
  summary: 'Have a payment looked at: Stripe is asked, and what it says counts. Idempotent.',
  params: { paymentIntentId: z.string().max(255) },
  query: TokenQuery,
  body: z.object({ status: z.literal('going').optional(), participation_id: Id }),
  returns: z.object({ message: z.string(), status: ParticipationStatus, data: ParticipationView }),
  refuses: [payments.notSetUp, payments.recordFailed, refusals.linkOld],
});
