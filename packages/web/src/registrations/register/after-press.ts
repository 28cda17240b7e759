let pressed = false;
addEventListener('pointerdown', () => (pressed = true), true);
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (pressed = false), true);

/**
 * Runs something that may move the page, such as showing the error of a field that lost focus. Losing focus is often
 * the first half of a press on something else, and a target that moves away under the pointer is not clicked.
 */
export function afterPress(act: () => void): void {
  if (pressed) addEventListener('pointerup', () => setTimeout(act), { capture: true, once: true });
  else setTimeout(act);
}
