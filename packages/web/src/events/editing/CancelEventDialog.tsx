import { cancelEvent } from '@folkmoot/contract/events/api.ts';
import { Cancellation } from '@folkmoot/contract/events/cancel-schema.ts';
import { type EventView, LIMITS } from '@folkmoot/contract/events/schema.ts';
import { Textarea } from '@mantine/core';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { refreshEvents } from '../refresh.ts';
import { noteEvent } from './useEventDraft.ts';

/** Cancels an event, which cannot be undone, with a message to everyone on its list. */
export function CancelEventDialog({ event }: { event: EventView }) {
  const form = useFields({ schema: Cancellation, initial: { message: '' } });
  const send = async ({ message }: typeof form.values) => {
    const done = await call(cancelEvent, { eventId: event.id, message });
    noteEvent(done.data);
    refreshEvents();
    return done;
  };
  return (
    <FormDialog
      title="Cancel this event?"
      width={480}
      form={form}
      send={send}
      submitLabel="Cancel event"
      loadingLabel="Cancelling"
      cancelLabel="Keep the event"
      danger
    >
      <p>Everyone who is going, waiting or invited will get an email. You cannot undo this.</p>
      <Textarea
        label="Message (optional)"
        description={`Shown in the email and on the event page. ${form.values.message.length}/${LIMITS.message}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        dir="auto"
        autosize
        minRows={3}
        data-autofocus
        {...form.getInputProps('message')}
      />
    </FormDialog>
  );
}
