import { z } from 'zod';

/** An instant: ISO 8601 with an offset, as PostgreSQL writes it into JSON. */
export const Instant = z.iso.datetime({ offset: true });

/** An IANA time zone this runtime knows, such as `Europe/London`. */
export const TimeZone = z.string().refine(isTimeZone, 'Choose a time zone from the list.');

/**
 * True where `Intl` knows the zone by a name, written as the database of zones writes it: an offset such as `+01:00` has no
 * rules, and databases read its sign otherwise; calendars know no `europe/london`.
 */
export function isTimeZone(name: string): boolean {
  try {
    return (
      /^[A-Z][^/]*(\/[A-Z][^/]*)*$/.test(name) &&
      new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
    );
  } catch {
    return false;
  }
}
