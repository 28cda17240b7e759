import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalsOf, formatMoney } from './money.ts';
import { CURRENCIES, faultOf, feeOf, isCurrency, leastOf, MOST, readMoney, stepOf } from './money-rules.ts';

describe('amounts of money', () => {
  test.each([
    [1890, 'GBP', '£18.90'],
    [1800, 'GBP', '£18.00'],
    [180_000, 'HUF', 'HUF 1,800.00'],
    [5_000_000, 'IDR', 'IDR 50,000.00'],
    [1800, 'JPY', '¥1,800'],
    [4500, 'KWD', 'KWD 4.500'],
    [0, 'EUR', '€0.00'],
  ])('%s of %s is written %s', (amount, currency, text) => {
    expect(formatMoney(amount, currency).replaceAll('\u00a0', ' ')).toBe(text);
  });

  test('a price on a button leaves out decimals that are 0', () => {
    const BUTTON = { trailingZeroDisplay: 'stripIfInteger' } as const;
    expect(formatMoney(1800, 'GBP', BUTTON)).toBe('£18');
    expect(formatMoney(1890, 'GBP', BUTTON)).toBe('£18.90');
  });

  test.each([
    ['18.90', 'GBP', 1890],
    ['18,90', 'EUR', 1890],
    ['18', 'EUR', 1800],
    ['18.9', 'EUR', 1890],
    ['1,800', 'GBP', 180_000],
    ['1.800', 'EUR', 180_000],
    ['1 800,50', 'EUR', 180_050],
    ['1,234,567', 'GBP', 123_456_700],
    ['1.234,56', 'EUR', 123_456],
    ['1’800.50', 'CHF', 180_050],
    ['1800', 'JPY', 1800],
    ['1,800', 'JPY', 1800],
    ['4.500', 'KWD', 4500],
    ['4,5', 'KWD', 4500],
    ['１８．９０', 'GBP', 1890],
    ['', 'GBP', undefined],
    ['-5', 'GBP', undefined],
    ['free', 'GBP', undefined],
    ['18.905', 'GBP', 1_890_500],
    ['18.9051', 'GBP', undefined],
    ['1,80,0', 'GBP', undefined],
    ['1234,567.00', 'GBP', undefined],
    ['18.5', 'JPY', undefined],
    ['9'.repeat(30), 'GBP', undefined],
  ])('%j of %s is read as %s', (typed, currency, amount) => {
    expect(readMoney(typed, currency)).toBe(amount);
  });

  test('what is written in any currency is read back, as English and as German people write it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CURRENCIES),
        fc.nat({ max: MOST }),
        fc.constantFrom('en-GB', 'de-DE', 'fr-FR', 'de-CH'),
        (currency, raw, locale) => {
          const amount = raw - (raw % stepOf(currency));
          const digits = decimalsOf(currency);
          const text = new Intl.NumberFormat(locale, { minimumFractionDigits: digits }).format(amount / 10 ** digits);
          expect(readMoney(text, currency)).toBe(amount);
        },
      ),
    );
  });

  test.each([
    [1800, 5, 'GBP', 90],
    [1810, 5, 'GBP', 91],
    [1809, 5, 'GBP', 90],
    [1000, 2.75, 'GBP', 28],
    [50, 5, 'JPY', 3],
    [49, 5, 'JPY', 2],
    [4500, 5, 'KWD', 230],
    [0, 5, 'GBP', 0],
    [MOST, 100, 'EUR', MOST],
  ])('the fee on %s at %s per cent in %s is %s', (amount, percent, currency, fee) => {
    expect(feeOf(amount, percent, currency)).toBe(fee);
  });

  test('a fee is a whole number that can be charged, and never off by more than half a step', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CURRENCIES),
        fc.nat({ max: MOST }),
        fc.nat({ max: 10_000 }),
        (currency, raw, points) => {
          const step = stepOf(currency);
          const amount = raw - (raw % step);
          const fee = feeOf(amount, points / 100, currency);
          expect(fee % step).toBe(0);
          expect(Math.abs(fee * 10_000 - amount * points)).toBeLessThanOrEqual(5000 * step);
        },
      ),
    );
  });

  test.each([
    [0, 'GBP', undefined],
    [29, 'GBP', 'least'],
    [30, 'GBP', undefined],
    [MOST, 'GBP', undefined],
    [MOST + 1, 'GBP', 'most'],
    [4505, 'KWD', 'step'],
    [4510, 'KWD', undefined],
    [100, 'ISK', 'currency'],
    [100, 'UGX', 'currency'],
    [100, 'gbp', 'currency'],
  ])('%s of %s: %s', (amount, currency, fault) => {
    expect(faultOf(amount, currency)).toBe(fault);
  });

  test('every currency is known to Intl, has a least amount that fits its step, and is listed once', () => {
    const known = new Set(Intl.supportedValuesOf('currency'));
    expect(CURRENCIES.filter((currency) => !known.has(currency))).toEqual([]);
    expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length);
    for (const currency of CURRENCIES) {
      expect(isCurrency(currency)).toBe(true);
      expect(leastOf(currency) % stepOf(currency)).toBe(0);
    }
  });
});
