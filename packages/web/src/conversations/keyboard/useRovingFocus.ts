import { type KeyboardEvent, type RefObject, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { isField } from '../../core/keys.ts';
import type { ListItem } from '../timeline/list-items.ts';
import { reachedIn } from './useOneTabStop.ts';

/**
 * Roving focus over the messages of a virtual list: Tab enters at one of them, the arrow keys, Home and End move,
 * and what is not on the screen yet is brought there first. Left and right reach what is inside a message, Escape leaves it.
 *
 * @param onKey acts on the message of a row with another key; true if it did.
 */
export function useRovingFocus(
  rows: readonly ListItem[],
  list: RefObject<VirtualizerHandle | null>,
  scroller: RefObject<HTMLElement | null>,
  onKey: (item: ListItem, event: KeyboardEvent<HTMLElement>, row: HTMLElement) => boolean,
) {
  const [activeKey, setActiveKey] = useState<string>();
  const stops = rows.flatMap((row, index) => (row.kind === 'message' || row.kind === 'pending' ? [index] : []));
  const kept = rows.findIndex((row) => row.key === activeKey);
  const active = kept >= 0 ? kept : stops.at(-1);

  const go = (index: number | undefined) => {
    if (index === undefined) return;
    setActiveKey(rows[index]?.key);
    list.current?.scrollToIndex(index, { align: 'nearest' });
    // The row may be drawn only after the scroll: look for it until the next two frames have passed.
    const focus = (left: number) => {
      const element = scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"]`);
      if (element) element.focus({ preventScroll: true });
      else if (left > 0) requestAnimationFrame(() => focus(left - 1));
    };
    requestAnimationFrame(() => focus(4));
  };

  return {
    of: (index: number) => {
      const row = rows[index];
      if (row?.kind !== 'message' && row?.kind !== 'pending') return {};
      return { tabIndex: index === active ? 0 : -1, onFocus: () => setActiveKey(row.key) };
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const target = event.target as HTMLElement;
      const row = target.closest<HTMLElement>('[data-row][tabindex]');
      // A message that is being edited has its own keys.
      if (isField(target)) return;
      if (!row || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const item = rows[Number(row.dataset.row)];
      const here = stops.indexOf(Number(row.dataset.row));
      const next = { ArrowUp: stops[here - 1], ArrowDown: stops[here + 1], Home: stops[0], End: stops.at(-1) }[
        event.key
      ];
      if (['ArrowUp', 'ArrowDown', 'Home', 'End'].includes(event.key)) go(next);
      else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') step(row, target, event.key);
      else if (event.key === 'Escape' && target !== row) row.focus();
      else if (!item || !onKey(item, event, row)) return;
      event.preventDefault();
    },
  };
}

/** Moves to the next thing inside a row, or back to the row itself. */
function step(row: HTMLElement, from: HTMLElement, key: 'ArrowRight' | 'ArrowLeft'): void {
  const around = [row, ...reachedIn(row)];
  const forward = (key === 'ArrowRight') === (getComputedStyle(row).direction === 'ltr');
  around.at((around.indexOf(from) + (forward ? 1 : -1) + around.length) % around.length)?.focus();
}
