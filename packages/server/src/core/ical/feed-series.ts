import ICAL from 'ical.js';
import { type FeedZone, timeOf, UTC, type Wall, wallOf } from './feed-zones.ts';

/** When something in a feed begins: on a day, or at a time on the clock of a zone. */
export type Begin = { wall: Wall; zone: FeedZone; allDay: boolean };

const DAY = 86_400;
/** Steps that one series may take. A rule that needs more is of no use to a reader. */
const STEPS = 20_000;

/** A series needs more steps than it may take. */
export class Endless extends Error {}

/** What the rules of all series of a feed may cost together. */
export type Budget = { steps: number };

/** Properties that hold times, with the zone of each. */
export function beginsIn(event: ICAL.Component, name: string, zoneOf: (name: string | undefined) => FeedZone): Begin[] {
  return event.getAllProperties(name).flatMap((property) =>
    property.getValues().map((value: unknown) => {
      const time = (value instanceof ICAL.Period ? value.start : value) as ICAL.Time;
      if (!(time instanceof ICAL.Time)) throw new Error(`${name} is no time.`);
      const zone =
        time.zone === ICAL.Timezone.utcTimezone ? UTC : zoneOf(property.getFirstParameter('tzid') ?? undefined);
      return { wall: wallOf(time), zone, allDay: time.isDate };
    }),
  );
}

/**
 * When a series begins, as its rules and added dates say, on the wall of its first event; without the dates that are taken out.
 *
 * @param window on the same wall: nothing outside is returned.
 * @param most how many are returned; one more if there are more.
 * @throws Endless
 */
export function seriesOf(
  event: ICAL.Component,
  first: Begin,
  zoneOf: (name: string | undefined) => FeedZone,
  { window, most, budget }: { window: { from: Wall; until: Wall }; most: number; budget: Budget },
): Wall[] {
  // Dates that are written in another zone, or in UTC, mean an instant.
  const onWall = ({ wall, zone, allDay }: Begin) =>
    allDay || first.allDay || zone === first.zone ? wall : first.zone.wallOf(zone.instantOf(wall));
  const added = beginsIn(event, 'rdate', zoneOf).map(onWall);
  const out = beginsIn(event, 'exdate', zoneOf);
  const outTimes = new Set(out.filter(({ allDay }) => allDay === first.allDay).map(onWall));
  // A day takes out all that begins on it, also of a series at a time.
  const outDays = new Set(out.filter(({ allDay }) => allDay !== first.allDay).map(({ wall }) => dayOf(wall)));
  const isIn = (wall: Wall) =>
    wall >= window.from && wall < window.until && !outTimes.has(wall) && !outDays.has(dayOf(wall));
  const found = new Set([first.wall, ...added].filter(isIn));
  for (const property of event.getAllProperties('rrule')) {
    const rule = (property.getFirstValue() as unknown as ICAL.Recur).clone();
    let count = 0;
    for (const wall of stepsOf(rule, first, window, budget)) {
      if (!isIn(wall)) continue;
      found.add(wall);
      count += 1;
      if (count > most) break;
    }
  }
  return [...found].sort((one, other) => one - other).slice(0, most + 1);
}

const dayOf = (wall: Wall) => Math.floor(wall / DAY);

/** What a rule gives up to the end of the window. */
function* stepsOf(
  rule: ICAL.Recur,
  first: Begin,
  window: { from: Wall; until: Wall },
  budget: Budget,
): Generator<Wall> {
  const until = rule.until ? lastOf(rule.until, first) : null;
  if (until !== null && until < window.from) return;
  if (until !== null) rule.until = timeOf(until, first.allDay);
  if (rule.freq === 'YEARLY' && Object.keys(rule.parts).length === 0 && isLeapDay(first.wall))
    Object.assign(rule.parts, { BYMONTH: [2], BYMONTHDAY: [29] });
  const start = rule.count ? first.wall : forward(rule, first.wall, window.from);
  const steps = rule.iterator(timeOf(start, first.allDay));
  for (let taken = 0; ; taken += 1) {
    budget.steps -= 1;
    if (taken > STEPS || budget.steps < 0) throw new Endless();
    const next = steps.next() as ICAL.Time | null;
    if (!next || next.year > 9000) return;
    const wall = wallOf(next);
    if (wall >= window.until) return;
    if (isMeant(rule, wall)) yield wall;
  }
}

/** Whether a rule means a day. The library goes on to another where a rule asks for one that there is not, such as 30 February. */
function isMeant({ parts }: ICAL.Recur, wall: Wall): boolean {
  const at = new Date(wall * 1000);
  const days = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  const among = (part: 'BYMONTH' | 'BYMONTHDAY' | 'BYWEEKNO', ...values: number[]) => {
    const wanted = parts[part];
    return wanted === undefined || wanted.some((one) => values.includes(Number(one)));
  };
  const day = at.getUTCDate();
  return (
    among('BYMONTH', at.getUTCMonth() + 1) &&
    among('BYMONTHDAY', day, day - days - 1) &&
    (parts.BYWEEKNO === undefined || among('BYWEEKNO', ...weeksOf(at)))
  );
}

/** The number of a day's week in its year (ISO 8601), from the front and from the back. */
function weeksOf(at: Date): [number, number] {
  const thursday = new Date(at);
  thursday.setUTCDate(at.getUTCDate() + 4 - (at.getUTCDay() || 7));
  const begin = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const nth = (time: number) => Math.floor((time - begin) / 1000 / DAY / 7) + 1;
  const week = nth(thursday.getTime());
  // The 28th of December is always in the last week.
  const end = new Date(Date.UTC(thursday.getUTCFullYear(), 11, 28));
  end.setUTCDate(end.getUTCDate() + 4 - (end.getUTCDay() || 7));
  return [week, week - nth(end.getTime()) - 1];
}

/** The library takes a leap day for the first of March in other years. */
const isLeapDay = (wall: Wall) => new Date(wall * 1000).toISOString().slice(5, 10) === '02-29';

/** The last moment of a rule on the wall of its series. A day means all of it. */
function lastOf(until: ICAL.Time, first: Begin): Wall {
  const wall = wallOf(until);
  if (first.allDay) return dayOf(wall) * DAY;
  if (until.isDate) return wall + DAY - 1;
  return until.zone === ICAL.Timezone.utcTimezone ? first.zone.wallOf(wall) : wall;
}

const SECONDS: Record<string, number> = { SECONDLY: 1, MINUTELY: 60, HOURLY: 3600, DAILY: DAY, WEEKLY: 7 * DAY };

/**
 * A beginning shortly before the window from which the same rule gives the same: whole intervals later. Twenty years of days would
 * take the library a second.
 */
function forward(rule: ICAL.Recur, start: Wall, from: Wall): Wall {
  const interval = Math.max(1, rule.interval || 1);
  const period = SECONDS[rule.freq];
  if (period !== undefined) {
    const span = period * interval;
    return start + Math.max(0, Math.floor((from - start) / span)) * span;
  }
  const at = new Date(start * 1000);
  const months = interval * (rule.freq === 'YEARLY' ? 12 : 1);
  const ahead = (from - start) / (30.4369 * DAY) - months - 2;
  for (let times = Math.floor(ahead / months); times > 0; times -= 1) {
    const later = new Date(at);
    later.setUTCMonth(at.getUTCMonth() + times * months);
    // The 31st, and the 29th of February, are not in every month: what the rule repeats must be there.
    if (later.getUTCDate() === at.getUTCDate()) return later.getTime() / 1000;
  }
  return start;
}
