import { invalid, wrongCard } from '../wire/errors.ts';

/** How a payment turns out. */
export type Outcome = {
  /** Why the issuer declines, if it does. With a challenge, only after it was passed. */
  decline?: { code: string; declineCode?: string; message: string };
  /** The buyer has to authenticate. */
  challenge?: true;
  /** A dispute follows, for this reason. */
  dispute?: string;
  refund?: 'fails' | 'takes time';
  /** A bank debit: how it ends, and whether that takes three minutes at least. */
  debit?: { fails?: { code: string; message: string }; slow?: true };
};

const DECLINED = 'Your card was declined.';
const declined = (declineCode: string, message = DECLINED): Outcome => ({
  decline: { code: 'card_declined', declineCode, message },
});
const FUNDS = 'Your card has insufficient funds.';

/** Stripe's test cards with the names under which the API knows them. Source: https://docs.stripe.com/testing */
const CARDS: readonly [number: string, token: string, outcome: Outcome][] = [
  ['4242424242424242', 'pm_card_visa', {}],
  ['4000056655665556', 'pm_card_visa_debit', {}],
  ['4000008260000000', 'pm_card_gb', {}],
  ['4000002760000016', 'pm_card_de', {}],
  ['5555555555554444', 'pm_card_mastercard', {}],
  ['378282246310005', 'pm_card_amex', {}],
  ['4000000000000077', 'pm_card_bypassPending', {}],
  ['4000000000000002', 'pm_card_visa_chargeDeclined', declined('generic_decline')],
  ['4000000000009995', 'pm_card_visa_chargeDeclinedInsufficientFunds', declined('insufficient_funds', FUNDS)],
  ['4000000000009987', 'pm_card_visa_chargeDeclinedLostCard', declined('lost_card')],
  ['4000000000009979', 'pm_card_visa_chargeDeclinedStolenCard', declined('stolen_card')],
  [
    ...(['4000000000000069', 'pm_card_chargeDeclinedExpiredCard'] as const),
    { decline: { code: 'expired_card', declineCode: 'expired_card', message: 'Your card has expired.' } },
  ],
  [
    ...(['4000000000000127', 'pm_card_chargeDeclinedIncorrectCvc'] as const),
    {
      decline: {
        code: 'incorrect_cvc',
        declineCode: 'incorrect_cvc',
        message: "Your card's security code is incorrect.",
      },
    },
  ],
  [
    ...(['4000000000000119', 'pm_card_chargeDeclinedProcessingError'] as const),
    {
      decline: {
        ...{ code: 'processing_error', declineCode: 'processing_error' },
        message: 'An error occurred while processing your card. Try again in a little bit.',
      },
    },
  ],
  ['4000002760003184', 'pm_card_authenticationRequired', { challenge: true }],
  ['4000000000003220', 'pm_card_threeDSecure2Required', { challenge: true }],
  [
    ...(['4000008260003178', 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds'] as const),
    { challenge: true, ...declined('insufficient_funds', FUNDS) },
  ],
  [
    ...(['4000008400001629', 'pm_card_threeDSecureRequiredChargeDeclined'] as const),
    { challenge: true, ...declined('generic_decline') },
  ],
  ['4000000000000259', 'pm_card_createDispute', { dispute: 'fraudulent' }],
  ['4000000000002685', 'pm_card_createDisputeProductNotReceived', { dispute: 'product_not_received' }],
  ['4000000000005126', 'pm_card_refundFail', { refund: 'fails' }],
  ['4000000000007726', 'pm_card_pendingRefund', { refund: 'takes time' }],
];

const refused = (code: string, message: string): Outcome => ({ debit: { fails: { code, message } } });
const FAILED = {
  code: 'debit_not_authorized',
  message: 'The payment failed because the bank did not allow the debit.',
};

/** The test accounts of bank debits. Source: https://docs.stripe.com/payments/sepa-debit */
const ACCOUNTS: readonly [iban: string, token: string, outcome: Outcome][] = [
  ['DE89370400440532013000', 'pm_sepaDebit_success_de', { debit: {} }],
  ['DE08370400440532013003', 'pm_sepaDebit_successDelayed_de', { debit: { slow: true } }],
  ['DE62370400440532013001', 'pm_sepaDebit_failed_de', { debit: { fails: FAILED } }],
  ['DE78370400440532013004', 'pm_sepaDebit_failedDelayed_de', { debit: { fails: FAILED, slow: true } }],
  ['DE35370400440532013002', 'pm_sepaDebit_disputed_de', { debit: {}, dispute: 'debit_not_authorized' }],
  [
    ...(['DE65370400440002222227', 'pm_sepaDebit_insufficientFunds_de'] as const),
    refused('insufficient_funds', 'The bank account has insufficient funds.'),
  ],
];

/** What is known of a card or a bank account. */
export type Paper =
  | {
      type: 'card';
      brand: string;
      last4: string;
      country: string;
      expMonth: number;
      expYear: number;
      funding: string;
      outcome: Outcome;
    }
  | { type: 'sepa_debit'; country: string; bankCode: string; last4: string; outcome: Outcome };

const brandOf = (number: string) =>
  /^3[47]/.test(number) ? 'amex' : /^(5[1-5]|2[2-7])/.test(number) ? 'mastercard' : 'visa';
const COUNTRY: Record<string, string> = { '400000826': 'GB', '400000276': 'DE' };

function cardOf(number: string, outcome: Outcome, expMonth: number, expYear: number): Paper {
  const funding = number.startsWith('400005') ? 'debit' : 'credit';
  const country = COUNTRY[number.slice(0, 9)] ?? 'US';
  return {
    type: 'card',
    brand: brandOf(number),
    last4: number.slice(-4),
    country,
    expMonth,
    expYear,
    funding,
    outcome,
  };
}

function accountOf(iban: string, outcome: Outcome): Paper {
  return { type: 'sepa_debit', country: iban.slice(0, 2), bankCode: iban.slice(4, 12), last4: iban.slice(-4), outcome };
}

/** A payment method that Stripe keeps for tests, by its name. @param year the current one: its card is good until the next. */
export function findToken(name: string, year: number): Paper | undefined {
  const [number, , outcome] = CARDS.find(([, token]) => token === name) ?? [];
  if (number !== undefined && outcome) return cardOf(number, outcome, 12, year + 1);
  const [iban, , debit] = ACCOUNTS.find(([, token]) => token === name) ?? [];
  return iban !== undefined && debit ? accountOf(iban, debit) : undefined;
}

/** The digits of a card number add up (ISO/IEC 7812-1). */
function addsUp(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

const FIELD = 'payment_method_data[card]';
type CardFields = { number: string; exp_month: number; exp_year: number; cvc: string | undefined };

/** @param now in milliseconds. @throws Refusal as Stripe does for a card that cannot be right, and for one it does not test with. */
export function readCard({ number: typed, exp_month, exp_year, cvc }: CardFields, now: number): Paper {
  const number = typed.replace(/[\s-]/g, '');
  const date = new Date(now);
  if (!/^\d{12,19}$/.test(number) || !addsUp(number))
    throw wrongCard('Your card number is incorrect.', 'incorrect_number', `${FIELD}[number]`);
  if (exp_month < 1 || exp_month > 12)
    throw wrongCard("Your card's expiration month is invalid.", 'invalid_expiry_month', `${FIELD}[exp_month]`);
  const year = exp_year < 100 ? 2000 + exp_year : exp_year;
  if (year < date.getUTCFullYear() || year > date.getUTCFullYear() + 50)
    throw wrongCard("Your card's expiration year is invalid.", 'invalid_expiry_year', `${FIELD}[exp_year]`);
  if (year === date.getUTCFullYear() && exp_month < date.getUTCMonth() + 1)
    throw wrongCard("Your card's expiration month is invalid.", 'invalid_expiry_month', `${FIELD}[exp_month]`);
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc))
    throw wrongCard("Your card's security code is invalid.", 'invalid_cvc', `${FIELD}[cvc]`);
  const [, , outcome] = CARDS.find(([known]) => known === number) ?? [];
  if (outcome) return cardOf(number, outcome, exp_month, year);
  const message =
    'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.';
  return cardOf(
    number,
    { decline: { code: 'card_declined', declineCode: 'test_mode_live_card', message } },
    exp_month,
    year,
  );
}

/** @throws Refusal for a number that cannot be right. Any other German one pays, as the first of Stripe's does. */
export function readIban(typed: string): Paper {
  const iban = typed.replace(/\s/g, '').toUpperCase();
  const turned = [...`${iban.slice(4)}${iban.slice(0, 4)}`].map((sign) => Number.parseInt(sign, 36)).join('');
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban) || BigInt(turned) % 97n !== 1n)
    throw invalid(
      'The IBAN you entered is invalid.',
      'invalid_bank_account_iban',
      'payment_method_data[sepa_debit][iban]',
    );
  return accountOf(iban, ACCOUNTS.find(([known]) => known === iban)?.[2] ?? { debit: {} });
}
