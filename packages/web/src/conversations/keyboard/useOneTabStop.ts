import { type RefObject, useLayoutEffect } from 'react';

const REACHED = 'a[href], button, input, summary, audio, video';

/**
 * Keeps links and buttons inside the rows, but for those of a message that is being edited, out of the order of Tab, so that the whole list is one stop: the row that has
 * the focus, or the last one that is drawn if that row is too far away to be. The arrow keys reach what is inside it.
 */
export function useOneTabStop(list: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const box = list.current;
    if (!box) return;
    const take = (element: Element) => {
      for (const one of [element, ...element.querySelectorAll(REACHED)])
        if (one.matches(REACHED) && one.closest('[data-row][tabindex]') && !one.closest('[data-editor]'))
          (one as HTMLElement).tabIndex = -1;
    };
    let instead: HTMLElement | undefined;
    const settle = () => {
      if (instead) instead.tabIndex = -1;
      const rows = [...box.querySelectorAll<HTMLElement>('[data-row][tabindex]')];
      instead = rows.some(({ tabIndex }) => tabIndex === 0) ? undefined : rows.at(-1);
      if (instead) instead.tabIndex = 0;
    };
    // The row that gets the focus is the stop from now on.
    const onFocus = ({ target }: FocusEvent) => {
      if (instead && !instead.contains(target as Node)) instead.tabIndex = -1;
      instead = undefined;
    };
    take(box);
    settle();
    const observer = new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) if (node instanceof Element) take(node);
      settle();
    });
    observer.observe(box, { childList: true, subtree: true });
    box.addEventListener('focusin', onFocus);
    return () => {
      observer.disconnect();
      box.removeEventListener('focusin', onFocus);
    };
  }, [list]);
}

/** The links and buttons in a row that the arrow keys reach, in their order. */
export function reachedIn(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(REACHED)].filter(
    (one) => !one.matches(':disabled, [aria-hidden="true"]') && one.getClientRects().length > 0,
  );
}
