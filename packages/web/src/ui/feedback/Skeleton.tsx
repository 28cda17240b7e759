import { type ReactNode, useEffect, useState } from 'react';
import css from './skeleton.module.css';

const QUIET_MS = 200;

/** Shows a skeleton only when the wait is felt: nothing for the first 200 ms. */
export function LoadingFallback({ children, label = 'Loading' }: { children: ReactNode; label?: string }) {
  const [felt, setFelt] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setFelt(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-label={label}>
      {felt && children}
    </div>
  );
}

type Radius = 'xs' | 'md' | 'lg' | 'xl' | 'logo';
type BoneProps = { w?: number | string; h?: number; round?: boolean; radius?: Radius };

/** One grey shape of a skeleton. */
export function Skeleton({ w = '100%', h = 12, round = false, radius }: BoneProps) {
  return (
    <span
      className={css.skeleton}
      style={{
        width: w,
        height: h,
        ...(round ? { borderRadius: '50%' } : radius === undefined ? {} : { borderRadius: `var(--fm-r-${radius})` }),
      }}
      aria-hidden="true"
    />
  );
}

const WIDTHS = [126, 84, 152, 70, 116, 98, 140, 62];

function indexes(rows: number): number[] {
  return Array.from({ length: rows }, (_, index) => index);
}

/** Rows with a picture and two lines: channels, members, communities. */
export function SkeletonRows({
  rows = 6,
  size = 40,
  round = false,
}: {
  rows?: number;
  size?: number;
  round?: boolean;
}) {
  return (
    <div className={css.rows}>
      {indexes(rows).map((index) => (
        <div key={index} className={css.row}>
          <Skeleton w={size} h={size} round={round} radius="logo" />
          <span className={css.lines}>
            <Skeleton w={WIDTHS[index % WIDTHS.length] ?? 90} />
            <Skeleton w={`${40 + ((index * 17) % 40)}%`} h={10} />
          </span>
        </div>
      ))}
    </div>
  );
}

/** Short single lines: a sidebar. */
export function SkeletonLines({ rows = 8 }: { rows?: number }) {
  return (
    <div className={css.thin}>
      {indexes(rows).map((index) => (
        <div key={index} className={css.row}>
          <Skeleton w={18} h={18} radius="xs" />
          <Skeleton w={WIDTHS[index % WIDTHS.length] ?? 90} />
        </div>
      ))}
    </div>
  );
}
