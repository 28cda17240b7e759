import { z } from 'zod';
import { isTimeZone } from './time-zones.ts';

/** An instant: ISO 8601 with an offset, as PostgreSQL writes it into JSON. */
export const Instant = z.iso.datetime({ offset: true });

/** An IANA time zone this runtime knows, such as `Europe/London`. */
export const TimeZone = z.string().refine(isTimeZone, 'Choose a time zone from the list.');
