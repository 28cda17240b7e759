import { duplicateEvent } from '@folkmoot/contract/events/api.ts';
import { canEndAt } from '@folkmoot/contract/events/duration-rules.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { copyTimes, epochs, firstTimes, type WallTimes, wholeDays } from '@folkmoot/contract/events/times-rules.ts';
import { Checkbox } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { z } from 'zod';
import { call } from '../../core/api-client.ts';
import { useFields } from '../../core/form.tsx';
import { blankValues, type EventErrors, type EventValues, instantsOf } from '../../events/editing/event-form.ts';
import { refreshEvents } from '../../events/refresh.ts';
import { WhenSection } from '../../events/times/WhenSection.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';

type Values = EventValues & { questions: boolean; tickets: boolean; people: boolean; notify: boolean };

/** The times are sent as instants, so errors are reported for instants too. */
const INSTANTS = ['start_epoc', 'end_epoc'];

const Times = z.custom<Values>().superRefine((values, context) => {
  const { start_epoc, end_epoc } = instantsOf(values);
  const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (start_epoc === null || end_epoc === null) return wrong('start_epoc', 'Choose when it starts.');
  const decision = canEndAt({ start_epoc, end_epoc });
  if (!decision.ok) wrong('end_epoc', decision.refusal.message);
});

/** Copies an event to another time. The copy is published at once. */
export function DuplicateDialog({ event }: { event: EventView }) {
  const navigate = useNavigate();
  const form = useFields<Values>({
    schema: Times as never,
    initial: { ...proposed(event), questions: true, tickets: false, people: false, notify: false },
  });
  const check = (name: 'questions' | 'tickets' | 'people' | 'notify') => form.getInputProps(name, { type: 'checkbox' });
  const send = async (values: Values) => {
    const { start_epoc, end_epoc } = instantsOf(values);
    const answer = await call(duplicateEvent, {
      eventId: event.id,
      time_zone: values.time_zone,
      start_epoc: start_epoc ?? 0,
      end_epoc: end_epoc ?? 0,
      options: {
        duplicateParticipants: values.people,
        duplicateQuestions: values.questions,
        duplicateTickets: values.tickets,
        notifyParticipants: values.people && values.notify,
      },
    });
    refreshEvents();
    return answer;
  };
  return (
    <FormDialog
      title="Duplicate event"
      width={680}
      form={form}
      send={send}
      onSent={({ data }) =>
        navigate({ to: '/events/manage/$alias', params: { alias: data.alias }, search: { tab: 'info' } })
      }
      fallback="The event could not be copied."
      shown={INSTANTS}
      submitLabel="Duplicate event"
      loadingLabel="Duplicating"
    >
      <p>The copy is published right away, with you as its host.</p>
      <WhenSection
        values={form.values}
        errors={form.errors as EventErrors}
        fixed
        set={(change) => {
          form.clearErrors();
          form.setValues(change);
        }}
      />
      <Checkbox label="Copy questions" {...check('questions')} />
      <Checkbox label="Copy tickets" {...check('tickets')} />
      <Checkbox
        label="Copy participants"
        description="People with an account are invited, and say themselves whether they come. Guests without one keep their place, unless tickets are sold. Nobody keeps a ticket."
        {...check('people')}
      />
      {form.values.people && <Checkbox label="Email the copied participants" {...check('notify')} />}
    </FormDialog>
  );
}

/** A week later on the same clock; the next half hour where the original has no date. */
function proposed(event: EventView): EventValues {
  const { start_epoc, end_epoc, time_zone: zone, is_all_day } = event;
  const now = Math.floor(Date.now() / 1000);
  const times: WallTimes =
    start_epoc === null || end_epoc === null
      ? firstTimes(now, zone)
      : copyTimes({ start_epoc, end_epoc: is_all_day ? end_epoc - 1 : end_epoc }, zone, now);
  const { timeZone, ...wall } = times;
  const values = { ...blankValues(timeZone, null), ...wall, is_all_day };
  // The copy follows the rule even if the original is shorter than it allows.
  const ends = is_all_day ? wholeDays(wall.startDate, wall.endDate, zone) : epochs(times);
  return canEndAt(ends).ok ? values : { ...values, endDate: wall.startDate };
}
