import { removeFromCalendar } from '@folkmoot/contract/calendars/api.ts';
import type { CalendarView, EventOrigin } from '@folkmoot/contract/calendars/schema.ts';
import { listSources } from '@folkmoot/contract/calendars/sources-api.ts';
import type { EventCard } from '@folkmoot/contract/events/schema.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../core/api-client.ts';
import { loadMore } from '../../core/load-more.ts';
import { apiQuery } from '../../core/queries.ts';
import { toast } from '../../core/toasts/toast.ts';
import { EventRow } from '../../events/lists/EventRow.tsx';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { Choice } from '../Choice.tsx';
import css from '../calendars.module.css';
import { EVENTS_NOT_FETCHED, refreshCalendars, useAgenda } from '../queries.ts';
import { OutsideRow } from './OutsideRow.tsx';

/** Upcoming events on a calendar, each of which can be removed from it; those of outside feeds go with their feed. */
export function EventsTab({ calendar }: { calendar: CalendarView }) {
  const confirm = useConfirm();
  const [origin, setOrigin] = useState<EventOrigin>('all');
  const agenda = useAgenda(calendar.id, { type: 'upcoming', search: '', ...(origin !== 'all' && { origin }) });
  const sources = useQuery(apiQuery(listSources, { calendarId: calendar.id }));
  const events = agenda.data?.pages.flatMap(({ data }) => data) ?? [];
  const remove = (event: EventCard) =>
    confirm({
      title: 'Remove this event from the calendar?',
      body: `${event.name} keeps its page. Apps that follow this calendar no longer show it.`,
      verb: 'Remove',
      busyVerb: 'Removing',
      danger: true,
      run: async () => {
        try {
          toast.done((await call(removeFromCalendar, { calendarId: calendar.id, eventId: event.id })).message);
        } catch (error) {
          toast.failed(error, { fallback: 'Could not remove the event.' });
          throw error;
        }
        refreshCalendars();
      },
    });
  return (
    <div className={css.body}>
      {(sources.data?.data.length ?? 0) > 0 && (
        <div>
          <Choice
            label="Which events"
            value={origin}
            onChange={setOrigin}
            options={[
              { value: 'all', label: 'All' },
              { value: 'here', label: 'Added here' },
              { value: 'outside', label: 'From feeds' },
            ]}
          />
        </div>
      )}
      {agenda.isPending && (
        <LoadingFallback label="Loading events">
          <SkeletonRows rows={3} />
        </LoadingFallback>
      )}
      {agenda.isError && !agenda.data && (
        <ErrorState error={agenda.error} again={agenda.refetch} fallback={EVENTS_NOT_FETCHED} />
      )}
      {agenda.data && events.length === 0 && (
        <EmptyState art="calendar" title="No upcoming events">
          {origin === 'outside'
            ? 'Events of the feeds that this calendar reads appear here.'
            : 'Events that you add or accept appear here.'}
        </EmptyState>
      )}
      {events.length > 0 && (
        <ul className={css.list} aria-label="Events">
          {events.map((event) =>
            'external' in event ? (
              <li key={event.id}>
                <OutsideRow event={event} zone={calendar.time_zone} />
              </li>
            ) : (
              <li key={event.id} className={`${css.submission} ${css.stacked}`}>
                <div className={css.words}>
                  <EventRow event={event} />
                </div>
                <Button variant="default" aria-label={`Remove ${event.name}`} onClick={() => remove(event)}>
                  Remove
                </Button>
              </li>
            ),
          )}
        </ul>
      )}
      {agenda.hasNextPage && (
        <Button variant="subtle" size="sm" loading={agenda.isFetchingNextPage} onClick={() => void loadMore(agenda)}>
          Show more
        </Button>
      )}
    </div>
  );
}
