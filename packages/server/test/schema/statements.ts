import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../src/core/db/db.ts';

/*
 * With `TEST_STATEMENTS=<a file>`, the statements that tests make on a PostgreSQL server are written to that file, as a
 * JSON array; with `TEST_STATEMENTS_FROM=<that file>`, `statements.test.ts` prepares them on another one.
 */

/** The files of texts, one for each process of tests. */
const COLLECTED = /^statements-\d+\.jsonl$/;

/** The job queue's tables of one day: a database that was migrated on another day has others. */
const OF_A_DAY = /\bjobs\.\w+_\d{8}\b/;

/** The file of texts of this process, one JSON string a line. */
export function collectedIn(folder: string): string {
  return join(folder, `statements-${process.pid}.jsonl`);
}

/** Writes the statements that were collected in a folder, as far as a migrated database understands them. */
export async function mergeStatements(db: Db, folder: string, file: string): Promise<void> {
  const lines = readdirSync(folder)
    .filter((name) => COLLECTED.test(name))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  const texts = [...new Set(lines.filter(Boolean))]
    .map((line) => JSON.parse(line) as string)
    .filter((text) => !OF_A_DAY.test(text))
    .sort();
  // Tests send broken SQL too, and use tables that they make, or that a later migration drops.
  const refused = new Set((await refusedOf(db, texts)).map(({ text }) => text));
  const understood = texts.filter((text) => !refused.has(text));
  writeFileSync(file, JSON.stringify(understood, null, 1));
}

/** Those of the statements that a database cannot prepare, each with its reason. */
export function refusedOf(db: Db, texts: string[]): Promise<{ text: string; reason: string }[]> {
  return db.connection().execute(async (connection) => {
    const refused: { text: string; reason: string }[] = [];
    for (const text of texts) {
      try {
        await sql.raw(`prepare collected as ${text}`).execute(connection);
        await sql.raw('deallocate collected').execute(connection);
      } catch (error) {
        refused.push({ text, reason: error instanceof Error ? error.message : String(error) });
      }
    }
    return refused;
  });
}
