import { z } from 'zod';

/** An instant: ISO 8601 with an offset, as PostgreSQL writes it into JSON. */
export const Instant = z.iso.datetime({ offset: true });

/** An IANA time zone this runtime knows, such as `Europe/London`. */
export const TimeZone = z.string().refine(isTimeZone, 'Choose a time zone from the list.');

/** True where `Intl` knows the zone by a name: an offset such as `+01:00` has no rules, and databases read its sign otherwise. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
