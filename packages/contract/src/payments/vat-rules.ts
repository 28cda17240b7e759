/** The most that a rate of VAT can be, in percent. */
export const MOST_VAT = 50;

/** Whether a rate of VAT is one: from 0 to 50 percent, with two decimals at most. */
export function isRate(percent: number): boolean {
  return percent >= 0 && percent <= MOST_VAT && Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-6;
}

/**
 * The VAT that is contained in an amount, in minor units, rounded half up. It is not charged apart, so it need not be a multiple of
 * what the currency can be charged in.
 *
 * @param total minor units, with the VAT.
 * @param percent with at most two decimals, such as 20 or 7.7.
 */
export function vatIn(total: number, percent: number): number {
  const points = Math.round(percent * 100);
  const whole = 10_000 + points;
  return Math.floor((2 * total * points + whole) / (2 * whole));
}
