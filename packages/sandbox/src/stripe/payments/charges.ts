import type { Stripe } from 'stripe';
import { emit } from '../webhooks/events.ts';
import { APPLICATION, PLATFORM, type World } from '../world.ts';
import { processingFee } from './currencies.ts';

/** Money becomes available two days after it was paid. */
const PENDING_SECONDS = 2 * 86_400;

/** The id of what may be expanded, or null. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === 'object' && value !== null ? value.id : (value ?? null);
}

type Movement = {
  amount: number;
  currency: string;
  type: string;
  category: string;
  source: string;
  description: string | null;
  fees?: { amount: number; type: 'application_fee' | 'stripe_fee'; description: string }[];
};

/** Writes a movement of an account's balance. Amounts are signed, and fees lessen them. */
export function move(world: World, account: string, movement: Movement): Stripe.BalanceTransaction {
  const { amount, currency, fees = [] } = movement;
  const fee = fees.reduce((sum, one) => sum + one.amount, 0);
  const transaction: Stripe.BalanceTransaction = {
    ...{ id: world.newId('txn_'), object: 'balance_transaction' as const, amount, balance_type: 'payments' as const },
    ...{
      available_on: world.seconds + PENDING_SECONDS,
      created: world.seconds,
      currency,
      description: movement.description,
    },
    ...{ exchange_rate: null, fee, net: amount - fee, reporting_category: movement.category, source: movement.source },
    fee_details: fees.map((one) => ({
      ...one,
      application: one.type === 'application_fee' ? APPLICATION : null,
      currency,
    })),
    ...{ status: 'pending', type: movement.type },
  };
  return world.put('balance_transaction', account, transaction.id, transaction);
}

function detailsOf(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  isAuthenticated: boolean,
): Stripe.Charge.PaymentMethodDetails {
  const { card, sepa_debit } = method;
  if (sepa_debit)
    return {
      sepa_debit: {
        ...{ bank_code: sepa_debit.bank_code, branch_code: '', country: sepa_debit.country },
        fingerprint: sepa_debit.fingerprint,
        last4: sepa_debit.last4,
        mandate: null,
      },
      type: 'sepa_debit',
    };
  if (!card) return { type: method.type };
  return {
    card: {
      ...{ amount_authorized: intent.amount, authorization_code: null, brand: card.brand, country: card.country },
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      ...{
        electronic_commerce_indicator: null,
        exp_month: card.exp_month,
        exp_year: card.exp_year,
        funding: card.funding,
      },
      ...{
        fingerprint: card.fingerprint ?? null,
        installments: null,
        last4: card.last4,
        mandate: null,
        network: card.brand,
      },
      ...{
        network_transaction_id: null,
        regulated_status: 'unregulated' as const,
        transaction_link_id: null,
        wallet: null,
      },
      three_d_secure: isAuthenticated
        ? ({
            authentication_flow: 'challenge',
            result: 'authenticated',
            version: '2.2.0',
          } as Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure)
        : null,
    },
    type: 'card',
  };
}

export type Attempted = {
  status: 'succeeded' | 'pending' | 'failed';
  failure?: { code: string; declineCode?: string; message: string };
  isAuthenticated: boolean;
};

/** Writes an attempt to take an intent's money as a charge. Balances and fees follow by {@link settleCharge}. */
export function makeCharge(
  world: World,
  account: string,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  attempt: Attempted,
): Stripe.Charge {
  const { status, failure } = attempt;
  const isDebit = method.type === 'sepa_debit';
  const isFailed = status === 'failed';
  const charge: Stripe.Charge = {
    ...{ id: world.newId(isDebit ? 'py_' : 'ch_'), object: 'charge' as const, amount: intent.amount },
    ...{ amount_captured: isFailed ? 0 : intent.amount, amount_refunded: 0, application: intent.application },
    ...{ application_fee: null, application_fee_amount: intent.application_fee_amount, balance_transaction: null },
    billing_details: { ...method.billing_details, tax_id: null },
    ...{ calculated_statement_descriptor: intent.statement_descriptor, captured: !isFailed, created: world.seconds },
    ...{ currency: intent.currency, customer: null, description: intent.description, disputed: false },
    ...{
      failure_balance_transaction: null,
      failure_code: failure?.code ?? null,
      failure_message: failure?.message ?? null,
    },
    ...{ fraud_details: {}, livemode: false, metadata: intent.metadata, on_behalf_of: null },
    outcome: {
      ...{ advice_code: null, network_advice_code: null, network_decline_code: null },
      ...{
        network_status: isFailed ? 'declined_by_network' : 'approved_by_network',
        reason: failure?.declineCode ?? null,
      },
      ...{
        risk_level: isDebit ? 'not_assessed' : 'normal',
        seller_message: isFailed
          ? 'The bank did not return any further details with this decline.'
          : 'Payment complete.',
      },
      type: isFailed ? 'issuer_declined' : 'authorized',
    },
    ...{ paid: status === 'succeeded', payment_intent: intent.id, payment_method: method.id },
    payment_method_details: detailsOf(intent, method, attempt.isAuthenticated),
    ...{ receipt_email: intent.receipt_email, receipt_number: null, receipt_url: null, refunded: false, review: null },
    ...{ shipping: null, source: null, source_transfer: null, statement_descriptor: intent.statement_descriptor },
    ...{
      statement_descriptor_suffix: intent.statement_descriptor_suffix,
      status,
      transfer_data: null,
      transfer_group: null,
    },
  };
  return world.put('charge', account, charge.id, charge);
}

/** The operator's fee on a charge, which the platform gets. */
function makeFee(world: World, account: string, charge: Stripe.Charge, amount: number): Stripe.ApplicationFee {
  const id = world.newId('fee_');
  const description = `Application fee from application for payment on ${account}`;
  const movement = {
    amount,
    currency: charge.currency,
    type: 'application_fee',
    category: 'platform_earning',
    source: id,
    description,
  };
  const fee: Stripe.ApplicationFee = {
    ...{ id, object: 'application_fee' as const, account, amount, amount_refunded: 0, application: APPLICATION },
    ...{ balance_transaction: move(world, PLATFORM, movement).id, charge: charge.id, created: world.seconds },
    ...{ currency: charge.currency, fee_source: { charge: charge.id, type: 'charge' as const }, livemode: false },
    ...{ originating_transaction: null, refunded: false },
    refunds: { object: 'list', data: [], has_more: false, url: `/v1/application_fees/${id}/refunds` },
  };
  return world.put('application_fee', PLATFORM, id, fee);
}

/** The money of a charge has come: balances move, and the operator's fee is taken. */
export function settleCharge(world: World, account: string, charge: Stripe.Charge): Stripe.Charge {
  const fee = charge.application_fee_amount ? makeFee(world, account, charge, charge.application_fee_amount) : null;
  const isDebit = charge.payment_method_details?.type === 'sepa_debit';
  const stripeFee = processingFee(charge.amount, charge.currency);
  const movement = move(world, account, {
    ...{ amount: charge.amount, currency: charge.currency, type: isDebit ? 'payment' : 'charge', category: 'charge' },
    ...{ source: charge.id, description: charge.description },
    fees: [
      ...(fee
        ? [{ amount: fee.amount, type: 'application_fee' as const, description: 'Folkmoot application fee' }]
        : []),
      { amount: stripeFee, type: 'stripe_fee', description: 'Stripe processing fees' },
    ],
  });
  const settled: Stripe.Charge = {
    ...charge,
    ...{
      application_fee: fee?.id ?? null,
      balance_transaction: movement.id,
      captured: true,
      paid: true,
      status: 'succeeded',
    },
  };
  world.put('charge', account, charge.id, settled);
  if (fee) emit(world, PLATFORM, 'application_fee.created', fee);
  emit(world, account, 'charge.succeeded', settled);
  return settled;
}
