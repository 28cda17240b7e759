import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { findIana } from 'windows-iana';

/** What a clock on the wall shows, in seconds since 1970 as if it showed UTC. */
export type Wall = number;
/** A zone of a feed. Local times that a change of clocks skips or repeats are read as RFC 5545 says. */
export type FeedZone = { instantOf(wall: Wall): number; wallOf(instant: number): Wall };

export const UTC: FeedZone = { instantOf: (wall) => wall, wallOf: (instant) => instant };

/** A zone by its IANA name; undefined if there is none of that name. */
export function ianaZone(name: string): FeedZone | undefined {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
  } catch {
    return undefined;
  }
  return {
    instantOf: (wall) =>
      Temporal.PlainDateTime.from(new Date(wall * 1000).toISOString().slice(0, -1)).toZonedDateTime(name)
        .epochMilliseconds / 1000,
    wallOf(instant) {
      const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(instant * 1000).toZonedDateTimeISO(name);
      return instant + offsetNanoseconds / 1e9;
    },
  };
}

/** A zone by the rules that stand in the feed. */
function ownZone(rules: ICAL.Component): FeedZone {
  const zone = new ICAL.Timezone(rules);
  const offsetAt = (wall: Wall) => zone.utcOffset(timeOf(wall, false));
  return {
    instantOf: (wall) => wall - offsetAt(wall),
    wallOf(instant) {
      const near = instant + offsetAt(instant);
      return instant + offsetAt(near);
    },
  };
}

/**
 * The zones that a feed names: of IANA, of its own rules, or of Windows. A name that nobody knows means the clock of the reader, as if
 * there were none.
 */
export function feedZones(
  calendars: readonly ICAL.Component[],
  reader: FeedZone,
): (name: string | undefined) => FeedZone {
  const rules = new Map(
    calendars.flatMap((calendar) =>
      calendar
        .getAllSubcomponents('vtimezone')
        .map((block) => [String(block.getFirstPropertyValue('tzid') ?? ''), block] as const),
    ),
  );
  const known = new Map<string, FeedZone>();
  const find = (name: string): FeedZone => {
    const own = rules.get(name);
    // Some programs put their own name before: `/mozilla.org/20050126_1/Europe/Berlin`.
    const tail = name.split('/').slice(-2).join('/');
    return (
      ianaZone(name) ??
      (own && ownZone(own)) ??
      ianaZone(findIana(name)[0] ?? '') ??
      (name.startsWith('/') ? ianaZone(tail) : undefined) ??
      reader
    );
  };
  return (name) => {
    if (name === undefined) return reader;
    const zone = known.get(name) ?? find(name);
    known.set(name, zone);
    return zone;
  };
}

/** What a time of the library shows on the wall. */
export function wallOf({ year, month, day, hour, minute, second, isDate }: ICAL.Time): Wall {
  return Date.UTC(year, month - 1, day, ...(isDate ? [] : [hour, minute, second])) / 1000;
}

/** A time of the library without a zone. */
export function timeOf(wall: Wall, isDate: boolean): ICAL.Time {
  const at = new Date(wall * 1000);
  return ICAL.Time.fromData({
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    ...(isDate
      ? { isDate }
      : { hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: at.getUTCSeconds(), isDate }),
  });
}
