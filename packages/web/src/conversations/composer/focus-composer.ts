/** Whether one writes on glass: where the keyboard would cover half the screen, nothing takes the focus unasked. */
export function isTouch(): boolean {
  return matchMedia('(hover: none)').matches;
}

/** Puts the caret where one writes in a conversation, if one may write there. */
export function focusComposer(conversationId: string): void {
  document.querySelector<HTMLTextAreaElement>(`[data-composer="${conversationId}"] textarea`)?.focus();
}
