import { useEffect, useState } from 'react';
import { useToastRoom } from './useToastRoom.ts';

/** What is higher than a field is a part of the screen, and toasts are no wider than this: in pixels. */
const CONTROL = 120;
const WIDTH = 412;

/** Keeps toasts from covering the button or the field that has the focus. */
export function useFocusRoom(): void {
  const [frame, setFrame] = useState<{ current: HTMLElement | null }>({ current: null });
  useEffect(() => {
    const look = () => setFrame({ current: inTheWay(document.activeElement) });
    document.addEventListener('focusin', look);
    look();
    return () => document.removeEventListener('focusin', look);
  }, []);
  useToastRoom(frame);
}

function inTheWay(at: Element | null): HTMLElement | null {
  if (!(at instanceof HTMLElement) || at.closest('[role="alert"], [role="status"]')) return null;
  const { height, right } = at.getBoundingClientRect();
  return height <= CONTROL && right > innerWidth - WIDTH ? at : null;
}
