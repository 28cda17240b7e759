import { fold } from '@folkmoot/contract/core/text.ts';

/**
 * How well a name answers a search: a name that begins with it first, then a word in it, then anywhere.
 *
 * @returns 0 for not at all, higher for better.
 */
export function rank(name: string, search: string): number {
  const [folded, wanted] = [fold(name), fold(search)];
  if (wanted === '') return 1;
  if (folded.startsWith(wanted)) return 4;
  if (folded.split(/[\s\-_]+/).some((word) => word.startsWith(wanted))) return 3;
  return folded.includes(wanted) ? 2 : 0;
}

/** The best few of `all` by name, in their own order where they are equally good. */
export function best<Item extends { name: string }>(all: readonly Item[], search: string, most: number): Item[] {
  return all
    .map((item, index) => ({ item, index, score: rank(item.name, search) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, most)
    .map(({ item }) => item);
}
