import { localDay } from '@folkmoot/contract/core/times/local-day.ts';

/* When an event is, in words: on its own clock, and on the reader's where that shows another time. */

export type Timed = {
  start_epoc: number | null;
  end_epoc: number | null;
  time_zone: string;
  is_all_day: boolean;
  tbdDate: boolean;
};

/** `day` is the first line, `time` the second; either may be empty. */
export type When = { day: string; time: string };

const TO_COME: When = { day: 'Date to be announced', time: '' };

const LONG = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const SHORT = { weekday: 'short', day: 'numeric', month: 'short' } as const;
/** As the locale writes it: `09:00` or `9:00 AM`. */
const CLOCK = { timeStyle: 'short' } as const;

function show(seconds: number, timeZone: string | undefined, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(undefined, { ...options, timeZone }).format(seconds * 1000);
}

/** The calendar day in a zone, to compare. */
const dayKey = (seconds: number, timeZone: string | undefined): string => localDay(seconds * 1000, timeZone);

/** `Saturday 20 June 2026` and `11:00 to 21:00 BST, GMT+1`. */
export function whenOf(event: Timed): When {
  const { start_epoc: start, time_zone: zone } = event;
  if (event.tbdDate || start === null) return TO_COME;
  // The end of an event of whole days is the first minute after it.
  const end = event.end_epoc === null ? start : event.is_all_day ? event.end_epoc - 1 : event.end_epoc;
  const first = show(start, zone, LONG);
  const last = show(end, zone, LONG);
  if (event.is_all_day) return { day: first === last ? first : `${first} to ${last}`, time: 'All day' };
  const from = show(start, zone, CLOCK);
  if (event.end_epoc === null) return { day: first, time: `${from} ${zoneNames(start, zone)}` };
  const until = show(end, zone, CLOCK);
  // Where the clocks change in between, each end has its own name.
  const moved = zoneNames(start, zone) === zoneNames(end, zone) ? '' : ` ${nameOf(start, zone, 'short')}`;
  if (first === last) return { day: first, time: `${from}${moved} to ${until} ${zoneNames(end, zone)}` };
  return { day: `${first}, ${from}${moved}`, time: `to ${last}, ${until} ${zoneNames(end, zone)}` };
}

/** Whether the event begins at a time of day, which may be another one elsewhere. */
export function hasClock({ tbdDate, is_all_day, start_epoc }: Timed): boolean {
  return !tbdDate && !is_all_day && start_epoc !== null;
}

/**
 * The same on the reader's own clock; undefined where it shows the same time, or the event has none.
 *
 * @param own the reader's zone; the browser's by default.
 */
export function yourTime(event: Timed, own?: string): string | undefined {
  const { start_epoc: start, end_epoc: end, time_zone: zone } = event;
  if (!hasClock(event) || start === null) return undefined;
  const moved = dayKey(start, zone) !== dayKey(start, own);
  if (!moved && show(start, zone, CLOCK) === show(start, own, CLOCK)) return undefined;
  const from = `${moved ? `${show(start, own, SHORT)}, ` : ''}${show(start, own, CLOCK)}`;
  if (end === null) return `${from} ${nameOf(start, own, 'short')}`;
  const over = dayKey(start, own) !== dayKey(end, own);
  const until = `${over ? `${show(end, own, SHORT)}, ` : ''}${show(end, own, CLOCK)}`;
  return `${from} to ${until} ${nameOf(start, own, 'short')}`;
}

/** `Sun 7 June, 10:30`: what a card has room for. */
export function shortWhenOf(event: Timed): string {
  if (event.tbdDate || event.start_epoc === null) return TO_COME.day;
  const day = show(event.start_epoc, event.time_zone, SHORT);
  return event.is_all_day ? `${day}, all day` : `${day}, ${show(event.start_epoc, event.time_zone, CLOCK)}`;
}

/** `Saturday 20 June`. */
export function dayOf(seconds: number, zone: string): string {
  const { year: _, ...day } = LONG;
  return show(seconds, zone, day);
}

/** `Saturday 20 June at 11:00 BST`: a moment of registration. */
export function momentOf(seconds: number, zone: string): string {
  return `${dayOf(seconds, zone)} at ${show(seconds, zone, CLOCK)} ${nameOf(seconds, zone, 'short')}`;
}

/** `BST, GMT+1`, or one of them if they are the same. */
function zoneNames(seconds: number, zone: string): string {
  const [name, offset] = [nameOf(seconds, zone, 'short'), nameOf(seconds, zone, 'shortOffset')];
  return name === offset ? name : `${name}, ${offset}`;
}

function nameOf(seconds: number, timeZone: string | undefined, timeZoneName: 'short' | 'shortOffset'): string {
  const parts = new Intl.DateTimeFormat(undefined, { timeZone, timeZoneName }).formatToParts(seconds * 1000);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  // Browsers and Node do not write it alike, and a page is drawn by both.
  return name.replace(/^(GMT|UTC)[+-]0$/, '$1');
}

/** The first day of the locale's week: 0 is Sunday. */
export function firstDayOfWeek(locale: string = new Intl.DateTimeFormat().resolvedOptions().locale): Weekday {
  type Week = { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } };
  const known = new Intl.Locale(locale) as Week;
  const { firstDay } = known.getWeekInfo?.() ?? known.weekInfo ?? { firstDay: 1 };
  return (firstDay % 7) as Weekday;
}
type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Towns that browsers still list under an older spelling. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Asmara',
  'America/Godthab': 'Nuuk',
  'Asia/Calcutta': 'Kolkata',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh City',
  'Atlantic/Faeroe': 'Faroe',
  'Europe/Kiev': 'Kyiv',
  'Pacific/Enderbury': 'Kanton',
  'Pacific/Ponape': 'Pohnpei',
  'Pacific/Truk': 'Chuuk',
};

/** The town that a zone is named after. */
export function zoneCity(zone: string): string {
  return RENAMED[zone] ?? (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** `London, BST`, or with its offset where it has no name of its own: lighter than `zones.ts`, for pages of visitors. */
export function zoneName(timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return /^GMT[+-]/.test(name) || name === '' ? zoneCity(timeZone) : `${zoneCity(timeZone)}, ${name}`;
}
