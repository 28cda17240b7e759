import { useLayoutEffect } from 'react';

let drawn: string | undefined;

/** The tint of the page that was drawn on the server, once: it has no document to put it on. */
export function takeDrawnTint(): string | undefined {
  const tint = drawn;
  drawn = undefined;
  return tint;
}

/** Colours the whole page like the event, dialogs and the browser's own bar included, as long as the screen is mounted. */
export function usePageTint(tint: string | undefined): void {
  if (import.meta.env.SSR) drawn = tint;
  useLayoutEffect(() => {
    if (tint === undefined) return;
    document.body.dataset.tint = tint;
    // Phones colour their own bar like this.
    const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
    const before = bar?.content ?? '';
    if (bar) bar.content = getComputedStyle(document.body).getPropertyValue('--tint-bg').trim();
    return () => {
      delete document.body.dataset.tint;
      if (bar) bar.content = before;
    };
  }, [tint]);
}
