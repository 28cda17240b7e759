import type { Stripe } from 'stripe';
import { canCharge } from '../accounts/accounts.ts';
import { emit } from '../webhooks/events.ts';
import { invalid, missing, Refusal } from '../wire/errors.ts';
import { mergeMetadata, type Read } from '../wire/parameters.ts';
import { APPLICATION, PLATFORM, type World } from '../world.ts';
import { checkAmount, readCurrency } from './currencies.ts';
import type { createShape, updateShape } from './intent-shapes.ts';

/** Statuses in which an intent can still be changed or given up. */
const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
const CANCELABLE = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
];

/** @throws Refusal if the account has no such intent. */
export function findIntent(world: World, account: string, id: string): Stripe.PaymentIntent {
  const found = world.get('payment_intent', id, account);
  if (!found) throw missing('payment_intent', id, 'intent');
  return found;
}

/** An intent is in a status that does not allow what was asked. The error carries the intent. */
export function wrongStatus(intent: Stripe.PaymentIntent, message: string): Refusal {
  const { body } = invalid(message, 'payment_intent_unexpected_state');
  return new Refusal(400, { ...body, payment_intent: intent });
}

/** Writes an intent down and says so. */
export function changeIntent(
  world: World,
  account: string,
  intent: Stripe.PaymentIntent,
  event?: string,
): Stripe.PaymentIntent {
  world.put('payment_intent', account, intent.id, intent);
  if (event !== undefined) emit(world, account, `payment_intent.${event}`, intent);
  return intent;
}

function checkFee(account: string, fee: number | '' | null | undefined, amount: number): void {
  if (fee === undefined || fee === '' || fee === null) return;
  if (account === PLATFORM)
    throw invalid(
      'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).',
      undefined,
      'application_fee_amount',
    );
  if (fee < 0)
    throw invalid(
      'This value must be greater than or equal to 0.',
      'parameter_invalid_integer',
      'application_fee_amount',
    );
  if (fee > amount)
    throw invalid(
      'The application_fee_amount must not be greater than the amount of the PaymentIntent.',
      undefined,
      'application_fee_amount',
    );
}

/** Ways to pay in a currency, where none are named. */
const typesFor = (currency: string) => (currency === 'eur' ? ['card', 'sepa_debit'] : ['card']);

function readTypes(given: string[] | undefined, currency: string): string[] {
  if (given === undefined) return typesFor(currency);
  for (const type of given) {
    if (type !== 'card' && type !== 'sepa_debit')
      throw invalid(
        `The payment method type "${type}" is invalid. Please ensure the provided type is activated in your dashboard.`,
        'payment_intent_invalid_parameter',
        'payment_method_types',
      );
    if (type === 'sepa_debit' && currency !== 'eur')
      throw invalid(
        'The payment method `sepa_debit` only supports the following currencies: `eur`.',
        'payment_intent_invalid_currency',
        'currency',
      );
  }
  return given;
}

type Create = Read<typeof createShape>;

/** Makes an intent. @throws Refusal if its amount, currency, fee or account does not allow it. */
export function createIntent(world: World, account: string, given: Create): Stripe.PaymentIntent {
  const currency = readCurrency(given.currency);
  checkAmount(given.amount, currency);
  checkFee(account, given.application_fee_amount, given.amount);
  if (given.payment_method_types && given.automatic_payment_methods)
    throw invalid('You may only specify one of these parameters: automatic_payment_methods, payment_method_types.');
  const types = readTypes(given.payment_method_types, currency);
  if (!canCharge(world, account))
    throw invalid(
      'No valid payment method types for this Payment Intent. Please ensure that you have activated payment methods compatible with your chosen currency in your dashboard (https://dashboard.stripe.com/settings/payment_methods) or specify payment_method_types manually.',
      'payment_method_unactivated',
    );
  const id = world.newId('pi_3');
  const intent: Stripe.PaymentIntent = {
    ...{
      id,
      object: 'payment_intent' as const,
      allowed_payment_method_types: null,
      amount: given.amount,
      amount_capturable: 0,
    },
    ...{ amount_details: { tip: {} }, amount_received: 0, application: account === PLATFORM ? null : APPLICATION },
    application_fee_amount: given.application_fee_amount ?? null,
    automatic_payment_methods: given.payment_method_types
      ? null
      : { allow_redirects: given.automatic_payment_methods?.allow_redirects ?? 'always', enabled: true },
    ...{ canceled_at: null, cancellation_reason: null, capture_method: given.capture_method ?? 'automatic_async' },
    ...{
      client_secret: `${id}_secret_${world.newId('')}`,
      confirmation_method: 'automatic' as const,
      created: world.seconds,
    },
    ...{ currency, customer: null, customer_account: null, description: given.description ?? null },
    ...{ excluded_payment_method_types: null, last_payment_error: null, latest_charge: null, livemode: false },
    ...{ managed_payments: null, metadata: mergeMetadata(null, given.metadata), next_action: null, on_behalf_of: null },
    ...{ payment_method: null, payment_method_configuration_details: null, payment_record: null },
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    } as Stripe.PaymentIntent.PaymentMethodOptions,
    ...{ payment_method_types: types, processing: null, receipt_email: given.receipt_email ?? null, review: null },
    ...{
      setup_future_usage: null,
      shipping: null,
      source: null,
      statement_descriptor: given.statement_descriptor ?? null,
    },
    ...{
      statement_descriptor_suffix: given.statement_descriptor_suffix ?? null,
      status: 'requires_payment_method' as const,
    },
    ...{ transfer_data: null, transfer_group: null },
  };
  return changeIntent(world, account, intent, 'created');
}

type Update = Read<typeof updateShape>;

/** Changes an intent. Its money can only change before it is on its way. @throws Refusal */
export function updateIntent(world: World, account: string, id: string, given: Update): Stripe.PaymentIntent {
  const intent = findIntent(world, account, id);
  const isOpen = OPEN.includes(intent.status);
  for (const name of ['amount', 'currency', 'application_fee_amount'] as const)
    if (given[name] !== undefined && !isOpen)
      throw wrongStatus(
        intent,
        `This PaymentIntent's ${name} could not be updated because it has a status of ${intent.status}. You may only update the ${name} of a PaymentIntent with one of the following statuses: ${OPEN.join(', ')}.`,
      );
  const currency = given.currency === undefined ? intent.currency : readCurrency(given.currency);
  const amount = given.amount ?? intent.amount;
  if (given.amount !== undefined || given.currency !== undefined) checkAmount(amount, currency);
  const fee =
    given.application_fee_amount === undefined ? intent.application_fee_amount : given.application_fee_amount || null;
  checkFee(account, fee, amount);
  const types = intent.automatic_payment_methods
    ? typesFor(currency)
    : readTypes(intent.payment_method_types, currency);
  return changeIntent(world, account, {
    ...intent,
    ...{ amount, currency, application_fee_amount: fee, payment_method_types: types },
    description: given.description === undefined ? intent.description : given.description || null,
    receipt_email: given.receipt_email === undefined ? intent.receipt_email : given.receipt_email || null,
    metadata: mergeMetadata(intent.metadata, given.metadata),
  });
}

/** Gives an intent up. @throws Refusal once its money is on its way. */
export function cancelIntent(
  world: World,
  account: string,
  id: string,
  reason: Stripe.PaymentIntent.CancellationReason | undefined,
): Stripe.PaymentIntent {
  const intent = findIntent(world, account, id);
  // The bank has the order to debit already. Stripe allows this in rare cases only.
  if (!OPEN.includes(intent.status))
    throw wrongStatus(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`,
    );
  world.remove('challenge', id);
  const canceled = {
    ...intent,
    canceled_at: world.seconds,
    cancellation_reason: reason ?? null,
    next_action: null,
    status: 'canceled' as const,
  };
  return changeIntent(world, account, canceled, 'canceled');
}

const PUBLIC =
  'id object amount amount_details automatic_payment_methods canceled_at cancellation_reason capture_method client_secret confirmation_method created currency description last_payment_error livemode next_action payment_method payment_method_types processing receipt_email setup_future_usage shipping source status'.split(
    ' ',
  );

/** What a browser may know of an intent: neither metadata nor fees. */
export function publicPart(intent: Stripe.PaymentIntent): object {
  return Object.fromEntries(Object.entries(intent).filter(([name]) => PUBLIC.includes(name)));
}

/** @throws Refusal if a browser does not know the intent's secret. */
export function checkSecret(intent: Stripe.PaymentIntent, secret: string | undefined): void {
  if (secret === undefined)
    throw invalid('Missing required param: client_secret.', 'parameter_missing', 'client_secret');
  if (secret !== intent.client_secret)
    throw invalid(
      'The client_secret provided does not match the client_secret associated with this PaymentIntent.',
      'payment_intent_invalid_parameter',
      'client_secret',
    );
}
