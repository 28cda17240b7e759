import type { ReactNode } from 'react';
import css from './nav.module.css';

/** A row of links between the parts of one screen; `TabLink` makes each. */
export function TabNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={css.nav} aria-label={label}>
      {children}
    </nav>
  );
}

/** What a link in a `TabNav` wears: `className={tabClass} activeProps={tabOn}`. */
export const tabClass = css.tab;
export const tabOn = { 'data-on': 'true', 'aria-current': 'page' } as const;
