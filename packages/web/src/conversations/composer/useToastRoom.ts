import { type RefObject, useEffect } from 'react';

/** How far from the bottom of the window each composer on the screen begins. */
const heights = new Map<HTMLElement, number>();

function say(): void {
  const most = Math.max(0, ...heights.values());
  document.documentElement.style.setProperty('--fm-toast-lift', `${Math.round(most)}px`);
}

/** Keeps toasts above the composer, whose Send they would cover. */
export function useToastRoom(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      heights.set(element, innerHeight - element.getBoundingClientRect().top);
      say();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      heights.delete(element);
      say();
    };
  }, [frame]);
}
