/** The item before which an item goes when it is dropped onto `onto`; null for the end. */
export function dropTarget(ids: readonly string[], id: string, onto: string): string | null {
  const [from, to] = [ids.indexOf(id), ids.indexOf(onto)];
  return from >= 0 && from < to ? (ids[to + 1] ?? null) : onto;
}

/** The same items with one of them in front of another, or at the end; unchanged if either is missing. */
export function withMoved<T extends { id: string }>(items: readonly T[], id: string, before: string | null): T[] {
  const moved = items.find((item) => item.id === id);
  const rest = items.filter((item) => item.id !== id);
  const at = before === null ? rest.length : rest.findIndex((item) => item.id === before);
  return !moved || at < 0 ? [...items] : rest.toSpliced(at, 0, moved);
}
