import { addressOf } from '@folkmoot/contract/events/rules.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { Temporal } from 'temporal-polyfill';
import { tzlib_get_ical_block } from 'timezones-ical-library';
import { textOf } from '../../core/http/html.ts';

/**
 * What goes into a calendar file for an event. `sequence` is raised by each change that calendars must be notified
 * of.
 */
export type CalendarFacts = EventView & { sequence: number; updated: Date };

type Product = { name: string; origin: string };

/**
 * An event as an iCalendar file (RFC 5545): in its own zone with the zone's rules, with an id that stays, cancelled where
 * it was cancelled. An event whose date is to be announced has no file.
 */
export function calendarFile(event: CalendarFacts, { name, origin }: Product): string | undefined {
  if (event.tbdDate || event.start_epoc === null) return undefined;
  const cancelled = event.status === 'cancelled';
  const calendar = ical({
    prodId: { company: name, product: name, language: 'EN' },
    method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    timezone: { name: event.time_zone, generator: zoneRules },
  });
  const at = (seconds: number) =>
    Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(event.time_zone);
  const address = `${origin}/${event.alias}`;
  const online = event.attend_type_details.virtual_address;
  const about = [event.summary, textOf(event.description), online === '' ? '' : `Online: ${online}`, address];
  const { latLng } = event.location ?? { latLng: null };
  const where = addressOf(event);
  calendar.createEvent({
    id: uidOf(event.id, origin),
    sequence: event.sequence,
    start: at(event.start_epoc),
    ...(event.end_epoc !== null && { end: at(event.end_epoc) }),
    allDay: event.is_all_day,
    timezone: event.time_zone,
    summary: event.name,
    description: { plain: about.filter((part) => part !== '').join('\n\n') },
    ...(where !== '' && {
      location: latLng ? { title: where, geo: { lat: latLng.lat, lon: latLng.lng } } : { title: where },
    }),
    url: address,
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  // The library writes the stamp on the zone's clock; RFC 5545, 3.8.7.2, wants it in UTC.
  const stamp = event.updated.toISOString().replace(/[-:]|\.\d+/g, '');
  return calendar.toString().replace(/^DTSTAMP:.*$/m, `DTSTAMP:${stamp}`);
}

/** The same for as long as the event lives, and nobody else's. */
export function uidOf(eventId: string, origin: string): string {
  return `${eventId}@${new URL(origin).hostname}`;
}

/** A zone's rules as a VTIMEZONE block under the zone's own name, which the library may know by another. */
function zoneRules(zone: string): string | null {
  const block = tzlib_get_ical_block(zone);
  const rules = Array.isArray(block) ? block[0] : block;
  return rules ? rules.replace(/^TZID:.*$/m, `TZID:${zone}`) : null;
}
