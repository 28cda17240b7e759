import type { MonthRow } from '@folkmoot/contract/calendars/sources-schema.ts';
import { localDay } from '@folkmoot/contract/core/times/local-day.ts';

/* Days and months on the clock of a calendar, as `2026-05-14` and `2026-05`. */

const DAY_MS = 86_400_000;

/** The day that a zone's calendar shows at an instant. @param seconds since 1970. */
export const dayIn = (seconds: number, zone: string): string => localDay(seconds * 1000, zone);

/** So many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** So many months later, or earlier. */
export function addMonths(month: string, months: number): string {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** A month that an address may name; undefined for anything else. */
export function readMonth(text: string | undefined): string | undefined {
  return text !== undefined && /^(19[7-9]\d|2[01]\d\d)-(0[1-9]|1[0-2])$/.test(text) ? text : undefined;
}

/** A day that an address may name. */
export function readDate(text: string | undefined): string | undefined {
  if (readMonth(text?.slice(0, 7)) === undefined || text === undefined) return undefined;
  return addDays(text.slice(0, 10), 0) === text ? text : undefined;
}

/** The weeks that a month touches, from the first day of its locale's week. @param firstDay 0 is Sunday. */
export function weeksOf(month: string, firstDay: number): string[][] {
  const first = `${month}-01`;
  const lead = (new Date(first).getUTCDay() - firstDay + 7) % 7;
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const weeks: string[][] = [];
  for (let start = addDays(first, -lead); start <= last; start = addDays(start, 7))
    weeks.push(Array.from({ length: 7 }, (_, n) => addDays(start, n)));
  return weeks;
}

/**
 * What to ask for to fill the weeks of a month in any zone, whatever day they begin with: a week more at both ends. The
 * server, which does not know the reader's weeks, asks for the same. In seconds since 1970.
 */
export function spanOf(month: string): { from: number; to: number } {
  return {
    from: Date.parse(addDays(`${month}-01`, -7)) / 1000,
    to: Date.parse(addDays(`${addMonths(month, 1)}-01`, 7)) / 1000,
  };
}

/** An event on one of its days; `starts` and `ends` say whether it is its first and its last. */
export type Placed = { row: MonthRow; starts: boolean; ends: boolean };

/**
 * Events by day. One that takes a day or less is on the day on which it starts, also if it ends after midnight. Longer ones come
 * first, so that they continue in a line from one day to the next.
 *
 * @param zone of the calendar; events of whole days are on those of their own zone.
 */
export function placedByDay(rows: readonly MonthRow[], zone: string): Map<string, Placed[]> {
  const days = new Map<string, Placed[]>();
  const lasting = rows.map((row) => {
    const clock = row.is_all_day ? row.time_zone : zone;
    const first = dayIn(row.start_epoc, clock);
    const isShort = !row.is_all_day && row.end_epoc - row.start_epoc <= 86_400;
    const last = isShort ? first : dayIn(Math.max(row.end_epoc - 1, row.start_epoc), clock);
    return { row, first, last };
  });
  const long = lasting.filter(({ first, last }) => last > first);
  const short = lasting.filter(({ first, last }) => last <= first);
  // No event is shown on more days than two months have.
  for (const { row, first, last } of [...long, ...short])
    for (let day = first, count = 0; day <= last && count < 62; day = addDays(day, 1), count += 1) {
      const there = days.get(day);
      const placed = { row, starts: day === first, ends: day === last };
      if (there) there.push(placed);
      else days.set(day, [placed]);
    }
  return days;
}

/** Which day the focus goes to for a key, as grids of days have it; undefined for other keys. */
export function dayAfterKey(day: string, key: string, firstDay: number): string | undefined {
  const weekday = (new Date(day).getUTCDay() - firstDay + 7) % 7;
  const moves: Record<string, string> = {
    ArrowLeft: addDays(day, -1),
    ArrowRight: addDays(day, 1),
    ArrowUp: addDays(day, -7),
    ArrowDown: addDays(day, 7),
    Home: addDays(day, -weekday),
    End: addDays(day, 6 - weekday),
    PageUp: inMonth(addMonths(day.slice(0, 7), -1), day),
    PageDown: inMonth(addMonths(day.slice(0, 7), 1), day),
  };
  return moves[key];
}

/** The same day of another month, or its last one. */
function inMonth(month: string, day: string): string {
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const same = `${month}-${day.slice(8)}`;
  return same > last ? last : same;
}

/** `Saturday 23 May`, as the locale writes it. */
export function dayName(
  day: string,
  options: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long' },
): string {
  return new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' }).format(Date.parse(day));
}

/** `May 2026`, as the locale writes it. */
export const monthName = (month: string): string => dayName(`${month}-01`, { month: 'long', year: 'numeric' });

/** `19:00`, as the locale writes it, on a zone's clock. @param seconds since 1970. */
export function clockOf(seconds: number, zone: string): string {
  return new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone: zone }).format(seconds * 1000);
}
