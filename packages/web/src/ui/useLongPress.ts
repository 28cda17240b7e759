import { type MouseEvent, type TouchEvent, useRef } from 'react';

/** As long as phones wait before they select text or open a menu. */
const LONG_MS = 450;
/** A finger that goes further than this scrolls. */
const SLIP_PX = 10;

/** Elements in what is pressed that handle a long press themselves, or accept text. */
const OWN = 'a[href], input, textarea, video, audio';

type Press = { timer: ReturnType<typeof setTimeout>; x: number; y: number; since: number; done: boolean };

/** A long press, except on these elements. The tap that the browser would send afterwards is suppressed. */
export function useLongPress(act: (pressed: HTMLElement) => void, elements = OWN) {
  const press = useRef<Press>(undefined);
  const stop = () => {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  };
  return {
    onTouchStart(event: TouchEvent<HTMLElement>) {
      stop();
      const touch = event.touches[0];
      const pressed = event.currentTarget;
      const own = (event.target as Element).closest(elements);
      if (!touch || event.touches.length > 1 || (own !== null && own !== pressed)) return;
      const timer = setTimeout(() => {
        if (press.current) press.current.done = true;
        act(pressed);
      }, LONG_MS);
      press.current = { timer, x: touch.clientX, y: touch.clientY, since: event.timeStamp, done: false };
    },
    onTouchMove(event: TouchEvent<HTMLElement>) {
      const touch = event.touches[0];
      const from = press.current;
      if (touch && from && !from.done && Math.hypot(touch.clientX - from.x, touch.clientY - from.y) > SLIP_PX) stop();
    },
    onTouchEnd(event: TouchEvent<HTMLElement>) {
      const from = press.current;
      stop();
      if (!from) return;
      // A page that was busy meanwhile hears of the whole press at once, before its timer.
      const late = !from.done && event.timeStamp - from.since >= LONG_MS;
      // Nothing that has appeared under the finger by then gets a click.
      if ((from.done || late) && event.cancelable) event.preventDefault();
      if (late) act(event.currentTarget);
    },
    onTouchCancel: stop,
    onContextMenu(event: MouseEvent<HTMLElement>) {
      // Of a finger; a mouse keeps its menu.
      if (press.current) event.preventDefault();
    },
  };
}

/** A long press anywhere in a row, its link too, opens the menu that the row has. */
export function useMenuPress() {
  const press = useLongPress(openMenu, 'input, textarea');
  return { ...press, 'data-press': true };
}

function openMenu(row: HTMLElement): void {
  row.querySelector<HTMLElement>('button[aria-haspopup="menu"]')?.click();
}
