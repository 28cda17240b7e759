import { DENSE_ONLY, type Token, tokensOf } from '../core/words/tokens.ts';
import type { Part } from './rules.ts';
import { LIMITS } from './schema.ts';

/** One thing to look for: words beside one another, each in one of its forms; the last may go on where `prefix`. */
export type Term = { steps: { forms: string[]; at: number }[]; prefix: boolean };

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
