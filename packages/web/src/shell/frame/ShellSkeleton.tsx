import { SkeletonLines, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { Logo } from '../../ui/identity/Logo.tsx';
import css from './shell.module.css';

/** The shell while its scripts and the session are on their way: the server sends it with a member's page. */
export function ShellSkeleton() {
  return (
    <div className={css.app} aria-busy="true">
      <div className={css.skeletonRail}>
        <Logo size={30} tone="rail" />
      </div>
      <div className={css.sheet} data-sidebar>
        <div className={css.skeletonSide}>
          <SkeletonLines rows={12} />
        </div>
        <main className={css.main} aria-label="Loading">
          <div className={css.skeletonMain}>
            <SkeletonRows rows={8} round />
          </div>
        </main>
      </div>
    </div>
  );
}
