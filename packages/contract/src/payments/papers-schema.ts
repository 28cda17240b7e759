import { z } from 'zod';
import { Id } from '../core/ids.ts';
import { oneLine } from '../core/text.ts';
import { text } from '../core/text-schema.ts';

export const LIMITS = { name: 120, address: 300, lines: 6, taxNumber: 40 } as const;

const TOO_LONG = {
  name: `The name cannot exceed ${LIMITS.name} characters.`,
  address: `The address cannot exceed ${LIMITS.address} characters.`,
  lines: `The address cannot exceed ${LIMITS.lines} lines.`,
  taxNumber: `The number cannot exceed ${LIMITS.taxNumber} characters.`,
};

/** The lines of an address, without empty ones. */
export const linesIn = (address: string): string[] => address.split('\n').map(oneLine).filter(Boolean);

const address = (required?: string) =>
  text({ ...(required !== undefined && { required }), max: [LIMITS.address, TOO_LONG.address] })
    .refine((typed) => linesIn(typed).length <= LIMITS.lines, TOO_LONG.lines)
    .transform((typed) => linesIn(typed).join('\n'));

const taxNumber = text({ max: [LIMITS.taxNumber, TOO_LONG.taxNumber] }).transform(oneLine);

/** What a seller has on their papers. */
export const SellerDetails = z.object({
  name: text({ required: 'Enter the name you sell under.', max: [LIMITS.name, TOO_LONG.name] }).transform(oneLine),
  address: address('Enter your address.'),
  taxNumber,
});
export type SellerDetails = z.infer<typeof SellerDetails>;

/** What buyers can add to their own papers; all of it may be empty. */
export const CompanyDetails = z.object({
  name: text({ max: [LIMITS.name, TOO_LONG.name] }).transform(oneLine),
  address: address(),
  taxNumber,
});
export type CompanyDetails = z.infer<typeof CompanyDetails>;

export const PaperKind = z.enum(['invoice', 'credit_note']);
export type PaperKind = z.infer<typeof PaperKind>;

/** An invoice, or a credit note for what was given back. */
export const PaperView = z.object({
  kind: PaperKind,
  /** In the seller's series of this kind; `writtenNumber` writes it. */
  number: z.int(),
  /** What a credit note is for: a refund, or a dispute that was lost. Null for an invoice. */
  refundId: Id.nullable(),
  /** Minor units. */
  amount: z.int(),
  issued_epoc: z.int(),
  /** The money that it is about did not arrive after all. */
  isVoid: z.boolean(),
});
export type PaperView = z.infer<typeof PaperView>;

/** What somebody has bought, as they see it. Amounts are in minor units. */
export const BoughtOrder = z.object({
  id: Id,
  eventName: z.string(),
  ticketName: z.string(),
  currency: z.string(),
  /** Without the discount. */
  price: z.int(),
  discount: z.int(),
  code: z.string().nullable(),
  /** What was added to the price. */
  fee: z.int(),
  total: z.int(),
  refunded: z.int(),
  /** In percent; null if no VAT is shown. */
  vatRate: z.number().nullable(),
  vat: z.int().nullable(),
  paid_epoc: z.int(),
  papers: z.array(PaperView),
  company: CompanyDetails,
});
export type BoughtOrder = z.infer<typeof BoughtOrder>;

export const TOASTS = { saved: 'Saved!' } as const;
