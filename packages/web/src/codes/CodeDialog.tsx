import { createCode, updateCode } from '@folkmoot/contract/codes/api.ts';
import { type CodeKind, type CodeView, LIMITS } from '@folkmoot/contract/codes/schema.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import type { TicketView } from '@folkmoot/contract/tickets/schema.ts';
import { Checkbox, NumberInput, SegmentedControl, Stack, Switch, TextInput } from '@mantine/core';
import { call } from '../core/api-client.ts';
import { useFields } from '../core/form.tsx';
import { MomentInput } from '../events/times/WhenSection.tsx';
import { FormDialog } from '../ui/dialog/FormDialog.tsx';
import { type CodeValues, codeSchema, fieldsOf, valuesOf } from './code-form.ts';
import css from './codes.module.css';

const KINDS: { value: CodeKind; label: string }[] = [
  { value: 'percent', label: 'Percent off' },
  { value: 'amount', label: 'Amount off' },
  { value: 'access', label: 'Access' },
];

type Props = {
  event: Pick<EventView, 'id' | 'time_zone'>;
  code?: CodeView;
  /** All tickets of the event. */
  tickets: readonly TicketView[];
  onSaved: () => void;
};

/** A code: what it does, for which tickets, how often and when. */
export function CodeDialog({ event, code, tickets, onSaved }: Props) {
  const currency = tickets.find((ticket) => ticket.type === 'paid')?.currency ?? null;
  const form = useFields<CodeValues>({ schema: codeSchema(currency), initial: valuesOf(code, currency) });
  const { values, errors } = form;
  const send = async (sent: CodeValues) => {
    const fields = { eventId: event.id, ...fieldsOf(sent, currency) };
    const { message } = code ? await call(updateCode, { ...fields, codeId: code.id }) : await call(createCode, fields);
    onSaved();
    return { message };
  };
  const moment = (field: 'starts_epoc' | 'ends_epoc') => ({
    value: values[field],
    zone: event.time_zone,
    onChange: (next: number | null) => {
      form.setFieldValue(field, next);
      form.clearFieldError(field);
    },
    error: errors[field] as string | undefined,
  });
  const whole = { allowDecimal: false, allowNegative: false, clampBehavior: 'none' } as const;
  const names = values.some || values.kind === 'access';
  // A discount is for what costs something.
  const choices = values.kind === 'access' ? tickets : tickets.filter(({ type }) => type === 'paid');
  return (
    <FormDialog
      title={code ? 'Edit code' : 'Add code'}
      width={460}
      form={form}
      send={send}
      submitLabel={code ? 'Save code' : 'Add code'}
      loadingLabel="Saving"
    >
      <TextInput
        label="Code"
        required
        data-autofocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        description="What people enter when they register. Capital letters make no difference."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        {...form.getInputProps('code')}
      />
      <SegmentedControl
        aria-label="What the code does"
        fullWidth
        data={KINDS.map((kind) => ({ ...kind, disabled: currency === null && kind.value !== 'access' }))}
        value={values.kind}
        onChange={(kind) => form.setFieldValue('kind', kind as CodeKind)}
      />
      {currency === null && <p className={css.note}>Discount codes need a paid ticket.</p>}
      {values.kind === 'percent' && (
        <NumberInput
          label="Percent off"
          required
          min={1}
          max={100}
          suffix="%"
          {...whole}
          {...form.getInputProps('percent')}
          value={values.percent ?? ''}
          onChange={(next) => form.setFieldValue('percent', next === '' ? null : Number(next))}
        />
      )}
      {values.kind === 'amount' && (
        <TextInput
          label={`Amount off, in ${currency}`}
          required
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps('amount')}
        />
      )}
      {values.kind !== 'access' && (
        <Switch
          label="Only for some tickets"
          checked={values.some}
          onChange={({ currentTarget }) => form.setFieldValue('some', currentTarget.checked)}
        />
      )}
      {names && (
        <Checkbox.Group
          label={values.kind === 'access' ? 'Tickets it shows' : 'Tickets'}
          {...form.getInputProps('ticket_ids')}
        >
          <Stack gap="xs" mt="xs">
            {choices.map(({ id, name, is_hidden }) => (
              <Checkbox key={id} value={id} label={is_hidden ? `${name} (hidden)` : name} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <NumberInput
        label="Uses (optional)"
        description="How many people can register with it. Leave empty for no limit."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        min={1}
        max={LIMITS.uses}
        {...whole}
        {...form.getInputProps('max_uses')}
        value={values.max_uses ?? ''}
        onChange={(next) => form.setFieldValue('max_uses', next === '' ? null : Number(next))}
      />
      <MomentInput label="Valid from" description="Leave empty to start right away." {...moment('starts_epoc')} />
      <MomentInput label="Valid until" description="Leave empty if it never expires." {...moment('ends_epoc')} />
      {code && (
        <Switch
          label="Active"
          description="While it is off, no one can register with it. People who already have keep their price."
          checked={values.is_active}
          onChange={({ currentTarget }) => form.setFieldValue('is_active', currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
