import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { LRUCache } from 'lru-cache';

const KINDS = {
  moment: {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  },
  short: { dateStyle: 'short', timeStyle: 'short' },
  date: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit' },
  named: { timeZoneName: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Making one takes longer than writing the rest of a letter, and letters of a mailing share them. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 });

function formatOf(kind: keyof typeof KINDS, timeZone: string): Intl.DateTimeFormat {
  const key = `${kind} ${timeZone}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { timeZone, ...KINDS[kind] });
  formats.set(key, known);
  return known;
}

/** When an event is, as far as it is announced. */
export type When = Pick<EventView, 'start_epoc' | 'end_epoc' | 'time_zone' | 'is_all_day' | 'tbdDate'>;

/** `Saturday, 20 June 2026, 11:00 to 21:00 BST`, in the event's own zone. */
export function whenLine(event: When): string {
  if (event.tbdDate || event.start_epoc === null) return 'To be announced';
  return spanIn(event, event.time_zone, true);
}

/**
 * The same on the reader's clock; undefined where it shows the same time, and for whole days. `UTC` is what accounts
 * have that never said where they are.
 */
export function readersTime(event: When, zone: string | null): string | undefined {
  if (zone === null || zone === 'UTC' || event.tbdDate || event.start_epoc === null || event.is_all_day)
    return undefined;
  const wall = (timeZone: string) => [event.start_epoc, event.end_epoc].map((at) => at && dateAndTime(timeZone, at));
  if (wall(zone).join() === wall(event.time_zone).join()) return undefined;
  return `Your time: ${spanIn(event, zone, false)}`;
}

/** `Saturday 20 June at 11:00 BST`. */
export function moment(epoch: number | null, timeZone: string): string {
  if (epoch === null) return 'soon';
  return formatOf('moment', timeZone).format(new Date(epoch * 1000));
}

const dateAndTime = (timeZone: string, epoch: number) => formatOf('short', timeZone).format(epoch * 1000);

function spanIn(event: When, timeZone: string, isNamed: boolean): string {
  const [date, time, named] = [formatOf('date', timeZone), formatOf('time', timeZone), formatOf('named', timeZone)];
  const start = new Date((event.start_epoc ?? 0) * 1000);
  const last =
    event.end_epoc === null ? start : new Date((event.is_all_day ? event.end_epoc - 1 : event.end_epoc) * 1000);
  const [from, to] = [date.format(start), date.format(last)];
  if (event.is_all_day) return from === to ? `${from}, all day` : `${from} to ${to}`;
  const nameAt = (at: Date) => {
    const name = isNamed && named.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
    return name ? ` ${name}` : '';
  };
  const [name, endName] = [nameAt(start), nameAt(last)];
  if (event.end_epoc === null) return `${from}, ${time.format(start)}${name}`;
  // Where the clocks change in between, each end has its own name.
  const begins = `${from}, ${time.format(start)}${name === endName ? '' : name}`;
  return `${begins} to ${from === to ? '' : `${to}, `}${time.format(last)}${endName}`;
}
