import { keepClear } from './useToastRoom.ts';

/** What is higher than a field is a part of the screen, and toasts are no wider than this: in pixels. */
const CONTROL = 120;
const WIDTH = 412;

/** Keeps toasts from covering the button or the field that has the focus. @returns a function that stops it. */
export function keepFocusClear(): () => void {
  let stop = () => {};
  const look = () => {
    stop();
    const { activeElement: at } = document;
    const box = at?.getBoundingClientRect();
    const isInTheWay = box && box.height <= CONTROL && box.right > innerWidth - WIDTH;
    stop =
      at instanceof HTMLElement && isInTheWay && !at.closest('[role="alert"], [role="status"]')
        ? keepClear(at)
        : () => {};
  };
  document.addEventListener('focusin', look);
  look();
  return () => {
    stop();
    document.removeEventListener('focusin', look);
  };
}
