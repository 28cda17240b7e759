import type { Locator } from 'vitest/browser';

/** A finger on an element: where it goes down, moves and is lifted. Answers whether the browser still makes a click of it. */
export function finger(on: Locator) {
  const element = on.element();
  const send = (type: string, x: number, y: number): boolean => {
    const touch = new Touch({ identifier: 1, target: element, clientX: x, clientY: y });
    const touches = type === 'touchend' ? [] : [touch];
    return element.dispatchEvent(
      new TouchEvent(type, { touches, changedTouches: [touch], bubbles: true, cancelable: true }),
    );
  };
  let [x, y] = [0, 0];
  return {
    down() {
      const { left, top, width, height } = element.getBoundingClientRect();
      [x, y] = [left + width / 2, top + height / 2];
      return send('touchstart', x, y);
    },
    move(across: number, down = 0) {
      [x, y] = [x + across, y + down];
      return send('touchmove', x, y);
    },
    up: () => send('touchend', x, y),
  };
}
