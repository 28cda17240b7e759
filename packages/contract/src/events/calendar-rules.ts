import { localDay } from '../core/times/local-day.ts';
import { placeOf } from './facts-rules.ts';
import type { EventView } from './schema.ts';

type Added = Pick<
  EventView,
  | 'name'
  | 'summary'
  | 'start_epoc'
  | 'end_epoc'
  | 'time_zone'
  | 'is_all_day'
  | 'tbdDate'
  | 'tbdLocation'
  | 'attend_type'
  | 'attend_type_details'
  | 'location'
>;

const HOUR = 3600;

/**
 * Links that add an event to online calendars, filled in; none without a date.
 *
 * @param url the address of the event's page, absolute and the same for everybody.
 */
export function calendarLinks(event: Added, url: string): { name: 'Google Calendar' | 'Outlook'; href: string }[] {
  const { start_epoc: start, is_all_day: wholeDays, time_zone: zone } = event;
  if (event.tbdDate || start === null) return [];
  const end = event.end_epoc ?? start + HOUR;
  const about = [event.summary, url].filter((part) => part !== '').join('\n\n');
  const address = placeOf(event);
  // The end of whole days is the day after the last, as both want it.
  const dates = wholeDays
    ? [localDay(start * 1000, zone), localDay(end * 1000, zone)]
    : [start, end].map((seconds) => new Date(seconds * 1000).toISOString());
  const [from = '', until = ''] = dates;
  const plain = (date: string) => date.replace(/[-:]|\.\d{3}/g, '');
  const google = queryOf({
    action: 'TEMPLATE',
    text: event.name,
    dates: `${plain(from)}/${plain(until)}`,
    ctz: zone,
    details: about,
    location: address,
  });
  const outlook = queryOf({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: event.name,
    startdt: from,
    enddt: until,
    ...(wholeDays ? { allday: 'true' } : {}),
    body: about,
    location: address,
  });
  return [
    { name: 'Google Calendar', href: `https://calendar.google.com/calendar/render?${google}` },
    { name: 'Outlook', href: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}` },
  ];
}

const queryOf = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
