import type { ReactNode } from 'react';
import css from './page-header.module.css';
import { SidebarButton } from './SidebarButton.tsx';

/** The title of a screen inside the shell, with its actions at the end. */
export function PageHeader({ title, children, note }: { title: string; children?: ReactNode; note?: ReactNode }) {
  return (
    <header className={css.head}>
      <SidebarButton />
      <div className={css.grow}>
        <h1>{title}</h1>
        {note && <p>{note}</p>}
      </div>
      {children && <div className={css.actions}>{children}</div>}
    </header>
  );
}
