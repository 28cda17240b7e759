import type { CalendarView } from '@folkmoot/contract/calendars/schema.ts';
import type { CalendarItem, MonthRow } from '@folkmoot/contract/calendars/sources-schema.ts';
import { Button } from '@mantine/core';
import { loadMore } from '../core/load-more.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { LoadingFallback, Skeleton } from '../ui/feedback/Skeleton.tsx';
import { LocalText } from '../ui/LocalText.tsx';
import { PlainLink } from '../ui/layout/links.tsx';
import { AgendaCard, hoursOf } from './AgendaCard.tsx';
import css from './agenda.module.css';
import { Choice } from './Choice.tsx';
import { dayIn, dayName, placedByDay } from './month.ts';
import { OutsideEvent } from './outside/OutsideEvent.tsx';
import { OutsideLink } from './outside/OutsideLink.tsx';
import { EVENTS_NOT_FETCHED, useAgenda } from './queries.ts';

type Props = {
  calendar: CalendarView;
  type: 'upcoming' | 'past';
  search: string;
  today: string;
  onType: (type: 'upcoming' | 'past') => void;
};

/** What comes up on a calendar, or what was, by day. */
export function Agenda({ calendar, type, search, today, onType }: Props) {
  const agenda = useAgenda(calendar.id, { type, search });
  const events = agenda.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <section className={css.agenda} aria-labelledby="agenda">
      <header className={css.head}>
        <h2 id="agenda">{search === '' ? (type === 'past' ? 'Past events' : 'Coming up') : 'Results'}</h2>
        <Choice
          label="Which events"
          value={type}
          onChange={onType}
          options={[
            { value: 'upcoming', label: 'Upcoming' },
            { value: 'past', label: 'Past' },
          ]}
        />
      </header>
      {agenda.isPending && (
        <LoadingFallback label="Loading events">
          {[0, 1, 2].map((index) => (
            <Skeleton key={index} h={116} radius="lg" />
          ))}
        </LoadingFallback>
      )}
      {agenda.isError && !agenda.data && (
        <ErrorState error={agenda.error} again={agenda.refetch} fallback={EVENTS_NOT_FETCHED} />
      )}
      {agenda.data && events.length === 0 && (
        <EmptyState art="calendar" title={emptyTitle(type, search)}>
          {search === ''
            ? type === 'past'
              ? 'Events appear here once they are over.'
              : 'New events will appear here.'
            : 'Try a shorter search.'}
        </EmptyState>
      )}
      {byDay(events, calendar.time_zone).map(([day, those]) => (
        <div key={day} className={css.group}>
          <h3>
            {day === today && <b>Today </b>}
            <LocalText>
              {day === ''
                ? 'Date to be announced'
                : dayName(day, day.slice(0, 4) === today.slice(0, 4) ? undefined : FULL)}
            </LocalText>
          </h3>
          <ul>
            {those.map((event) => (
              <li key={event.id}>
                {'external' in event ? (
                  <OutsideEvent event={event} zone={calendar.time_zone} />
                ) : (
                  <AgendaCard event={event} zone={calendar.time_zone} />
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {agenda.hasNextPage && (
        <Button variant="subtle" size="sm" loading={agenda.isFetchingNextPage} onClick={() => void loadMore(agenda)}>
          Show more
        </Button>
      )}
    </section>
  );
}

const FULL = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;

function emptyTitle(type: 'upcoming' | 'past', search: string): string {
  if (search !== '') return `Nothing matches “${search}”`;
  return type === 'past' ? 'No past events' : 'No upcoming events';
}

/** In the order in which they came; a day is named once. */
function byDay(events: readonly CalendarItem[], zone: string): [string, CalendarItem[]][] {
  const days: [string, CalendarItem[]][] = [];
  for (const event of events) {
    const { start_epoc: start } = event;
    const isOpen = !('external' in event) && event.tbdDate;
    const day = isOpen || start === null ? '' : dayIn(start, event.is_all_day ? event.time_zone : zone);
    const last = days.at(-1);
    if (last?.[0] === day) last[1].push(event);
    else days.push([day, [event]]);
  }
  return days;
}

type DayProps = { calendar: CalendarView; day: string; rows: readonly MonthRow[]; today: string; onClose: () => void };

/** The events of one chosen day. */
export function DayAgenda({ calendar, day, rows, today, onClose }: DayProps) {
  const events = placedByDay(rows, calendar.time_zone).get(day) ?? [];
  return (
    <section className={css.agenda} aria-labelledby="agenda" aria-live="polite">
      <header className={css.head}>
        <h2 id="agenda">
          {day === today && <b>Today </b>}
          {dayName(day)}
        </h2>
        <Button size="xs" variant="default" onClick={onClose}>
          Coming up
        </Button>
      </header>
      {events.length === 0 && <p className={css.none}>Nothing on this day.</p>}
      <ul>
        {events.map(({ row }) => (
          <li key={row.id}>
            <DayLine row={row} zone={calendar.time_zone} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** An event of the chosen day, which leads to its page, here or elsewhere. */
function DayLine({ row, zone }: { row: MonthRow; zone: string }) {
  const isOutside = 'external' in row;
  const end = isOutside && row.end_epoc === row.start_epoc ? null : row.end_epoc;
  const look = {
    className: css.line,
    'data-tint': row.tint,
    'data-cancelled': row.status === 'cancelled' || undefined,
  };
  const words = (
    <>
      <span>{row.status === 'cancelled' ? 'Cancelled' : hoursOf({ ...row, end_epoc: end, tbdDate: false }, zone)}</span>
      <b dir="auto">{row.name}</b>
    </>
  );
  if (isOutside)
    return (
      <OutsideLink url={row.url} {...look}>
        {words}
        <span dir="auto">From {row.sourceName}</span>
      </OutsideLink>
    );
  return (
    <PlainLink to="/$alias" params={{ alias: row.alias }} {...look}>
      {words}
    </PlainLink>
  );
}
