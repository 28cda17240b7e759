import { z } from 'zod';
import { refusal } from '../core/problem.ts';

/**
 * How far a host's account at Stripe is. `unfinished`: Stripe needs something before it can take cards for the first time; `paused`: it
 * could, and Stripe has stopped it; `lost`: it is no longer connected to this installation, since it has left, or the operator uses
 * another account at Stripe.
 */
export const AccountState = z.enum(['unfinished', 'ready', 'paused', 'lost']);
export type AccountState = z.infer<typeof AccountState>;

/** A person's connected account at Stripe, as they see it. */
export const AccountView = z.object({
  /** Stripe's id, `acct_…`. */
  id: z.string(),
  state: AccountState,
  /** What Stripe still asks for, in words; empty if nothing. */
  due: z.array(z.string()),
  /** ISO 4217 in capitals; null until Stripe knows it. */
  currency: z.string().nullable(),
  /** ISO 3166 in capitals; null until Stripe knows it. */
  country: z.string().nullable(),
});
export type AccountView = z.infer<typeof AccountView>;

export const TOASTS = {
  accountMade: 'Your Stripe account is ready to be set up.',
  disconnected: 'Your Stripe account is disconnected. Refunds of tickets you have sold still go through it.',
} as const;

export const refusals = {
  notSetUp: refusal('payments.not-set-up', 409, 'Payments are not set up on this installation.'),
  away: refusal('payments.away', 503, 'Stripe could not be reached. Try again in a moment.'),
  stripeRefused: refusal(
    'payments.refused',
    409,
    'Stripe refused this. Check your Stripe account, or try again later.',
  ),
  noAccount: refusal('payments.no-account', 409, 'Connect a Stripe account first.'),
  elsewhere: refusal('payments.elsewhere', 422, 'This address is not on this site.', 'return_url'),
  salesPaused: refusal(
    'payments.sales-paused',
    409,
    'Tickets for this event are not on sale at the moment. Please try again later.',
    'ticketId',
  ),
  leavesTooLittle: refusal(
    'payments.leaves-too-little',
    409,
    'With this code, the ticket would cost less than can be charged. Register without it, or choose another ticket.',
    'code',
  ),
  tooManyHolds: refusal(
    'payments.too-many-holds',
    409,
    'You have started a payment several times in the last hour. Wait a little before you try again.',
  ),
  holdLapsed: refusal('payments.hold-lapsed', 409, 'Your place is no longer held. Register again to pay.'),
  nothingPaid: refusal('payments.nothing-paid', 409, 'Nothing has been paid for this.'),
  intentFailed: refusal('payments.intent-failed', 503, 'Failed to create payment intent.'),
  recordFailed: refusal('payments.record-failed', 503, 'Failed to procedd the payment.'),
} as const;
