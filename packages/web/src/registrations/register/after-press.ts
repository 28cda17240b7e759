let pressed = false;
addEventListener('pointerdown', () => (pressed = true), true);
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (pressed = false), true);

/**
 * Does something that may move the page, such as showing what is wrong with a field that was left. Leaving it is often
 * the first half of a press on something else, and what moves away under a finger or pointer is not pressed.
 */
export function afterPress(act: () => void): void {
  if (pressed) addEventListener('pointerup', () => setTimeout(act), { capture: true, once: true });
  else setTimeout(act);
}
