import { createReading, type Entered, splitName, UNSEEN } from './entry.ts';
import { refusal } from './problem.ts';

/** Rows of a list that are read, and bytes of its file, at most. */
export const LIST = { rows: 50_000, bytes: 10 * 1024 * 1024 } as const;

export const refusals = {
  missing: refusal('invitations.list-missing', 422, 'Please upload csv file.', 'file'),
  noEmailColumn: refusal(
    'invitations.list-no-email',
    422,
    'Please upload a valid file, refer to the sample file for guidance.',
    'file',
  ),
  empty: refusal('invitations.list-empty', 422, 'Please upload a file containing valid email addresses.', 'file'),
} as const;

/** A column of a list, counted from 0, with its header as it was written. */
export type Column = { at: number; header: string };

/**
 * Where a list has its addresses and names. `email` is null unless the first header cell contains "email";
 * `suggested` is the column that looks like it then, if there is one.
 */
export type Columns = {
  email: number | null;
  suggested: Column | null;
  firstName: number | null;
  lastName: number | null;
  name: number | null;
};

const FIRST = new Set(['firstname', 'givenname', 'forename', 'vorname', 'prenom', 'nombre', 'nome', 'voornaam']);
const LAST = new Set(['lastname', 'familyname', 'surname', 'nachname', 'nom', 'apellido', 'apellidos', 'cognome']);
const WHOLE = new Set(['name', 'fullname', 'displayname', 'guest', 'guestname', 'naam']);

/** A header as it is compared: compatible forms alike, lower case, without accents, blanks, hyphens and underscores. */
function folded(header: string): string {
  return header
    .normalize('NFKD')
    .replace(/[\p{Mn}\p{Dash_Punctuation}\s_.\u200b\ufeff]/gu, '')
    .toLowerCase();
}

/** Rows whose content is looked at to find the addresses in a list without a header that names them. */
const SAMPLE = 50;

/** Finds the columns of a list by its header and, failing that, by what its first rows hold. */
export function columnsOf(rows: readonly (readonly string[])[]): Columns {
  const [header = []] = rows;
  const names = header.map(folded);
  const find = (words: ReadonlySet<string>) => {
    const at = names.findIndex((name) => words.has(name));
    return at < 0 ? null : at;
  };
  const email = names[0]?.includes('email') ? 0 : null;
  const named = names.findIndex((name) => name.includes('email') || name === 'mail');
  const at = named >= 0 ? named : fullest(rows.slice(0, SAMPLE));
  const suggested = email === null && at >= 0 ? { at, header: (header[at] ?? '').trim() } : null;
  return { email, suggested, firstName: find(FIRST), lastName: find(LAST), name: find(WHOLE) };
}

/** The column with the most addresses, or -1. */
function fullest(rows: readonly (readonly string[])[]): number {
  const counts: number[] = [];
  for (const row of rows)
    for (const [at, cell] of row.entries()) if (/^\S+@\S+\.\S+$/.test(cell.trim())) counts[at] = (counts[at] ?? 0) + 1;
  const most = Math.max(0, ...counts.filter((count) => count !== undefined));
  return most === 0 ? -1 : counts.indexOf(most);
}

/**
 * Reads the people of a list.
 *
 * @param rows the cells of the file, its header first.
 * @param column the one with the addresses; a header that is an address itself is read too.
 */
export function readList(rows: readonly (readonly string[])[], columns: Columns, column: number): Entered {
  const reading = createReading();
  const [header = []] = rows;
  const begins = (header[column] ?? '').includes('@') ? 0 : 1;
  for (const row of rows.slice(begins, begins + LIST.rows)) {
    const typed = (row[column] ?? '').replace(UNSEEN, '').trim();
    if (typed === '') continue;
    const cell = (at: number | null) => (at === null || at === column ? '' : (row[at] ?? ''));
    const [first, last] = splitName(cell(columns.name));
    reading.add(
      typed,
      cell(columns.firstName) || first,
      cell(columns.lastName) || (columns.firstName === null ? last : ''),
    );
  }
  return reading.done();
}
