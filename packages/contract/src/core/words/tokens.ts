import { fold } from '../text.ts';

/*
 * How texts become searchable words, the same way for what is written and for what is typed. The database only
 * compares what comes out of here, so its locale does not matter.
 */

/** A word of a text: the forms under which it is found, its number in the text, and its position (UTF-16). */
export type Token = { forms: string[]; at: number; start: number; end: number };

/** Code points of a word that count. */
const LONGEST = 40;

/** Scripts that do not put spaces between words: they are cut into pairs of characters. Hangul's endings need it too. */
const DENSE = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]`;
const RUN = new RegExp(
  String.raw`(?<dense>[${DENSE}&&[\p{L}\p{M}\p{N}]]+)|(?<word>[[\p{L}\p{N}]--${DENSE}][[\p{L}\p{N}\p{M}]--${DENSE}]*)|(?<emoji>\p{Extended_Pictographic})`,
  'gv',
);
export const DENSE_ONLY = new RegExp(`^${DENSE}+$`, 'v');
/** Marks of these are letters' strokes and points, and may go; in Indic scripts they are vowels. */
const POINTED =
  /^[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Armn}\p{sc=Geor}\p{sc=Arab}\p{sc=Hebr}\p{sc=Zinh}\p{sc=Zyyy}]+$/u;

/** The words of a text, in order. `search`: of what is typed, where a letter in front is not taken for a prefix. */
export function tokensOf(text: string, search = false): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (const match of text.matchAll(RUN)) {
    const [run] = match;
    const { dense, word } = match.groups ?? {};
    const start = match.index;
    if (dense !== undefined) {
      const pairs = pairsOf(run, start, search);
      for (const pair of pairs) tokens.push({ ...pair, at: at + pair.at });
      at += [...run].length;
      continue;
    }
    const forms = word === undefined ? [run] : formsOf(run, search);
    if (forms.length > 0) tokens.push({ forms, at, start, end: start + run.length });
    at += 1;
  }
  return tokens;
}

/** Pairs of neighbouring characters, and at the end of what is written the last one alone. */
function pairsOf(run: string, start: number, search: boolean): Token[] {
  const cells = cellsOf(run, start);
  const pairs = cells.flatMap((cell, at): Token[] => {
    const next = cells[at + 1];
    return next ? [{ forms: [cell.text + next.text], at, start: cell.start, end: next.end }] : [];
  });
  const last = cells.at(-1);
  if (!last || (search && cells.length > 1)) return pairs;
  return [...pairs, { forms: [last.text], at: cells.length - 1, start: last.start, end: last.end }];
}

/** Characters in their common form (full and half width alike), each with its position. */
function cellsOf(run: string, start: number): { text: string; start: number; end: number }[] {
  const folded = [...run.normalize('NFKC').toLowerCase()];
  const given = [...run];
  const whole = { start, end: start + run.length };
  let from = start;
  return folded.map((text, index) => {
    if (folded.length !== given.length) return { text, ...whole };
    const end = from + (given[index]?.length ?? 0);
    const cell = { text, start: from, end };
    from = end;
    return cell;
  });
}

/** A word without case, accents and points, and the forms it has without what Arabic and Hebrew write in front of it. */
function formsOf(run: string, search: boolean): string[] {
  const folded = POINTED.test(run) ? fold(run) : run.normalize('NFKC').toLowerCase();
  const word = shortened(
    folded
      .replace(/\u0640/gu, '')
      .replace(/[ٱ]/gu, 'ا')
      .replace(/[ىی]/gu, 'ي')
      .replace(/ة/gu, 'ه')
      .replace(/ک/gu, 'ك')
      .replace(/[\u0660-\u0669\u06f0-\u06f9]/gu, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
      .replace(/[ךםןףץ]/gu, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1))
      .replace(/[^\p{L}\p{N}\p{M}]/gu, ''),
  );
  if (word === '') return [];
  return [...new Set([word, ...withoutArticle(word), ...withoutPrefix(word, search)])];
}

function shortened(word: string): string {
  return word.length <= LONGEST ? word : [...word].slice(0, LONGEST).join('');
}

/** `ال` and what grows together with it: `الكتاب`, `والكتاب` and `للكتاب` are all found as `كتاب`. */
function withoutArticle(word: string): string[] {
  const bare = /^(?:[وفبك]?ال|لل)(\p{L}{2,})$/u.exec(word)?.[1];
  return bare === undefined ? [] : [bare];
}

/** Up to three of the letters that Hebrew writes in front of a word. In a search only the article: `ש` begins many words. */
function withoutPrefix(word: string, search: boolean): string[] {
  const once = (search ? /^ה([א-ת]{3,})$/u : /^[הובכלמש]([א-ת]{3,})$/u).exec(word)?.[1];
  if (once === undefined) return [];
  return search ? [once] : [once, ...withoutPrefix(once, false).slice(0, 2)];
}
