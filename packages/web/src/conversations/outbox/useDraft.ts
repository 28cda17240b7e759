import { useSyncExternalStore } from 'react';
import { type Draft, draftOf, onDrafts } from './drafts.ts';

/** `draftOf` for a component. */
export function useDraft(conversationId: string): Draft {
  return useSyncExternalStore(onDrafts, () => draftOf(conversationId));
}

/** Whether a conversation has an unsent draft, for its line in a list. */
export function useHasDraft(conversationId: string): boolean {
  return useSyncExternalStore(onDrafts, () => {
    const { text, attachments } = draftOf(conversationId);
    return text.trim() !== '' || attachments.length > 0;
  });
}
