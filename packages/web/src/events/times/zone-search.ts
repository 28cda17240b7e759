/* Finds time zones by what people call them. Comes when somebody looks for another zone. */

import { zoneCity } from './event-times.ts';
import zoneTowns from './zone-towns.json';
import { allZones } from './zones.ts';

/** `zone-towns.json`, from GeoNames (CC BY 4.0): the countries of each zone, and its largest towns. */
const TOWNS: Readonly<Record<string, string>> = zoneTowns;

type Known = {
  zone: string;
  /** What it may be called in full, in small letters: its own names, their initials, and countries and towns. */
  own: readonly string[];
  initials: readonly string[];
  others: readonly string[];
  words: readonly string[];
  towns: number;
};

let known: readonly Known[] | undefined;

/** The zones that match, the best first: by town, country, alias, name or abbreviation. */
export function searchZones(search: string): string[] {
  known ??= readZones();
  const wanted = fold(search);
  if (wanted === '') return known.map(({ zone }) => zone);
  return known
    .map((one) => ({ one, rank: rankOf(one, wanted) }))
    .filter(({ rank }) => rank < NONE)
    .sort((a, b) => a.rank - b.rank || b.one.towns - a.one.towns)
    .map(({ one }) => one.zone);
}

const NONE = 5;

function rankOf({ zone, own, initials, others, words }: Known, wanted: string): number {
  if (own.includes(wanted)) return 0;
  // Brasilia Standard Time has the same initials as British Summer Time, but nobody calls it that.
  if (initials.includes(wanted)) return isWritten(zone, wanted) ? 0 : 1;
  if (others.includes(wanted)) return 1;
  if (own.some((name) => name.startsWith(wanted))) return 2;
  if (others.some((name) => name.startsWith(wanted))) return 3;
  return wanted.split(' ').every((part) => words.some((word) => word.startsWith(part))) ? 4 : NONE;
}

function readZones(): Known[] {
  const zones = allZones();
  const listed = new Set(zones);
  // Browsers differ in which of two names a zone goes by; the same clocks are behind both.
  const namesOf = new Map<string, string>();
  for (const name of Object.keys(TOWNS)) {
    const zone = listed.has(name) ? name : presentName(name);
    if (zone !== undefined) namesOf.set(zone, name);
  }
  const countries = countryNames();
  return zones.map((zone) => {
    const name = namesOf.get(zone) ?? zone;
    const [codes = '', ...rest] = (TOWNS[name] ?? '').split(' ');
    const towns = rest.join(' ').split(', ').filter(Boolean).map(fold);
    const spoken = spokenNames(zone);
    const own = [zoneCity(zone), zone, name, ...[zone, name].map(lastPart), ...spoken].map(fold);
    const others = [...codes.split('/').filter(Boolean).flatMap(countries).map(fold), ...towns];
    const initials = spoken.map(initialsOf);
    const words = [...new Set([...own, ...others, ...initials].flatMap((text) => text.split(' ')))];
    return { zone, own, initials, others, words, towns: towns.length };
  });
}

const lastPart = (zone: string) => zone.split('/').at(-1) ?? zone;

function presentName(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** `Pacific Standard Time`, `Pacific Daylight Time` and `Pacific Time`. */
function spokenNames(zone: string): string[] {
  const names = namesIn('en', zone, 'long');
  const spoken = new Set(names.filter((name) => !/\d/.test(name)));
  for (const name of [...spoken]) spoken.add(name.replace(/ (Standard|Daylight|Summer|Mean) Time$/, ' Time'));
  return [...spoken];
}

const initialsOf = (name: string) => fold((name.match(/\b\p{L}/gu) ?? []).join(''));

/** Whether people who speak English somewhere write the zone with these letters. */
function isWritten(zone: string, letters: string): boolean {
  const languages = ['en-GB', 'en-US', 'en-AU', 'en-IN'];
  return languages.some((language) => namesIn(language, zone, 'short').some((name) => fold(name) === letters));
}

/** In winter and in summer. */
function namesIn(language: string, zone: string, timeZoneName: 'short' | 'long'): string[] {
  const format = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName });
  return [0, 6].map((month) => {
    const parts = format.formatToParts(Date.UTC(2026, month, 1));
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  });
}

/** What a country is called, in English and in the reader's language. */
function countryNames(): (code: string) => string[] {
  const languages = [...new Set(['en', new Intl.DateTimeFormat().resolvedOptions().locale])];
  const lists = languages.flatMap((language) =>
    (['long', 'short'] as const).map((style) => new Intl.DisplayNames(language, { type: 'region', style })),
  );
  return (code) => [code, ...lists.map((list) => list.of(code) ?? code)];
}

/** Small letters without accents; everything else is a space. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\d+-]+/gu, ' ')
    .trim();
}
