import { cancelEvent } from '@folkmoot/contract/events/api.ts';
import { Cancellation } from '@folkmoot/contract/events/cancel-schema.ts';
import { type EventView, LIMITS } from '@folkmoot/contract/events/schema.ts';
import { getEventPayments } from '@folkmoot/contract/payments/orders-api.ts';
import type { GoesBack } from '@folkmoot/contract/payments/orders-schema.ts';
import { Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { apiQuery } from '../../core/queries.ts';
import { NoticeWords } from '../../events/editing/NoticeWords.tsx';
import { noteEvent } from '../../events/editing/useEventDraft.ts';
import { refreshEvents } from '../../events/refresh.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { RefundChoice, sumsOf } from '../guests/RefundChoice.tsx';

/** Cancels an event, which cannot be undone, with a message to everyone on its list. */
export function CancelEventDialog({ event }: { event: EventView }) {
  const form = useFields({ schema: Cancellation, initial: { message: '', refund: true } });
  const payments = useQuery({ ...apiQuery(getEventPayments, { eventId: event.id }), refetchOnMount: 'always' });
  const goesBack = payments.data?.data.goesBack ?? [];
  const send = async ({ message, refund }: typeof form.values) => {
    const done = await call(cancelEvent, { eventId: event.id, message, refund });
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
      <p>You cannot undo this.</p>
      <NoticeWords eventId={event.id} of="cancelled" />
      <div role="status">
        {payments.isPending ? (
          <Skeleton h={20} />
        ) : payments.isError ? (
          <p>We could not find out what has been paid. Everything that was paid goes back.</p>
        ) : (
          goesBack.length > 0 && <p>{paidWords(goesBack, form.values.refund)}</p>
        )}
      </div>
      <RefundChoice
        goesBack={goesBack}
        checked={form.values.refund}
        onChange={(refund) => form.setFieldValue('refund', refund)}
      />
      <Textarea
        label="Message (optional)"
        description={`Shown in the email and on the event page. Answers to the email come to your address. ${form.values.message.length}/${LIMITS.message}`}
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

/** How many have paid, and what becomes of it: `3 people have paid. £56.70 goes back to them.` */
function paidWords(goesBack: readonly GoesBack[], refund: boolean): string {
  const people = goesBack.reduce((sum, one) => sum + one.people + one.disputed, 0);
  const paid = people === 1 ? '1 person has paid.' : `${people} people have paid.`;
  const sums = sumsOf(goesBack);
  if (!refund) return `${paid} Nothing goes back to them.`;
  if (sums === '') return `${paid} Nothing goes back while it is disputed.`;
  const several = goesBack.filter((one) => one.people > 0).length > 1;
  const free = goesBack.reduce((sum, one) => sum + one.people, 0);
  return `${paid} ${sums} ${several ? 'go' : 'goes'} back to ${free < people ? `${free} of them` : 'them'}.`;
}
