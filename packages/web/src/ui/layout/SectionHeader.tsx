import type { ReactNode } from 'react';
import css from './section-header.module.css';

/** The title of a section, with an optional link to all of it. `id` labels the section. */
export function SectionHeader({ id, title, children }: { id: string; title: ReactNode; children?: ReactNode }) {
  return (
    <div className={css.head}>
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  );
}
