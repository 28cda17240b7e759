import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { UnreadBadge } from '../../ui/identity/UnreadBadge.tsx';
import { spanOf } from '../find.ts';
import { Marked } from '../Marked.tsx';
import css from './palette.module.css';
import type { Finding } from './useFindings.tsx';

type Props = { id: string; item: Finding; search: string; on: boolean; onPoint: () => void; onOpen: () => void };

/** One result, with the match underlined. */
export function PaletteItem({ id, item, search, on, onPoint, onOpen }: Props) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the search box, which points here with aria-activedescendant.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={on}
      className={css.item}
      onPointerMove={on ? undefined : onPoint}
      onClick={onOpen}
    >
      {item.picture}
      <span className={css.words} data-two={item.lines === 2 || undefined}>
        <span className={css.name} dir="auto">
          <Marked text={item.name} marks={item.marks ?? marksOf(item.name, search)} />
        </span>
        {item.note && (
          <>
            <VisuallyHidden>, </VisuallyHidden>
            <span className={css.note}>{item.note}</span>
          </>
        )}
      </span>
      {item.waiting !== undefined && item.waiting > 0 && <UnreadBadge count={item.waiting} label="unread message" />}
      {on && (
        <span className={css.kbd} aria-hidden="true">
          ↵
        </span>
      )}
    </div>
  );
}

function marksOf(name: string, search: string): [number, number][] {
  const span = spanOf(name, search);
  return span ? [span] : [];
}

/** A small icon for items without a picture. */
export function PaletteTile({ children }: { children: ReactNode }) {
  return <span className={css.tile}>{children}</span>;
}
