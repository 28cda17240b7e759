import { z } from 'zod';
import { isTimeZone } from './time-zones.ts';

/** An instant: ISO 8601 with an offset, as PostgreSQL writes it into JSON. */
export const Instant = z.iso.datetime({ offset: true });

/** Unix seconds. The years 1970 to 2200. */
export const Epoch = z.int().min(0).max(7_258_118_400);

/** An IANA time zone this runtime knows, such as `Europe/London`. */
export const TimeZone = z.string().refine(isTimeZone, 'Choose a time zone from the list.');
