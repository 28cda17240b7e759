import { useLayoutEffect } from 'react';

/** Colours the whole page like the event, dialogs included, as long as the screen is mounted. */
export function usePageTint(tint: string | undefined): void {
  useLayoutEffect(() => {
    if (tint === undefined) return;
    document.body.dataset.tint = tint;
    return () => {
      delete document.body.dataset.tint;
    };
  }, [tint]);
}
