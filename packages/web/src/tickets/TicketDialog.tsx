import { createTicket, updateTicket } from '@folkmoot/contract/tickets/api.ts';
import { LIMITS, TicketFields, type TicketView } from '@folkmoot/contract/tickets/schema.ts';
import { Button, NumberInput, Textarea, TextInput } from '@mantine/core';
import { call } from '../core/api-client.ts';
import { Form, useFields, useSubmit } from '../core/form.tsx';
import { toast } from '../core/toast.ts';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../ui/feedback/LoadingButton.tsx';
import css from '../ui/layout/screen.module.css';

type Props = { eventId: string; ticket?: TicketView; onSaved: () => void };

/** A free ticket's name, description, and how many there are. */
export function TicketDialog({ eventId, ticket, onSaved }: Props) {
  const close = useCloseDialog();
  const form = useFields({
    schema: TicketFields,
    initial: {
      name: ticket?.name ?? '',
      description: ticket?.description ?? '',
      capacity: ticket?.capacity ?? (null as number | null),
    },
  });
  const leave = useUnsaved(form.isDirty());
  const submission = useSubmit(form, async (values) => {
    const { message } = ticket
      ? await call(updateTicket, { eventId, ticketId: ticket.id, ...values })
      : await call(createTicket, { eventId, ...values });
    toast.done(message);
    onSaved();
    close();
  });
  const capacity = form.getInputProps('capacity');
  return (
    <Dialog
      title={ticket ? 'Edit ticket' : 'Add ticket'}
      width={460}
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            Cancel
          </Button>
          <LoadingButton type="submit" form="ticket" loading={submission.busy} loadingLabel="Saving">
            {ticket ? 'Save ticket' : 'Add ticket'}
          </LoadingButton>
        </>
      }
    >
      <Form {...submission} id="ticket" className={css.form}>
        <TextInput label="Name" required data-autofocus dir="auto" {...form.getInputProps('name')} />
        <Textarea label="Description (optional)" dir="auto" autosize {...form.getInputProps('description')} />
        <NumberInput
          label="How many (optional)"
          description="Empty for as many as the event holds."
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
      </Form>
    </Dialog>
  );
}
