import type { Format } from './text-formatting.ts';

/** Keys together with Ctrl or Cmd. By position on the keyboard where Shift changes the character. */
const KEYS: readonly { format: Format; key: string; shift: boolean }[] = [
  { format: 'bold', key: 'b', shift: false },
  { format: 'italic', key: 'i', shift: false },
  { format: 'strike', key: 'x', shift: true },
  { format: 'code', key: 'e', shift: false },
  { format: 'block', key: 'c', shift: true },
  { format: 'numbers', key: 'Digit7', shift: true },
  { format: 'list', key: 'Digit8', shift: true },
  { format: 'quote', key: 'Digit9', shift: true },
  { format: 'link', key: 'k', shift: false },
];

type Pressed = { key: string; code: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean };

/**
 * The format that a shortcut applies.
 *
 * @param chosen whether something is selected: without a selection Ctrl-K finds anything, as it does everywhere.
 */
export function formatOf(event: Pressed, chosen: boolean): Format | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  const found = KEYS.find(
    ({ key, shift }) => shift === event.shiftKey && (key === event.code || key === event.key.toLowerCase()),
  )?.format;
  return found === 'link' && !chosen ? undefined : found;
}

/** The same for assistive technology, `Control+B`. */
export function ariaShortcut(format: Format): string {
  const found = KEYS.find((one) => one.format === format);
  return `Control+${found?.shift ? 'Shift+' : ''}${(found?.key ?? '').replace('Digit', '').toUpperCase()}`;
}
