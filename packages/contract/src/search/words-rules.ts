import { fold } from '../core/text.ts';
import type { Part } from './rules.ts';
import { LIMITS } from './schema.ts';

/*
 * How texts become searchable words, the same way for what is written and for what is typed. The database only
 * compares what comes out of here, so its locale does not matter.
 */

/** A word of a text: the forms under which it is found, its number in the text, and its position (UTF-16). */
export type Token = { forms: string[]; at: number; start: number; end: number };
/** One thing to look for: words beside one another, each in one of its forms; the last may go on where `prefix`. */
export type Term = { steps: { forms: string[]; at: number }[]; prefix: boolean };

/** Code points of a word that count. */
const LONGEST = 40;

/** Scripts that do not put spaces between words: they are cut into pairs of characters. Hangul's endings need it too. */
const DENSE = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]`;
const RUN = new RegExp(
  String.raw`(?<dense>[${DENSE}&&[\p{L}\p{M}\p{N}]]+)|(?<word>[[\p{L}\p{N}]--${DENSE}][[\p{L}\p{N}\p{M}]--${DENSE}]*)|(?<emoji>\p{Extended_Pictographic})`,
  'gv',
);
const DENSE_ONLY = new RegExp(`^${DENSE}+$`, 'v');
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

/**
 * What a search looks for. A word may be a prefix if it is long enough to mean something; a phrase is matched
 * exactly.
 */
export function termsOf(parts: readonly Part[]): Term[] {
  const terms = parts.flatMap((part): Term[] => {
    if (part.kind === 'filter') return [];
    const tokens = tokensOf(part.value, true);
    if (part.kind === 'phrase') return tokens.length === 0 ? [] : [{ steps: tokens.map(stepOf), prefix: false }];
    return runsOf(tokens).map((run) => ({ steps: run.map(stepOf), prefix: mayGoOn(run) }));
  });
  return withinLimits(terms);
}

/** Removes duplicates and caps the number of words at what a search can use: a longer phrase is cut. */
function withinLimits(terms: readonly Term[]): Term[] {
  const known = new Map(terms.map((term) => [JSON.stringify(term), term]));
  let left: number = LIMITS.words;
  return [...known.values()].slice(0, LIMITS.terms).flatMap((term) => {
    const steps = term.steps.slice(0, left);
    left -= steps.length;
    return steps.length > 0 ? [{ ...term, steps }] : [];
  });
}

function stepOf({ forms, at }: Token): Term['steps'][number] {
  return { forms, at };
}

/** Words apart; pairs of one run of characters together. */
function runsOf(tokens: readonly Token[]): Token[][] {
  const runs: Token[][] = [];
  for (const token of tokens) {
    const last = runs.at(-1)?.at(-1);
    if (last && token.start < last.end) runs.at(-1)?.push(token);
    else runs.push([token]);
  }
  return runs;
}

function mayGoOn(run: readonly Token[]): boolean {
  const [only] = run;
  if (run.length !== 1 || !only) return false;
  const form = only.forms[0] ?? '';
  const characters = [...form].length;
  return DENSE_ONLY.test(form) ? characters === 1 : characters > 1;
}

/**
 * How far `marksIn` goes in one text: comparisons, and marks. Some texts match a search at each of their thousands of
 * characters; nobody needs more marks than these, and finding them all would keep everybody else waiting.
 */
const MARKING = { looks: 20_000, marks: 200 } as const;

/**
 * Where a text contains what is searched for, as stretches that do not touch (UTF-16). The work is bounded, so in a
 * text that matches nearly everywhere only the first matches are marked.
 */
export function marksIn(text: string, terms: readonly Term[]): [number, number][] {
  const tokens = tokensOf(text);
  const byPosition = new Map(tokens.map((token) => [token.at, token]));
  const found: [number, number][] = [];
  let looks = 0;
  const fits = (token: Token | undefined, forms: string[], prefix: boolean): token is Token => {
    looks += 1;
    return (
      token?.forms.some((form) => forms.some((wanted) => (prefix ? form.startsWith(wanted) : form === wanted))) === true
    );
  };
  for (const { steps, prefix } of terms) {
    const [first] = steps;
    if (!first) continue;
    for (const token of tokens) {
      if (looks >= MARKING.looks || found.length >= MARKING.marks) return joined(found);
      // The first step that does not fit ends it.
      const at = (step: Term['steps'][number]) => byPosition.get(token.at + step.at - first.at);
      if (!steps.every((step) => fits(at(step), step.forms, prefix))) continue;
      const last = at(steps.at(-1) ?? first) ?? token;
      found.push([token.start, prefix && isPair(token) ? token.start + lengthOfFirst(text, token) : last.end]);
    }
  }
  return joined(found);
}

function isPair(token: Token): boolean {
  return DENSE_ONLY.test(token.forms[0] ?? '');
}

function lengthOfFirst(text: string, token: Token): number {
  return String.fromCodePoint(text.codePointAt(token.start) ?? 0).length;
}

function joined(marks: [number, number][]): [number, number][] {
  const result: [number, number][] = [];
  for (const [start, end] of marks.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = result.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}

/** True if it is worth searching while the person types: two letters, or one character that is a word on its own. */
export function isWorthAsking(parts: readonly Part[]): boolean {
  if (parts.some((part) => part.kind === 'filter' && part.value !== '')) return true;
  return termsOf(parts).some(({ steps }) => {
    const form = steps[0]?.forms[0] ?? '';
    return DENSE_ONLY.test(form) || [...form].length > 1;
  });
}
