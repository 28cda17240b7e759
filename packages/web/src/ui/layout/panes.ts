/** The parts of the page between which F6 moves, in their order. */
export type Pane = 'rail' | 'sidebar' | 'main' | 'panel';

const PANES: readonly Pane[] = ['rail', 'sidebar', 'main', 'panel'];
const selectorOf = (pane: Pane) => `[data-pane="${pane}"]`;

/** The attributes of the element that is a pane. */
export const paneProps = (pane: Pane) => ({ 'data-pane': pane, tabIndex: -1 }) as const;

/** The pane of this kind that an element is in. */
export function paneAround(element: EventTarget | null, pane: Pane): Element | null {
  return element instanceof Element ? element.closest(selectorOf(pane)) : null;
}

/** Moves the focus to the next pane on the screen: rail, sidebar, main, panel, and around. */
export function cyclePanes(step: 1 | -1): void {
  const panes = PANES.map((pane) => document.querySelector<HTMLElement>(selectorOf(pane))).filter(
    (pane) => pane !== null && pane.offsetParent !== null,
  );
  // The panel is inside the main pane, so the innermost one counts.
  const at = panes.findLastIndex((pane) => pane?.contains(document.activeElement));
  const next = panes[(at + step + panes.length) % panes.length];
  next?.focus();
}
