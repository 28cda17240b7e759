import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import css from './nav.module.css';

/** A row of links between the parts of one screen; `TabLink` makes each. A row that is too wide scrolls to the current one. */
export function TabNav({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null);
  const href = useLocation({ select: (location) => location.href });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link is the present one whenever the address changes.
  useEffect(() => {
    const present = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && present) row.current.scrollLeft = present.offsetLeft - row.current.clientWidth / 2;
  }, [href]);
  return (
    <nav className={css.nav} aria-label={label} ref={row}>
      {children}
    </nav>
  );
}

/** What a link in a `TabNav` wears: `className={tabClass} activeProps={tabOn}`. */
export const tabClass = css.tab;
export const tabOn = { 'data-on': 'true', 'aria-current': 'page' } as const;
