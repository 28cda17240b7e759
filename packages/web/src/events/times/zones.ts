/* Time zones in words: `London, BST (GMT+1)`. */

/** What a zone is called at an instant, in Unix milliseconds. */
export function zoneLabel(zone: string, at: number = Date.now()): string {
  const city = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
  // Engines differ on how they write no offset at all.
  const [name, offset] = [partOf(zone, at, 'short'), partOf(zone, at, 'shortOffset').replace(/^GMT\+0$/, 'GMT')];
  return name === offset || name === '' ? `${city} (${offset})` : `${city}, ${name} (${offset})`;
}

function partOf(timeZone: string, at: number, timeZoneName: 'short' | 'shortOffset'): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** Every zone this browser knows, and UTC, which some leave out. */
export function allZones(): string[] {
  const known = Intl.supportedValuesOf('timeZone');
  return known.includes('UTC') ? known : [...known, 'UTC'];
}

const DAY_FIRST = /^(\d{1,2})[./ -](\d{1,2})[./ -](\d{4})$/;
const IN_WORDS = /^(?:\p{L}+,?\s+)?(\d{1,2})\.?\s+(\p{L}{3,})\.?,?\s+(\d{4})$/u;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A day as people type it: `2026-06-20`, `20/6/2026`, `20 June 2026`. Null if it is not a day. */
export function readDay(typed: string): string | null {
  const text = typed.trim();
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (isoYear) return dayFrom(Number(isoYear), Number(isoMonth), Number(isoDay));
  const [, day, month, year] = DAY_FIRST.exec(text) ?? [];
  if (year) return dayFrom(Number(year), Number(month), Number(day));
  const [, date, word = '', inYear] = IN_WORDS.exec(text) ?? [];
  const at = MONTHS.indexOf(word.slice(0, 3).toLowerCase());
  return inYear && at >= 0 ? dayFrom(Number(inYear), at + 1, Number(date)) : null;
}

function dayFrom(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.toISOString().slice(0, 10) : null;
}
