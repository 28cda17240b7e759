import { answerSubmission } from '@folkmoot/contract/calendars/api.ts';
import { type CalendarView, Decision, LIMITS, REFUSE_TEXTS } from '@folkmoot/contract/calendars/schema.ts';
import { DeclineReason } from '@folkmoot/contract/core/decline.ts';
import type { EventCard } from '@folkmoot/contract/events/schema.ts';
import { z } from 'zod';
import { type Decline, DeclineReasonFields } from '../../communities/members/DeclineReasonFields.tsx';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { refreshCalendars } from '../queries.ts';

const Fields = z
  .object({ selectedReason: DeclineReason, reason: Decision.shape.reason })
  .refine(({ selectedReason, reason }) => selectedReason !== 'Other' || reason.trim() !== '', {
    message: 'Write a reason.',
    path: ['reason'],
  });
const FIRST: Decline = { selectedReason: 'General Decline', reason: REFUSE_TEXTS['General Decline'] };

/** Refuses a submitted event. The person who submitted it gets the reason by email. */
export function RefuseDialog({ calendar, event }: { calendar: CalendarView; event: EventCard }) {
  const form = useFields({ schema: Fields, initial: FIRST });
  const { selectedReason, reason } = form.values;
  const send = async () => {
    const answer = await call(answerSubmission, {
      calendarId: calendar.id,
      eventId: event.id,
      accept: false,
      selectedReason,
      reason,
    });
    refreshCalendars();
    return answer;
  };
  return (
    <FormDialog
      title="Decline this event"
      subtitle={event.name}
      width={480}
      form={form}
      send={send}
      fallback="Could not decline the event."
      submitLabel="Decline"
      loadingLabel="Declining"
      danger
      dirty={reason !== REFUSE_TEXTS[selectedReason]}
    >
      <p>The person who submitted it gets an email with this text.</p>
      <DeclineReasonFields
        value={form.values}
        onChange={(value) => {
          form.setValues(value);
          form.clearFieldError('reason');
        }}
        texts={REFUSE_TEXTS}
        limit={LIMITS.reason}
        textLabel={selectedReason === 'Other' ? 'Message' : 'Message (optional)'}
        error={form.errors.reason}
      />
    </FormDialog>
  );
}
