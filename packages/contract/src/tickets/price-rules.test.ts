import { describe, expect, test } from 'vitest';
import { canCost } from './price-rules.ts';
import { refusals } from './schema.ts';

const paid = (price: number, currency: string | null) => ({ type: 'paid', price, currency }) as const;

describe('what a ticket can cost', () => {
  test.each([
    ['nothing', { type: 'free', price: 0, currency: null }, null],
    ['an amount', paid(1800, 'GBP'), null],
    ['an amount in the currency of the others', paid(1800, 'EUR'), 'EUR'],
    ['yen without decimals', paid(1800, 'JPY'), null],
    ['forints with two', paid(180_000, 'HUF'), null],
  ] as const)('%s', (_, price, others) => {
    expect(canCost(price, price.price, others)).toEqual({ ok: true });
  });

  test.each([
    ['no price', paid(0, 'GBP'), refusals.priceRequired],
    ['a negative price', paid(-5, 'GBP'), refusals.priceRequired],
    ['no currency', paid(1800, null), refusals.noCurrency],
    ['a currency that is charged in other units', paid(1800, 'ISK'), refusals.noCurrency],
    ['a third decimal that is not 0', paid(4501, 'KWD'), refusals.priceStep],
    ['less than Stripe charges', paid(29, 'GBP'), refusals.priceLeast],
    ['more than eight digits', paid(100_000_000, 'GBP'), refusals.priceMost],
    ['another currency than the others', paid(1800, 'GBP'), refusals.otherCurrency],
  ] as const)('not %s', (_, price, refusal) => {
    expect(canCost(price, price.price, 'EUR')).toEqual({ ok: false, refusal });
  });

  test('not so much that the fee makes it too much', () => {
    expect(canCost(paid(99_000_000, 'EUR'), 103_950_000, null)).toEqual({ ok: false, refusal: refusals.priceMost });
  });
});
