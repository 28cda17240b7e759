import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { CONTACT, HostMessage } from '@folkmoot/contract/events/contact-schema.ts';
import { contactHosts } from '@folkmoot/contract/events/hosts-api.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { Textarea } from '@mantine/core';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { useMe } from '../../core/session.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';

type Props = { event: Pick<EventView, 'id' | 'name'>; token: string | undefined };

/** Writes to the hosts of an event. It says which address they can reply to. */
export function ContactHostsDialog({ event, token }: Props) {
  const email = useMe()?.user.email;
  const form = useFields({ schema: HostMessage, initial: { message: '' } });
  return (
    <FormDialog
      title="Contact the hosts"
      subtitle={event.name}
      width={480}
      form={form}
      send={({ message }) => call(contactHosts, { eventId: event.id, token, message })}
      fallback="Could not send the message."
      submitLabel="Send message"
      loadingLabel="Sending"
    >
      <p>
        We email your message to the hosts with your name. They can see your address
        {email && (
          <>
            {' '}
            (<bdi>{email}</bdi>)
          </>
        )}{' '}
        and reply to it.
      </p>
      <Textarea
        label="Message"
        description={`${lengthOf(form.values.message)}/${CONTACT.text}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        dir="auto"
        autosize
        minRows={4}
        data-autofocus
        {...form.getInputProps('message')}
      />
    </FormDialog>
  );
}
