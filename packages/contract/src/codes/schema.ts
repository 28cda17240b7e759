import { z } from 'zod';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { text } from '../core/text-schema.ts';
import { Epoch } from '../core/time.ts';
import { TicketView } from '../tickets/schema.ts';

export const LIMITS = { codes: 100, code: 40, codeLeast: 4, uses: 1_000_000 } as const;

/** `percent` and `amount` take something off the price; `access` only shows hidden tickets, as the others do with those they name. */
export const CodeKind = z.enum(['percent', 'amount', 'access']);
export type CodeKind = z.infer<typeof CodeKind>;

/** What hosts say about a code; `codeFault` says what of it is wrong. */
export const CodeFields = z.object({
  code: text({ required: 'Enter a code.', max: [LIMITS.code, `A code cannot exceed ${LIMITS.code} characters.`] }).pipe(
    z
      .string()
      .min(LIMITS.codeLeast, `A code needs at least ${LIMITS.codeLeast} characters.`)
      .regex(/^[\p{L}\p{N}_-]+$/u, 'Use letters, digits, hyphens and underscores only.'),
  ),
  kind: CodeKind,
  percent: z
    .int('Enter a whole number.')
    .min(1, 'Enter a number from 1 to 100.')
    .max(100, 'Enter a number from 1 to 100.')
    .nullable(),
  /** Minor units of the event's currency. */
  amount: z.int().min(1, 'Enter an amount.').max(99_999_999, 'That is more than can be charged at once.').nullable(),
  /** The tickets that it is for; null for all of them. */
  ticket_ids: z.array(Id).min(1, 'Choose a ticket.').max(20).nullable(),
  /** How many places can be taken with it; null for no limit. */
  max_uses: z.int('Enter a whole number.').min(1, 'Enter at least one use.').max(LIMITS.uses).nullable(),
  starts_epoc: Epoch.nullable(),
  ends_epoc: Epoch.nullable(),
  is_active: z.boolean(),
});
export type CodeFields = z.infer<typeof CodeFields>;

/** A code as hosts see it. */
export const CodeView = CodeFields.extend({
  id: Id,
  code: z.string(),
  /** Places that are taken or held with it now. */
  uses: z.int(),
});
export type CodeView = z.infer<typeof CodeView>;

/** What somebody gets who has entered a code. */
export const CodeOffer = z.object({
  code: z.string(),
  kind: CodeKind,
  percent: z.int().nullable(),
  /** Minor units of `currency`. */
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  ticket_ids: z.array(Id).nullable(),
  /** What paid tickets cost with it, and the fee on that, in minor units. */
  prices: z.array(z.object({ id: Id, price: z.int(), fee: z.int() })),
  /** Hidden tickets that it shows. */
  tickets: z.array(TicketView),
});
export type CodeOffer = z.infer<typeof CodeOffer>;

export const refusals = {
  tooMany: refusal('codes.too-many', 409, `An event can have at most ${LIMITS.codes} codes.`),
  taken: refusal('codes.taken', 409, 'This code already exists.', 'code'),
  percentRequired: refusal('codes.percent-required', 422, 'Enter a number from 1 to 100.', 'percent'),
  amountRequired: refusal('codes.amount-required', 422, 'Enter an amount.', 'amount'),
  amountStep: refusal('codes.amount-step', 422, 'Amounts in this currency must end in 0.', 'amount'),
  nothingPaid: refusal('codes.nothing-paid', 422, 'This event has no paid tickets to take anything off.', 'kind'),
  leavesTooLittle: refusal(
    'codes.leaves-too-little',
    422,
    'With this code, a ticket would cost less than can be charged. Take off less, or make it free.',
  ),
  ticketRequired: refusal('codes.ticket-required', 422, 'Choose the tickets it shows.', 'ticket_ids'),
  noSuchTicket: refusal('codes.no-such-ticket', 422, 'One of these tickets no longer exists.', 'ticket_ids'),
  order: refusal('codes.order', 422, 'It must end after it starts.', 'ends_epoc'),
  unknown: refusal('codes.unknown', 422, 'This code is not valid.', 'code'),
  notYet: refusal('codes.not-yet', 409, 'This code is not valid yet.', 'code'),
  ended: refusal('codes.ended', 409, 'This code is no longer valid.', 'code'),
  usedUp: refusal('codes.used-up', 409, 'This code has been used up.', 'code'),
  otherTicket: refusal('codes.other-ticket', 409, 'This code is for another ticket.', 'code'),
} as const;
