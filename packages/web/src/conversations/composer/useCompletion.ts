import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { TextEditing } from './useTextEditing.ts';

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

/** A choice that was made before its list was there: the text that it is for, and the key that made it. */
type Held = { typed: Typed; key: 'Enter' | 'Tab' };

/** A list that has not come by then, because the connection is bad, is no longer waited for. */
const HOLD_MS = 1000;

/** Follows the caret, and returns what is being typed, or what a held choice is for. */
export function useTyped(area: RefObject<HTMLTextAreaElement | null>) {
  const [typed, setTyped] = useState<Typed>();
  const [held, setHeld] = useState<Held>();
  const dismissed = useRef<Typed>(undefined);
  const present = () => {
    const { value = '', selectionStart = 0, selectionEnd = 0 } = area.current ?? {};
    return selectionStart === selectionEnd ? typedBefore(value, selectionStart ?? 0) : undefined;
  };
  /** What is before the caret at this moment, though it may not have been looked at yet. */
  const now = () => {
    const found = present();
    return found !== undefined && isSame(dismissed.current, found) ? undefined : found;
  };
  return {
    typed,
    held,
    now,
    hold: setHeld,
    close: () => {
      setTyped(undefined);
      setHeld(undefined);
    },
    /** Closes it until something else is typed. */
    dismiss: () => {
      dismissed.current = present();
      setTyped(undefined);
      setHeld(undefined);
    },
    look: () =>
      requestAnimationFrame(() => {
        const found = now();
        if (found === undefined && present() !== undefined) return;
        dismissed.current = undefined;
        setTyped((before) => (isSame(before, found) ? before : found));
      }),
  };
}

export function isSame(one: Typed | undefined, other: Typed | undefined): boolean {
  return one?.sign === other?.sign && one?.search === other?.search && one?.from === other?.from;
}

/** What fits a text; `ready` once it is all that fits, and not only what is known so far. */
export type Listing<Item> = { items: readonly Item[]; ready: boolean };

type Completing<Item> = {
  following: ReturnType<typeof useTyped>;
  /** For what is typed, or for the text of a held choice. */
  list: Listing<Item>;
  writing: TextEditing;
  /** What Enter does where there is nothing to choose. */
  otherwise: () => void;
};

/**
 * A list under the caret's control: arrow keys choose, Enter or Tab takes, Escape closes. What Enter takes always fits what is
 * typed by then. If the list for it has not come yet, the choice is held for a moment; then Enter does what it does without a list.
 */
export function useCompletion<Item extends Choice>({ following, list, writing, otherwise }: Completing<Item>) {
  const { typed, held, now, hold, close, dismiss } = following;
  const id = useId();
  const [pointed, setPointed] = useState<{ of: Typed | undefined; key: string }>();
  /** Enter was pressed once more while the choice was held. */
  const again = useRef(false);
  const { ready } = list;
  const items = typed ? list.items : [];
  const byHand = isSame(pointed?.of, typed) ? items.findIndex(({ key }) => key === pointed?.key) : -1;
  const active = Math.max(byHand, 0);
  const setActive = (index: number) => setPointed({ of: typed, key: items[index]?.key ?? '' });
  const open = items.length > 0;

  const put = ({ from, search }: Typed, insert: string) => {
    const { text, start } = writing.now();
    const to = from + 1 + search.length;
    const rest = text.slice(to);
    const piece = /^\s/.test(rest) ? insert.trimEnd() : insert;
    const caret = start <= to ? from + piece.length : start + piece.length - (to - from);
    writing.write({ text: text.slice(0, from) + piece + rest, start: caret, end: caret });
  };
  const take = (item: Item) => {
    const wanted = now() ?? typed;
    if (wanted) put(wanted, item.insert);
    close();
  };
  const settle = useEffectEvent(({ typed: wanted, key }: Held) => {
    close();
    const item = ready ? list.items[0] : undefined;
    const { text, start } = writing.now();
    const to = wanted.from + 1 + wanted.search.length;
    const isThere =
      text.slice(wanted.from, to) === wanted.sign + wanted.search && !/^[\p{L}\p{N}_-]/u.test(text.slice(to));
    if (isThere && item) put(wanted, item.insert);
    const sends = !item && isThere && key === 'Enter' && start === to;
    if (sends || again.current) otherwise();
  });
  useEffect(() => {
    if (!held) return;
    // Never while React commits: it would put the text back that it has drawn last.
    const timer = setTimeout(() => settle(held), ready ? 0 : HOLD_MS);
    return () => clearTimeout(timer);
  }, [held, ready]);

  const choose = (key: Held['key']): boolean => {
    const wanted = now();
    if (!wanted) return false;
    const isLooked = isSame(wanted, typed);
    const chosen = items[active];
    if (isLooked && ready && !chosen) return false;
    if (isLooked && chosen && (ready || byHand >= 0)) take(chosen);
    else {
      again.current = false;
      hold({ typed: wanted, key });
    }
    return true;
  };
  const onKey = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const takes = (key === 'Enter' || key === 'Tab') && !shiftKey;
    if (held && takes) {
      again.current ||= key === 'Enter';
      return true;
    }
    if (takes) return choose(key as Held['key']);
    if (!open && !(held && key === 'Escape')) return false;
    if (key === 'ArrowDown') setActive((active + 1) % items.length);
    else if (key === 'ArrowUp') setActive((active + items.length - 1) % items.length);
    else if (key === 'Escape') dismiss();
    else return false;
    return true;
  };
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
      if (!onKey(event)) return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}
