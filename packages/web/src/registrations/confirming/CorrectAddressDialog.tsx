import { correctAddress } from '@folkmoot/contract/registrations/api.ts';
import { CorrectedAddress } from '@folkmoot/contract/registrations/schema.ts';
import { TextInput } from '@mantine/core';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { refreshEvent } from '../../events/queries.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';

type Props = { eventId: string; token: string; email: string };

/** Corrects the address that somebody without an account has typed. */
export function CorrectAddressDialog({ eventId, token, email }: Props) {
  const form = useFields({ schema: CorrectedAddress, initial: { email } });
  return (
    <FormDialog
      title="Correct your address"
      width={440}
      form={form}
      send={(values) => call(correctAddress, { ...values, eventId, token })}
      onSent={() => refreshEvent(eventId)}
      fallback="Could not correct the address."
      submitLabel="Correct and send"
      loadingLabel="Sending"
    >
      <p>
        We send the email to this address instead. What went to the other one stops working, and your ticket gets a new
        code.
      </p>
      <TextInput
        label="Email"
        type="email"
        withAsterisk
        autoComplete="email"
        data-autofocus
        {...form.getInputProps('email')}
      />
    </FormDialog>
  );
}
