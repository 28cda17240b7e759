import { isTimeZone } from '../time-zones.ts';

const OPTIONS = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The calendar's day at an instant in a time zone, as `YYYY-MM-DD`. Put together from parts: how a locale writes a date as a whole is
 * different from one version of the engine to the next.
 *
 * @param timeZone that of the machine if undefined.
 */
export function localDay(at: Date | number, timeZone: string | undefined): string {
  // Making a format takes longer than a month of formatting.
  const known = timeZone === undefined ? undefined : formats.get(timeZone);
  const format = known ?? new Intl.DateTimeFormat('en-CA-u-ca-iso8601-nu-latn', { ...OPTIONS, timeZone });
  if (!known && timeZone !== undefined && isTimeZone(timeZone)) formats.set(timeZone, format);
  const parts = format.formatToParts(at);
  const part = (type: string, length: number) =>
    (parts.find((one) => one.type === type)?.value ?? '').padStart(length, '0');
  return `${part('year', 4)}-${part('month', 2)}-${part('day', 2)}`;
}
