import { decimalsOf, THREE, WHOLE } from './money.ts';

/* What may be charged: which currencies, which amounts, which fees. Apart from `money.ts`, since pages that only show a price need none of it. */

/** Currencies with two decimals. Those that are charged in other units than they are written in, such as ISK and UGX, are left out. */
const TWO =
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CNY COP CRC CVE CZK DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR JMD KES KGS KHR KYD KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SEK SGD SHP SOS SRD SZL THB TJS TOP TRY TTD TWD TZS UAH USD UYU UZS WST XCD YER ZAR ZMW`.split(
    /\s+/,
  );

/** The least that Stripe charges, in minor units; where it names none, whatever is worth something. */
const LEAST: Readonly<Record<string, number>> = {
  ...{ USD: 50, AED: 200, AUD: 50, BRL: 50, CAD: 50, CHF: 50, CZK: 1500, DKK: 250, EUR: 50, GBP: 30, HKD: 400 },
  ...{ HUF: 17_500, INR: 50, JPY: 50, MXN: 1000, MYR: 200, NOK: 300, NZD: 50, PLN: 200, RON: 200, SEK: 300 },
  ...{ SGD: 50, THB: 1000 },
};

/** The most that one payment may come to, in minor units of any currency: eight digits. */
export const MOST = 99_999_999;

/** Codes of all currencies that a ticket may be sold in, in the order of the alphabet. */
export const CURRENCIES: readonly string[] = [...WHOLE.split(' '), ...THREE.split(' '), ...TWO].sort();

const KNOWN = new Set(CURRENCIES);

/** Whether tickets may be sold in a currency. @param currency its ISO 4217 code, in capitals. */
export function isCurrency(currency: string): boolean {
  return KNOWN.has(currency);
}

/** What amounts of a currency are multiples of, in minor units. */
export function stepOf(currency: string): number {
  return decimalsOf(currency) === 3 ? 10 : 1;
}

/** The least that can be charged in a currency, in minor units. */
export function leastOf(currency: string): number {
  return LEAST[currency] ?? stepOf(currency);
}

/**
 * What somebody typed as an amount: `18.90`, `18,90`, `1,800`, `1 800.50`. A lone separator before three digits groups them, unless
 * the currency has three decimals.
 *
 * @returns minor units; undefined for what is no amount, is negative, or has more decimals than the currency.
 */
export function readMoney(typed: string, currency: string): number | undefined {
  const decimals = decimalsOf(currency);
  const text = typed.normalize('NFKC').replace(/[\s'’_]/g, '');
  if (!/^\d+(?:[.,]\d+)*$/.test(text)) return undefined;
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const tail = last < 0 ? '' : text.slice(last + 1);
  const separators = text.replace(/\d/g, '');
  const mixed = new Set(separators).size > 1;
  const groups = !mixed && (separators.length > 1 || (tail.length === 3 && decimals !== 3));
  const [whole, rest] = last < 0 || groups ? [text, ''] : [text.slice(0, last), tail];
  const parts = whole.split(/[.,]/);
  // Groups are of three digits, behind a first one of at most three.
  if (parts.length > 1 && (parts.slice(1).some((part) => part.length !== 3) || (parts[0]?.length ?? 0) > 3))
    return undefined;
  if (rest.length > decimals) return undefined;
  const amount = Number(parts.join('') + rest.padEnd(decimals, '0'));
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/**
 * The fee on an amount, in minor units: a percentage, rounded half up to what the currency can be charged in.
 *
 * @param amount minor units.
 * @param percent with at most two decimals, such as 5 or 2.75.
 */
export function feeOf(amount: number, percent: number, currency: string): number {
  const step = stepOf(currency);
  const basisPoints = Math.round(percent * 100);
  return Math.floor((amount * basisPoints + 5000 * step) / (10_000 * step)) * step;
}

/** Why an amount cannot be charged: in which way it is wrong; undefined if it can. 0 is charged by nobody, and is right. */
export function faultOf(amount: number, currency: string): 'currency' | 'step' | 'least' | 'most' | undefined {
  if (!isCurrency(currency)) return 'currency';
  if (amount % stepOf(currency) !== 0) return 'step';
  if (amount > MOST) return 'most';
  return amount > 0 && amount < leastOf(currency) ? 'least' : undefined;
}
