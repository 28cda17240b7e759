/**
 * The project rules that no library checks: `node tools/house-rules.mjs [folder]`. Walls between packages, the case
 * of file names, the environment and the console are checked by Biome, types by TypeScript, unused code by knip; this
 * checks folders, the vocabulary of a slice, the order of slices and words. Plain JavaScript, so
 * that any Node runs it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkDocs } from './house/docs.mjs';
import { checkJourneys } from './house/journeys.mjs';
import { checkWords } from './house/lint-rules.mjs';
import { checkMigrations } from './house/migrations.mjs';
import { checkQueries } from './house/queries.mjs';
import { checkSlices } from './house/slices.mjs';
import { readSources } from './house/source.mjs';
import { checkTables } from './house/tables.mjs';

/**
 * Everything in the folder that breaks a rule, by path and line.
 * @param {string} root
 * @returns {import('./house/source.mjs').Finding[]}
 */
export function checkHouse(root) {
  const sources = readSources(root);
  return [
    ...checkSlices(sources),
    ...checkTables(sources),
    ...checkMigrations(sources),
    ...checkWords(sources),
    ...checkQueries(sources),
    ...checkJourneys(sources),
    ...checkDocs(root, sources),
    ...checkLock(root),
  ].sort((one, other) => one.path.localeCompare(other.path) || (one.line ?? 0) - (other.line ?? 0));
}

/**
 * A download address in the lockfile ties an install to one registry.
 * @param {string} root
 * @returns {import('./house/source.mjs').Finding[]}
 */
function checkLock(root) {
  const path = 'package-lock.json';
  if (!existsSync(join(root, path)) || !/"resolved": "https?:/.test(readFileSync(join(root, path), 'utf8'))) return [];
  return [
    {
      path,
      message:
        'The lockfile contains a download address. Install with the setting omit-lockfile-registry-resolved=true.',
    },
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const findings = checkHouse(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));
  for (const { path, line, message } of findings)
    console.error(`${path}${line === undefined ? '' : `:${line}`}  ${message}`);
  if (findings.length > 0) {
    console.error(
      `\n${findings.length === 1 ? 'One finding breaks' : `${findings.length} findings break`} the house rules.`,
    );
    process.exit(1);
  }
  console.log('No house rules are broken.');
}
