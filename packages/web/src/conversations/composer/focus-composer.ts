import { MEDIA } from '../../styles/media.ts';
import { paneAround } from '../../ui/layout/panes.ts';

/** Whether this is a touch screen: there the keyboard would cover half of it, so nothing takes the focus unasked. */
export function isTouch(): boolean {
  return matchMedia(MEDIA.touch).matches;
}

/** Puts the caret into the composer of a conversation, if you may write there. */
export function focusComposer(conversationId: string): void {
  document.querySelector<HTMLTextAreaElement>(`[data-composer="${conversationId}"] textarea`)?.focus();
}

/** The composer that takes what is typed at an element: of the panel that the element is in, else the first. */
export function composerFor(element: EventTarget | null): HTMLTextAreaElement | null {
  const inside = paneAround(element, 'panel');
  const composer = '[data-composer] textarea';
  return inside?.querySelector<HTMLTextAreaElement>(composer) ?? document.querySelector<HTMLTextAreaElement>(composer);
}
