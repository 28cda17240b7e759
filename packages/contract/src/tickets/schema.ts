import { z } from 'zod';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { oneLine } from '../core/text.ts';
import { text } from '../core/text-schema.ts';

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
    'Guests have this ticket. To stop giving it out, set its capacity to the number taken.',
  ),
  belowTaken: refusal('tickets.below-taken', 409, 'More spots than that are already taken.', 'capacity'),
  orderChanged: refusal(
    'tickets.order-changed',
    409,
    'The order has changed since you last saw it. Check it and try again.',
  ),
} as const;
