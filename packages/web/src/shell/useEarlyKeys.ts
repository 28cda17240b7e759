import { useCallback, useEffect, useRef } from 'react';
import { isComposing } from '../core/keys.ts';

/** A dialog that has not come by then, because the connection is bad, no longer keeps the keys. */
const HOLD_MS = 3000;

/**
 * Keeps what is typed after a dialog was asked for and before it has the focus, so that it neither ends up in the field
 * behind nor sends a message from there.
 *
 * @returns a function that takes the letters kept so far.
 */
export function useEarlyKeys(opening: boolean): () => string {
  const typed = useRef('');
  useEffect(() => {
    typed.current = '';
    if (!opening) return;
    const until = performance.now() + HOLD_MS;
    const hold = (event: KeyboardEvent) => {
      const isInside = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null;
      if (isInside || isComposing(event) || performance.now() > until || event.ctrlKey || event.metaKey || event.altKey)
        return;
      const isLetter = [...event.key].length === 1;
      if (!isLetter && event.key !== 'Enter' && event.key !== 'Backspace') return;
      event.preventDefault();
      event.stopPropagation();
      if (isLetter) typed.current += event.key;
      if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1);
    };
    addEventListener('keydown', hold, { capture: true });
    return () => removeEventListener('keydown', hold, { capture: true });
  }, [opening]);
  return useCallback(() => {
    const early = typed.current;
    typed.current = '';
    return early;
  }, []);
}
