import { listPastEvents } from '@folkmoot/contract/registrations/api.ts';
import { Button } from '@mantine/core';
import { IconCalendarEvent } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../core/api-client.ts';
import { loadMore } from '../../core/load-more.ts';
import { apiQueryKey } from '../../core/queries.ts';
import { whenOf } from '../../events/times/event-times.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
import type { Selection } from '../selection.ts';
import { SourceRow } from './SourceRow.tsx';
import css from './sources.module.css';

type Props = {
  eventId: string;
  selection: Selection;
  onChange: (change: Selection | ((now: Selection) => Selection)) => void;
};

/** Everybody or some people from events that you have managed. */
export function PastEventsSource({ eventId, ...choice }: Props) {
  const [search, setSearch] = useState('');
  const events = useInfiniteQuery({
    queryKey: [...apiQueryKey(listPastEvents, { search }), 'pages'],
    queryFn: ({ signal, pageParam }) => call(listPastEvents, { page: pageParam, search }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.reduce((sum, { data }) => sum + data.length, 0) < last.count ? pages.length + 1 : undefined,
    placeholderData: keepPreviousData,
  });
  const found = (events.data?.pages.flatMap(({ data }) => data) ?? []).filter(({ id }) => id !== eventId);
  return (
    <div className={css.source}>
      <SearchInput
        aria-label="Search past events"
        placeholder="Search past events"
        value={search}
        onSearch={setSearch}
      />
      {events.isPending && (
        <LoadingFallback label="Loading past events">
          <SkeletonRows rows={4} />
        </LoadingFallback>
      )}
      {events.isError && <ErrorState error={events.error} again={events.refetch} level={3} />}
      {events.data && found.length === 0 && (
        <EmptyState art="stools" title={search === '' ? 'No past events yet' : 'No events found'}>
          {search === ''
            ? 'Once an event of yours is over, you can invite its guests to the next one from here.'
            : `No past event matches “${search}”.`}
        </EmptyState>
      )}
      <ul className={css.rows} aria-label="Past events">
        {found.map((event) => {
          const image = event.image_map['500*250'] ?? event.cover;
          return (
            <SourceRow
              key={event.id}
              eventId={eventId}
              source={{ type: 'Event', id: event.id, name: event.name }}
              picture={
                image ? (
                  <img src={image} alt="" />
                ) : (
                  <span className={css.picture}>
                    <IconCalendarEvent size={20} aria-hidden />
                  </span>
                )
              }
              about={whenOf(event).day}
              size={event.goingCount}
              {...choice}
            />
          );
        })}
      </ul>
      {events.hasNextPage && (
        <Button variant="subtle" size="sm" loading={events.isFetchingNextPage} onClick={() => void loadMore(events)}>
          Show more events
        </Button>
      )}
    </div>
  );
}
