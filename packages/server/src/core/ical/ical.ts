import ICAL from 'ical.js';
import { fits, localTime, zoneBlock } from './zones.ts';

/** Octets of a line. The library does not count the space with which a line goes on. */
ICAL.foldLength = 75 - 1;

/** An event as calendar programs read it. */
export type IcalEvent = {
  /** The same for as long as the event lives, on every address of this installation (RFC 7986, 5.3). */
  uid: string;
  /** Which of a series it is, if it is one of several with this name: `20260514T180000Z`, or `20260514` of whole days (RFC 5545, 3.8.4.4). */
  recurrence?: string;
  /** Raised by each change that a reader of the calendar can see (RFC 5545, 3.8.7.4). */
  sequence: number;
  /** When it was last raised. */
  changed: Date;
  /** Seconds since 1970. */
  start: number;
  /** Seconds since 1970, exclusive. */
  end: number | null;
  allDay: boolean;
  /** An IANA zone. */
  zone: string;
  title: string;
  text: string;
  where: string;
  latLng: { lat: number; lng: number } | null;
  url: string;
  status: 'confirmed' | 'tentative' | 'cancelled';
};

/** What a file or a feed says of itself. */
export type IcalHead = {
  /** The name of this installation. */
  product: string;
  /** Of a feed: what it is called, where it is, its colour by its name in CSS, and the zone of its calendar. */
  feed?: { name: string; description: string; source: string; colour: string; zone: string | null };
};

/**
 * Events as an iCalendar stream (RFC 5545 and 7986): properties of the calendar first, then its zones, then its events; lines
 * of at most 75 octets that end with CRLF, the last one too. The same events give the same bytes.
 *
 * Each time is in its event's own zone if the rules that we send along mean exactly that instant, else in UTC: a zone's block has one rule for
 * winter and one for summer, and some zones have had others.
 */
export function icalOf(head: IcalHead, events: readonly IcalEvent[]): string {
  return written(head, events, Number.POSITIVE_INFINITY, () => 0);
}

/**
 * The same of as many events as fit, the first of them before others.
 *
 * @param most bytes of the whole text.
 * @param order in which those that fit are written.
 */
export function icalWithin(
  head: IcalHead,
  events: readonly IcalEvent[],
  most: number,
  order: (one: IcalEvent, other: IcalEvent) => number,
): string {
  return written(head, events, most, order);
}

/** Each event is written once: that takes long enough to keep others waiting. */
function written(
  head: IcalHead,
  events: readonly IcalEvent[],
  most: number,
  order: (one: IcalEvent, other: IcalEvent) => number,
): string {
  const calendar = new ICAL.Component('vcalendar');
  const set = (name: string, value: string) => calendar.addPropertyWithValue(name, value);
  set('prodid', `-//${plain(head.product)}//${plain(head.product)}//EN`);
  set('version', '2.0');
  set('calscale', 'GREGORIAN');
  set('method', 'PUBLISH');
  if (head.feed) describe(calendar, head.feed);
  const [begin = '', end = ''] = textOf(calendar).split(/(?=END:VCALENDAR)/);
  const blocks = new Map<string, string>();
  const fitting: { event: IcalEvent; text: string }[] = [];
  let size = Buffer.byteLength(begin) + Buffer.byteLength(end) + LINE.length;
  for (const event of events) {
    const zones = new Set<string>();
    const text = `${textOf(eventOf(event, zones))}${LINE}`;
    const added = [...zones].filter((zone) => !blocks.has(zone)).map((zone) => [zone, blockOf(zone)] as const);
    size += Buffer.byteLength(text) + added.reduce((sum, [, block]) => sum + block.length, 0);
    if (size > most) break;
    for (const [zone, block] of added) blocks.set(zone, block);
    fitting.push({ event, text });
  }
  const zones = [...blocks].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, block]) => block);
  const parts = fitting.sort((one, other) => order(one.event, other.event)).map(({ text }) => text);
  return [begin, ...zones, ...parts, end, LINE].join('');
}

const LINE = '\r\n';

/** A part as text, without its last line break. */
function textOf(part: ICAL.Component): string {
  // Text is what these hold without saying so, and Google reads only the short form.
  return part.toString().replace(/^([A-Z-]+);VALUE=TEXT:/gm, '$1:');
}

const blockOf = (zone: string): string => `${textOf(new ICAL.Component(zoneBlock(zone)))}${LINE}`;

/** How often readers should look again; the older name is for those that do not know the standard's. */
const REFRESH = 'PT1H';

function describe(
  calendar: ICAL.Component,
  { name, description, source, colour, zone }: NonNullable<IcalHead['feed']>,
) {
  const typed = (key: string, type: string, value: string | ICAL.Duration) => {
    const property = new ICAL.Property(key);
    property.resetType(type);
    property.setValue(value);
    calendar.addProperty(property);
  };
  typed('name', 'text', plain(name));
  typed('x-wr-calname', 'text', plain(name));
  if (description !== '') {
    calendar.addPropertyWithValue('description', plain(description));
    typed('x-wr-caldesc', 'text', plain(description));
  }
  if (zone !== null) typed('x-wr-timezone', 'text', zone);
  typed('source', 'uri', source);
  typed('color', 'text', colour);
  typed('refresh-interval', 'duration', ICAL.Duration.fromString(REFRESH));
  typed('x-published-ttl', 'text', REFRESH);
}

function eventOf(event: IcalEvent, zones: Set<string>): ICAL.Component {
  const part = new ICAL.Component('vevent');
  const set = (name: string, value: string | number | ICAL.Time | number[]) =>
    part.addPropertyWithValue(name, value as never);
  set('uid', event.uid);
  if (event.recurrence) set('recurrence-id', recurrenceOf(event.recurrence));
  set('dtstamp', utc(event.changed.getTime() / 1000));
  set('last-modified', utc(event.changed.getTime() / 1000));
  set('sequence', event.sequence);
  setTimes(part, event, zones);
  set('summary', plain(event.status === 'cancelled' ? `Cancelled: ${event.title}` : event.title));
  if (event.text !== '') set('description', plain(event.text));
  if (event.where !== '') set('location', plain(event.where));
  if (event.latLng) set('geo', [event.latLng.lat, event.latLng.lng]);
  if (event.url !== '') set('url', event.url);
  set('status', event.status.toUpperCase());
  return part;
}

function recurrenceOf(name: string): ICAL.Time {
  const day = `${name.slice(0, 4)}-${name.slice(4, 6)}-${name.slice(6, 8)}`;
  if (name.length === 8) return ICAL.Time.fromDateString(day);
  return utc(Date.parse(`${day}T${name.slice(9, 11)}:${name.slice(11, 13)}:${name.slice(13, 15)}Z`) / 1000);
}

function setTimes(part: ICAL.Component, event: IcalEvent, zones: Set<string>): void {
  const { start, end, zone, allDay } = event;
  if (allDay) {
    const first = localTime(start, zone);
    const last = localTime(end ?? start, zone);
    const from = ICAL.Time.fromData({ ...first, isDate: true });
    const until = ICAL.Time.fromData({ ...last, isDate: true });
    // The end is the day after the last; an event that ends on the day on which it starts lasts that day.
    if (until.compareDateOnlyTz(from, ICAL.Timezone.utcTimezone) <= 0) {
      until.day = from.day + 1;
      until.month = from.month;
      until.year = from.year;
    }
    part.addPropertyWithValue('dtstart', from);
    part.addPropertyWithValue('dtend', until);
    return;
  }
  const times = [['dtstart', start] as const, ...(end === null ? [] : [['dtend', end] as const])];
  const own = times.every(([, seconds]) => fits(zone, seconds));
  if (own) zones.add(zone);
  for (const [name, seconds] of times) {
    if (!own) {
      part.addPropertyWithValue(name, utc(seconds));
      continue;
    }
    const property = new ICAL.Property(name);
    property.setValue(ICAL.Time.fromData(localTime(seconds, zone)));
    property.setParameter('tzid', zone);
    part.addProperty(property);
  }
}

function utc(seconds: number): ICAL.Time {
  return ICAL.Time.fromJSDate(new Date(Math.floor(seconds) * 1000), true);
}

/** Text without the characters that no line may contain; a line break stays and is escaped. */
function plain(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .toWellFormed();
}
