import { z } from 'zod';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { oneLine } from '../core/text.ts';
import { text } from '../core/text-schema.ts';
import { Epoch } from '../core/time.ts';
import { isRate, MOST_VAT } from '../payments/vat-rules.ts';

export const LIMITS = { tickets: 20, name: 80, description: 250, capacity: 1_000_000 } as const;

/** Tickets a page, as the specification says. */
export const TICKET_PAGE = 10;

export const TicketType = z.enum(['free', 'paid']);

export const TicketFields = z.object({
  name: text({
    required: 'Name is required',
    max: [LIMITS.name, `Name cannot exceed ${LIMITS.name} characters.`],
  }).transform(oneLine),
  description: text({
    max: [LIMITS.description, `Description cannot exceed ${LIMITS.description} characters.`],
  }).transform(oneLine),
  /** Null for as many as the event has. */
  capacity: z
    .int('Enter a whole number.')
    .min(1, 'At least one spot.')
    .max(LIMITS.capacity, 'That is more than a million spots.')
    .nullable(),
});
export type TicketFields = z.infer<typeof TicketFields>;

/** Before which time ahead of the start money goes back, at most a year. */
const RefundPolicy = z.object({
  valid_before: z
    .int()
    .min(0)
    .max(365 * 86_400),
});

/** Who bears the operator's fee: it is added to the price, or is part of it. */
export const FeeBearer = z.enum(['buyer', 'host']);

export const VAT_FAULT = `Enter a percentage from 0 to ${MOST_VAT}, with two decimals at most.`;

/** What a ticket costs; `priceFault` says what of it is wrong. What is left out stays as it is. */
export const PriceFields = z
  .object({
    type: TicketType,
    /** Minor units. */
    price: z.int(),
    /** ISO 4217 in capitals; null for a free one. */
    currency: z.string().length(3).toUpperCase().nullable(),
    is_refundable: z.boolean(),
    refund_policy: z.array(RefundPolicy).max(1),
    fee_bearer: FeeBearer,
    /** The VAT that the price contains, in percent with two decimals at most; null if none is shown. */
    vat_rate: z.number().refine(isRate, VAT_FAULT).nullable(),
  })
  .partial();
export type PriceFields = z.infer<typeof PriceFields>;

/** To whom, when and how a ticket is given out. What is left out stays as it is. */
export const SaleFields = z
  .object({
    /** Only people with a code that names it see it. */
    is_hidden: z.boolean(),
    /** Nobody new can get it; people who have it keep it. */
    is_archived: z.boolean(),
    /** A host answers each request, also where the event itself does not ask for it. */
    require_approval: z.boolean(),
    /** Null for at once, and until registration closes. */
    sale_starts_epoc: Epoch.nullable(),
    sale_ends_epoc: Epoch.nullable(),
  })
  .partial();
export type SaleFields = z.infer<typeof SaleFields>;

export const TicketView = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  type: TicketType,
  /** Minor units; 0 for a free one. */
  price: z.int(),
  currency: z.string().nullable(),
  is_refundable: z.boolean(),
  refund_policy: z.array(z.object({ valid_before: z.int() })),
  fee_bearer: FeeBearer,
  /** The VAT that is contained in what is paid, in percent; null if none is shown. */
  vat_rate: z.number().nullable(),
  /** The operator's fee, in minor units: added to the price, or part of it. */
  fee: z.int(),
  /** The operator's share, in percent. */
  fee_percent: z.number(),
  is_hidden: z.boolean(),
  is_archived: z.boolean(),
  require_approval: z.boolean(),
  sale_starts_epoc: Epoch.nullable(),
  sale_ends_epoc: Epoch.nullable(),
  capacity: z.int().nullable(),
  /** Seats of this ticket that are neither taken nor held; null if only the event's limit counts. */
  left: z.int().nullable(),
  taken: z.int(),
});
export type TicketView = z.infer<typeof TicketView>;

export const refusals = {
  tooMany: refusal('tickets.too-many', 409, `An event can have at most ${LIMITS.tickets} tickets.`),
  inUse: refusal(
    'tickets.in-use',
    409,
    'Guests have this ticket, so it cannot be removed. To stop giving it out, archive it.',
  ),
  sold: refusal(
    'tickets.sold',
    409,
    'This ticket has been sold, so it cannot be removed. To stop selling it, archive it.',
  ),
  belowTaken: refusal('tickets.below-taken', 409, 'More spots than that are already taken.', 'capacity'),
  priceRequired: refusal('tickets.price-required', 422, 'Enter a price, or make the ticket free.', 'price'),
  noCurrency: refusal('tickets.no-currency', 422, 'Choose a currency that tickets can be sold in.', 'currency'),
  otherCurrency: refusal(
    'tickets.other-currency',
    422,
    'All tickets of an event are sold in one currency.',
    'currency',
  ),
  priceStep: refusal('tickets.price-step', 422, 'Amounts in this currency must end in 0.', 'price'),
  priceLeast: refusal('tickets.price-least', 422, 'That is less than can be charged in this currency.', 'price'),
  priceMost: refusal('tickets.price-most', 422, 'That is more than can be charged at once.', 'price'),
  saleOrder: refusal('tickets.sale-order', 422, 'Sales must end after they start.', 'sale_ends_epoc'),
  orderChanged: refusal(
    'tickets.order-changed',
    409,
    'The order has changed since you last saw it. Check it and try again.',
  ),
} as const;
