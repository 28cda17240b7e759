import { type ReactNode, useEffect, useRef } from 'react';
import css from './nav.module.css';

/** A row of links between the parts of one screen; `TabLink` makes each. A row that is too wide scrolls to the current one. */
export function TabNav({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null);
  const shown = useRef<Element>(null);
  // The links may change later than the address: only they say which one is the present one.
  useEffect(() => {
    const present = row.current?.querySelector<HTMLElement>('[aria-current]') ?? null;
    if (row.current && present && present !== shown.current)
      row.current.scrollLeft = present.offsetLeft - row.current.clientWidth / 2;
    shown.current = present;
  });
  // With the product's own letters the links are as wide as they stay.
  useEffect(() => {
    void document.fonts.ready.then(() => {
      const { current } = row;
      if (current && shown.current instanceof HTMLElement)
        current.scrollLeft = shown.current.offsetLeft - current.clientWidth / 2;
    });
  }, []);
  return (
    <nav className={css.nav} aria-label={label} ref={row}>
      {children}
    </nav>
  );
}

/** What a link in a `TabNav` wears: `className={tabClass} activeProps={tabOn}`. */
export const tabClass = css.tab;
export const tabOn = { 'data-on': 'true', 'aria-current': 'page' } as const;
