import type { RefObject } from 'react';
import type { TextSelection } from './text-formatting.ts';

/**
 * Changes the text of a textarea as if it were typed, so that undo works: only the part that differs is replaced.
 *
 * @param area the textarea; React sees the change as it sees a typed one.
 */
export function useTextEditing(area: RefObject<HTMLTextAreaElement | null>) {
  const now = (): TextSelection => {
    const { value = '', selectionStart = 0, selectionEnd = 0 } = area.current ?? {};
    return { text: value, start: selectionStart ?? 0, end: selectionEnd ?? 0 };
  };
  const write = (next: TextSelection | undefined) => {
    const element = area.current;
    if (!element || !next) return;
    element.focus();
    const { from, to, piece } = difference(element.value, next.text);
    if (from !== to || piece !== '') {
      element.setSelectionRange(from, to);
      // Old, but the only way that keeps the browser's own undo; every browser still has it.
      const done = document.execCommand(piece === '' ? 'delete' : 'insertText', false, piece);
      if (!done || element.value !== next.text) {
        element.setRangeText(piece, from, to, 'end');
        element.dispatchEvent(new Event('input', { bubbles: true }));
      }
    }
    element.setSelectionRange(next.start, next.end);
  };
  return {
    now,
    write,
    /** Replaces the selection. */
    insert(piece: string) {
      const { text, start, end } = now();
      const caret = start + piece.length;
      write({ text: text.slice(0, start) + piece + text.slice(end), start: caret, end: caret });
    },
    /** Replaces the text between two positions. */
    replace(from: number, to: number, piece: string) {
      const { text } = now();
      write({
        text: text.slice(0, from) + piece + text.slice(to),
        start: from + piece.length,
        end: from + piece.length,
      });
    },
  };
}

export type TextEditing = ReturnType<typeof useTextEditing>;

/** The part of a text to replace, and its replacement. */
export function difference(before: string, after: string): { from: number; to: number; piece: string } {
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from += 1;
  let same = 0;
  while (
    same < before.length - from &&
    same < after.length - from &&
    before[before.length - 1 - same] === after[after.length - 1 - same]
  )
    same += 1;
  return { from, to: before.length - same, piece: after.slice(from, after.length - same) };
}
