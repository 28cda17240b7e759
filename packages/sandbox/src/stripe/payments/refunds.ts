import type { Stripe } from 'stripe';
import { emit } from '../webhooks/events.ts';
import { invalid, missing } from '../wire/errors.ts';
import { mergeMetadata } from '../wire/parameters.ts';
import { PLATFORM, type World } from '../world.ts';
import { idOf, move } from './charges.ts';
import { later } from './confirm.ts';
import { decimalsOf, written } from './currencies.ts';

type Given = {
  charge: string | undefined;
  payment_intent: string | undefined;
  amount: number | undefined;
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | undefined;
  refund_application_fee: boolean | undefined;
  metadata: Record<string, string> | '' | undefined;
};

function findCharge(world: World, account: string, given: Given): Stripe.Charge {
  if (given.charge !== undefined) {
    const charge = world.get('charge', given.charge, account);
    if (!charge) throw missing('charge', given.charge, 'charge');
    return charge;
  }
  if (given.payment_intent === undefined)
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
      'parameter_missing',
    );
  const intent = world.get('payment_intent', given.payment_intent, account);
  if (!intent) throw missing('payment_intent', given.payment_intent, 'payment_intent');
  const charge = world.get('charge', idOf(intent.latest_charge) ?? '', account);
  if (!charge || intent.status !== 'succeeded')
    throw invalid(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      'payment_intent_unexpected_state',
      'payment_intent',
    );
  return charge;
}

function checkRefundable(world: World, account: string, charge: Stripe.Charge, amount: number): void {
  if (charge.status !== 'succeeded')
    throw invalid(`Charge ${charge.id} has not succeeded, so it cannot be refunded.`, 'charge_not_refundable');
  // Once a bank has decided for the host, the money is theirs to give.
  const isTaken = world
    .all('dispute', account)
    .some((dispute) => idOf(dispute.charge) === charge.id && dispute.status !== 'won' && !dispute.is_charge_refundable);
  if (isTaken) throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed');
  if (charge.refunded) throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  if (amount < 1)
    throw invalid('This value must be greater than or equal to 1.', 'parameter_invalid_integer', 'amount');
  const left = charge.amount - charge.amount_refunded;
  if (amount > left)
    throw invalid(
      `Refund amount (${written(amount, charge.currency)}) is greater than ${left < charge.amount ? 'unrefunded amount on charge' : 'charge amount'} (${written(left, charge.currency)})`,
      undefined,
      'amount',
    );
  if (decimalsOf(charge.currency) === 3 && amount % 10 !== 0)
    throw invalid(
      `Invalid amount: amounts in ${charge.currency} must be a multiple of 10.`,
      'parameter_invalid_integer',
      'amount',
    );
}

/** Pays a charge back, wholly or in part, with the operator's fee in proportion if asked. @throws Refusal */
export function createRefund(world: World, account: string, given: Given): Stripe.Refund {
  const charge = findCharge(world, account, given);
  const amount = given.amount ?? charge.amount - charge.amount_refunded;
  checkRefundable(world, account, charge, amount);
  const fee =
    charge.application_fee === null ? undefined : world.get('application_fee', idOf(charge.application_fee) ?? '');
  if (given.refund_application_fee && !fee)
    throw invalid('Unable to refund the application fee: this charge has none.', undefined, 'refund_application_fee');

  const isDebit = charge.payment_method_details?.type === 'sepa_debit';
  const id = world.newId(isDebit ? 'pyr_1' : 're_3');
  const amount_refunded = charge.amount_refunded + amount;
  const feeBack =
    given.refund_application_fee && fee
      ? refundFee(world, fee, feeShare(fee, charge, amount, amount_refunded), {})
      : undefined;
  const movement = move(world, account, {
    ...{
      amount: -amount,
      currency: charge.currency,
      type: isDebit ? 'payment_refund' : 'refund',
      category: 'refund',
      source: id,
    },
    description: `REFUND FOR CHARGE${charge.description === null ? '' : ` (${charge.description})`}`,
    fees: feeBack
      ? [{ amount: -feeBack.amount, type: 'application_fee', description: 'Folkmoot application fee refund' }]
      : [],
  });
  const outcome = world.get('instrument', charge.payment_method ?? '')?.outcome;
  const refund: Stripe.Refund = {
    ...{
      id,
      object: 'refund' as const,
      amount,
      balance_transaction: movement.id,
      charge: charge.id,
      created: world.seconds,
    },
    ...{ currency: charge.currency, customer: null, customer_account: null },
    destination_details: isDebit
      ? { type: 'eu_bank_transfer' }
      : {
          card: {
            reference: '5461230984561234',
            reference_status: 'available',
            reference_type: 'acquirer_reference_number',
            type: 'refund',
          },
          type: 'card',
        },
    ...{
      metadata: mergeMetadata(null, given.metadata),
      payment_intent: charge.payment_intent,
      payment_method: charge.payment_method,
    },
    ...{ reason: given.reason ?? null, receipt_number: null, source_transfer_reversal: null, transfer_reversal: null },
    status: outcome?.refund === 'takes time' ? 'pending' : 'succeeded',
    ...(outcome?.refund === 'takes time' && { pending_reason: 'processing' as const }),
  };
  world.put('refund', account, id, refund);
  const before = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  const refunded = { ...charge, amount_refunded, refunded: amount_refunded === charge.amount };
  world.put('charge', account, charge.id, refunded);
  emit(world, account, 'refund.created', refund);
  emit(world, account, 'charge.refunded', refunded, before);
  if (outcome?.refund && !world.isImporting)
    later(
      world,
      account,
      world.settings.refundSeconds,
      outcome.refund === 'fails' ? 'failRefund' : 'completeRefund',
      id,
    );
  return refund;
}

/** What goes back of a fee: all of it once the whole charge is refunded, else in proportion. */
function feeShare(fee: Stripe.ApplicationFee, charge: Stripe.Charge, amount: number, refundedThen: number): number {
  const left = fee.amount - fee.amount_refunded;
  if (refundedThen === charge.amount) return left;
  return Math.min(left, Math.round((fee.amount * amount) / charge.amount));
}

/** Gives a part of the operator's fee back to the account. @returns undefined if nothing is left of it. */
function refundFee(
  world: World,
  fee: Stripe.ApplicationFee,
  amount: number,
  metadata: Record<string, string>,
): Stripe.FeeRefund | undefined {
  if (amount < 1) return undefined;
  const id = world.newId('fr_');
  const movement = move(world, PLATFORM, {
    ...{
      amount: -amount,
      currency: fee.currency,
      type: 'application_fee_refund',
      category: 'platform_earning_refund',
      source: id,
    },
    description: 'REFUND FOR APPLICATION FEE',
  });
  const back: Stripe.FeeRefund = {
    id,
    object: 'fee_refund',
    amount,
    balance_transaction: movement.id,
    created: world.seconds,
    currency: fee.currency,
    fee: fee.id,
    metadata,
  };
  world.put('fee_refund', PLATFORM, id, back);
  const amount_refunded = fee.amount_refunded + amount;
  const changed: Stripe.ApplicationFee = {
    ...{ ...fee, amount_refunded, refunded: amount_refunded === fee.amount },
    refunds: { ...fee.refunds, data: [back, ...fee.refunds.data] },
  };
  world.put('application_fee', PLATFORM, fee.id, changed);
  emit(world, PLATFORM, 'application_fee.refunded', changed);
  return back;
}

/** Gives a part of a fee back by itself, without a refund to the buyer. @throws Refusal if less is left. */
export function createFeeRefund(
  world: World,
  id: string,
  given: { amount: number | undefined; metadata: Record<string, string> | '' | undefined },
): Stripe.FeeRefund {
  const fee = findFee(world, id);
  const left = fee.amount - fee.amount_refunded;
  const amount = given.amount ?? left;
  if (left === 0) throw invalid(`Application fee ${id} has already been refunded.`, 'application_fee_already_refunded');
  if (amount < 1 || amount > left)
    throw invalid(
      `Refund amount (${written(amount, fee.currency)}) is greater than unrefunded amount on fee (${written(left, fee.currency)})`,
      undefined,
      'amount',
    );
  const account = idOf(fee.account) ?? '';
  const back = refundFee(world, fee, amount, mergeMetadata(null, given.metadata));
  if (!back) throw new Error('A fee refund of nothing was made.');
  move(world, account, {
    ...{ amount, currency: fee.currency, type: 'application_fee_refund', category: 'fee', source: back.id },
    description: 'REFUND FOR APPLICATION FEE',
  });
  return back;
}

/** @throws Refusal if the platform has no such fee. */
export function findFee(world: World, id: string): Stripe.ApplicationFee {
  const found = world.get('application_fee', id, PLATFORM);
  if (!found) throw missing('application fee', id);
  return found;
}

/** A refund did not reach the buyer: the money is the account's again. The operator's fee stays where it is. */
export function failRefund(world: World, account: string, id: string): Stripe.Refund {
  const refund = world.get('refund', id, account);
  const charge = world.get('charge', idOf(refund?.charge) ?? '', account);
  if (!refund || !charge || refund.status === 'failed') throw missing('refund', id);
  const { pending_reason: _, ...rest } = refund;
  const movement = move(world, account, {
    ...{
      amount: refund.amount,
      currency: refund.currency,
      type: 'refund_failure',
      category: 'refund_failure',
      source: id,
    },
    description: 'REFUND FAILURE',
  });
  const failed: Stripe.Refund = {
    ...rest,
    failure_balance_transaction: movement.id,
    failure_reason: 'expired_or_canceled_card',
    status: 'failed',
  };
  world.put('refund', account, id, failed);
  const restored = { ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false };
  world.put('charge', account, charge.id, restored);
  for (const type of ['refund.failed', 'refund.updated', 'charge.refund.updated'])
    emit(world, account, type, failed, { status: refund.status });
  return failed;
}

/** A refund that took its time has reached the buyer. */
export function completeRefund(world: World, account: string, id: string): Stripe.Refund {
  const refund = world.get('refund', id, account);
  if (refund?.status !== 'pending') throw missing('refund', id);
  const { pending_reason: _, ...rest } = refund;
  const done: Stripe.Refund = { ...rest, status: 'succeeded' };
  world.put('refund', account, id, done);
  for (const type of ['refund.updated', 'charge.refund.updated'])
    emit(world, account, type, done, { status: 'pending' });
  return done;
}
