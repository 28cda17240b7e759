import { useLayoutEffect } from 'react';

/** Prints the whole page on an event's stock, dialogs included, as long as the screen is there. */
export function usePageTint(tint: string | undefined): void {
  useLayoutEffect(() => {
    if (tint === undefined) return;
    document.body.dataset.tint = tint;
    return () => {
      delete document.body.dataset.tint;
    };
  }, [tint]);
}
