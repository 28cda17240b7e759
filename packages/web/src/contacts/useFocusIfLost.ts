import { type RefObject, useEffect } from 'react';

/** Takes the focus if what had it has gone: somebody who uses the keyboard would be at the top of the page otherwise. */
export function useFocusIfLost(element: RefObject<HTMLElement | null>, when: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that something else is shown.
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) element.current?.focus();
  }, [when]);
}
