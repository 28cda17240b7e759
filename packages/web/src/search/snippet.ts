import { marksIn, type Term } from '@folkmoot/contract/search/words-rules.ts';

export type Snippet = { text: string; marks: [number, number][] };

/**
 * The part of a text around the match: from the beginning of the text if the match is early, else from a little before
 * it.
 *
 * @param most UTF-16 units of text.
 */
export function snippetOf(text: string, terms: readonly Term[], most: number): Snippet {
  const [first] = marksIn(text, terms);
  const lead = Math.floor(most / 4);
  const wanted = first === undefined || first[1] <= most - 1 ? 0 : first[0] - lead;
  const start = wanted <= 0 ? 0 : wordStart(text, wanted);
  const cut = text.slice(start, start + most);
  const end = start + most < text.length;
  const shown = `${start > 0 ? '… ' : ''}${(end ? whole(cut) : cut).trim()}${end ? ' …' : ''}`;
  return { text: shown, marks: marksIn(shown, terms) };
}

/** The next beginning of a word, so that none is cut; where there are no spaces, between two characters. */
function wordStart(text: string, from: number): number {
  const space = text.indexOf(' ', from);
  if (space !== -1 && space - from < 20) return space + 1;
  return isLow(text, from) ? from + 1 : from;
}

function whole(cut: string): string {
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}

function isLow(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
