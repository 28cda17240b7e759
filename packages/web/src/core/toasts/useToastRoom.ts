import { type RefObject, useEffect } from 'react';

/** The room that toasts need, in pixels: two of them. */
const ROOM = 160;

/** What toasts stay clear of, while it is shown. */
const kept = new Set<HTMLElement>();

/**
 * Says where toasts have room: from the bottom of the window, where they are on desktops, above everything kept free that
 * is in their way, and from the top, where they are on phones, below it.
 */
function say(): void {
  const boxes = [...kept].map((element) => element.getBoundingClientRect()).filter(({ height }) => height > 0);
  const lift = boxes
    .toSorted((one, other) => other.bottom - one.bottom)
    .reduce(
      (free, { top, bottom }) => (bottom > innerHeight - free - ROOM ? Math.max(free, innerHeight - top) : free),
      0,
    );
  const drop = boxes
    .toSorted((one, other) => one.top - other.top)
    .reduce(
      (free, { top, bottom }) => (top < free + ROOM && bottom + ROOM < innerHeight ? Math.max(free, bottom) : free),
      0,
    );
  const { style } = document.documentElement;
  style.setProperty('--fm-toast-lift', `${Math.round(lift)}px`);
  style.setProperty('--fm-toast-drop', `${Math.round(drop)}px`);
}

/**
 * Keeps toasts from covering something whose buttons are needed: a composer, a bar at the bottom, or, with `moves`, what is
 * edited within a list that scrolls.
 */
export function useToastRoom(frame: RefObject<HTMLElement | null>, moves = false): void {
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    kept.add(element);
    const observer = new ResizeObserver(say);
    observer.observe(element);
    addEventListener('resize', say);
    if (moves) addEventListener('scroll', say, { capture: true, passive: true });
    return () => {
      kept.delete(element);
      observer.disconnect();
      removeEventListener('resize', say);
      removeEventListener('scroll', say, { capture: true });
      say();
    };
  }, [frame, moves]);
}
