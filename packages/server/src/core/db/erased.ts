import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';

/*
 * Who has deleted their account, outside of the database: a backup that is older must not bring them back. One line for each
 * step, with nothing of a person but the id that they had. The file is only ever added to.
 */

/** `asked`: the deletion is about to be committed. `gone`: it was. `kept`: it was not, since the process died or the commit failed. */
export type ErasedStep = 'asked' | 'gone' | 'kept';

export const erasedFile = (dataDir: string) => join(dataDir, 'erased-accounts.txt');

const LINE = /^\S+ (asked|gone|kept) ([0-9a-f-]{36})$/;

/**
 * What is known last of each id in such a file; nothing if there is none. Who is gone stays so: several processes may add to the
 * file. A line that was cut off by a crash is left out.
 */
export function readErased(file: string): Map<string, ErasedStep> {
  const known = new Map<string, ErasedStep>();
  if (!existsSync(file)) return known;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, step, id] = LINE.exec(line) ?? [];
    if (step !== undefined && id !== undefined && known.get(id) !== 'gone') known.set(id, step as ErasedStep);
  }
  return known;
}

/** Adds a line, and returns once it is on the disk. Several processes may add to one file. */
export async function noteErased(dataDir: string, step: ErasedStep, id: string, clock: Clock): Promise<void> {
  const file = await open(erasedFile(dataDir), 'a', 0o600);
  try {
    // The line before may have been cut off by a crash.
    await file.appendFile(`\n${clock.now().toISOString()} ${step} ${id}\n`);
    await file.datasync();
  } finally {
    await file.close();
  }
}
