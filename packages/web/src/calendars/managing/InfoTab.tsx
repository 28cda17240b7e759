import * as api from '@folkmoot/contract/calendars/api.ts';
import type { CalendarView } from '@folkmoot/contract/calendars/schema.ts';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../core/api-client.ts';
import { Form, useSubmit } from '../../core/form.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import css from '../calendars.module.css';
import { noteCalendar, refreshCalendars } from '../queries.ts';
import { CalendarFormFields, useCalendarForm } from './CalendarForm.tsx';

/** What a calendar says of itself. */
export function InfoTab({ calendar }: { calendar: CalendarView }) {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const { name, description, alias, cover, time_zone, visibility } = calendar;
  const form = useCalendarForm({ name, description, alias, cover, time_zone, visibility });
  const submission = useSubmit(
    form,
    async (values) => {
      const { message, data } = await call(api.updateCalendar, { calendarId: calendar.id, ...values });
      form.resetDirty(values);
      noteCalendar(data);
      toast.done(message);
      if (data.alias !== alias)
        await navigate({ to: '/calendars/manage/$alias', params: { alias: data.alias }, replace: true });
    },
    'Could not save the calendar.',
  );
  useUnsaved(form.isDirty() && !submission.busy);
  const remove = () =>
    confirm({
      title: 'Delete this calendar?',
      body: 'Its page and its iCal links stop working. The events themselves stay.',
      verb: 'Delete calendar',
      busyVerb: 'Deleting',
      danger: true,
      run: async () => {
        toast.done((await call(api.deleteCalendar, { calendarId: calendar.id })).message);
        form.resetDirty();
        refreshCalendars();
        void navigate({ to: '/calendars' });
      },
    });
  return (
    <Form {...submission} className={css.form}>
      <CalendarFormFields
        form={form}
        own={alias}
        ofCommunity={calendar.server !== null}
        secret={calendar.server?.visibility === 'secret'}
      />
      <div className={css.end}>
        <LoadingButton
          type="submit"
          size="md"
          loading={submission.busy}
          loadingLabel="Saving"
          disabled={!form.isDirty()}
        >
          Save changes
        </LoadingButton>
        {calendar.role.role === 'owner' && !calendar.isMain && (
          <Button variant="subtle" size="md" color="madder" leftSection={<IconTrash size={17} />} onClick={remove}>
            Delete calendar
          </Button>
        )}
      </div>
    </Form>
  );
}
