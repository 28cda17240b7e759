import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { arrange, between, CALM_MS } from './arrange.ts';

/**
 * Keeps a live list calm: rows change their order every three seconds at most, move there in sight of the reader, and never while a
 * pointer or the focus is on them. Each row is a child of the list with its id in `data-id`.
 *
 * @param wanted ids as the newest answer has them.
 * @param list which list it is; another one is shown at once, as it is.
 * @returns the ids to show, in their order.
 */
export function useCalmOrder(
  rows: RefObject<HTMLElement | null>,
  wanted: readonly string[],
  list: string,
): readonly string[] {
  const [shown, setShown] = useState({ list, ids: wanted });
  const moved = useRef(0);
  const now = shown.list === list ? (between(shown.ids, wanted) ?? shown.ids) : wanted;
  const differs = now.join() !== wanted.join();
  if (shown.list !== list || now.join() !== shown.ids.join()) setShown({ list, ids: now });
  const tops = useRef<ReadonlyMap<string, number>>(undefined);
  const turn = useEffectEvent(() => {
    moved.current = performance.now();
    tops.current = new Map(rowsOf(rows.current).map((row) => [row.dataset.id ?? '', row.offsetTop]));
    setShown({ list, ids: arrange(now, wanted, heldIn(rows.current)) });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was held is tried again after the next three seconds.
  useEffect(() => {
    if (!differs) return;
    const timer = setTimeout(turn, Math.max(0, moved.current + CALM_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [differs, shown]);
  useLayoutEffect(() => {
    if (tops.current) glide(rowsOf(rows.current), tops.current);
    tops.current = undefined;
  });
  // What is gone from the newest answer is gone from the screen at once.
  const there = new Set(wanted);
  return now.filter((id) => there.has(id));
}

const rowsOf = (list: HTMLElement | null) => [...(list?.children ?? [])] as HTMLElement[];

/** The lowest row that a pointer or the keyboard is on. A finger leaves no pointer behind, and a tapped button no focus that counts. */
function heldIn(list: HTMLElement | null): string | undefined {
  // As `hover` in styles/media.ts, which comes with the members' part.
  const points = matchMedia('(hover: hover)').matches;
  const holds = (row: Element) =>
    row.matches(':active') || (points && row.matches(':hover')) || row.querySelector(':focus-visible') !== null;
  return rowsOf(list).findLast(holds)?.dataset.id;
}

/** Moves rows from where they were to their new places, in the time that the tokens give: none with reduced motion. */
function glide(rows: readonly HTMLElement[], tops: ReadonlyMap<string, number>): void {
  const style = getComputedStyle(document.documentElement);
  const duration = Number.parseFloat(style.getPropertyValue('--fm-dur-4'));
  if (!(duration > 1)) return;
  for (const row of rows) {
    const by = (tops.get(row.dataset.id ?? '') ?? row.offsetTop) - row.offsetTop;
    if (by === 0) continue;
    const easing = style.getPropertyValue('--fm-ease');
    row.animate([{ transform: `translateY(${by}px)` }, { transform: 'none' }], { duration, easing });
  }
}
