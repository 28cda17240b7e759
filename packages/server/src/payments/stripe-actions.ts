import { dueInWords } from '@folkmoot/contract/payments/due-rules.ts';
import type { DisputeState } from '@folkmoot/contract/payments/orders-schema.ts';
import { refusals } from '@folkmoot/contract/payments/schema.ts';
import Stripe from 'stripe';
import type { StripeSettings } from '../core/config-stripe.ts';
import { HttpError, refuse } from '../core/http/errors.ts';
import { createLists, type Lists, ourIdIn } from './reconciliation/movements-actions.ts';

/** How long a call may take, and how often it is tried again: with the same idempotency key, so that nothing happens twice. */
const PATIENCE_MS = 8_000;
const RETRIES = 2;

/** What Stripe says of a connected account. */
export type AccountFacts = {
  takesCards: boolean;
  due: string[];
  currency: string | null;
  country: string | null;
};

/** A payment as Stripe has it. */
export type IntentFacts = {
  id: string;
  status: Stripe.PaymentIntent.Status;
  clientSecret: string;
  amount: number;
  currency: string;
  /** Our id of the payment, which travels with the intent. */
  paymentId: string | undefined;
  /** What has moved, once it has succeeded. */
  charge: {
    id: string;
    fee: { id: string; amount: number } | null;
    /** In the currency of the account, which may be another than that of the payment. */
    stripeFee: { id: string; amount: number; currency: string } | null;
  } | null;
};

export type NewIntent = {
  account: string;
  amount: number;
  currency: string;
  fee: number;
  description: string;
  metadata: Record<string, string>;
};

export type RefundFacts = {
  id: string;
  state: 'pending' | 'succeeded' | 'failed';
  failure: string;
  amount: number;
  /** Our id of the refund, which travels with it; undefined for one that was made at Stripe itself. */
  refundId: string | undefined;
  /** The payment of which it is; undefined if it is of none. */
  intentId: string | undefined;
  /** All that has come back of the operator's share of this payment so far. */
  feeRefunds: { id: string; amount: number }[];
};

/** What a buyer's bank takes back. */
export type DisputeFacts = {
  id: string;
  state: DisputeState;
  amount: number;
  /** Stripe's word. */
  reason: string;
  answerBy: Date | null;
  intentId: string | undefined;
  /** What has moved on the account, which may count in another currency: taken, or given back. */
  movements: { id: string; amount: number; fee: number; currency: string }[];
};

/** What we ask of Stripe about accounts, payments and deliveries. Every call is made outside of transactions. */
export type StripeGateway = Lists & {
  /** @param key makes the call idempotent. @returns the account's id. */
  makeAccount(person: { email: string; name: string }, key: string): Promise<string>;
  /** The address of the pages on which Stripe asks for what it needs. */
  linkToOnboarding(account: string, urls: { refresh: string; back: string }): Promise<string>;
  /** Reads an account afresh. */
  readAccount(account: string): Promise<AccountFacts>;
  /** @param key makes the call idempotent: the same intent is answered again. */
  makeIntent(intent: NewIntent, key: string): Promise<IntentFacts>;
  /** Reads an intent afresh. */
  readIntent(account: string, id: string): Promise<IntentFacts>;
  /** Ends an intent. @returns it as it is then: it may have succeeded in the meantime. */
  cancelIntent(account: string, id: string): Promise<IntentFacts>;
  /** Gives money back, with the operator's share of it. @param refund `refundId` is ours, which travels with it. @param key makes the call idempotent. */
  makeRefund(
    refund: { account: string; intent: string; amount: number; hasFee: boolean; refundId: string },
    key: string,
  ): Promise<RefundFacts>;
  readRefund(account: string, id: string): Promise<RefundFacts>;
  /** A refund of an intent that we made, by our id of it; undefined if Stripe has none. */
  findRefund(account: string, intent: string, refundId: string): Promise<RefundFacts | undefined>;
  /** Reads all refunds of a charge. */
  readRefundsOf(account: string, charge: string): Promise<RefundFacts[]>;
  readDispute(account: string, id: string): Promise<DisputeFacts>;
  /** Reads all disputes of an intent. */
  readDisputesOf(account: string, intent: string): Promise<DisputeFacts[]>;
  /** Whether a delivery is Stripe's and recent; undefined if not. */
  readDelivery(
    body: Buffer,
    signature: string,
  ): { id: string; type: string; account: string | null; object: string; live: boolean } | undefined;
  /** Makes our endpoint at a stand-in, in place of earlier ones, and takes its secret. At Stripe the operator makes it. */
  listenTo(url: string): Promise<void>;
};

const INCLUDED = ['configuration.merchant', 'identity', 'defaults', 'requirements'] as const;

/** Seconds after which a delivery is too old to be believed, as Stripe's own library has it. 0 would switch the check off. */
const TOLERANCE = 300;

/** Speaks to Stripe, or to the stand-in that takes its place. */
export function createStripe(settings: StripeSettings): StripeGateway {
  const at = settings.url === undefined ? undefined : new URL(settings.url);
  const stripe = new Stripe(settings.secretKey, {
    timeout: PATIENCE_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(at && { host: at.hostname, port: at.port, protocol: at.protocol === 'https:' ? 'https' : 'http' }),
  });
  const secrets = [...settings.webhookSecrets];
  return {
    ...createLists(stripe),
    async makeAccount({ email, name }, key) {
      const account = await stripe.v2.core.accounts.create(
        {
          contact_email: email,
          display_name: name,
          dashboard: 'full',
          configuration: { merchant: { capabilities: { card_payments: { requested: true } } } },
          defaults: { responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' } },
          include: [...INCLUDED],
        },
        { idempotencyKey: key },
      );
      return account.id;
    },

    async linkToOnboarding(account, { refresh, back }) {
      const link = await stripe.v2.core.accountLinks.create({
        account,
        use_case: {
          type: 'account_onboarding',
          account_onboarding: { refresh_url: refresh, return_url: back },
        },
      });
      return link.url;
    },

    async readAccount(id) {
      const account = await stripe.v2.core.accounts.retrieve(id, { include: [...INCLUDED] });
      return {
        takesCards: account.configuration?.merchant?.capabilities?.card_payments?.status === 'active',
        // Several fields of one thing, such as an address, are asked for once.
        due: [...new Set((account.requirements?.entries ?? []).map(({ description }) => dueInWords(description)))],
        currency: account.defaults?.currency?.toUpperCase() ?? null,
        country: account.identity?.country?.toUpperCase() ?? null,
      };
    },

    async makeIntent({ account, amount, currency, fee, description, metadata }, key) {
      const intent = await stripe.paymentIntents.create(
        {
          ...{ amount, currency: currency.toLowerCase(), description, metadata },
          ...(fee > 0 && { application_fee_amount: fee }),
          automatic_payment_methods: { enabled: true },
        },
        { stripeAccount: account, idempotencyKey: key },
      );
      return intentFacts(intent);
    },

    async readIntent(account, id) {
      return intentFacts(await stripe.paymentIntents.retrieve(id, { expand: WITH_CHARGE }, { stripeAccount: account }));
    },

    async cancelIntent(account, id) {
      try {
        return intentFacts(await stripe.paymentIntents.cancel(id, {}, { stripeAccount: account }));
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        // It was canceled before, or has succeeded.
        return intentFacts(
          await stripe.paymentIntents.retrieve(id, { expand: WITH_CHARGE }, { stripeAccount: account }),
        );
      }
    },

    async makeRefund({ account, intent, amount, hasFee, refundId }, key) {
      const refund = await stripe.refunds.create(
        {
          ...{ payment_intent: intent, amount, metadata: { refund: refundId }, expand: ['charge'] },
          ...(hasFee && { refund_application_fee: true }),
        },
        { stripeAccount: account, idempotencyKey: key },
      );
      return refundFacts(stripe, refund);
    },

    async readRefund(account, id) {
      return refundFacts(stripe, await stripe.refunds.retrieve(id, { expand: ['charge'] }, { stripeAccount: account }));
    },

    async findRefund(account, intent, refundId) {
      for await (const refund of stripe.refunds.list(
        { payment_intent: intent, limit: 100, expand: ['data.charge'] },
        { stripeAccount: account },
      ))
        if (refund.metadata?.refund === refundId) return refundFacts(stripe, refund);
      return undefined;
    },

    async readRefundsOf(account, charge) {
      const { data } = await stripe.refunds.list(
        { charge, limit: 100, expand: ['data.charge'] },
        { stripeAccount: account },
      );
      return Promise.all(data.map((refund) => refundFacts(stripe, refund)));
    },

    async readDispute(account, id) {
      return disputeFacts(await stripe.disputes.retrieve(id, {}, { stripeAccount: account }));
    },

    async readDisputesOf(account, intent) {
      const { data } = await stripe.disputes.list({ payment_intent: intent, limit: 100 }, { stripeAccount: account });
      return data.map(disputeFacts);
    },

    readDelivery(body, signature) {
      for (const secret of secrets) {
        try {
          const event = stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE) as unknown as Delivery;
          return {
            id: event.id,
            type: event.type,
            account: event.account ?? event.related_object?.id ?? null,
            object: event.related_object?.id ?? event.data?.object?.id ?? '',
            live: event.livemode,
          };
        } catch {
          // It may be signed with another of the secrets.
        }
      }
      return undefined;
    },

    async listenTo(url) {
      // Of earlier starts, at other ports.
      for await (const known of stripe.webhookEndpoints.list({ limit: 100 }))
        if (URL.parse(known.url)?.pathname === new URL(url).pathname) await stripe.webhookEndpoints.del(known.id);
      const made = await stripe.webhookEndpoints.create({ url, connect: true, enabled_events: ['*'] });
      if (made.secret) secrets.push(made.secret);
    },
  };
}

const WITH_CHARGE = ['latest_charge.balance_transaction', 'latest_charge.application_fee'];

/** An id, or the object that it names. */
const idIn = (one: string | { id: string } | null | undefined) => (typeof one === 'string' ? one : one?.id);
const whole = <One extends object>(one: string | One | null | undefined): One | undefined =>
  typeof one === 'object' && one !== null ? one : undefined;

function intentFacts(intent: Stripe.PaymentIntent): IntentFacts {
  const charge = whole(intent.latest_charge);
  const fee = whole(charge?.application_fee);
  const moved = whole(charge?.balance_transaction);
  const stripeFee = moved?.fee_details
    .filter(({ type }) => type === 'stripe_fee')
    .reduce((sum, { amount }) => sum + amount, 0);
  return {
    ...{ id: intent.id, status: intent.status, clientSecret: intent.client_secret ?? '' },
    ...{ amount: intent.amount, currency: intent.currency.toUpperCase(), paymentId: ourIdIn(intent.metadata.payment) },
    charge: charge
      ? {
          id: charge.id,
          fee: fee ? { id: fee.id, amount: fee.amount } : null,
          stripeFee:
            moved && stripeFee ? { id: moved.id, amount: stripeFee, currency: moved.currency.toUpperCase() } : null,
        }
      : null,
  };
}

async function refundFacts(stripe: Stripe, refund: Stripe.Refund): Promise<RefundFacts> {
  const isOver = refund.status === 'failed' || refund.status === 'canceled';
  // Also what waits for something of the buyer is still on its way.
  const state = refund.status === 'succeeded' ? 'succeeded' : isOver ? 'failed' : 'pending';
  const fee = idIn(whole(refund.charge)?.application_fee);
  // The operator's share is on the operator's own account.
  const { data } = fee === undefined ? { data: [] } : await stripe.applicationFees.listRefunds(fee, { limit: 100 });
  return {
    ...{ id: refund.id, state, failure: refund.failure_reason ?? '', amount: refund.amount },
    ...{ refundId: refund.metadata?.refund, intentId: idIn(refund.payment_intent) },
    feeRefunds: data.map(({ id, amount }) => ({ id, amount })),
  };
}

function disputeFacts(dispute: Stripe.Dispute): DisputeFacts {
  const dueBy = dispute.evidence_details.due_by;
  return {
    ...{ id: dispute.id, state: disputeState(dispute), amount: dispute.amount, reason: dispute.reason },
    ...{ answerBy: dueBy ? new Date(dueBy * 1000) : null, intentId: idIn(dispute.payment_intent) },
    movements: dispute.balance_transactions.map(({ id, amount, fee, currency }) => ({
      ...{ id, amount, fee, currency: currency.toUpperCase() },
    })),
  };
}

function disputeState({ status, is_charge_refundable }: Stripe.Dispute): DisputeState {
  if (status === 'won') return 'won';
  if (status === 'lost') return 'lost';
  if (status === 'warning_closed' || status === 'prevented') return 'closed';
  return status.startsWith('warning_') || is_charge_refundable ? 'inquiry' : 'open';
}

/** A delivery, whole (v1) or only naming what it is about (v2). */
type Delivery = {
  id: string;
  type: string;
  livemode: boolean;
  account?: string;
  related_object?: { id: string };
  data?: { object?: { id?: string } };
};

/**
 * Calls Stripe for a person who waits for the answer.
 *
 * @throws Refused with a sentence if Stripe is away or refuses; the library's own errors may name keys and are not passed on.
 */
export async function asked<Result>(call: Promise<Result>): Promise<Result> {
  return call.catch((error: unknown) => {
    if (error instanceof HttpError || !(error instanceof Stripe.errors.StripeError)) throw error;
    return refuse(isAway(error) ? refusals.away : refusals.stripeRefused);
  });
}

/**
 * Whether Stripe does not let us use an account: it is not connected to this platform, or there is none. Asked about reading an account or
 * making something on it; a key that lacks a permission gets a 403 without this code.
 */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  return error.statusCode === 404 || (error.statusCode === 403 && error.code === 'account_invalid');
}

/** Whether Stripe could not be reached, is out of order, or asks us to slow down: nothing that is asked of it now would be answered. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  return error instanceof Stripe.errors.StripeConnectionError || (error.statusCode ?? 500) >= 429;
}
