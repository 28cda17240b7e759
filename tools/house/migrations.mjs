/** @typedef {import('./source.mjs').Source} Source */
/** @typedef {import('./source.mjs').Finding} Finding */

const migration = /^packages\/server\/migrations\/(\d{4})_\w+\.sql$/;
/** The last migration before this rule. */
const before = '0099';
/** In a file that removes what an earlier release uses: the release that stopped using it. */
const marked = /^-- contract: .*\b\d+\.\d+/m;

/**
 * What the release before cannot go on with while it still runs beside this one, or when an update is taken back: in a clause
 * of `alter table`, or in a statement.
 * @type {{ pattern: RegExp, what: string }[]}
 */
const contractions = [
  {
    pattern:
      /^(?:alter table .*? )?drop (?:column )?(?:if exists )?(?!(?:constraint|not|default|identity|expression)\b)\w/,
    what: 'removes a column',
  },
  { pattern: /^(?:alter table .*? )?rename\b/, what: 'renames something' },
  { pattern: /\balter (?:column )?\w+ set not null\b/, what: 'makes a column not null' },
  { pattern: /\balter (?:column )?\w+ (?:set data )?type\b/, what: 'changes the type of a column' },
  {
    pattern:
      /^(?:alter table .*? )?add (?:column )?(?!(?:constraint|check|foreign|unique|primary|exclude)\b)(?!.*\b(?:default|generated)\b).*\bnot null\b/,
    what: 'adds a column that is not null and has no default',
  },
];

/**
 * Migrations expand first, and contract a release later: the previous release has to run on what they leave.
 * @param {Source[]} sources
 * @returns {Finding[]}
 */
export function checkMigrations(sources) {
  return sources.flatMap((source) => {
    const number = migration.exec(source.path)?.[1];
    if (number === undefined || number <= before || marked.test(source.text)) return [];
    return statementsIn(source.code).flatMap(({ text, line }) =>
      contractionsIn(text, source.code).map((what) => ({
        path: source.path,
        line,
        message: `This ${what}, and the release before still uses it. Do it a release later, and say "-- contract: <the release that stopped using it, and what>" in the file.`,
      })),
    );
  });
}

/**
 * Statements in one line each, and where they begin. A body in dollars is split too, which does no harm here.
 * @param {string} code
 */
function statementsIn(code) {
  let line = 1;
  return code.split(';').map((part) => {
    const blank = /^\s*/.exec(part)?.[0] ?? '';
    const found = { text: part.trim().replace(/\s+/g, ' ').toLowerCase(), line: line + blank.split('\n').length - 1 };
    line += part.split('\n').length - 1;
    return found;
  });
}

/**
 * @param {string} statement
 * @param {string} code of the whole file
 * @returns {string[]}
 */
function contractionsIn(statement, code) {
  if (/^drop table\b/.test(statement)) return ['removes a table'];
  const table = /^alter table (?:if exists )?(?:only )?(\w+)/.exec(statement)?.[1];
  // What this file makes itself, no release uses yet.
  if (table === undefined || new RegExp(`create (?:unlogged )?table (?:if not exists )?${table}\\b`, 'i').test(code))
    return [];
  const clauses = statement.split(/,\s*(?=(?:add|alter|drop|rename)\b)/);
  return clauses.flatMap((clause) => contractions.flatMap(({ pattern, what }) => (pattern.test(clause) ? [what] : [])));
}
