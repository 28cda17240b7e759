import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import css from './nav.module.css';

/** A row of links between the parts of one screen; `TabLink` makes each. A row that is too wide scrolls to the current one. */
export function TabNav({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null);
  const shown = useRef<HTMLElement>(null);
  // Where it was scrolled to by this, and not by its reader.
  const placed = useRef(0);
  const place = (present: HTMLElement) => {
    if (!row.current) return;
    row.current.scrollLeft = present.offsetLeft - row.current.clientWidth / 2;
    placed.current = row.current.scrollLeft;
  };
  // The links may change later than the address: only they say which one is the present one.
  useEffect(() => {
    const present = row.current?.querySelector<HTMLElement>('[aria-current]') ?? null;
    if (present && present !== shown.current) place(present);
    shown.current = present;
  });
  // With the product's own letters the links have other widths.
  const placeAgain = useEffectEvent(() => {
    if (shown.current && row.current?.scrollLeft === placed.current) place(shown.current);
  });
  useEffect(() => void document.fonts.ready.then(placeAgain), []);
  return (
    <nav className={css.nav} aria-label={label} ref={row}>
      {children}
    </nav>
  );
}

/** What a link in a `TabNav` wears: `className={tabClass} activeProps={tabOn}`. */
export const tabClass = css.tab;
export const tabOn = { 'data-on': 'true', 'aria-current': 'page' } as const;
