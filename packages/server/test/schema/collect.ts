import { appendFileSync } from 'node:fs';
import pg from 'pg';
import { collectedIn } from './statements.ts';

/* Collects, for `TEST_STATEMENTS`, what the tests of this process send to PostgreSQL. */

const folder = process.env.TEST_STATEMENTS_FOLDER;
if (folder !== undefined) collect(collectedIn(folder));

/** Writes each text down when it is first sent: Vitest ends its processes without a last word. */
function collect(file: string): void {
  const seen = new Set<string>();
  const { query } = pg.Client.prototype;
  const collecting = function (this: pg.Client, ...given: Parameters<typeof query>) {
    const text = statementOf(given);
    if (text !== undefined && !seen.has(text)) {
      seen.add(text);
      appendFileSync(file, `${JSON.stringify(text)}\n`);
    }
    return query.apply(this, given);
  };
  pg.Client.prototype.query = collecting as typeof query;
}

/** The text of a query; none where it may be a script of several statements, which cannot be prepared. */
function statementOf([first, second]: unknown[]): string | undefined {
  const { text, values } = (typeof first === 'string' ? { text: first, values: second } : (first ?? {})) as {
    text?: unknown;
    values?: unknown;
  };
  if (typeof text !== 'string') return undefined;
  const prepared = Array.isArray(values) && values.length > 0;
  return prepared || !text.includes(';') ? text : undefined;
}
