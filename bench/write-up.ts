import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/* What all benches do with what they have measured. */

/** A line for the terminal. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Today, as results are dated: `2026-11-25`. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** Keeps results as JSON under `results`, by their day; `topic` sets those of another bench apart. */
export function keepResults<Results extends { at: string }>(results: Results, topic?: string): void {
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const name = topic === undefined ? results.at : `${results.at}-${topic}`;
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(results, null, 2)}\n`);
}

/** Writes the page of a bench under docs: `benchmarks-events.md` for `events`. */
export function writePage(topic: string, page: string): void {
  writeFileSync(join(import.meta.dirname, `../docs/benchmarks-${topic}.md`), page);
}

/** Runs a bench. If it fails it says why, and the programs that it has started end with it. */
export async function runBench(bench: () => Promise<void>): Promise<void> {
  await bench().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  });
}
