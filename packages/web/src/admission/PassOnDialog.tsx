import { listAdmissions, passOn } from '@folkmoot/contract/admission/api.ts';
import { type AdmissionView, NewHolder } from '@folkmoot/contract/admission/schema.ts';
import { TextInput } from '@mantine/core';
import { call } from '../core/api-client.ts';
import { useFields } from '../core/form.tsx';
import { apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { refreshEvent } from '../events/queries.ts';
import { FormDialog } from '../ui/dialog/FormDialog.tsx';

type Props = {
  ticket: AdmissionView;
  token: string | undefined;
  /** Closes the ticket, which is void. */
  onPassed: () => void;
};

/** Passes a place on to somebody else. */
export function PassOnDialog({ ticket: { event, participationId }, token, onPassed }: Props) {
  const form = useFields({ schema: NewHolder, initial: { email: '', firstName: '', lastName: '' } });
  return (
    <FormDialog
      title="Pass on your place"
      width={460}
      form={form}
      send={(values) => call(passOn, { ...values, eventId: event.id, participationId, token })}
      onSent={() => {
        onPassed();
        void queryClient.invalidateQueries({ queryKey: apiQueryKey(listAdmissions) });
        refreshEvent(event.id);
      }}
      fallback="Could not pass on your place."
      submitLabel="Pass on"
      loadingLabel="Passing on"
      danger
    >
      <p>
        They get your place at <bdi>{event.name}</bdi> and an email with a ticket of their own. Your ticket stops
        working at once, and only they can give the place back. Your answers are not passed on.
      </p>
      <TextInput label="Their email" withAsterisk type="email" data-autofocus {...form.getInputProps('email')} />
      <TextInput label="First name" withAsterisk {...form.getInputProps('firstName')} />
      <TextInput label="Last name" {...form.getInputProps('lastName')} />
    </FormDialog>
  );
}
