import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import css from './empty-state.module.css';
import type { Art } from './Illustration.tsx';

const Illustration = lazyPart(() => import('./Illustration.tsx'), 'Illustration');

type Props = { art: Art; title: string; children?: ReactNode; action?: ReactNode; level?: 1 | 2 | 3 };

/** An empty list: a picture, one sentence, one thing to do. */
export function EmptyState({ art, title, children, action, level = 2 }: Props) {
  const Heading = `h${level}` as const;
  return (
    <div className={css.empty}>
      <div className={css.art}>
        <Suspense fallback={null}>
          <Illustration art={art} />
        </Suspense>
      </div>
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}
