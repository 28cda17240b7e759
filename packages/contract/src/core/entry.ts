import { readAddress } from './email.ts';
import { oneLine } from './text.ts';

/** Somebody who is to be invited: mail goes to `address`, and `key` tells whether two are the same. */
export type Entry = { address: string; key: string; firstName: string; lastName: string };

/** What a text or a file of addresses holds: each person once, and what was left out and why. */
export type Entered = { entries: Entry[]; invalid: string[]; doubled: number };

/** Characters of a name that come with an address; the rest is cut. */
const NAME = 60;

/** No address with what may be around it is longer. */
const LONGEST = 400;

/** What is around addresses in pasted text, and not part of them. */
const AROUND = /^[<>()[\]"'“”‘’]*(?:mailto:)?|(?:\?[^@]*)?[<>()[\]"'“”‘’.]*$/giu;

/** Marks that are not seen, and the full-width forms of those that separate. */
export const UNSEEN = /[\u200b\ufeff\u00ad\u2060\u200e\u200f]/g;

/**
 * Reads addresses as people paste them: separated by commas, semicolons, tabs, line ends or spaces, with or without
 * a name (`Ines Carvalho <ines@x.org>`, `"Carvalho, Ines" <ines@x.org>`, `mailto:ines@x.org`).
 */
export function readEntries(text: string): Entered {
  const reading = createReading();
  for (const line of text
    .replace(UNSEEN, '')
    .replace(/＠/g, '@')
    .split(/[\r\n\u2028\u2029]+/)) {
    for (const { words, address } of piecesOf(line)) {
      const isName = (word: string) => address !== undefined && !word.includes('@');
      for (const word of words) if (!isName(word)) reading.addBare(word);
      if (address === undefined) continue;
      const [firstName, lastName] = splitName(words.filter(isName).join(' '));
      reading.add(address, firstName, lastName);
    }
  }
  return reading.done();
}

/** Collects addresses, each person once. */
export function createReading() {
  const entries = new Map<string, Entry>();
  const invalid: string[] = [];
  let doubled = 0;
  const add = (typed: string, firstName: string, lastName: string): void => {
    const read = typed.length > LONGEST ? null : readAddress(typed.replace(AROUND, ''));
    if (read === null) invalid.push(typed.slice(0, LONGEST));
    else if (entries.has(read.key)) doubled += 1;
    else entries.set(read.key, { ...read, firstName: nameOf(firstName), lastName: nameOf(lastName) });
  };
  return {
    add,
    /** A word without a name; what is only punctuation is nothing. */
    addBare(word: string): void {
      if (/[\p{L}\p{N}@]/u.test(word)) add(word, '', '');
    },
    done: (): Entered => ({ entries: [...entries.values()], invalid, doubled }),
  };
}

const nameOf = (typed: string): string => [...oneLine(typed)].slice(0, NAME).join('').trim();

/** `Carvalho, Ines` and `Ines Carvalho` alike. */
export function splitName(typed: string): [firstName: string, lastName: string] {
  const name = typed.replace(/["“”]/g, ' ').replace(/\s+/g, ' ').trim();
  const [last = '', first] = name.split(/\s*,\s*/, 2);
  if (first !== undefined && first !== '') return [first, last];
  const space = last.indexOf(' ');
  return space < 0 ? [last, ''] : [last.slice(0, space), last.slice(space + 1)];
}

type Piece = { words: string[]; address: string | undefined };

/**
 * Cuts a line at what separates people: words, and the address in angle brackets that ends them. Commas and blanks in
 * quotes and angle brackets that are closed on the same line separate nothing.
 */
function* piecesOf(line: string): Generator<Piece> {
  const closing = { '"': lookAhead(line, '"'), '>': lookAhead(line, '>') };
  let words: string[] = [];
  let word = '';
  const endWord = () => {
    if (word !== '') words.push(word);
    word = '';
  };
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '"' || character === '<') {
      const end = closing[character === '<' ? '>' : '"'](at + 1);
      if (end >= 0) {
        const inside = line.slice(at + 1, end);
        at = end;
        if (character === '"') {
          word += inside.includes('@') ? inside : `"${inside}"`;
          continue;
        }
        endWord();
        yield { words, address: inside };
        words = [];
        continue;
      }
    }
    if (/[,;\t，；、]/u.test(character)) {
      endWord();
      if (words.length > 0) yield { words, address: undefined };
      words = [];
    } else if (/\s/u.test(character)) endWord();
    else word += character;
  }
  endWord();
  if (words.length > 0) yield { words, address: undefined };
}

/** Finds the next mark from a position that only grows, and looks at each character of the line once. */
function lookAhead(line: string, mark: string): (from: number) => number {
  let found = -2;
  return (from) => {
    if (found === -2 || (found >= 0 && found < from)) found = line.indexOf(mark, from);
    return found;
  };
}
