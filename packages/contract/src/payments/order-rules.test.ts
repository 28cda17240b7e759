import { describe, expect, test } from 'vitest';
import { totalOf } from './order-rules.ts';
import { refundableUntil } from './refund-rules.ts';

describe('what is charged', () => {
  test.each([
    ['added for the buyer', { price: 1800, currency: 'GBP', fee_bearer: 'buyer' }, 5, { fee: 90, total: 1890 }],
    ['borne by the host', { price: 1800, currency: 'GBP', fee_bearer: 'host' }, 5, { fee: 90, total: 1800 }],
    ['rounded half up', { price: 1810, currency: 'GBP', fee_bearer: 'buyer' }, 5, { fee: 91, total: 1901 }],
    [
      'whole in a currency without decimals',
      { price: 1010, currency: 'JPY', fee_bearer: 'buyer' },
      5,
      { fee: 51, total: 1061 },
    ],
    ['in tens in one with three', { price: 4500, currency: 'KWD', fee_bearer: 'buyer' }, 5, { fee: 230, total: 4730 }],
    [
      'nothing for an operator who takes none',
      { price: 1800, currency: 'EUR', fee_bearer: 'buyer' },
      0,
      { fee: 0, total: 1800 },
    ],
  ] as const)('the fee is %s', (_, price, percent, expected) => {
    expect(totalOf(price, percent)).toEqual(expected);
  });
});

describe('until when a refund is due', () => {
  const week = 7 * 86_400;
  const policy = { is_refundable: true, refund_seconds: week, starts: 10 * week };

  test.each([
    ['so long before the start', policy, 10 * week, 9 * week],
    ['by the later start, if the event was moved back', policy, 12 * week, 11 * week],
    ['by the start when they paid, if the event was moved forward', policy, 8 * week, 9 * week],
    ['always, while its date is to be announced', policy, null, Number.POSITIVE_INFINITY],
    ['never, if the ticket is not refundable', { ...policy, is_refundable: false }, 10 * week, null],
  ] as const)('%s', (_, given, starts, expected) => {
    expect(refundableUntil(given, starts)).toBe(expected);
  });
});
