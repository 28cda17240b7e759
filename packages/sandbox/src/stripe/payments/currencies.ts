import { invalid } from '../wire/errors.ts';

/*
 * What Stripe charges. Sources: https://docs.stripe.com/currencies, and its page on minimum amounts. This is written down
 * apart from the product's own table, so that each finds the other's mistakes.
 */

const WITHOUT_DECIMALS = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
const THREE_DECIMALS = new Set('bhd jod kwd omr tnd'.split(' '));
const TWO_DECIMALS = new Set(
  'usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bmd bnd bob brl bsd bwp byn bzd cad cdf chf cny cop crc cve czk dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gtq gyd hkd hnl htg huf idr ils inr isk jmd kes kgs khr kyd kzt lak lbp lkr lrd lsl mad mdl mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd pab pen pgk php pkr pln qar ron rsd rub sar sbd scr sek sgd shp sle sos srd std szl thb tjs top try ttd twd tzs uah ugx uyu uzs wst xcd yer zar zmw'.split(
    ' ',
  ),
);

const MINIMUM: Readonly<Record<string, number>> = {
  ...{ usd: 50, aed: 200, aud: 50, brl: 50, cad: 50, chf: 50, czk: 1500, dkk: 250, eur: 50, gbp: 30, hkd: 400 },
  ...{ huf: 17_500, inr: 50, jpy: 50, mxn: 1000, myr: 200, nok: 300, nzd: 50, pln: 200, ron: 200, sek: 300 },
  ...{ sgd: 50, thb: 1000 },
};
const MAXIMUM = 99_999_999;
/** Written with two decimals that must be zero. */
const WHOLE_IN_TWO = new Set(['isk', 'ugx']);

/** How many decimals a currency has on the wire. @param currency in lower case. */
export function decimalsOf(currency: string): number {
  return WITHOUT_DECIMALS.has(currency) ? 0 : THREE_DECIMALS.has(currency) ? 3 : 2;
}

/** An amount as Stripe's sentences have it, such as `£18.90`. */
export function written(amount: number, currency: string): string {
  const digits = decimalsOf(currency);
  const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol', ...fixed }).format(
    amount / 10 ** digits,
  );
}

/** A currency in lower case. @throws Refusal if Stripe does not know it. */
export function readCurrency(given: string): string {
  const currency = given.toLowerCase();
  if (WITHOUT_DECIMALS.has(currency) || THREE_DECIMALS.has(currency) || TWO_DECIMALS.has(currency)) return currency;
  throw invalid(
    `Invalid currency: ${given}. Stripe currently supports these currencies: usd, eur, gbp and others.`,
    undefined,
    'currency',
  );
}

/** @throws Refusal if an amount cannot be charged. */
export function checkAmount(amount: number, currency: string): void {
  if (amount < 1)
    throw invalid('This value must be greater than or equal to 1.', 'parameter_invalid_integer', 'amount');
  const step = THREE_DECIMALS.has(currency) ? 10 : WHOLE_IN_TWO.has(currency) ? 100 : 1;
  if (amount % step !== 0)
    throw invalid(
      `Invalid amount: amounts in ${currency} must be a multiple of ${step}.`,
      'parameter_invalid_integer',
      'amount',
    );
  const least = MINIMUM[currency] ?? 1;
  if (amount < least)
    throw invalid(`Amount must be at least ${written(least, currency)} ${currency}`, 'amount_too_small', 'amount');
  if (amount > MAXIMUM)
    throw invalid(
      `Amount must be no more than ${written(MAXIMUM, currency)} ${currency}`,
      'amount_too_large',
      'amount',
    );
}

/** What Stripe itself takes for a payment: 1.5 % and 20 of a currency with two decimals, in minor units. */
export function processingFee(amount: number, currency: string): number {
  const fixed = Math.round((20 * 10 ** decimalsOf(currency)) / 100);
  return Math.min(amount, Math.round((amount * 15) / 1000) + fixed);
}

/** What Stripe takes when a payment is disputed: 15 of a currency. */
export function disputeFee(currency: string): number {
  return 15 * 10 ** decimalsOf(currency);
}
