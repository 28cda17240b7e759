import { CodeFields, type CodeKind, type CodeView, refusals } from '@folkmoot/contract/codes/schema.ts';
import { readMoney } from '@folkmoot/contract/core/money/money-rules.ts';
import { z } from 'zod';
import { typedAs } from '../tickets/selling/ticket-form.ts';

/** What is written in a code's form: the amount as it was typed. */
export type CodeValues = {
  code: string;
  kind: CodeKind;
  percent: number | null;
  amount: string;
  /** Whether it is for some tickets alone. */
  some: boolean;
  ticket_ids: string[];
  max_uses: number | null;
  starts_epoc: number | null;
  ends_epoc: number | null;
  is_active: boolean;
};

/** What a code's form shows first. @param currency of the event's paid tickets; null if there are none. */
export function valuesOf(code: CodeView | undefined, currency: string | null): CodeValues {
  return {
    code: code?.code ?? '',
    kind: code?.kind ?? (currency === null ? 'access' : 'percent'),
    percent: code?.percent ?? null,
    amount: code?.amount == null || currency === null ? '' : typedAs(code.amount, currency),
    some: code?.ticket_ids != null,
    ticket_ids: code?.ticket_ids ?? [],
    max_uses: code?.max_uses ?? null,
    ...{ starts_epoc: code?.starts_epoc ?? null, ends_epoc: code?.ends_epoc ?? null },
    is_active: code?.is_active ?? true,
  };
}

const { code, percent, max_uses } = CodeFields.shape;

/** What can be wrong in a code's form, in the words of the contract. */
export function codeSchema(currency: string | null) {
  return z
    .object({
      ...{ code, percent, max_uses },
      kind: z.custom<CodeKind>(),
      amount: z.string(),
      some: z.boolean(),
      ticket_ids: z.array(z.string()),
      ...{ starts_epoc: z.number().nullable(), ends_epoc: z.number().nullable(), is_active: z.boolean() },
    })
    .superRefine((values, context) => {
      const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      if (values.kind === 'percent' && values.percent === null) say('percent', refusals.percentRequired.message);
      if (values.kind === 'amount' && !(readMoney(values.amount, currency ?? '') ?? 0))
        say('amount', refusals.amountRequired.message);
      if ((values.some || values.kind === 'access') && values.ticket_ids.length === 0)
        say('ticket_ids', values.kind === 'access' ? refusals.ticketRequired.message : 'Choose a ticket.');
      const { starts_epoc: starts, ends_epoc: ends } = values;
      if (starts !== null && ends !== null && starts >= ends) say('ends_epoc', refusals.order.message);
    });
}

/** The form as it is sent. */
export function fieldsOf(values: CodeValues, currency: string | null): CodeFields {
  const { some, amount, ticket_ids, percent: share, ...others } = values;
  return {
    ...others,
    percent: values.kind === 'percent' ? share : null,
    amount: values.kind === 'amount' ? (readMoney(amount, currency ?? '') ?? null) : null,
    ticket_ids: some || values.kind === 'access' ? ticket_ids : null,
  };
}
