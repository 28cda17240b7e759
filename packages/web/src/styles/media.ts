/**
 * The widths at which the layout changes, and what points at it, each with one name: `@media (--phone)` in a style
 * sheet (the build replaces it with the query), `useMedia('phone')` in a component.
 */
export const MEDIA = {
  /** One column, tabs at the bottom, dialogs that fill the window. */
  phone: '(max-width: 48em)',
  tablet: '(min-width: 48.0625em) and (max-width: 63.9375em)',
  /** The sidebar is a drawer: phones and tablets. */
  narrow: '(max-width: 63.9375em)',
  wide: '(min-width: 64em)',
  /** No room for a third column. */
  compact: '(max-width: 79.9375em)',
  roomy: '(min-width: 80em)',
  /** Nothing can be pointed at without pressing it. */
  touch: '(hover: none)',
  /** A finger: what it can hit is in `touch.css`. */
  coarse: '(pointer: coarse)',
  hover: '(hover: hover)',
} as const;

export type Media = keyof typeof MEDIA;
