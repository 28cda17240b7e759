import { VAT_FAULT } from '@folkmoot/contract/tickets/schema.ts';
import { describe, expect, test } from 'vitest';
import { priceIn, shares, type TicketValues, ticketSchema, typedAs, valuesOf } from './ticket-form.ts';

const paid = (fields: Partial<TicketValues> = {}): TicketValues => ({
  ...valuesOf(undefined, 'GBP'),
  ...{ name: 'Workshop', type: 'paid', price: '18', ...fields },
});

const wrong = (values: TicketValues, others: string | null = null) => {
  const { error } = ticketSchema(5, others).safeParse(values);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
};

describe('a ticket’s form', () => {
  test.each([
    ['as people type it', '18', {}],
    ['with a comma', '18,50', {}],
    ['nothing', ' ', { price: 'Enter a price, or make the ticket free.' }],
    ['words', 'a lot', { price: 'Enter an amount, such as 18.00.' }],
    ['too little', '0.29', { price: 'That is less than can be charged in this currency.' }],
  ])('takes a price %s', (_, price, faults) => {
    expect(wrong(paid({ price }))).toEqual(faults);
  });

  test('wants one currency, and days if money goes back', () => {
    expect(wrong(paid(), 'EUR')).toEqual({ currency: 'All tickets of an event are sold in one currency.' });
    expect(wrong(paid({ days: null }))).toEqual({ days: 'Enter a number of days.' });
    expect(wrong(paid({ days: null, is_refundable: false }))).toEqual({});
    expect(wrong(paid({ type: 'free', price: 'a lot', days: null }))).toEqual({});
  });

  test.each([
    [null, undefined],
    [0, undefined],
    [7.7, undefined],
    [50.5, VAT_FAULT],
    [7.755, VAT_FAULT],
  ])('takes VAT of %s percent: %s', (vat_rate, fault) => {
    expect(wrong(paid({ vat_rate })).vat_rate).toBe(fault);
    expect(wrong(paid({ vat_rate, type: 'free' }))).toEqual({});
    expect(priceIn(paid({ vat_rate }))).toMatchObject({ vat_rate });
  });

  test('says what buyers pay and what the seller gets', () => {
    expect(shares(paid({ price: '18' }), 5)).toEqual({ total: 1890, fee: 90, yours: 1800 });
    expect(shares(paid({ price: '18', fee_bearer: 'host' }), 5)).toEqual({ total: 1800, fee: 90, yours: 1710 });
    expect(shares(paid({ price: 'a lot' }), 5)).toBeUndefined();
  });

  test('sends minor units, and days as seconds', () => {
    expect(priceIn(paid({ price: '18,50', days: 2 }))).toEqual({
      ...{ type: 'paid', price: 1850, currency: 'GBP', fee_bearer: 'buyer', vat_rate: null, is_refundable: true },
      refund_policy: [{ valid_before: 172_800 }],
    });
    expect(priceIn(paid({ type: 'free' }))).toEqual({ type: 'free' });
    expect([typedAs(1800, 'GBP'), typedAs(1800, 'JPY'), typedAs(4500, 'KWD')]).toEqual(['18.00', '1800', '4.500']);
  });
});
