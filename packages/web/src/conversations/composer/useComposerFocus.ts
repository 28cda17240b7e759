import { type RefObject, useEffect } from 'react';
import { isField, isFreeCharacter } from '../../core/keys.ts';
import { paneAround } from '../../ui/layout/panes.ts';
import { composerFor, isTouch } from './focus-composer.ts';

/**
 * On a desktop, the composer has the focus when its conversation opens, and later takes what is typed where nothing else
 * takes it. A message beside it that the address led to keeps the focus.
 *
 * @param first whether it takes the focus from another field, as a thread that was just opened does.
 */
export function useComposerFocus(area: RefObject<HTMLTextAreaElement | null>, first: boolean): void {
  useEffect(() => {
    const now = document.activeElement;
    if (isTouch() || (!first && (isField(now) || now?.closest('[role="dialog"]')))) return;
    if (now?.closest('[data-row]') && paneAround(now, 'panel') === paneAround(area.current, 'panel')) return;
    area.current?.focus({ preventScroll: true });
  }, [area, first]);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      // The character itself follows, into what has the focus by then.
      if (isFreeCharacter(event) && composerFor(event.target) === area.current) area.current?.focus();
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, [area]);
}
