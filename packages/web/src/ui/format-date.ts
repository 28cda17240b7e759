const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** `3 days ago`, in the reader's language. */
export function timeAgo(instant: string, now: number = Date.now()): string {
  const seconds = (Date.parse(instant) - now) / 1000;
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length);
  if (!step) return 'just now';
  return new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(Math.round(seconds / step[1]), step[0]);
}

/** `Saturday 21 November 2026 at 04:10`, in the reader's language and zone. */
export function fullDate(instant: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' }).format(new Date(instant));
}

/** `21 November 2026`, in the reader's language and zone. */
export function longDate(instant: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(new Date(instant));
}

/** `19:00`, or `7:00 PM` where the day has twice twelve hours: as the reader's language and zone write it. */
export function clockTime(instant: string | Date): string {
  return new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(new Date(instant));
}

/** The time today, the weekday within a week, else the date: as short as a list needs. */
export function shortWhen(instant: string, now: Date = new Date()): string {
  const at = new Date(instant);
  const days = (now.getTime() - at.getTime()) / 86_400_000;
  if (at.toDateString() === now.toDateString()) return clockTime(at);
  if (days < 6) return new Intl.DateTimeFormat(undefined, { weekday: 'short' }).format(at);
  return new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' }).format(at);
}
