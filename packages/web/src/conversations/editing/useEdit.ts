import { useSyncExternalStore } from 'react';
import { editOf, onEdits } from './edits.ts';

/** What you have typed so far to change a message, in the list of a conversation; undefined if you are not editing it. */
export function useEdit(place: string, messageId: string): string | undefined {
  const now = () => editOf(place, messageId);
  return useSyncExternalStore(onEdits, now, now);
}
