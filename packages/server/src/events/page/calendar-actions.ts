import { placeOf } from '@folkmoot/contract/events/facts-rules.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { textOf } from '../../core/http/html.ts';
import { type IcalEvent, icalOf } from '../../core/ical/ical.ts';

/** What calendars show of an event. */
export type CalendarFacts = Pick<
  EventView,
  | 'id'
  | 'alias'
  | 'name'
  | 'summary'
  | 'description'
  | 'status'
  | 'start_epoc'
  | 'end_epoc'
  | 'time_zone'
  | 'is_all_day'
  | 'tbdDate'
  | 'tbdLocation'
  | 'attend_type'
  | 'attend_type_details'
  | 'location'
> & {
  /** The version of this, and when it was last raised. */
  sequence: number;
  changed: Date;
};

type Product = { name: string; origin: string };

/**
 * An event as an iCalendar file. An event whose date is to be announced has none.
 *
 * @param gone it takes the event off the reader's calendar.
 */
export function calendarFile(event: CalendarFacts, { name, origin }: Product, gone = false): string | undefined {
  const entry = icalEventOf(event, origin);
  return entry && icalOf({ product: name }, [gone ? { ...entry, status: 'cancelled' } : entry]);
}

/**
 * An event as calendars show it, with its id as UID, so that a file, an email and every feed mean the same entry. Nothing if its date is
 * to be announced.
 *
 * @param origin of the address of its page.
 * @param tentative the reader is not sure of a place yet.
 */
export function icalEventOf(event: CalendarFacts, origin: string, tentative = false): IcalEvent | undefined {
  if (event.tbdDate || event.start_epoc === null) return undefined;
  const url = `${origin}/${event.alias}`;
  const online = event.attend_type_details.virtual_address;
  const about = [event.summary, textOf(event.description), online === '' ? '' : `Online: ${online}`, url];
  return {
    uid: event.id,
    sequence: event.sequence,
    changed: event.changed,
    start: event.start_epoc,
    end: event.end_epoc,
    allDay: event.is_all_day,
    zone: event.time_zone,
    title: event.name,
    text: about.filter((part) => part !== '').join('\n\n'),
    where: placeOf(event),
    latLng: event.location?.latLng ?? null,
    url,
    status: event.status === 'cancelled' ? 'cancelled' : tentative ? 'tentative' : 'confirmed',
  };
}
