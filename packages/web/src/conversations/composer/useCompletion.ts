import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';

/** One line of the list that opens while something is being typed. */
export type Choice = { key: string; insert: string };

/** What is before the caret: the character that opens a list, its position, and the text after it. */
export type Typed = { sign: '@' | '#' | ':'; from: number; search: string };

const SIGNS: readonly { sign: Typed['sign']; pattern: RegExp }[] = [
  { sign: '@', pattern: /(?:^|[^\p{L}\p{N}_@./-])@([\p{L}\p{N}_-]{0,30})$/u },
  { sign: '#', pattern: /(?:^|[^\p{L}\p{N}_#&./-])#([\p{L}\p{M}\p{N}_'-]{0,80})$/u },
  { sign: ':', pattern: /(?:^|[^\p{L}\p{N}_:/]):([a-z0-9_+-]{2,40})$/iu },
];

/** What is being typed that a list can complete. */
export function typedBefore(text: string, caret: number): Typed | undefined {
  const before = text.slice(0, caret);
  for (const { sign, pattern } of SIGNS) {
    const search = pattern.exec(before)?.[1];
    if (search !== undefined) return { sign, search, from: caret - search.length - 1 };
  }
  return undefined;
}

/** Follows the caret, and returns what is being typed. */
export function useTyped(area: RefObject<HTMLTextAreaElement | null>) {
  const [typed, setTyped] = useState<Typed>();
  const dismissed = useRef<Typed>(undefined);
  const present = () => {
    const { value = '', selectionStart = 0, selectionEnd = 0 } = area.current ?? {};
    return selectionStart === selectionEnd ? typedBefore(value, selectionStart ?? 0) : undefined;
  };
  return {
    typed,
    close: () => setTyped(undefined),
    /** Closes it until something else is typed. The last letter counts, though it may not have been looked at yet. */
    dismiss: () => {
      dismissed.current = present();
      setTyped(undefined);
    },
    look: () =>
      requestAnimationFrame(() => {
        const found = present();
        if (found !== undefined && same(dismissed.current, found)) return;
        dismissed.current = undefined;
        setTyped((before) => (same(before, found) ? before : found));
      }),
  };
}

function same(one: Typed | undefined, other: Typed | undefined): boolean {
  return one?.sign === other?.sign && one?.search === other?.search && one?.from === other?.from;
}

/** A list under the caret's control: arrow keys choose, Enter or Tab takes, Escape closes. */
export function useCompletion<Item extends Choice>(
  items: readonly Item[],
  typed: Typed | undefined,
  take: (item: Item) => void,
  close: () => void,
) {
  const id = useId();
  const [at, setAt] = useState<{ of: Typed | undefined; index: number }>({ of: undefined, index: 0 });
  const active = at.of === typed ? Math.min(at.index, Math.max(items.length - 1, 0)) : 0;
  const setActive = (index: number) => setAt({ of: typed, index });
  const open = items.length > 0;
  return {
    id,
    items,
    active,
    setActive,
    take,
    aria: open
      ? {
          'aria-autocomplete': 'list' as const,
          'aria-haspopup': 'listbox' as const,
          'aria-controls': id,
          'aria-activedescendant': `${id}-${active}`,
        }
      : {},
    /** @returns true where the key was for the list. */
    onKeyDown(event: KeyboardEvent): boolean {
      if (!open) return false;
      const chosen = items[active];
      if (event.key === 'ArrowDown') setActive((active + 1) % items.length);
      else if (event.key === 'ArrowUp') setActive((active + items.length - 1) % items.length);
      else if (event.key === 'Escape') close();
      else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && chosen) take(chosen);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}
