/** The least time between two changes of the order on the screen, in milliseconds. */
export const CALM_MS = 3000;

/**
 * The order that may be shown now: as wanted, but nothing moves that is at or above a row under a pointer or the focus, which would
 * otherwise slip away from it.
 *
 * @param shown ids as they are on the screen.
 * @param wanted ids as the newest answer has them.
 * @param held the lowest row on the screen that must not move.
 */
export function arrange(shown: readonly string[], wanted: readonly string[], held: string | undefined): string[] {
  const there = new Set(wanted);
  const left = shown.filter((id) => there.has(id));
  const fixed = held === undefined ? [] : left.slice(0, left.indexOf(held) + 1);
  const stays = new Set(fixed);
  return [...fixed, ...wanted.filter((id) => !stays.has(id))];
}

/**
 * What is shown between two changes: what is gone goes at once, what more there is comes at the end, and nothing else moves.
 * `undefined` where the order itself has to change.
 */
export function between(shown: readonly string[], wanted: readonly string[]): string[] | undefined {
  const there = new Set(wanted);
  const left = shown.filter((id) => there.has(id));
  return left.every((id, at) => wanted[at] === id) ? [...wanted] : undefined;
}
