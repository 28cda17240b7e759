import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One line: everything that one call changed. A torn last line is a call that was never answered. */
type Line = readonly unknown[];

/**
 * Lines of JSON in a file that survives its process: each call appends one line, and a start rewrites the file with what is left
 * of them, under another name first.
 */
export class Journal {
  readonly #path: string;

  /** @param folder is made if it is not there, for its owner alone. */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#path = join(folder, 'stripe.jsonl');
  }

  /** What was written, oldest first. */
  read(): unknown[] {
    if (!existsSync(this.#path)) return [];
    const lines = readFileSync(this.#path, 'utf8').split('\n');
    return lines.flatMap((line): unknown[] => {
      try {
        return line === '' ? [] : JSON.parse(line);
      } catch {
        return [];
      }
    });
  }

  append(line: Line): void {
    appendFileSync(this.#path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  }

  /** Replaces the file as a whole, or leaves it as it is. */
  replace(lines: readonly Line[]): void {
    const fresh = `${this.#path}.new`;
    writeFileSync(fresh, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600, flush: true });
    renameSync(fresh, this.#path);
  }
}
