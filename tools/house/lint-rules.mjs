import { slices } from './slices.mjs';
import { findAll, isTest } from './source.mjs';

/** @typedef {import('./source.mjs').Source} Source */
/** @typedef {import('./source.mjs').Finding} Finding */

const maxLines = 400;
const script = /\.(ts|tsx|mjs|js)$/;
const serverSlice = new RegExp(`^packages/server/src/(${slices.join('|')})/`);

/** Only these may contain SQL. In core it is the database itself and the code of its own few tables. */
const mayHoldSql = [
  /(^|[/-])store\.ts$/,
  /^packages\/server\/migrations\//,
  /^packages\/server\/src\/seed\//,
  /^packages\/server\/src\/core\/(db\/[\w-]+|jobs\/jobs|security\/session)\.ts$/,
  /^packages\/server\/src\/db[\w-]*\.ts$/,
  /^(bench|tools)\//,
];

/**
 * Each rule: where it looks, what it must not find, and what it says. `raw` looks into comments too.
 * @type {{ where: (path: string) => boolean, pattern: RegExp, message: string, raw?: boolean }[]}
 */
const rules = [
  {
    where: (path) =>
      path.startsWith('packages/server/src/') &&
      script.test(path) &&
      !isTest(path) &&
      !mayHoldSql.some((allowed) => allowed.test(path)),
    pattern: /\bsql(<[^`\n]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|executeQuery)\s*\(/g,
    message: 'SQL belongs only in store.ts, migrations, seeds and tests. Give the statement a name in store.ts.',
  },
  {
    where: (path) =>
      path.startsWith('packages/server/') && /\.(ts|sql)$/.test(path) && path !== 'packages/server/src/core/clock.ts',
    pattern:
      /(?<![.\w])now\(\)|\b(current_timestamp|clock_timestamp|statement_timestamp|transaction_timestamp|localtimestamp)\b/gi,
    message: 'The time comes from core/clock.ts as a parameter, never from the database: tests and the demo move it.',
  },
  {
    where: (path) =>
      (path.startsWith('packages/contract/src/') || serverSlice.test(path)) && script.test(path) && !isTest(path),
    pattern: /\bDate\.now\(\)|\bnew Date\(\s*\)|\bperformance\.now\(\)/g,
    message: 'Rules and slices read no clock. Take the time as a parameter; handlers have it from core.',
  },
  {
    where: (path) => path.startsWith('packages/web/src/') && script.test(path) && !isTest(path),
    pattern: /(?<!\b(?:loadChunk|lazyPart|screen)\(\s*\(\) =>\s*)\bimport\(/g,
    message:
      'A part that is loaded later goes through loadChunk or lazyPart, which load the page again after an update.',
  },
  {
    where: (path) => !path.startsWith('docs/') && !path.endsWith('.md'),
    // Written in two parts so that this file does not find itself.
    pattern: new RegExp(`\\b(${'TO'}${'DO'}|${'FIX'}${'ME'}|${'X'}${'XX'})\\b`, 'g'),
    message: 'Finish it now or open an issue: nobody reads a note in the code.',
    raw: true,
  },
];

/**
 * Words that belong in one file, and the length of files.
 * @param {Source[]} sources
 * @returns {Finding[]}
 */
export function checkWords(sources) {
  return sources.flatMap((source) => [
    ...rules
      .filter((rule) => rule.where(source.path))
      .flatMap((rule) => findAll(source, rule.pattern, rule.message, rule.raw ? source.text : source.code)),
    ...tooLong(source),
  ]);
}

/**
 * Generated files say so in their first lines and may be long; so may documents.
 * @param {Source} source
 * @returns {Finding[]}
 */
function tooLong({ path, text }) {
  const lines = text.trimEnd().split('\n').length;
  if (lines <= maxLines || path.endsWith('.md') || /generated/i.test(text.slice(0, 300))) return [];
  return [
    { path, message: `${lines} lines. Over ${maxLines} is too long to read in one go: split it by what it does.` },
  ];
}
