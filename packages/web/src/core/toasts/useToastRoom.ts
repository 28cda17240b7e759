import { type RefObject, useEffect } from 'react';

/** How far from the bottom of the window each composer and each bar at the bottom begins. */
const heights = new Map<HTMLElement, number>();

function say(): void {
  const most = Math.max(0, ...heights.values());
  document.documentElement.style.setProperty('--fm-toast-lift', `${Math.round(most)}px`);
}

/** Keeps toasts above what is at the bottom of the screen, whose buttons they would cover: a composer, or a bar. */
export function useToastRoom(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => {
      const { top, height } = element.getBoundingClientRect();
      heights.set(element, height === 0 ? 0 : innerHeight - top);
      say();
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('resize', measure);
      heights.delete(element);
      say();
    };
  }, [frame]);
}
