import { duplicateEvent } from '@folkmoot/contract/events/api.ts';
import { canEndAt } from '@folkmoot/contract/events/duration-rules.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { copyTimes, epochs, firstTimes, type WallTimes, wholeDays } from '@folkmoot/contract/events/times-rules.ts';
import { Button, Checkbox } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../../core/api-client.ts';
import { ApiError, errorMessage } from '../../core/api-error.ts';
import { Form } from '../../core/form.tsx';
import { toast } from '../../core/toast.ts';
import { blankValues, type EventErrors, type EventValues, instantsOf } from '../../events/editing/event-form.ts';
import { refreshEvents } from '../../events/refresh.ts';
import { WhenSection } from '../../events/times/WhenSection.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import css from '../../ui/layout/screen.module.css';

/** Copies an event to another time. The copy is published at once. */
export function DuplicateDialog({ event }: { event: EventView }) {
  const close = useCloseDialog();
  const navigate = useNavigate();
  const [values, setValues] = useState<EventValues>(() => proposed(event));
  const [questions, setQuestions] = useState(true);
  const [tickets, setTickets] = useState(false);
  const [people, setPeople] = useState(false);
  const [notify, setNotify] = useState(false);
  const written = JSON.stringify([values, questions, tickets, people, notify]);
  const [first] = useState(written);
  const leave = useUnsaved(written !== first);
  const [errors, setErrors] = useState<EventErrors>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async (submitted?: FormEvent) => {
    submitted?.preventDefault();
    const { start_epoc, end_epoc } = instantsOf(values);
    if (busy) return;
    if (start_epoc === null || end_epoc === null) return setErrors({ start_epoc: 'Choose when it starts.' });
    const decision = canEndAt({ start_epoc, end_epoc });
    if (!decision.ok) return setErrors({ end_epoc: decision.refusal.message });
    setBusy(true);
    setProblem(undefined);
    try {
      const { message, data } = await call(duplicateEvent, {
        eventId: event.id,
        time_zone: values.time_zone,
        start_epoc,
        end_epoc,
        options: {
          duplicateParticipants: people,
          duplicateQuestions: questions,
          duplicateTickets: tickets,
          notifyParticipants: people && notify,
        },
      });
      toast.done(message);
      refreshEvents();
      close();
      await navigate({ to: '/events/manage/$alias', params: { alias: data.alias }, search: { tab: 'info' } });
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) setErrors(error.fields);
      else setProblem(errorMessage(error, 'The event could not be copied.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title="Duplicate event"
      width={680}
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            Cancel
          </Button>
          <LoadingButton type="submit" form="duplicate-event" loading={busy} loadingLabel="Duplicating">
            Duplicate event
          </LoadingButton>
        </>
      }
    >
      <Form
        id="duplicate-event"
        className={css.form}
        problem={problem}
        busy={busy}
        onSubmit={(submitted) => void submit(submitted)}
      >
        <p>The copy is published at once, with you as its host.</p>
        <WhenSection
          values={values}
          errors={errors}
          fixed
          set={(change) => {
            setErrors({});
            setValues({ ...values, ...change });
          }}
        />
        <Checkbox
          label="Copy questions"
          checked={questions}
          onChange={({ currentTarget }) => setQuestions(currentTarget.checked)}
        />
        <Checkbox
          label="Copy tickets"
          checked={tickets}
          onChange={({ currentTarget }) => setTickets(currentTarget.checked)}
        />
        <Checkbox
          label="Copy participants"
          description="Everyone who is going to this event will be going to the copy, without a ticket."
          checked={people}
          onChange={({ currentTarget }) => setPeople(currentTarget.checked)}
        />
        {people && (
          <Checkbox
            label="Email the copied participants"
            checked={notify}
            onChange={({ currentTarget }) => setNotify(currentTarget.checked)}
          />
        )}
      </Form>
    </Dialog>
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
  // An original that is shorter than the rule allows is none: the copy still follows it.
  const ends = is_all_day ? wholeDays(wall.startDate, wall.endDate, zone) : epochs(times);
  return canEndAt(ends).ok ? values : { ...values, endDate: wall.startDate };
}
