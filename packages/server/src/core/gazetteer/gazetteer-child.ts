/**
 * Prints the packaged places for the tables: lines of a word, a tab and a JSON array of rows. Run once for each version
 * of the data; see `gazetteer-data.ts`.
 */
import { setPriority } from 'node:os';
import { readOutlines } from './read-outlines.ts';
import { readAreas, readTowns, type Town } from './read-towns.ts';

/** So many that a statement takes a few hundredths of a second, on PGlite as well, which answers nobody meanwhile. */
const AT_ONCE = { towns: 400, areas: 1000, outlines: 50 };

/** The population of towns that are searched for first. */
const LARGE = 10_000;

function* inBatches<Row>(rows: Iterable<Row>, size: number): Generator<Row[]> {
  let batch: Row[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function print(kind: keyof typeof AT_ONCE, rows: Iterable<unknown>): void {
  // A pipe is written to at once, and waits until somebody reads.
  for (const batch of inBatches(rows, AT_ONCE[kind])) process.stdout.write(`${kind}\t${JSON.stringify(batch)}\n`);
}

function* noting(countries: Set<string>, towns: Iterable<Town>) {
  for (const town of towns) {
    countries.add(town.country);
    yield town;
  }
}

function* packed() {
  let id = 0;
  for (const { points, ...outline } of readOutlines()) {
    id += 1;
    yield { id, ...outline, points: Buffer.from(new Float32Array(points.flat()).buffer).toString('base64') };
  }
}

setPriority(10);
const countries = new Set<string>();
// What most people search for comes first. To read everything twice takes less than to keep it.
print(
  'towns',
  noting(
    countries,
    readTowns((people) => people >= LARGE),
  ),
);
print('areas', readAreas(countries));
print('outlines', packed());
process.stdout.write('usable\t\n');
print(
  'towns',
  readTowns((people) => people < LARGE),
);
