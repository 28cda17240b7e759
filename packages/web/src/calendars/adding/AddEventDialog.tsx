import { addToCalendar } from '@folkmoot/contract/calendars/api.ts';
import { addLabel } from '@folkmoot/contract/calendars/rules.ts';
import { type CalendarView, ExternalEvent, refusals } from '@folkmoot/contract/calendars/schema.ts';
import { resolveAlias } from '@folkmoot/contract/communities/api.ts';
import { EventName } from '@folkmoot/contract/events/schema.ts';
import { CROP_RATIOS } from '@folkmoot/contract/media/schema.ts';
import { TextInput } from '@mantine/core';
import { IconCalendarPlus, IconExternalLink, IconLink } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../core/api-client.ts';
import { ApiError } from '../../core/api-error.ts';
import { useFields } from '../../core/form.tsx';
import { useMyId } from '../../core/session.tsx';
import { remember } from '../../core/storage.ts';
import { type EventValues, instantsOf } from '../../events/editing/event-form.ts';
import { draftKey, newEvent } from '../../events/editing/new-event.ts';
import { WhenSection } from '../../events/times/WhenSection.tsx';
import { CoverField } from '../../media/selector/CoverField.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { RadioCards } from '../../ui/inputs/RadioCards.tsx';
import { refreshCalendars } from '../queries.ts';
import css from './add-event.module.css';
import { aliasIn } from './alias-in.ts';
import { OwnEvents } from './OwnEvents.tsx';

type Kind = 'existing_event' | 'new_event' | 'external_event';
type Values = { kind: Kind; event_id: string; name: string; event_url: string; cover: string | null };

const KINDS = [
  { value: 'existing_event', title: 'Existing event', text: 'An event that has a page here.', icon: IconLink },
  { value: 'new_event', title: 'New event', text: 'Create its page here, then add it.', icon: IconCalendarPlus },
  { value: 'external_event', title: 'External event', text: 'An event on another site.', icon: IconExternalLink },
] as const;

/** Each kind of event has rules of its own; the other fields keep what was typed in them. */
const Rules = z.looseObject({}).superRefine((raw, context) => {
  const values = raw as Values;
  const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  const check = (path: keyof Values, schema: z.ZodType) => {
    const found = schema.safeParse(values[path]);
    if (!found.success) say(path, found.error.issues[0]?.message ?? 'This is not valid.');
  };
  if (values.kind === 'existing_event') {
    if (values.event_id.trim() === '') say('event_id', 'URL is required');
    else if (aliasIn(values.event_id, location.origin) === undefined)
      say('event_id', 'This address is on another site. Choose “External event” instead.');
    return;
  }
  check('name', EventName);
  if (values.kind === 'new_event') return;
  check('event_url', ExternalEvent.shape.event_url);
  if (values.cover === null) say('cover', 'Choose a picture.');
});

/** Puts an event on a calendar: one that is here, a new one, or one on another site. */
export function AddEventDialog({ calendar }: { calendar: CalendarView }) {
  const navigate = useNavigate();
  const myId = useMyId();
  const label = addLabel(calendar.role.role);
  const [first] = useState(() =>
    newEvent(calendar.time_zone, calendar.server?.id ?? null, Math.floor(Date.now() / 1000)),
  );
  const [event, setEvent] = useState<EventValues>(first);
  const form = useFields<Values>({
    schema: Rules as never,
    initial: { kind: 'existing_event', event_id: '', name: '', event_url: '', cover: null },
  });
  const { kind, name } = form.values;
  const send = async (values: Values): Promise<{ message: string }> => {
    if (values.kind === 'new_event') {
      const { startDate, startTime, endDate, endTime, time_zone, cover } = event;
      const begun = { name: values.name, startDate, startTime, endDate, endTime, time_zone, cover };
      remember(draftKey(myId ?? '', { calendarId: calendar.id }), JSON.stringify({ values: begun }));
      return { message: 'Add the rest, then publish.' };
    }
    const answer = await call(addToCalendar, { calendarId: calendar.id, ...(await entryOf(values, event)) });
    refreshCalendars();
    return answer;
  };
  return (
    <FormDialog
      title={label}
      subtitle={calendar.name}
      width={620}
      form={form}
      send={send}
      onSent={() => {
        if (kind !== 'new_event') return;
        const search = { calendarId: calendar.id, ...(calendar.server ? { serverId: calendar.server.id } : {}) };
        return navigate({ to: '/events/create', search: search as never });
      }}
      shown={['start_epoc', 'end_epoc', 'time_zone']}
      dirty={form.isDirty() || event !== first}
      fallback="Could not add this event."
      submitLabel={kind === 'new_event' ? 'Continue' : label}
      loadingLabel={calendar.role.role === null ? 'Submitting' : 'Adding'}
    >
      <RadioCards
        label="What do you want to add?"
        options={KINDS}
        value={kind}
        onChange={(next) => {
          form.clearErrors();
          form.setFieldValue('kind', next);
        }}
      />
      {kind === 'existing_event' && (
        <TextInput
          label="Event URL"
          placeholder={`${location.origin}/your-event`}
          description="The address of the event’s page, or its last part."
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          inputMode="url"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('event_id')}
        />
      )}
      {kind === 'existing_event' && (
        <OwnEvents
          chosen={aliasIn(form.values.event_id, location.origin)}
          onChoose={(alias) => {
            form.setFieldValue('event_id', `${location.origin}/${alias}`);
            form.clearFieldError('event_id');
          }}
        />
      )}
      {kind === 'external_event' && (
        <TextInput
          label="Event URL"
          placeholder="https://"
          inputMode="url"
          autoComplete="off"
          withAsterisk
          {...form.getInputProps('event_url')}
        />
      )}
      {kind !== 'existing_event' && (
        <>
          <TextInput label="Name" withAsterisk autoComplete="off" {...form.getInputProps('name')} value={name} />
          <div className={css.when}>
            <WhenSection
              values={{ ...event, type: 'external' }}
              set={(change) => setEvent((before) => ({ ...before, ...change }))}
              errors={form.errors as Record<string, string | undefined>}
              fixed
            />
          </div>
        </>
      )}
      {kind === 'external_event' && (
        <CoverField
          label="Picture"
          noun="picture"
          small
          ratio={CROP_RATIOS.banner}
          value={form.values.cover}
          error={form.errors.cover}
          onChange={(url) => form.setFieldValue('cover', url)}
        />
      )}
      {calendar.role.role === null && kind !== 'new_event' && (
        <p className={css.note}>
          The people who manage this calendar review it first. You will get their answer by email.
        </p>
      )}
    </FormDialog>
  );
}

/** What to send: the event at an address of ours, or one elsewhere. */
async function entryOf({ kind, event_id, name, event_url, cover }: Values, event: EventValues) {
  if (kind === 'existing_event') {
    const alias = aliasIn(event_id, location.origin) ?? '';
    const { data } = await call(resolveAlias, { alias }).catch((error: unknown) => {
      if (error instanceof ApiError && error.statusCode === 404) throw noEvent();
      throw error;
    });
    if (data.resource_type !== 'event') throw noEvent();
    return { type: 'internal' as const, event_id: data.resource_id };
  }
  const { start_epoc, end_epoc } = instantsOf(event);
  const times = { start_epoc: start_epoc ?? 0, end_epoc: end_epoc ?? 0, time_zone: event.time_zone };
  return { type: 'external' as const, name, event_url, cover: cover ?? '', ...times };
}

function noEvent(): ApiError {
  const message = 'There is no event at this address.';
  return new ApiError({ statusCode: 404, code: refusals.notKept.code, message, fields: { event_id: message } });
}
