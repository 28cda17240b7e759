import { fold } from '@folkmoot/contract/core/text.ts';
import type { Part } from '@folkmoot/contract/search/rules.ts';

/** The position of `search` in `name`, to underline it; undefined if folding moved the letters. */
export function spanOf(name: string, search: string): [number, number] | undefined {
  if (search.trim() === '' || fold(name).length !== name.toLowerCase().length) return undefined;
  const at = fold(name).indexOf(fold(search));
  return at === -1 ? undefined : [at, at + fold(search).length];
}

/** The words of a search, without its message filters. */
export function plainWords(parts: readonly Part[]): string {
  return parts
    .filter((part) => part.kind !== 'filter')
    .map((part) => part.value)
    .join(' ');
}
