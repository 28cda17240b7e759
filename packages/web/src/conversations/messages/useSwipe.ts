import { type TouchEvent, useRef } from 'react';

/** A finger that has gone this far to the left moves the message, from `ACTS` on lifting it acts, and at `MOST` it stops. */
const BEGINS_PX = 14;
const ACTS_PX = 56;
const MOST_PX = 80;

/** What scrolls sideways itself: long lines of code. */
const SCROLLS = 'pre';

/** A swipe to the left. The element follows the finger: `--swipe` says how far, `data-swipe` whether lifting it acts. */
export function useSwipe(act: (() => void) | undefined) {
  const swipe = useRef<{ x: number; y: number; by: number; element: HTMLElement }>(undefined);
  const stop = () => {
    const element = swipe.current?.element;
    delete element?.dataset.swipe;
    element?.style.removeProperty('--swipe');
    swipe.current = undefined;
  };
  return {
    onTouchStart(event: TouchEvent<HTMLElement>) {
      stop();
      const touch = event.touches[0];
      if (!act || !touch || event.touches.length > 1 || (event.target as Element).closest(SCROLLS)) return;
      swipe.current = { x: touch.clientX, y: touch.clientY, by: 0, element: event.currentTarget };
    },
    onTouchMove(event: TouchEvent<HTMLElement>) {
      const touch = event.touches[0];
      const from = swipe.current;
      if (!touch || !from) return;
      const left = from.x - touch.clientX;
      const isScroll = from.by === 0 && Math.abs(touch.clientY - from.y) > Math.max(left, BEGINS_PX / 2);
      if (isScroll || event.touches.length > 1) return stop();
      from.by = left < BEGINS_PX && from.by === 0 ? 0 : Math.min(Math.max(left, 1), MOST_PX);
      if (from.by === 0) return;
      from.element.dataset.swipe = from.by < ACTS_PX ? 'on' : 'acts';
      from.element.style.setProperty('--swipe', `${from.by}px`);
    },
    onTouchEnd() {
      const acts = (swipe.current?.by ?? 0) >= ACTS_PX;
      stop();
      if (acts) act?.();
    },
    onTouchCancel: stop,
  };
}
