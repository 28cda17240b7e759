import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { addGuest } from '@folkmoot/contract/registrations/api.ts';
import { NewGuest } from '@folkmoot/contract/registrations/schema.ts';
import { Button, Select, Switch, TextInput } from '@mantine/core';
import { call } from '../../core/api-client.ts';
import { Form, useFields, useSubmit } from '../../core/form.tsx';
import { toast } from '../../core/toast.ts';
import { useAllTickets } from '../../tickets/useAllTickets.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import css from '../../ui/layout/screen.module.css';
import { refreshGuests } from './useGuests.ts';

/** Puts somebody on the list by hand. */
export function AddGuestDialog({ event }: { event: EventView }) {
  const close = useCloseDialog();
  const tickets = useAllTickets(event.id);
  const form = useFields({
    schema: NewGuest.omit({ ticketId: true }),
    initial: { email: '', firstName: '', lastName: '', role: 'guest', notifyUser: true, ticketId: '' },
  });
  const leave = useUnsaved(form.isDirty());
  const submission = useSubmit(
    form,
    async ({ ticketId, role, ...values }) => {
      const { message } = await call(addGuest, {
        ...values,
        role: role as 'guest',
        eventId: event.id,
        ticketId: ticketId === '' ? null : ticketId,
      });
      toast.done(message);
      refreshGuests();
      close();
    },
    'Could not add this guest.',
  );
  return (
    <Dialog
      title="Add guest"
      width={480}
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            Cancel
          </Button>
          <LoadingButton type="submit" form="add-guest" loading={submission.busy} loadingLabel="Adding">
            Add guest
          </LoadingButton>
        </>
      }
    >
      <Form {...submission} id="add-guest" className={css.form}>
        <TextInput label="Email" withAsterisk type="email" data-autofocus {...form.getInputProps('email')} />
        <TextInput
          label="First name"
          description="If they have an account, their own name is shown."
          {...form.getInputProps('firstName')}
        />
        <TextInput label="Last name" {...form.getInputProps('lastName')} />
        <Select
          label="Role"
          allowDeselect={false}
          data={[
            { value: 'guest', label: 'Guest' },
            { value: 'featured_guest', label: 'Featured guest' },
          ]}
          {...form.getInputProps('role')}
        />
        {(tickets.data?.length ?? 0) > 0 && (
          <Select
            label="Ticket"
            allowDeselect={false}
            data={[
              { value: '', label: 'No ticket' },
              ...(tickets.data ?? []).map((ticket) => ({ value: ticket.id, label: ticket.name })),
            ]}
            {...form.getInputProps('ticketId')}
          />
        )}
        <Switch label="Tell them by email" {...form.getInputProps('notifyUser', { type: 'checkbox' })} />
      </Form>
    </Dialog>
  );
}
