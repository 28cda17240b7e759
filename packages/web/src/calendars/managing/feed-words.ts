import * as calendarApi from '@folkmoot/contract/calendars/api.ts';
import * as api from '@folkmoot/contract/calendars/sources-api.ts';
import type { LeftOut } from '@folkmoot/contract/calendars/sources-schema.ts';
import { apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';

/** Refetches the outside feeds of a calendar, and what shows their events. */
export function refreshSources(): void {
  for (const endpoint of [api.listSources, calendarApi.getMonth, calendarApi.listCalendarEvents])
    void queryClient.invalidateQueries({ queryKey: apiQueryKey(endpoint) });
}

/** What of a feed is not shown and why, in a sentence; empty if all of it is. */
export function leftOutInWords({ series, events, unreadable, private: hidden, ours }: LeftOut): string {
  const parts = [
    part(series, 'series that repeats too often is shown in part', 'series that repeat too often are shown in part'),
    part(events, 'event is one too many', 'events are too many'),
    part(unreadable, 'event cannot be read', 'events cannot be read'),
    part(hidden, 'event is private', 'events are private'),
    part(ours, 'event is on this site anyway', 'events are on this site anyway'),
  ].filter((words) => words !== '');
  return parts.length === 0 ? '' : `Left out: ${parts.join('; ')}.`;
}

function part(count: number, one: string, many: string): string {
  if (count === 0) return '';
  return count === 1 ? `1 ${one}` : `${count.toLocaleString()} ${many}`;
}
