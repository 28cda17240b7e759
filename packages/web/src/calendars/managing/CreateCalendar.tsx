import { createCalendar } from '@folkmoot/contract/calendars/api.ts';
import { slugFrom } from '@folkmoot/contract/communities/rules.ts';
import { Select } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useRail } from '../../communities/queries.ts';
import { call } from '../../core/api-client.ts';
import { Form, useSubmit } from '../../core/form.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import css from '../calendars.module.css';
import { noteCalendar } from '../queries.ts';
import { CalendarFormFields, useCalendarForm } from './CalendarForm.tsx';

const MINE = 'mine';

/** The form of a new calendar: your own, or a community's. */
export function CreateCalendar({ timeZone }: { timeZone: string }) {
  const navigate = useNavigate();
  const rail = useRail();
  const [place, setPlace] = useState(MINE);
  const form = useCalendarForm({
    name: '',
    description: '',
    alias: '',
    cover: null,
    time_zone: timeZone,
    visibility: 'public',
  });
  const communities = (rail.data?.data ?? []).filter(({ viewer }) => viewer.permissions.includes('MANAGE_CALENDARS'));
  const submission = useSubmit(
    form,
    async ({ visibility, ...values }) => {
      const of = place === MINE ? { visibility: 'public' as const } : { visibility, serverId: place };
      const { message, data } = await call(createCalendar, { ...values, ...of });
      form.resetDirty();
      noteCalendar(data);
      toast.done(message);
      await navigate({ to: '/$alias', params: { alias: data.alias } });
    },
    'Could not create the calendar.',
  );
  useUnsaved(form.isDirty() && !submission.busy);
  return (
    <Form
      {...submission}
      onSubmit={(event) => {
        // An address is proposed from the name; another one can be typed.
        if (form.values.alias === '') form.setFieldValue('alias', slugFrom(form.values.name).slice(0, 40));
        submission.onSubmit(event);
      }}
      className={css.form}
    >
      {communities.length > 0 && (
        <Select
          label="Belongs to"
          allowDeselect={false}
          data={[{ value: MINE, label: 'You' }, ...communities.map(({ id, name }) => ({ value: id, label: name }))]}
          value={place}
          onChange={(next) => setPlace(next ?? MINE)}
        />
      )}
      <CalendarFormFields form={form} ofCommunity={place !== MINE} />
      <div className={css.end}>
        <LoadingButton type="submit" size="md" loading={submission.busy} loadingLabel="Creating">
          Create calendar
        </LoadingButton>
      </div>
    </Form>
  );
}
