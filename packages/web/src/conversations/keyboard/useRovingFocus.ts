import { type KeyboardEvent, type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { isField } from '../../core/keys.ts';
import { isStop, type ListItem } from '../timeline/list-items.ts';
import { reachedIn } from './useOneTabStop.ts';

/** How many frames a row may take to be drawn and measured before it gets the focus. */
const FRAMES = 30;

/** What makes a row one that can have the focus. */
export type RowStop = { tabIndex?: number; onFocus?: () => void };

/**
 * Roving focus over the messages of a virtual list: Tab enters at one of them, the arrow keys, Home and End move,
 * and what is not on the screen yet is brought there first. Left and right reach what is inside a message, Escape leaves it.
 * The row with the focus stays drawn wherever the list scrolls; if it goes, the focus goes to its neighbour.
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
  const stops = rows.flatMap((row, index) => (isStop(row) ? [index] : []));
  const kept = rows.findIndex((row) => row.key === activeKey);
  const active = kept >= 0 ? kept : stops.at(-1);

  /** Gives a row the focus, as soon as it is drawn. */
  const take = (index: number) => {
    const key = rows[index]?.key;
    setActiveKey(key);
    const focus = (left: number) => {
      const element = scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"]`);
      if (!element?.contains(document.activeElement)) element?.focus({ preventScroll: true });
      if (!element?.contains(document.activeElement) && left > 0) requestAnimationFrame(() => focus(left - 1));
    };
    requestAnimationFrame(() => focus(FRAMES));
  };
  const go = (index: number | undefined) => {
    if (index === undefined) return;
    list.current?.scrollToIndex(index, { align: 'nearest' });
    take(index);
  };

  /** Where the focus was when the rows were last drawn. */
  const was = useRef<{ key: string; index: number }>(undefined);
  const settle = useEffectEvent(() => {
    const lost = was.current;
    const free = document.activeElement === document.body || document.activeElement === null;
    if (lost && free && !rows.some(({ key }) => key === lost.key)) {
      const near = stops.toSorted((one, other) => Math.abs(one - lost.index) - Math.abs(other - lost.index))[0];
      if (near !== undefined) take(near);
    }
    const here = rows[rowAround(scroller.current, document.activeElement)];
    was.current = here && { key: here.key, index: rows.indexOf(here) };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, or another one with the focus
  useLayoutEffect(settle, [rows, activeKey]);

  return {
    take,
    /** The rows that stay drawn. */
    kept: kept >= 0 ? [kept] : [],
    /** The row that the keyboard is at, if it is at one. */
    reading: () => {
      const focused = scroller.current?.querySelector(':focus-visible') ?? null;
      const index = rowAround(scroller.current, focused);
      return index >= 0 ? index : undefined;
    },
    of: (index: number): RowStop => {
      const row = rows[index];
      if (row === undefined || !isStop(row)) return {};
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

/** The index of the row that an element of the list is in; -1 without. */
function rowAround(list: HTMLElement | null, element: Element | null): number {
  const row = element && list?.contains(element) ? element.closest<HTMLElement>('[data-row]') : null;
  return row ? Number(row.dataset.row) : -1;
}

/** Moves to the next thing inside a row, or back to the row itself. */
function step(row: HTMLElement, from: HTMLElement, key: 'ArrowRight' | 'ArrowLeft'): void {
  const around = [row, ...reachedIn(row)];
  const forward = (key === 'ArrowRight') === (getComputedStyle(row).direction === 'ltr');
  around.at((around.indexOf(from) + (forward ? 1 : -1) + around.length) % around.length)?.focus();
}
