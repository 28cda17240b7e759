import { useLayoutEffect } from 'react';

let drawn: string | undefined;

/** The tint of the page that was drawn on the server, once: it has no document to put it on. */
export function takeDrawnTint(): string | undefined {
  const tint = drawn;
  drawn = undefined;
  return tint;
}

/** Colours the whole page like the event, dialogs included, as long as the screen is mounted. */
export function usePageTint(tint: string | undefined): void {
  if (import.meta.env.SSR) drawn = tint;
  useLayoutEffect(() => {
    if (tint === undefined) return;
    document.body.dataset.tint = tint;
    return () => {
      delete document.body.dataset.tint;
    };
  }, [tint]);
}
