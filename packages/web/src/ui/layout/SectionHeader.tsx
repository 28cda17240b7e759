import type { ReactNode } from 'react';
import css from './section-header.module.css';

/** The name of a part of a page, with a link to all of it where there is one. `id` names the part. */
export function SectionHeader({ id, title, children }: { id: string; title: ReactNode; children?: ReactNode }) {
  return (
    <div className={css.head}>
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  );
}
