import { createHash } from 'node:crypto';
import ICAL from 'ical.js';
import { type Begin, type Budget, beginsIn, seriesOf } from './feed-series.ts';
import { plainAddress, plainLine, plainLines } from './feed-text.ts';
import { type FeedZone, feedZones, ianaZone, UTC } from './feed-zones.ts';

/** A feed to read: what happens between two moments, in seconds since 1970, for a calendar in a zone. */
export type FeedJob = { text: string; zone: string; from: number; now: number; until: number };

/** Something that a feed announces: one event, or one of a series. */
export type FeedItem = {
  uid: string;
  /** Which of a series, by when it would have begun: `20260514T180000Z`, or `20260514` of whole days. Empty if it is the only one. */
  recurrence: string;
  title: string;
  text: string;
  where: string;
  url: string;
  start: number;
  end: number | null;
  allDay: boolean;
  cancelled: boolean;
  sequence: number;
  /** When its author last changed it. */
  modified: number | null;
};

/** How much of a feed is not shown: series that go on too often, events too many, such that cannot be read, and private ones. */
export type LeftOut = { series: number; events: number; unreadable: number; private: number };

export type FeedAnswer =
  | { ok: true; name: string; items: FeedItem[]; leftOut: LeftOut }
  | { ok: false; problem: 'not-a-calendar' };

export const MOST = { uid: 500, title: 200, text: 2_000, where: 300, name: 80, series: 500, events: 2_000 } as const;
/** Steps that all rules of a feed may take together. */
const STEPS = 150_000;

const DAY = 86_400;
/** The year 9000. From the year 10000 on, times are written in another way, which the database does not read. */
const LATEST = Date.UTC(9000, 0) / 1000;

/**
 * What a calendar file announces between two moments, the earliest first: times as instants, text as plain text. Of what is wrong in it, as little
 * as possible is left out. It may take any time and memory: see `feed-child.ts`.
 */
export function readFeed({ text, ...job }: FeedJob): FeedAnswer {
  const leftOut: LeftOut = { series: 0, events: 0, unreadable: 0, private: 0 };
  const file = fileIn(text, leftOut);
  if (!file) return { ok: false, problem: 'not-a-calendar' };
  const reader = ianaZone(job.zone) ?? UTC;
  const context: Context = { ...job, reader, zoneOf: feedZones(file.calendars, reader), budget: { steps: STEPS } };
  const items = new Map<string, FeedItem>();
  for (const [uid, parts] of seriesIn(file.events, leftOut))
    for (const item of itemsOf(uid, parts, context, leftOut)) keepNewer(items, item);
  const nearest = [...items.values()].sort((one, other) => away(one, job.now) - away(other, job.now));
  leftOut.events = Math.max(0, nearest.length - MOST.events);
  const kept = nearest
    .slice(0, MOST.events)
    .sort((one, other) => one.start - other.start || (one.uid < other.uid ? -1 : 1));
  return { ok: true, name: nameOf(file.calendars), items: kept, leftOut };
}

type Context = {
  from: number;
  until: number;
  reader: FeedZone;
  zoneOf: (name: string | undefined) => FeedZone;
  budget: Budget;
};

type File = { calendars: ICAL.Component[]; events: ICAL.Component[] };

/**
 * The calendars of a file, and its events, each read on its own: the library gives up a whole file for one wrong rule. Lines that are no
 * lines of a calendar are passed over.
 */
function fileIn(text: string, leftOut: LeftOut): File | undefined {
  if (!/^\s*BEGIN:VCALENDAR\s*$/im.test(text.slice(0, 2_000))) return undefined;
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r\n?|\n/)
    .filter((line) => /^[\w-]+[;:]/.test(line));
  const around: string[] = [];
  const events: ICAL.Component[] = [];
  let event: string[] | undefined;
  for (const line of lines) {
    if (/^BEGIN:VEVENT\s*$/i.test(line)) event = [];
    (event ?? around).push(line);
    if (!event || !/^END:VEVENT\s*$/i.test(line)) continue;
    const [read] = componentsIn(event);
    if (read) events.push(read);
    else leftOut.unreadable += 1;
    event = undefined;
  }
  const calendars = componentsIn(around).filter(({ name }) => name === 'vcalendar');
  return event || calendars.length === 0 ? undefined : { calendars, events };
}

function componentsIn(lines: readonly string[]): ICAL.Component[] {
  try {
    const parsed = ICAL.parse(lines.join('\r\n')) as unknown[];
    const each = (typeof parsed[0] === 'string' ? [parsed] : parsed) as never[];
    return each.map((one) => new ICAL.Component(one));
  } catch {
    return [];
  }
}

function nameOf(calendars: readonly ICAL.Component[]): string {
  const [calendar] = calendars;
  const named = calendar?.getFirstPropertyValue('name') ?? calendar?.getFirstPropertyValue('x-wr-calname');
  // The library does not know that these are text.
  return plainLine(typeof named === 'string' && named.replace(/\\([,;\\])/g, '$1').replace(/\\n/gi, ' '), MOST.name);
}

type Series = { whole: ICAL.Component[]; changed: ICAL.Component[] };

/** Events by their UID: the series, and those of it that differ. */
function seriesIn(events: readonly ICAL.Component[], leftOut: LeftOut): Map<string, Series> {
  const all = new Map<string, Series>();
  for (const event of events) {
    const uid = uidOf(event);
    if (uid.length > MOST.uid) {
      leftOut.unreadable += 1;
      continue;
    }
    const series = all.get(uid) ?? { whole: [], changed: [] };
    all.set(uid, series);
    series[event.hasProperty('recurrence-id') ? 'changed' : 'whole'].push(event);
  }
  return all;
}

/** Its own, or one made of what it says if it has none. */
function uidOf(event: ICAL.Component): string {
  const own = plainLine(event.getFirstPropertyValue('uid'), MOST.uid + 1);
  if (own !== '') return own;
  const says = ['dtstart', 'dtend', 'summary'].map((name) => event.getFirstProperty(name)?.toICALString() ?? '');
  return createHash('sha256').update(says.join('\n')).digest('hex');
}

/** What one UID stands for within the window. */
function itemsOf(uid: string, { whole, changed }: Series, context: Context, leftOut: LeftOut): FeedItem[] {
  const items: FeedItem[] = [];
  const note = (read: () => void) => {
    try {
      read();
    } catch {
      leftOut.unreadable += 1;
    }
  };
  const shown = (event: ICAL.Component) => {
    const isPrivate = /^(PRIVATE|CONFIDENTIAL)$/i.test(String(event.getFirstPropertyValue('class') ?? ''));
    if (isPrivate) leftOut.private += 1;
    return !isPrivate;
  };
  // Those that differ stand in place of the series, also where they are private.
  const replaced = new Set<number>();
  for (const event of changed)
    note(() => {
      const [id] = beginsIn(event, 'recurrence-id', context.zoneOf);
      if (!id) throw new Error('It does not say which one it is.');
      replaced.add(instantOf(id, context.reader));
      if (shown(event)) items.push(...itemsAt(uid, event, context, keyOf(id, context.reader)));
    });
  for (const event of whole)
    note(() => {
      if (!shown(event)) return;
      if (!event.hasProperty('rrule') && !event.hasProperty('rdate'))
        return items.push(...itemsAt(uid, event, context, ''));
      const { list, more } = repeated(uid, event, context, replaced);
      if (more) leftOut.series += 1;
      return items.push(...list);
    });
  return items;
}

/** One after another of a series, without those that differ. */
function repeated(uid: string, event: ICAL.Component, context: Context, replaced: ReadonlySet<number>) {
  const { reader, zoneOf, budget } = context;
  const { begin, start, end } = timesOf(event, context);
  const lasts = (end ?? start) - start;
  const days = Math.round(lasts / DAY) * DAY;
  const clock = begin.allDay ? reader : begin.zone;
  const window = { from: clock.wallOf(context.from - lasts), until: clock.wallOf(context.until) };
  const walls = seriesOf(event, begin, zoneOf, { window, most: MOST.series, budget });
  const times = walls.flatMap((wall) => {
    const one = { ...begin, wall };
    const at = instantOf(one, reader);
    const until = begin.allDay ? instantOf({ ...one, wall: wall + days }, reader) : at + lasts;
    const item = { recurrence: keyOf(one, reader), start: at, end: end === null ? null : until };
    return !replaced.has(at) && isWithin(item, context) ? [item] : [];
  });
  const words = times.length > 0 && wordsOf(event);
  return {
    list: words ? times.slice(0, MOST.series).map((time) => ({ uid, ...words, ...time, allDay: begin.allDay })) : [],
    more: times.length > MOST.series || walls.length > MOST.series,
  };
}

/** A single event, if it is within the window. */
function itemsAt(uid: string, event: ICAL.Component, context: Context, recurrence: string): FeedItem[] {
  const { begin, start, end } = timesOf(event, context);
  if (!isWithin({ start, end }, context)) return [];
  return [{ uid, recurrence, ...wordsOf(event), start, end, allDay: begin.allDay }];
}

function timesOf(event: ICAL.Component, context: Context): { begin: Begin; start: number; end: number | null } {
  const [begin] = beginsIn(event, 'dtstart', context.zoneOf);
  if (!begin) throw new Error('It has no beginning.');
  const end = endOf(event, begin, context);
  return { begin, start: instantOf(begin, context.reader), end: end === null ? null : instant(end) };
}

/** All that is not about time. */
function wordsOf(event: ICAL.Component) {
  const value = (name: string) => event.getFirstPropertyValue(name) as unknown;
  const modified = value('last-modified');
  return {
    title: plainLine(value('summary'), MOST.title) || 'Untitled event',
    text: plainLines(value('description'), MOST.text),
    where: plainLine(value('location'), MOST.where),
    url: plainAddress(value('url')),
    cancelled: /^CANCELLED$/i.test(String(value('status') ?? '')),
    sequence: Math.min(Math.max(Number.parseInt(String(value('sequence') ?? '0'), 10) || 0, 0), 2 ** 31 - 1),
    modified: modified instanceof ICAL.Time && isInstant(modified.toUnixTime()) ? modified.toUnixTime() : null,
  };
}

/** Its end, or its length after the beginning. A day without either is that day; a moment has no end. */
function endOf(event: ICAL.Component, begin: Begin, { reader, zoneOf }: Context): number | null {
  const start = instantOf(begin, reader);
  const [end] = beginsIn(event, 'dtend', zoneOf);
  const lasts = event.getFirstPropertyValue('duration') as unknown;
  const nextDay = { ...begin, wall: begin.wall + DAY };
  if (end) {
    const at = instantOf(begin.allDay ? { ...end, allDay: true, wall: Math.floor(end.wall / DAY) * DAY } : end, reader);
    return at > start ? at : begin.allDay ? instantOf(nextDay, reader) : null;
  }
  if (lasts instanceof ICAL.Duration && lasts.toSeconds() > 0) {
    const seconds = lasts.toSeconds();
    return begin.allDay
      ? instantOf({ ...begin, wall: begin.wall + Math.ceil(seconds / DAY) * DAY }, reader)
      : start + seconds;
  }
  return begin.allDay ? instantOf(nextDay, reader) : null;
}

/** A moment. Days are those of the reader's calendar. */
function instantOf({ wall, zone, allDay }: Begin, reader: FeedZone): number {
  return instant((allDay ? reader : zone).instantOf(wall));
}

const isInstant = (seconds: number): boolean => Math.abs(seconds) < LATEST;

function instant(seconds: number): number {
  if (!isInstant(seconds)) throw new Error('It is no time.');
  return Math.floor(seconds);
}

function keyOf(begin: Begin, reader: FeedZone): string {
  const text = new Date((begin.allDay ? begin.wall : instantOf(begin, reader)) * 1000).toISOString();
  const compact = text.replace(/\.\d+/, '').replace(/[-:]/g, '');
  return begin.allDay ? compact.slice(0, 8) : compact;
}

const isWithin = ({ start, end }: Pick<FeedItem, 'start' | 'end'>, { from, until }: Context): boolean =>
  start < until && (end ?? start + 1) > from;

const away = ({ start, end }: FeedItem, now: number): number =>
  start > now ? start - now : Math.max(0, now - (end ?? start));

/** Of two under one name the later version is kept, or else the later one in the file. */
function keepNewer(items: Map<string, FeedItem>, item: FeedItem): void {
  const key = `${item.recurrence} ${item.uid}`;
  const there = items.get(key);
  if (!there || there.sequence <= item.sequence) items.set(key, item);
}
