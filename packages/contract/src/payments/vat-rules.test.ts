import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MOST } from '../core/money/money-rules.ts';
import { isRate, vatIn } from './vat-rules.ts';

describe('VAT', () => {
  test.each([
    [1200, 20, 200],
    [1890, 20, 315],
    [1800, 19, 287],
    [1070, 7, 70],
    [1077, 7.7, 77],
    [1, 20, 0],
    [3, 20, 1],
    [1890, 0, 0],
    [0, 20, 0],
    [MOST, 50, 33_333_333],
  ])('in %s at %s percent is %s', (total, percent, vat) => {
    expect(vatIn(total, percent)).toBe(vat);
  });

  test('what is left without it, and that with it, is what was charged, to half a unit', () => {
    fc.assert(
      fc.property(fc.nat({ max: MOST }), fc.nat({ max: 5000 }), (total, points) => {
        const vat = vatIn(total, points / 100);
        expect(Number.isInteger(vat)).toBe(true);
        expect(Math.abs((total - vat) * points - vat * 10_000)).toBeLessThanOrEqual((10_000 + points) / 2);
      }),
    );
  });

  test.each([
    [0, true],
    [20, true],
    [7.7, true],
    [5.25, true],
    [50, true],
    [5.255, false],
    [50.01, false],
    [-1, false],
    [Number.NaN, false],
  ])('%s is a rate: %s', (percent, is) => {
    expect(isRate(percent)).toBe(is);
  });
});
