import { createTicket, updateTicket } from '@folkmoot/contract/tickets/api.ts';
import { LIMITS, TicketFields, type TicketView } from '@folkmoot/contract/tickets/schema.ts';
import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { call } from '../core/api-client.ts';
import { useFields } from '../core/form.tsx';
import { FormDialog } from '../ui/dialog/FormDialog.tsx';

type Props = { eventId: string; ticket?: TicketView; onSaved: () => void };

/** A free ticket's name, description, and how many there are. */
export function TicketDialog({ eventId, ticket, onSaved }: Props) {
  const form = useFields({
    schema: TicketFields,
    initial: {
      name: ticket?.name ?? '',
      description: ticket?.description ?? '',
      capacity: ticket?.capacity ?? (null as number | null),
    },
  });
  const send = async (values: typeof form.values) => {
    const { message } = ticket
      ? await call(updateTicket, { eventId, ticketId: ticket.id, ...values })
      : await call(createTicket, { eventId, ...values });
    onSaved();
    return { message };
  };
  const capacity = form.getInputProps('capacity');
  return (
    <FormDialog
      title={ticket ? 'Edit ticket' : 'Add ticket'}
      width={460}
      form={form}
      send={send}
      submitLabel={ticket ? 'Save ticket' : 'Add ticket'}
      loadingLabel="Saving"
    >
      <TextInput label="Name" required data-autofocus dir="auto" {...form.getInputProps('name')} />
      <Textarea label="Description (optional)" dir="auto" autosize {...form.getInputProps('description')} />
      <NumberInput
        label="Capacity (optional)"
        description="Leave empty to use only the event’s capacity."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        min={1}
        max={LIMITS.capacity}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        {...capacity}
        value={form.values.capacity ?? ''}
        onChange={(next) => form.setFieldValue('capacity', next === '' ? null : Number(next))}
      />
    </FormDialog>
  );
}
