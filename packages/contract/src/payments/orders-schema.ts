import { z } from 'zod';
import { Id } from '../core/ids.ts';
import { Cursor } from '../core/page.ts';
import { refusal } from '../core/problem.ts';
import { text } from '../core/text-schema.ts';
import { PaperView } from './papers-schema.ts';
import { AccountState } from './schema.ts';

export const LIMITS = { reason: 500, search: 100 } as const;

/** What goes back to everybody who has paid for a place, in one currency. */
export const GoesBack = z.object({
  currency: z.string(),
  people: z.int(),
  /** Minor units, without what has gone back already. */
  amount: z.int(),
  /** How many others have disputed their payment: nothing goes back to them until the bank has decided. */
  disputed: z.int(),
});
export type GoesBack = z.infer<typeof GoesBack>;

/** What an event sells with, as its hosts see it. */
export const EventPayments = z.object({
  /** Whether this installation takes payments at all. */
  available: z.boolean(),
  /** The operator's share of what is paid, in percent. */
  percent: z.number(),
  /** The account that its tickets are paid to; null if it has none. */
  account: z
    .object({
      /** Stripe's id, `acct_…`. */
      id: z.string(),
      state: AccountState,
      disconnected: z.boolean(),
      currency: z.string().nullable(),
      /** Whether you have connected it yourself. */
      mine: z.boolean(),
      /** Who has connected it; empty if they have left. */
      owner: z.string(),
    })
    .nullable(),
  /** The currency of its paid tickets; null if there are none. */
  currency: z.string().nullable(),
  /** Whether you may have it paid to your account: its creator may, who manages the events of its community, and whose account is lost. */
  canChange: z.boolean(),
  /** What goes back if it is cancelled now, a row for each currency in which something was paid. */
  goesBack: z.array(GoesBack),
});
export type EventPayments = z.infer<typeof EventPayments>;

export const RefundReason = z.enum(['guest', 'place_ended', 'host', 'late', 'twice', 'wrong', 'elsewhere']);

/** Money that goes back, as hosts see it. */
export const RefundView = z.object({
  id: Id,
  /** Minor units. */
  amount: z.int(),
  reason: RefundReason,
  /** What the host wrote about it; empty if nothing. */
  note: z.string(),
  state: z.enum(['queued', 'pending', 'succeeded', 'failed']),
  /** Stripe's reason; empty if it has not failed. */
  failure: z.string(),
  /** It has failed, and was made again. */
  retried: z.boolean(),
  created_epoc: z.int(),
});
export type RefundView = z.infer<typeof RefundView>;

/**
 * How far a dispute is, by which a buyer's bank takes a payment back. `inquiry`: the bank asks, and has taken nothing; `open`: it has the
 * money until it decides; `closed`: it was withdrawn.
 */
export const DisputeState = z.enum(['inquiry', 'open', 'won', 'lost', 'closed']);
export type DisputeState = z.infer<typeof DisputeState>;

/** A dispute as hosts see it. */
export const DisputeView = z.object({
  state: DisputeState,
  /** Minor units. */
  amount: z.int(),
  /** In Stripe's word, such as `product_not_received`. */
  reason: z.string(),
  /** Until when it can be answered, at Stripe; null if Stripe does not say. */
  answer_epoc: z.int().nullable(),
});
export type DisputeView = z.infer<typeof DisputeView>;

export const OrderState = z.enum(['paid', 'partly_refunded', 'refunded', 'refund_failed', 'disputed', 'dispute_lost']);
export type OrderState = z.infer<typeof OrderState>;

/** A ticket that was sold, as hosts see it. Amounts are in minor units. */
export const OrderView = z.object({
  id: Id,
  name: z.string(),
  /** Empty if hosts may not see it. */
  email: z.string(),
  ticketName: z.string(),
  currency: z.string(),
  total: z.int(),
  /** The operator's fee, which is part of the total. */
  fee: z.int(),
  refunded: z.int(),
  state: OrderState,
  paid_epoc: z.int(),
  /** Whether the buyer has the place. */
  hasPlace: z.boolean(),
  /** Null if its buyer has not disputed it. */
  dispute: DisputeView.nullable(),
  refunds: z.array(RefundView),
  /** The invoice and the credit notes, as they were issued. */
  papers: z.array(PaperView),
});
export type OrderView = z.infer<typeof OrderView>;

/** What an event has moved in one currency, in minor units and by Stripe's own figures. */
export const OrderSums = z.object({
  currency: z.string(),
  sold: z.int(),
  /** Stripe's and the operator's. */
  fees: z.int(),
  refunded: z.int(),
  /** What banks have taken back, and have not returned. */
  disputed: z.int(),
  yours: z.int(),
});
export type OrderSums = z.infer<typeof OrderSums>;

export const OrderQuery = z.object({
  search: z.string().max(LIMITS.search).default(''),
  status: z.enum(['all', ...OrderState.options]).default('all'),
  cursor: Cursor.optional(),
});
export type OrderQuery = z.infer<typeof OrderQuery>;

/** What a host gives back. */
export const NewRefund = z.object({
  /** Minor units; null for all that is left. */
  amount: z.int().min(1, 'Enter an amount.').nullable(),
  reason: text({ max: [LIMITS.reason, `The reason cannot exceed ${LIMITS.reason} characters.`] }),
  /** Whether the buyer loses their place with it. */
  endRegistration: z.boolean(),
  /** Made by the form: a form that is sent twice gives back once. */
  clientId: Id,
});

export const TOASTS = {
  accountChanged: 'Stripe account updated successfully',
  refunded: 'The refund is on its way.',
} as const;

export const refusals = {
  notYourAccount: refusal('payments.not-your-account', 404, 'You have not connected this Stripe account.'),
  mayNotChange: refusal(
    'payments.may-not-change',
    403,
    'Only the creator of an event, and people who manage the events of its community, can change where payments go.',
  ),
  notReady: refusal('payments.not-ready', 409, 'Stripe still needs something before this account can take payments.'),
  otherCurrency: refusal(
    'payments.other-currency',
    409,
    'The paid tickets are in a different currency from this account. Change their prices first, or choose another account.',
  ),
  tooMuch: refusal('payments.too-much', 422, 'That is more than can still be refunded.', 'amount'),
  refundStep: refusal('payments.refund-step', 422, 'Amounts in this currency must end in 0.', 'amount'),
  allBack: refusal('payments.all-back', 409, 'Everything that was paid has already been refunded.'),
  disputed: refusal(
    'payments.disputed',
    409,
    'The buyer has disputed this payment with their bank. It cannot be refunded until the bank has decided.',
  ),
  disputeLost: refusal(
    'payments.dispute-lost',
    409,
    'The buyer’s bank has returned this payment to them, so there is nothing left to refund.',
  ),
  notFailed: refusal('payments.refund-not-failed', 409, 'This refund has not failed.'),
} as const;
