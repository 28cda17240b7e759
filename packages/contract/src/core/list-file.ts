import type { Entered } from './entry.ts';
import { type Columns, columnsOf, LIST, readList, refusals } from './list.ts';
import { type Cards, type CardTools, isCards, readCards } from './vcard.ts';

/** Text encodings that a list can be read in, in the words of programs that write lists. */
export const ENCODINGS = [
  { value: 'utf-8', label: 'Unicode (UTF-8)' },
  { value: 'windows-1252', label: 'Western European (Windows)' },
  { value: 'windows-1250', label: 'Central European (Windows)' },
  { value: 'windows-1251', label: 'Cyrillic (Windows)' },
  { value: 'utf-16le', label: 'Unicode (UTF-16)' },
  { value: 'utf-16be', label: 'Unicode (UTF-16, big-endian)' },
  { value: 'iso-8859-2', label: 'Central European (ISO)' },
  { value: 'shift_jis', label: 'Japanese (Shift JIS)' },
] as const;

export type Encoding = (typeof ENCODINGS)[number]['value'];

/** How a list is to be read, where it does not say so itself. */
export type ListChoice = { encoding?: Encoding | undefined; column?: number | undefined };

/** What a file holds. */
export type ListReading = {
  encoding: Encoding;
  header: string[];
  columns: Columns;
  /** The column whose addresses were read; null if none is known, and then nobody was. */
  column: number | null;
  entered: Entered;
  /** There are more rows than are read. */
  more: boolean;
  /** What was left out of a file of vCards, which has no columns; null for tables. */
  cards: Pick<Cards, 'others' | 'without'> | null;
};

export type ListResult = { reading: ListReading } | { problem: string };

/** What reading a list needs of the platform, which browser and server bring along. */
export type ListTools = CardTools & {
  /** Reads the cells of a table: the `parse` of papaparse. */
  parse(
    text: string,
    options: { delimitersToGuess: string[]; delimiter?: string; skipEmptyLines: 'greedy'; preview: number },
  ): { data: string[][]; errors: { code: string; row?: number | undefined }[] };
};

/** Delimiters that are looked for. */
const DELIMITERS = [',', ';', '\t', '|'];

/**
 * Reads a list of people: a table, or vCards.
 *
 * @param bytes the whole file.
 * @param tools the platform's decoder, and what reads tables and cards.
 * @param choice what a person has chosen, if it was read wrongly before.
 * @returns its people, or a sentence that says why it cannot be read.
 */
export function readListFile(bytes: Uint8Array<ArrayBuffer>, tools: ListTools, choice: ListChoice = {}): ListResult {
  if (bytes.length === 0) return { problem: refusals.empty.message };
  if (bytes.length > LIST.bytes) return { problem: `The file is larger than ${LIST.bytes / 1024 / 1024} MB.` };
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return { problem: 'This is a spreadsheet file. Save it as CSV first, then upload that file.' };
  const encoding = choice.encoding ?? encodingOf(bytes, tools);
  const text = tools.decode(bytes, encoding, false);
  if (isCards(text)) {
    const { entered, more, ...cards } = readCards(text, tools);
    const columns = { email: 0, suggested: null, firstName: null, lastName: null, name: null };
    return { reading: { encoding, header: [], columns, column: 0, entered, more, cards } };
  }
  const { rows, unclosed } = rowsOf(text, tools);
  if (unclosed !== undefined)
    return { problem: `A quotation mark in row ${unclosed} is never closed. Close it, then upload the file again.` };
  const columns = columnsOf(rows);
  const column = choice.column ?? columns.email;
  const header = (rows[0] ?? []).map((cell) => cell.trim());
  const entered = column === null ? { entries: [], invalid: [], doubled: 0 } : readList(rows, columns, column);
  const more = rows.length - 1 > LIST.rows;
  return { reading: { encoding, header, columns, column, entered, more, cards: null } };
}

/**
 * What a file is encoded in: by its mark, by zero bytes on one side of each pair, or by being valid UTF-8. Everything else
 * is what Windows writes in Western Europe, which a person can change. All bytes are looked at: the first letter with an
 * accent may come late.
 */
export function encodingOf(bytes: Uint8Array<ArrayBuffer>, { decode }: Pick<ListTools, 'decode'>): Encoding {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  const zeros = [0, 0];
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > bytes.length / 8 && odd > 4 * even) return 'utf-16le';
  if (even > bytes.length / 8 && even > 4 * odd) return 'utf-16be';
  try {
    decode(bytes, 'utf-8', true);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The cells of a table as text; `unclosed` is the row in which a quotation begins that never ends. */
function rowsOf(text: string, { parse }: Pick<ListTools, 'parse'>): { rows: string[][]; unclosed?: number } {
  // Spreadsheets write their separator into a line of its own.
  const named = /^sep=(.)\r?\n/i.exec(text);
  const { data, errors } = parse(named ? text.slice(named[0].length) : text, {
    delimitersToGuess: DELIMITERS,
    ...(named?.[1] !== undefined && { delimiter: named[1] }),
    skipEmptyLines: 'greedy',
    // One more than is read, to know of it, and one for the header.
    preview: LIST.rows + 2,
  });
  const unclosed = errors.find(({ code }) => code === 'MissingQuotes' || code === 'InvalidQuotes');
  return { rows: data, ...(unclosed && { unclosed: (unclosed.row ?? 0) + 1 }) };
}
