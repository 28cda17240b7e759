import { cancelEvent } from '@folkmoot/contract/events/api.ts';
import { Cancellation } from '@folkmoot/contract/events/cancelling-schema.ts';
import { type EventView, LIMITS } from '@folkmoot/contract/events/schema.ts';
import { Button, Textarea } from '@mantine/core';
import { call } from '../../core/api-client.ts';
import { Form, useFields, useSubmit } from '../../core/form.tsx';
import { toast } from '../../core/toast.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import css from '../../ui/layout/screen.module.css';
import { refreshEvents } from '../refresh.ts';
import { noteEvent } from './useEventDraft.ts';

/** Cancels an event, which cannot be undone, with a message to everyone on its list. */
export function CancelEventDialog({ event }: { event: EventView }) {
  const close = useCloseDialog();
  const form = useFields({ schema: Cancellation, initial: { message: '' } });
  const leave = useUnsaved(form.isDirty());
  const submission = useSubmit(form, async ({ message }) => {
    const done = await call(cancelEvent, { eventId: event.id, message });
    noteEvent(done.data);
    refreshEvents();
    toast.done(done.message);
    close();
  });
  return (
    <Dialog
      title="Cancel this event?"
      width={480}
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            Keep the event
          </Button>
          <LoadingButton
            type="submit"
            form="cancel-event"
            color="madder"
            loading={submission.busy}
            loadingLabel="Cancelling"
          >
            Cancel event
          </LoadingButton>
        </>
      }
    >
      <Form {...submission} id="cancel-event" className={css.form}>
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
      </Form>
    </Dialog>
  );
}
