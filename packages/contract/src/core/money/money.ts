/*
 * Money is an integer of minor units beside the code of its currency. How many decimals a currency has is Stripe's table and not
 * `Intl`'s, which follows what people pay in cash and differs between browsers: a price of 1,800 forints is 180000 in both our
 * database and Stripe's, and `Intl` says that a forint has no decimals.
 *
 * Source: https://docs.stripe.com/currencies
 */

/** Currencies without decimals. */
export const WHOLE = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF';
/** Currencies with three decimals, of which the last is always 0. */
export const THREE = 'BHD JOD KWD OMR TND';

/** How many decimals a currency has on the wire: 0, 2 or 3. Two for a code that is unknown. @param currency three capitals. */
export function decimalsOf(currency: string): number {
  return WHOLE.includes(currency) ? 0 : THREE.includes(currency) ? 3 : 2;
}

/**
 * An amount as people read it in the language of this browser or server, such as `£18.90`, `¥1,800` or `KWD 4.500`.
 *
 * @param amount minor units.
 * @param options what else `Intl` is told: `trailingZeroDisplay: 'stripIfInteger'` for a price on a button.
 */
export function formatMoney(amount: number, currency: string, options?: Intl.NumberFormatOptions): string {
  const digits = decimalsOf(currency);
  const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return Intl.NumberFormat(undefined, { style: 'currency', currency, ...fixed, ...options }).format(
    amount / 10 ** digits,
  );
}
