import { addToCalendar, listCalendars } from '@folkmoot/contract/calendars/api.ts';
import { addLabel } from '@folkmoot/contract/calendars/rules.ts';
import { type CalendarView, refusals } from '@folkmoot/contract/calendars/schema.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../core/api-error.ts';
import { apiQuery, useApiMutation } from '../../core/queries.ts';
import { NO_COVER } from '../../events/page/no-cover.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import css from '../calendars.module.css';
import { refreshCalendars } from '../queries.ts';

/** Puts an event on one of the calendars that its host keeps or follows. */
export function PutOnCalendarDialog({ event }: { event: EventView }) {
  const calendars = useQuery(apiQuery(listCalendars, {}));
  const { mine = [], subscribed = [] } = calendars.data ?? {};
  const all = [...mine, ...subscribed.filter(({ id }) => !mine.some((one) => one.id === id))];
  return (
    <Dialog title="Add to a calendar" subtitle={event.name} width={520}>
      {calendars.isPending && (
        <LoadingFallback label="Loading calendars">
          <SkeletonRows rows={3} />
        </LoadingFallback>
      )}
      {calendars.isError && <ErrorState error={calendars.error} again={calendars.refetch} />}
      {calendars.data && all.length === 0 && (
        <EmptyState art="calendar" title="No calendars yet">
          Subscribe to a calendar to submit your events to it, or create one of your own.
        </EmptyState>
      )}
      {all.length > 0 && (
        <ul className={css.list} aria-label="Calendars">
          {all.map((calendar) => (
            <li key={calendar.id} className={css.row}>
              <img src={calendar.image_map['500*250'] ?? calendar.cover ?? NO_COVER} alt="" />
              <span className={css.words}>
                <b dir="auto">{calendar.name}</b>
                {calendar.server && <small dir="auto">{calendar.server.name}</small>}
              </span>
              <Put calendar={calendar} event={event} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Put({ calendar, event }: { calendar: CalendarView; event: EventView }) {
  const add = useApiMutation(addToCalendar, { failed: 'Could not add this event.', onDone: refreshCalendars });
  const status = add.data?.data.status;
  // Which others it is on, only they know.
  const isOn =
    event.calendar?.alias === calendar.alias ||
    (add.error instanceof ApiError && add.error.code === refusals.alreadyOn.code);
  return (
    <Button
      variant="default"
      loading={add.isPending}
      disabled={add.isSuccess || isOn}
      onClick={() => add.mutate({ calendarId: calendar.id, type: 'internal', event_id: event.id })}
    >
      {isOn
        ? 'Already on it'
        : status === undefined
          ? addLabel(calendar.role.role)
          : status === 'accepted'
            ? 'Added'
            : 'Submitted'}
    </Button>
  );
}
