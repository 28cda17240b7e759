import { decimalsOf } from '@folkmoot/contract/core/money/money.ts';
import { readMoney } from '@folkmoot/contract/core/money/money-rules.ts';
import { totalOf } from '@folkmoot/contract/payments/order-rules.ts';
import { isRate } from '@folkmoot/contract/payments/vat-rules.ts';
import { canCost } from '@folkmoot/contract/tickets/price-rules.ts';
import {
  type PriceFields,
  refusals,
  type SaleFields,
  TicketFields,
  type TicketView,
  VAT_FAULT,
} from '@folkmoot/contract/tickets/schema.ts';
import { z } from 'zod';

/** What is written in a ticket's form: the price as it was typed. */
export type TicketValues = {
  name: string;
  description: string;
  capacity: number | null;
  type: 'free' | 'paid';
  price: string;
  currency: string;
  fee_bearer: 'buyer' | 'host';
  /** In percent; null for no VAT. */
  vat_rate: number | null;
  is_refundable: boolean;
  /** Days before the start until which money goes back; null while the field is empty. */
  days: number | null;
} & { [Name in keyof SaleFields]-?: Exclude<SaleFields[Name], undefined> };

const DAY = 86_400;

/** A new ticket is refundable until a week before the start, as the server has it. */
const USUAL_DAYS = 7;

/** What a ticket's form shows first. @param currency what a new price is in. */
export function valuesOf(ticket: TicketView | undefined, currency: string): TicketValues {
  const seconds = ticket?.refund_policy[0]?.valid_before;
  return {
    name: ticket?.name ?? '',
    description: ticket?.description ?? '',
    capacity: ticket?.capacity ?? null,
    type: ticket?.type ?? 'free',
    price: ticket?.type === 'paid' ? typedAs(ticket.price, ticket.currency ?? currency) : '',
    currency: ticket?.currency ?? currency,
    fee_bearer: ticket?.fee_bearer ?? 'buyer',
    vat_rate: ticket?.vat_rate ?? null,
    is_refundable: ticket?.is_refundable ?? true,
    days: seconds === undefined ? USUAL_DAYS : Math.round(seconds / DAY),
    ...{ is_hidden: ticket?.is_hidden ?? false, is_archived: ticket?.is_archived ?? false },
    require_approval: ticket?.require_approval ?? false,
    ...{ sale_starts_epoc: ticket?.sale_starts_epoc ?? null, sale_ends_epoc: ticket?.sale_ends_epoc ?? null },
  };
}

/** An amount as somebody would type it: `18.00`. */
export function typedAs(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return (amount / 10 ** decimals).toFixed(decimals);
}

/** What a buyer pays and what the seller gets of it, before Stripe's own fee; undefined for what cannot be read. */
export function shares(
  { price, currency, fee_bearer }: Pick<TicketValues, 'price' | 'currency' | 'fee_bearer'>,
  percent: number,
): { total: number; fee: number; yours: number } | undefined {
  const amount = readMoney(price, currency);
  if (amount === undefined || amount === 0) return undefined;
  const { fee, total } = totalOf({ price: amount, currency, fee_bearer }, percent);
  return { total, fee, yours: total - fee };
}

/**
 * What can be wrong in a ticket's form, in the words of the contract.
 *
 * @param others the currency of the event's other paid tickets; null if there are none.
 */
export function ticketSchema(percent: number, others: string | null) {
  return z
    .object({
      ...TicketFields.shape,
      ...{
        type: z.string() as z.ZodType<TicketValues['type'], TicketValues['type']>,
        price: z.string(),
        currency: z.string(),
        fee_bearer: z.string() as z.ZodType<TicketValues['fee_bearer'], TicketValues['fee_bearer']>,
        is_refundable: z.boolean(),
        vat_rate: z.number().nullable(),
      },
      days: z.int('Enter a whole number.').min(0).max(365, 'That is more than a year.').nullable(),
      ...{ is_hidden: z.boolean(), is_archived: z.boolean(), require_approval: z.boolean() },
      ...{ sale_starts_epoc: z.number().nullable(), sale_ends_epoc: z.number().nullable() },
    })
    .superRefine((values, context) => {
      const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      const { sale_starts_epoc: starts, sale_ends_epoc: ends } = values;
      if (starts !== null && ends !== null && starts >= ends) say('sale_ends_epoc', refusals.saleOrder.message);
      if (values.type === 'free') return;
      if (values.is_refundable && values.days === null) say('days', 'Enter a number of days.');
      if (values.vat_rate !== null && !isRate(values.vat_rate)) say('vat_rate', VAT_FAULT);
      const amount = values.price.trim() === '' ? 0 : readMoney(values.price, values.currency);
      if (amount === undefined)
        return say(
          'price',
          `Enter an amount, such as ${typedAs(1800 * 10 ** (decimalsOf(values.currency) - 2), values.currency)}.`,
        );
      const { total } = totalOf(
        { price: amount, currency: values.currency, fee_bearer: values.fee_bearer === 'host' ? 'host' : 'buyer' },
        percent,
      );
      const decision = canCost({ type: 'paid', price: amount, currency: values.currency }, total, others);
      if (!decision.ok) say(decision.refusal.field ?? 'price', decision.refusal.message);
    });
}

/** What of the form is about to whom, when and how a ticket is given out, as it is sent. */
export function salesIn(values: TicketValues): SaleFields {
  const { is_hidden, is_archived, require_approval, sale_starts_epoc, sale_ends_epoc } = values;
  return { is_hidden, is_archived, require_approval, sale_starts_epoc, sale_ends_epoc };
}

/** What of the form is about the price, as it is sent. */
export function priceIn(values: TicketValues): PriceFields {
  if (values.type === 'free') return { type: 'free' };
  return {
    ...{ type: 'paid', price: readMoney(values.price, values.currency) ?? 0, currency: values.currency },
    ...{ fee_bearer: values.fee_bearer, vat_rate: values.vat_rate, is_refundable: values.is_refundable },
    ...(values.is_refundable && { refund_policy: [{ valid_before: (values.days ?? 0) * DAY }] }),
  };
}
