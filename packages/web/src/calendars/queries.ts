import * as api from '@folkmoot/contract/calendars/api.ts';
import { type CalendarView, type EventOrigin, refusals } from '@folkmoot/contract/calendars/schema.ts';
import { useThrottledCallback } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../core/api-client.ts';
import { ApiError } from '../core/api-error.ts';
import { useLive, useResync } from '../core/live.ts';
import { apiQuery, apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { toast } from '../core/toasts/toast.ts';

/** The message of a calendar's events if they cannot be loaded and the server gives no reason. */
export const EVENTS_NOT_FETCHED = 'Error fetching calendar events';

/** How often the open page of a calendar asks again, in milliseconds: visitors have no socket. */
const AGAIN_MS = 60_000;
/** A change of many events is asked for once in this many milliseconds. */
const OFTEN_MS = 1000;

export const calendarQuery = (calendarId: string) => ({
  ...apiQuery(api.getCalendar, { calendarId }),
  refetchInterval: AGAIN_MS,
});

export const mainCalendarQuery = (serverId: string) => ({
  ...apiQuery(api.getMainCalendar, { serverId }),
  refetchInterval: AGAIN_MS,
});

/** Events on a calendar that touch these days. The month before stays until the next is there. */
export function useMonth(calendarId: string, span: { from: number; to: number }) {
  return useQuery({
    ...apiQuery(api.getMonth, { calendarId, ...span }),
    refetchInterval: AGAIN_MS,
    placeholderData: keepPreviousData,
  });
}

/** Events on a calendar, the next one or the latest past one first, in pages. */
export function useAgenda(
  calendarId: string,
  asked: { type: 'upcoming' | 'past'; search: string; origin?: EventOrigin },
) {
  return useInfiniteQuery({
    queryKey: [...apiQueryKey(api.listCalendarEvents, { calendarId, ...asked }), 'pages'],
    queryFn: ({ signal, pageParam }) =>
      call(api.listCalendarEvents, { calendarId, ...asked, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.reduce((sum, { data }) => sum + data.length, 0) < last.count ? pages.length + 1 : undefined,
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  });
}

const SHOWING = [
  api.getCalendar,
  api.getMainCalendar,
  api.getMonth,
  api.listCalendarEvents,
  api.listSubmissions,
  api.listCalendars,
];

/** Refetches everything that shows a calendar. */
export function refreshCalendars(): void {
  for (const endpoint of SHOWING) void queryClient.invalidateQueries({ queryKey: apiQueryKey(endpoint) });
}

/** Puts a calendar that a call returned where it is read from. */
export function noteCalendar(calendar: CalendarView): void {
  queryClient.setQueryData(apiQueryKey(api.getCalendar, { calendarId: calendar.id }), calendar);
  if (calendar.isMain && calendar.server)
    queryClient.setQueryData(apiQueryKey(api.getMainCalendar, { serverId: calendar.server.id }), calendar);
  void queryClient.invalidateQueries({ queryKey: apiQueryKey(api.listCalendars) });
}

/** Refetches a calendar when something on it has changed, and when the connection is back. */
export function useCalendarLive(calendarId: string | undefined): void {
  const again = useThrottledCallback(refreshCalendars, OFTEN_MS);
  useLive(api.calendarChanged, (changed) => {
    if (changed.calendarId === calendarId) again();
  });
  useResync(again);
}

/** Puts an event that was begun from a calendar on it. One that is there already, as on its community's calendar, stays. */
export async function putOnCalendar(calendarId: string | undefined, event: { id: string }): Promise<void> {
  if (calendarId === undefined) return;
  try {
    toast.done((await call(api.addToCalendar, { calendarId, type: 'internal', event_id: event.id })).message);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === refusals.alreadyOn.code))
      toast.failed(error, { fallback: 'Could not add the event to the calendar.' });
  }
  refreshCalendars();
}
