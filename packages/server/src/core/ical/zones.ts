import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { tzlib_get_ical_block } from 'timezones-ical-library';

type Local = { year: number; month: number; day: number; hour: number; minute: number; second: number };

const blocks = new Map<string, { block: unknown[]; rules: ICAL.Timezone } | null>();

/** A zone's rules as a VTIMEZONE under the zone's own name, which the library may know by another; null for one that it does not know. */
function zoneOf(zone: string): { block: unknown[]; rules: ICAL.Timezone } | null {
  const known = blocks.get(zone);
  if (known !== undefined) return known;
  const found = tzlib_get_ical_block(zone);
  const text = (Array.isArray(found) ? found[0] : found)?.replace(/^TZID:.*$/m, `TZID:${zone}`);
  const block = text ? (ICAL.parse(text) as unknown[]) : null;
  const made = block && { block, rules: new ICAL.Timezone(new ICAL.Component(block as never)) };
  blocks.set(zone, made);
  return made;
}

/** The VTIMEZONE of a zone as jCal, a new one for each call. */
export function zoneBlock(zone: string): never {
  return structuredClone(zoneOf(zone)?.block ?? []) as never;
}

/** What clocks in a zone show at an instant. */
export function localTime(seconds: number, zone: string): Local {
  const at = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(zone);
  const { year, month, day, hour, minute, second } = at;
  return { year, month, day, hour, minute, second };
}

/** Whether a reader who has only the zone's VTIMEZONE gets the instant from its local time. */
export function fits(zone: string, seconds: number): boolean {
  const rules = zoneOf(zone)?.rules;
  if (!rules) return false;
  return ICAL.Time.fromData(localTime(seconds, zone), rules).toUnixTime() === seconds;
}
