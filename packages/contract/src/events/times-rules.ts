import { Temporal } from 'temporal-polyfill';
import { SHORTEST_MINUTES } from './duration-rules.ts';

/* Times as an organiser types them: dates and clock times of the event's own zone. Nothing else on the first page of an
 * event needs this file, which carries the Temporal polyfill (docs/decisions/017). */

/** Minutes between the choices of a time list. */
export const STEP_MINUTES = 30;

/** `2026-06-20` and `11:00`, both on the clock of the zone. */
export type WallTimes = { startDate: string; startTime: string; endDate: string; endTime: string; timeZone: string };

/** Unix seconds of both ends. */
export type Epochs = { start_epoc: number; end_epoc: number };

/**
 * The instant at which a clock of the zone shows this date and time, in Unix seconds. A time that daylight saving skips
 * is read an hour later, one that it repeats is the earlier of the two (RFC 5545, 3.3.5).
 */
export function toEpoch(date: string, time: string, timeZone: string): number {
  return secondsOf(zoned(date, time, timeZone));
}

/** What a clock of the zone shows at an instant. */
export function toWall(epoch: number, timeZone: string): { date: string; time: string } {
  const there = Temporal.Instant.fromEpochMilliseconds(epoch * 1000).toZonedDateTimeISO(timeZone);
  return wallOf(there);
}

/** Both ends on the clock of the zone. */
export function wallTimes({ start_epoc, end_epoc }: Epochs, timeZone: string): WallTimes {
  const start = toWall(start_epoc, timeZone);
  const end = toWall(end_epoc, timeZone);
  return { startDate: start.date, startTime: start.time, endDate: end.date, endTime: end.time, timeZone };
}

/** Both ends as instants. */
export function epochs({ startDate, startTime, endDate, endTime, timeZone }: WallTimes): Epochs {
  return { start_epoc: toEpoch(startDate, startTime, timeZone), end_epoc: toEpoch(endDate, endTime, timeZone) };
}

/**
 * Every half hour that the zone's clocks show on a date, in their order. Where they are put forward the skipped ones
 * are missing; where they are put back each is there once.
 */
export function timeOptions(date: string, timeZone: string): string[] {
  const options: string[] = [];
  for (let minutes = 0; minutes < 24 * 60; minutes += STEP_MINUTES) {
    const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    if (isShown(date, time, timeZone)) options.push(time);
  }
  return options;
}

/** A new start time: the end moves along, past midnight if necessary, and is at least 60 minutes later. */
export function withStartTime(times: WallTimes, startTime: string): WallTimes {
  return moveStart(times, { startTime });
}

/** A new start date: the end moves along by as many days, and is at least 60 minutes later. */
export function withStartDate(times: WallTimes, startDate: string): WallTimes {
  return moveStart(times, { startDate });
}

/** The length on the clock stays as it is. An end that was before the start counts as no length. */
function moveStart(times: WallTimes, change: Partial<Pick<WallTimes, 'startDate' | 'startTime'>>): WallTimes {
  const moved = { ...times, ...change };
  const [before, after] = [plain(times.startDate, times.startTime), plain(moved.startDate, moved.startTime)];
  const end = plain(times.endDate, times.endTime);
  const length = Temporal.PlainDateTime.compare(end, before) < 0 ? new Temporal.Duration() : before.until(end);
  const { date, time } = wallOf(after.add(length));
  return pushEnd({ ...moved, endDate: date, endTime: time });
}

/** Whether clocks of the zone show this time on this date: some skip an hour of it. */
export function isShown(date: string, time: string, timeZone: string): boolean {
  const shown = wallOf(zoned(date, time, timeZone));
  return shown.date === date && shown.time === time;
}

/** A new zone: the clock times stay as they are, and mean other instants. */
export function withTimeZone(times: WallTimes, timeZone: string): WallTimes {
  return pushEnd({ ...times, timeZone });
}

function pushEnd(times: WallTimes): WallTimes {
  const start = zoned(times.startDate, times.startTime, times.timeZone);
  const earliest = start.add({ minutes: SHORTEST_MINUTES });
  const end = zoned(times.endDate, times.endTime, times.timeZone);
  if (Temporal.ZonedDateTime.compare(end, earliest) >= 0) return times;
  const { date, time } = wallOf(earliest);
  // Where clocks are put back, the earliest end may be shown by a time that is read as the hour before it.
  const pushed = { ...times, endDate: date, endTime: time };
  if (secondsOf(zoned(date, time, times.timeZone)) >= secondsOf(earliest)) return pushed;
  const later = wallOf(earliest.add({ minutes: SHORTEST_MINUTES }));
  return { ...times, endDate: later.date, endTime: later.time };
}

/**
 * An event of whole days: from the first minute of the first to the first minute after the last, on the zone's clock.
 *
 * @param lastDate the last day itself, as a person means it.
 */
export function wholeDays(startDate: string, lastDate: string, timeZone: string): Epochs {
  const last = Temporal.PlainDate.from(lastDate < startDate ? startDate : lastDate);
  const start = Temporal.PlainDate.from(startDate).toZonedDateTime(timeZone);
  return { start_epoc: secondsOf(start), end_epoc: secondsOf(last.add({ days: 1 }).toZonedDateTime(timeZone)) };
}

/** The last day of an event of whole days, from its end. */
export function lastDay({ end_epoc }: Pick<Epochs, 'end_epoc'>, timeZone: string): string {
  return toWall(end_epoc - 1, timeZone).date;
}

/**
 * When a copy begins and ends by default: a week after the original, on the same clock times. An event whose dates are
 * long past is copied to the next such weekday after `now`.
 */
export function copyTimes({ start_epoc, end_epoc }: Epochs, timeZone: string, now: number): WallTimes {
  const start = Temporal.Instant.fromEpochMilliseconds(start_epoc * 1000).toZonedDateTimeISO(timeZone);
  const past = Math.max(1, Math.ceil((now - start_epoc) / (7 * 24 * 3600)));
  // A zone that has left out a whole day since (Apia, 2011) is a week further on.
  const weeks = secondsOf(start.add({ weeks: past })) < now ? past + 1 : past;
  const moved = start.add({ weeks });
  const end = Temporal.Instant.fromEpochMilliseconds(end_epoc * 1000)
    .toZonedDateTimeISO(timeZone)
    .add({ weeks });
  const [from, to] = [wallOf(moved), wallOf(end)];
  // The day it lands on may skip the hour between them: Cairo puts its clocks forward at midnight.
  return pushEnd({ startDate: from.date, startTime: from.time, endDate: to.date, endTime: to.time, timeZone });
}

/** The evening a week from `now`, two hours long: the times that a new event begins with. */
export function firstTimes(now: number, timeZone: string): WallTimes {
  const today = Temporal.Instant.fromEpochMilliseconds(now * 1000)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const date = today.add({ days: 7 }).toString();
  return pushEnd({ startDate: date, startTime: '18:00', endDate: date, endTime: '20:00', timeZone });
}

function plain(date: string, time: string): Temporal.PlainDateTime {
  return Temporal.PlainDateTime.from(`${date}T${time}`);
}

function zoned(date: string, time: string, timeZone: string): Temporal.ZonedDateTime {
  return plain(date, time).toZonedDateTime(timeZone, { disambiguation: 'compatible' });
}

function wallOf(moment: Temporal.ZonedDateTime | Temporal.PlainDateTime): { date: string; time: string } {
  return {
    date: moment.toPlainDate().toString(),
    time: moment.toPlainTime().toString({ smallestUnit: 'minute' }),
  };
}

function secondsOf(moment: Temporal.ZonedDateTime): number {
  return Math.floor(moment.epochMilliseconds / 1000);
}
