import { localDay } from '../core/times/local-day.ts';
import { KINDS, type Kind, type Operator } from './schema.ts';

/** One piece of a search, with its position in the typed text. A phrase is only found as it is written. */
export type Part = { start: number; end: number } & (
  | { kind: 'word' | 'phrase'; value: string }
  | { kind: 'filter'; operator: Operator; value: string }
);
export type Filter = Extract<Part, { kind: 'filter' }>;

const PART = /(from|in|has|before|after|on):(?:["“”]([^"“”]*)["“”]?|([^\s"“”]*))|["“”]([^"“”]*)["“”]?|([^\s"“”]+)/giu;

/**
 * Parses a typed search: words, "phrases in quotes", and operators such as `in:wood-shop` or `from:"Ines Carter"`.
 * Any input is valid; what is no operator is a word.
 */
export function parseSearch(raw: string): Part[] {
  return [...raw.matchAll(PART)].flatMap((match): Part[] => {
    const [whole, operator, quoted, plain, phrase, word] = match;
    const position = { start: match.index, end: match.index + whole.length };
    if (operator !== undefined) {
      const value = tidy(quoted ?? plain ?? '');
      return [{ ...position, kind: 'filter', operator: operator.toLowerCase() as Operator, value }];
    }
    if (word !== undefined) return [{ ...position, kind: 'word', value: word }];
    const said = tidy(phrase ?? '');
    return said === '' ? [] : [{ ...position, kind: 'phrase', value: said }];
  });
}

function tidy(value: string): string {
  return value.replace(/\s+/gu, ' ').trim();
}

/** One piece as it is typed, in quotes where it must be. */
export function writePart(
  part: Pick<Filter, 'kind' | 'operator' | 'value'> | { kind: 'word' | 'phrase'; value: string },
): string {
  const value = tidy(part.value.replace(/["“”]/gu, ''));
  if (part.kind === 'filter') return `${part.operator}:${/\s/u.test(value) ? `"${value}"` : value}`;
  return part.kind === 'phrase' ? `"${value}"` : part.value;
}

/** The search with one more filter. It replaces an operator at its end that has no value yet. */
export function withFilter(raw: string, operator: Operator, value: string): string {
  const parts = parseSearch(raw).filter(
    (part) => !(part.kind === 'filter' && part.operator === operator && (part.value === '' || part.value === value)),
  );
  return [...parts.map(writePart), writePart({ kind: 'filter', operator, value })].join(' ').trim();
}

/** The search without one of its pieces. */
export function withoutPart(raw: string, part: Part): string {
  return `${raw.slice(0, part.start)} ${raw.slice(part.end)}`.replace(/\s+/gu, ' ').trim();
}

/** The filters that have a value; one that is still being typed does not count. */
export function filtersIn(parts: readonly Part[]): Filter[] {
  return parts.filter((part): part is Filter => part.kind === 'filter' && part.value !== '');
}

/** What `has:` names, or undefined. The plural will do. */
export function kindOf(value: string): Kind | undefined {
  const wanted = value.toLowerCase().replace(/s$/u, '');
  return KINDS.find((kind) => kind === wanted);
}

/** A username or name as it was meant: with or without its @ or #. */
export function nameIn(value: string): string {
  return value.replace(/^[@#]/u, '').trim();
}

type Clock = { now: Date; timeZone: string };

/**
 * The day that a value names, as `YYYY-MM-DD`.
 *
 * @returns undefined for anything that is no day of the calendar.
 */
export function dayOf(value: string, { now, timeZone }: Clock): string | undefined {
  const word = value.toLowerCase();
  const today = localDay(now, timeZone);
  if (word === 'today') return today;
  if (word === 'yesterday') return nextDay(today, -1);
  const instant = /^\d{4}-\d{2}-\d{2}$/u.test(word) ? Date.parse(`${word}T00:00:00Z`) : Number.NaN;
  const real = !Number.isNaN(instant) && new Date(instant).toISOString().slice(0, 10) === word;
  return real && word >= '1970-01-02' ? word : undefined;
}

/**
 * The instants between which a search's days lie: from `from` on, before `until`. `wrong` are filters that name no
 * day.
 */
export type Span = { from: Date | null; until: Date | null; wrong: Filter[] };

/** `before:` and `after:` leave out the day they name; `on:` is that day alone. Several narrow one another. */
export function spanOf(filters: readonly Filter[], clock: Clock): Span {
  const span: Span = { from: null, until: null, wrong: [] };
  const later = (at: Date) => (span.from === null || at > span.from ? at : span.from);
  const sooner = (at: Date) => (span.until === null || at < span.until ? at : span.until);
  for (const filter of filters) {
    if (filter.operator !== 'before' && filter.operator !== 'after' && filter.operator !== 'on') continue;
    const day = dayOf(filter.value, clock);
    if (day === undefined) {
      span.wrong.push(filter);
      continue;
    }
    const begins = startOfDay(day, clock.timeZone);
    const ends = startOfDay(nextDay(day, 1), clock.timeZone);
    if (filter.operator === 'before') span.until = sooner(begins);
    if (filter.operator === 'after') span.from = later(ends);
    if (filter.operator === 'on') {
      span.from = later(begins);
      span.until = sooner(ends);
    }
  }
  return span;
}

function nextDay(day: string, by: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);
}

/** The first minute of a day somewhere, found by halving: it is not always midnight, and not always 24 hours on. */
export function startOfDay(day: string, timeZone: string): Date {
  const minute = 60_000;
  const noon = Date.parse(`${day}T12:00:00Z`);
  let before = noon - 36 * 60 * minute;
  let after = noon + 36 * 60 * minute;
  while (after - before > minute) {
    const middle = before + Math.floor((after - before) / minute / 2) * minute;
    if (localDay(new Date(middle), timeZone) < day) before = middle;
    else after = middle;
  }
  return new Date(after);
}
