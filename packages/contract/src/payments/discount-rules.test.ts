import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faultOf, stepOf } from '../core/money/money-rules.ts';
import { type Discount, discountOf } from './discount-rules.ts';

const off = (percent: number): Discount => ({ kind: 'percent', percent, amount: null });
const less = (amount: number): Discount => ({ kind: 'amount', percent: null, amount });

describe('what a code takes off', () => {
  test.each([
    ['a tenth', 1800, off(10), 'GBP', 180],
    ['half a penny is rounded up', 1805, off(10), 'GBP', 181],
    ['less than half a penny is not', 1804, off(10), 'GBP', 180],
    ['everything', 1800, off(100), 'GBP', 1800],
    ['in yen', 1805, off(10), 'JPY', 181],
    ['in dinars by ten', 4550, off(10), 'KWD', 460],
    ['an amount', 1800, less(500), 'GBP', 500],
    ['never more than the price', 400, less(500), 'GBP', 400],
    ['nothing of a free ticket', 0, less(500), 'GBP', 0],
    ['nothing, if it only shows tickets', 1800, { kind: 'access', percent: null, amount: null } as Discount, 'GBP', 0],
  ])('%s', (_, price, code, currency, expected) => {
    expect(discountOf(price, code, currency)).toBe(expected);
  });

  test('what it leaves is an amount of the currency, between nothing and the price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999_999 }),
        fc.integer({ min: 1, max: 100 }),
        fc.constantFrom('GBP', 'JPY', 'KWD', 'HUF'),
        (steps, percent, currency) => {
          const price = steps * stepOf(currency);
          const left = price - discountOf(price, off(percent), currency);
          expect(left).toBeGreaterThanOrEqual(0);
          expect(left).toBeLessThanOrEqual(price);
          expect(faultOf(left, currency)).not.toBe('step');
        },
      ),
    );
  });
});
