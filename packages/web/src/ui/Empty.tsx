import type { ReactNode } from 'react';
import css from './empty.module.css';
import { type Spot, SpotArt } from './SpotArt.tsx';

type Props = { art: Spot; title: string; children?: ReactNode; action?: ReactNode; level?: 1 | 2 | 3 };

/** A place with nothing in it: a picture, one sentence, one thing to do. */
export function Empty({ art, title, children, action, level = 2 }: Props) {
  const Heading = `h${level}` as const;
  return (
    <div className={css.empty}>
      <SpotArt spot={art} />
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}
