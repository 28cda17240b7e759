import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus in a list whose rows go away when their buttons are pressed: it goes on to the row that takes the place, or to what
 * is named if none is left. Otherwise somebody who uses the keyboard would be at the top of the page.
 *
 * @param order the rows that are shown, in their order.
 */
export function useKeptFocus(
  rows: RefObject<HTMLElement | null>,
  order: string,
  otherwise: RefObject<HTMLElement | null>,
): void {
  const last = useRef<{ element: Element; at: number }>(undefined);
  useEffect(() => {
    const list = rows.current;
    const note = ({ target }: FocusEvent) => {
      const at = [...(list?.children ?? [])].findIndex((row) => row.contains(target as Node));
      if (at >= 0) last.current = { element: target as Element, at };
    };
    list?.addEventListener('focusin', note);
    return () => list?.removeEventListener('focusin', note);
  }, [rows]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that other rows are shown.
  useEffect(() => {
    const was = last.current;
    if (!was || was.element.isConnected) return;
    last.current = undefined;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const left = [...(rows.current?.children ?? [])];
    const next = left[Math.min(was.at, left.length - 1)]?.querySelector('button') ?? otherwise.current;
    next?.focus();
  }, [order]);
}
