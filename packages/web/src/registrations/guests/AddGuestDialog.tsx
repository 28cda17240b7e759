import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { addGuest } from '@folkmoot/contract/registrations/api.ts';
import { NewGuest } from '@folkmoot/contract/registrations/schema.ts';
import { Select, Switch, TextInput } from '@mantine/core';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { useAllTickets } from '../../tickets/useAllTickets.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { refreshGuests } from './useGuests.ts';

/** Adds somebody to the list manually. */
export function AddGuestDialog({ event }: { event: EventView }) {
  const tickets = useAllTickets(event.id);
  const form = useFields({
    schema: NewGuest.omit({ ticketId: true }),
    initial: { email: '', firstName: '', lastName: '', role: 'guest', notifyUser: true, ticketId: '' },
  });
  const send = async ({ ticketId, role, ...values }: typeof form.values) => {
    const { message } = await call(addGuest, {
      ...values,
      role: role as 'guest',
      eventId: event.id,
      ticketId: ticketId === '' ? null : ticketId,
    });
    refreshGuests();
    return { message };
  };
  return (
    <FormDialog
      title="Add guest"
      width={480}
      form={form}
      send={send}
      fallback="Could not add this guest."
      submitLabel="Add guest"
      loadingLabel="Adding"
    >
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
    </FormDialog>
  );
}
