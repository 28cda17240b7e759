import type { Stripe } from 'stripe';
import { canCharge } from '../accounts/accounts.ts';
import { emit } from '../webhooks/events.ts';
import { invalid, Refusal } from '../wire/errors.ts';
import type { Read } from '../wire/parameters.ts';
import type { Task, World } from '../world.ts';
import { findToken, type Paper, readCard, readIban } from './cards.ts';
import { makeCharge, settleCharge } from './charges.ts';
import type { confirmShape } from './intent-shapes.ts';
import { changeIntent, findIntent, wrongStatus } from './intents.ts';

/** How long the slow test accounts take at least. */
const SLOW_SECONDS = 180;

type Given = Read<Omit<typeof confirmShape, 'client_secret' | 'expand' | 'receipt_email'>>;

/** Puts something on the list of what happens later. */
export function later(world: World, account: string, seconds: number, what: Task['what'], target: string): void {
  const id = world.newId('task_');
  world.put('task', account, id, { id, dueAt: world.ms + seconds * 1000, what, target });
}

function readPaper(world: World, given: Given, isBrowser: boolean): Paper {
  const data = given.payment_method_data;
  if (given.payment_method !== undefined) {
    const paper = findToken(given.payment_method, new Date(world.ms).getUTCFullYear());
    if (!paper) throw invalid(`No such PaymentMethod: '${given.payment_method}'`, 'resource_missing', 'payment_method');
    return paper;
  }
  if (data?.card) {
    if (!isBrowser)
      throw invalid(
        'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.',
        undefined,
        undefined,
        402,
      );
    return readCard({ ...data.card, cvc: data.card.cvc }, world.ms);
  }
  if (data?.sepa_debit) {
    const { name, email } = data.billing_details ?? {};
    if (!name)
      throw invalid('Missing required param: billing_details[name].', 'parameter_missing', 'billing_details[name]');
    if (!email)
      throw invalid('Missing required param: billing_details[email].', 'parameter_missing', 'billing_details[email]');
    return readIban(data.sepa_debit.iban);
  }
  throw invalid(
    `Missing required param: payment_method_data[${data?.type}].`,
    'parameter_missing',
    `payment_method_data[${data?.type}]`,
  );
}

function makeMethod(world: World, account: string, paper: Paper, given: Given): Stripe.PaymentMethod {
  const { name, email, phone } = given.payment_method_data?.billing_details ?? {};
  const empty = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
  const fingerprint = `sandbox${paper.last4}`;
  const method: Stripe.PaymentMethod = {
    ...{ id: world.newId('pm_1'), object: 'payment_method' as const, allow_redisplay: 'unspecified' as const },
    billing_details: { address: empty, email: email || null, name: name || null, phone: phone || null, tax_id: null },
    ...(paper.type === 'card' && {
      card: {
        ...{
          brand: paper.brand,
          checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
        },
        ...{
          country: paper.country,
          display_brand: paper.brand,
          exp_month: paper.expMonth,
          exp_year: paper.expYear,
          fingerprint,
        },
        ...{
          funding: paper.funding,
          generated_from: null,
          last4: paper.last4,
          regulated_status: 'unregulated' as const,
        },
        ...{
          networks: { available: [paper.brand], preferred: null },
          three_d_secure_usage: { supported: true },
          wallet: null,
        },
      },
    }),
    ...(paper.type === 'sepa_debit' && {
      sepa_debit: {
        ...{ bank_code: paper.bankCode, branch_code: '', country: paper.country, fingerprint },
        generated_from: { charge: null, setup_attempt: null },
        last4: paper.last4,
      },
    }),
    ...{
      created: world.seconds,
      customer: null,
      customer_account: null,
      livemode: false,
      metadata: {},
      type: paper.type,
    },
  };
  world.put('instrument', account, method.id, { outcome: paper.outcome });
  return world.put('payment_method', account, method.id, method);
}

/**
 * Pays an intent, or begins to.
 *
 * @param isBrowser whether it was asked with a publishable key.
 * @param pageOf the address of the page on which a buyer authenticates. @throws Refusal with status 402 for a declined card.
 */
export function confirmIntent(
  world: World,
  account: string,
  id: string,
  given: Given,
  isBrowser: boolean,
  pageOf: (id: string, secret: string) => string,
): Stripe.PaymentIntent {
  const intent = findIntent(world, account, id);
  if (intent.status === 'succeeded')
    throw wrongStatus(
      intent,
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    );
  if (intent.status === 'canceled' || intent.status === 'processing')
    throw wrongStatus(intent, `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`);
  if (given.payment_method === undefined && given.payment_method_data === undefined)
    throw wrongStatus(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    );
  if (
    !isBrowser &&
    !given.use_stripe_sdk &&
    given.return_url === undefined &&
    intent.automatic_payment_methods?.allow_redirects === 'always'
  )
    throw invalid(
      "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
    );
  if (!canCharge(world, account))
    throw invalid(
      'The operation cannot be performed as the payment method used has not been activated. Activate the payment method in the Dashboard, then try again.',
      'payment_method_unactivated',
    );
  const paper = readPaper(world, given, isBrowser);
  if (!intent.payment_method_types.includes(paper.type))
    throw invalid(
      `The PaymentMethod provided (${paper.type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${intent.payment_method_types.join(', ')}.`,
      'payment_intent_invalid_parameter',
      'payment_method',
    );
  const method = makeMethod(world, account, paper, given);
  const attempted = { ...intent, payment_method: method.id, next_action: null, last_payment_error: null };
  if (!paper.outcome.challenge) return attempt(world, account, attempted, method, false);

  const secret = world.newId('src_');
  const returnUrl = given.return_url ?? null;
  world.put('challenge', account, id, { secret, returnUrl, paymentMethod: method.id });
  const url = pageOf(id, secret);
  const next_action = given.use_stripe_sdk
    ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url, source: secret } }
    : { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } };
  return changeIntent(world, account, { ...attempted, next_action, status: 'requires_action' }, 'requires_action');
}

/** Takes the money, as far as the card or the account allows. */
function attempt(
  world: World,
  account: string,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  isAuthenticated: boolean,
): Stripe.PaymentIntent {
  const outcome = world.get('instrument', method.id)?.outcome ?? {};
  world.remove('challenge', intent.id);
  if (outcome.decline) return declineIntent(world, account, intent, method, outcome.decline, isAuthenticated);
  if (outcome.debit) {
    const charge = makeCharge(world, account, intent, method, { status: 'pending', isAuthenticated });
    const seconds = outcome.debit.slow
      ? Math.max(SLOW_SECONDS, world.settings.debitSeconds)
      : world.settings.debitSeconds;
    later(world, account, seconds, outcome.debit.fails ? 'failDebit' : 'settle', intent.id);
    emit(world, account, 'charge.pending', charge);
    return changeIntent(world, account, { ...intent, latest_charge: charge.id, status: 'processing' }, 'processing');
  }
  const charge = makeCharge(world, account, intent, method, { status: 'succeeded', isAuthenticated });
  return succeed(world, account, intent, charge);
}

function succeed(
  world: World,
  account: string,
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge,
): Stripe.PaymentIntent {
  const settled = settleCharge(world, account, charge);
  const paid = {
    ...intent,
    amount_received: intent.amount,
    latest_charge: settled.id,
    next_action: null,
    status: 'succeeded' as const,
  };
  const instrument =
    typeof charge.payment_method === 'string' ? world.get('instrument', charge.payment_method) : undefined;
  if (instrument?.outcome.dispute !== undefined && !world.isImporting)
    later(world, account, world.settings.disputeSeconds, 'dispute', settled.id);
  return changeIntent(world, account, paid, 'succeeded');
}

type Decline = { code: string; declineCode?: string; message: string };

function declineIntent(
  world: World,
  account: string,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
  isAuthenticated: boolean,
): never {
  const charge = makeCharge(world, account, intent, method, { status: 'failed', failure: decline, isAuthenticated });
  const error = {
    ...{
      charge: charge.id,
      code: decline.code,
      ...(decline.declineCode !== undefined && { decline_code: decline.declineCode }),
    },
    ...{
      doc_url: `https://stripe.com/docs/error-codes/${decline.code.replaceAll('_', '-')}`,
      message: decline.message,
    },
    ...{ payment_method: method, type: 'card_error' as const },
  };
  emit(world, account, 'charge.failed', charge);
  const failed = changeIntent(
    world,
    account,
    {
      ...intent,
      last_payment_error: error,
      latest_charge: charge.id,
      next_action: null,
      payment_method: null,
      status: 'requires_payment_method',
    },
    'payment_failed',
  );
  throw new Refusal(402, { ...error, payment_intent: failed });
}

/** The bank has paid a debit. */
export function settleDebit(world: World, account: string, id: string): Stripe.PaymentIntent {
  const { intent, charge } = inProcess(world, account, id);
  return succeed(world, account, intent, charge);
}

/** The bank has refused a debit. */
export function failDebit(world: World, account: string, id: string): Stripe.PaymentIntent {
  const { intent, charge } = inProcess(world, account, id);
  const method = world.get('payment_method', String(charge.payment_method));
  const failure = world.get('instrument', String(charge.payment_method))?.outcome.debit?.fails ?? {
    ...{ code: 'debit_not_authorized', message: 'The payment failed because the bank did not allow the debit.' },
  };
  const failed: Stripe.Charge = {
    ...charge,
    failure_code: failure.code,
    failure_message: failure.message,
    paid: false,
    captured: false,
    amount_captured: 0,
    status: 'failed',
  };
  world.put('charge', account, charge.id, failed);
  emit(world, account, 'charge.failed', failed);
  const error = {
    ...{
      charge: charge.id,
      code: 'payment_intent_payment_attempt_failed' as const,
      decline_code: failure.code,
      message: failure.message,
    },
    ...{ type: 'card_error' as const, ...(method && { payment_method: method }) },
  };
  const open = {
    ...intent,
    last_payment_error: error,
    payment_method: null,
    status: 'requires_payment_method' as const,
  };
  return changeIntent(world, account, open, 'payment_failed');
}

function inProcess(world: World, account: string, id: string): { intent: Stripe.PaymentIntent; charge: Stripe.Charge } {
  const intent = findIntent(world, account, id);
  const charge = world.get('charge', String(intent.latest_charge));
  if (intent.status !== 'processing' || !charge)
    throw wrongStatus(intent, `This PaymentIntent is not processing: it has a status of ${intent.status}.`);
  return { intent, charge };
}

/**
 * The buyer has answered the page of their bank.
 *
 * @param secret as the page's address has it. @throws Refusal if there is nothing to answer, or the card is declined after it.
 */
export function answerChallenge(world: World, id: string, secret: string, isPassed: boolean): Stripe.PaymentIntent {
  const account = world.accountOf('payment_intent', id) ?? '';
  const challenge = world.get('challenge', id);
  const intent = world.get('payment_intent', id);
  const method = world.get('payment_method', challenge?.paymentMethod ?? '');
  if (!intent || !method || challenge?.secret !== secret || intent.status !== 'requires_action')
    throw invalid('There is nothing to authenticate: this payment has moved on.');
  if (isPassed) return attempt(world, account, intent, method, true);
  world.remove('challenge', id);
  const error = {
    ...{
      code: 'payment_intent_authentication_failure' as const,
      doc_url: 'https://stripe.com/docs/error-codes/payment-intent-authentication-failure',
    },
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    ...{ payment_method: method, type: 'invalid_request_error' as const },
  };
  const open = {
    ...intent,
    last_payment_error: error,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method' as const,
  };
  return changeIntent(world, account, open, 'payment_failed');
}
