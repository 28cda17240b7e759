import type { Stripe } from 'stripe';
import { emit } from '../webhooks/events.ts';
import { invalid, missing } from '../wire/errors.ts';
import type { World } from '../world.ts';
import { idOf, move } from './charges.ts';
import { disputeFee } from './currencies.ts';

const ANSWER_SECONDS = 9 * 86_400;

const EVIDENCE: Stripe.Dispute.Evidence = {
  ...{
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
  },
  ...{ cancellation_rebuttal: null, customer_communication: null, customer_email_address: null, customer_name: null },
  ...{ customer_purchase_ip: null, customer_signature: null, duplicate_charge_documentation: null },
  ...{
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
  },
  ...{
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
  },
  ...{ service_documentation: null, shipping_address: null, shipping_carrier: null, shipping_date: null },
  ...{
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  },
};

/** A buyer's bank takes a payment back until it is decided whose it is. @throws Refusal if there is nothing to dispute. */
export function openDispute(world: World, account: string, chargeId: string, reason: string): Stripe.Dispute {
  const charge = world.get('charge', chargeId, account);
  if (!charge) throw missing('charge', chargeId);
  if (charge.status !== 'succeeded' || charge.disputed || charge.refunded)
    throw invalid(`Charge ${chargeId} cannot be disputed.`);
  const id = world.newId('du_1');
  const amount = charge.amount - charge.amount_refunded;
  const { currency } = charge;
  const withdrawn = move(world, account, {
    ...{ amount: -amount, currency, type: 'adjustment', category: 'dispute', source: id },
    description: `Chargeback withdrawal for ${chargeId}`,
    fees: [{ amount: disputeFee(currency), type: 'stripe_fee', description: 'Dispute fee' }],
  });
  const card = charge.payment_method_details?.card;
  const dispute: Stripe.Dispute = {
    ...{
      id,
      object: 'dispute' as const,
      amount,
      balance_transactions: [withdrawn],
      charge: chargeId,
      created: world.seconds,
      currency,
    },
    ...{
      enhanced_eligibility_types: [],
      evidence: EVIDENCE,
      intended_submission_method: null,
      is_charge_refundable: false,
    },
    evidence_details: {
      ...{ due_by: world.seconds + ANSWER_SECONDS, enhanced_eligibility: {}, has_evidence: false, past_due: false },
      ...{ submission_count: 0, submission_method: 'not_submitted' as const },
    },
    ...{
      livemode: false,
      metadata: {},
      payment_intent: charge.payment_intent,
      reason,
      status: 'needs_response' as const,
    },
    ...(card && {
      payment_method_details: {
        card: {
          brand: card.brand ?? 'visa',
          case_type: 'chargeback',
          network: card.network ?? 'visa',
          network_reason_code: '10.4',
        },
        type: 'card',
      },
    }),
  };
  world.put('dispute', account, id, dispute);
  world.put('charge', account, chargeId, { ...charge, disputed: true });
  emit(world, account, 'charge.dispute.created', dispute);
  emit(world, account, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** The bank has decided. A won dispute brings the money back, not its fee. @throws Refusal if it was decided before. */
export function decideDispute(world: World, account: string, id: string, status: 'won' | 'lost'): Stripe.Dispute {
  const dispute = world.get('dispute', id, account);
  if (!dispute) throw missing('dispute', id);
  if (dispute.status === 'won' || dispute.status === 'lost') throw invalid(`Dispute ${id} has been decided already.`);
  const back =
    status === 'won'
      ? [
          move(world, account, {
            ...{
              amount: dispute.amount,
              currency: dispute.currency,
              type: 'adjustment',
              category: 'dispute_reversal',
              source: id,
            },
            description: `Chargeback reversal for ${idOf(dispute.charge)}`,
          }),
        ]
      : [];
  const decided: Stripe.Dispute = {
    ...dispute,
    balance_transactions: [...dispute.balance_transactions, ...back],
    status,
  };
  world.put('dispute', account, id, decided);
  emit(world, account, 'charge.dispute.updated', decided, { status: dispute.status });
  if (status === 'won') emit(world, account, 'charge.dispute.funds_reinstated', decided);
  emit(world, account, 'charge.dispute.closed', decided);
  return decided;
}
