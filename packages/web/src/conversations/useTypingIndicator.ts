import type { ConversationFacts } from '@folkmoot/contract/conversations/schema.ts';
import { useRef } from 'react';
import { sayTyping } from '../core/live.ts';

/** Typing is reported again no sooner than this. */
const EVERY_MS = 3000;

/** Regularly tells the others in a conversation that you are typing. */
export function useTypingIndicator(): (facts: Pick<ConversationFacts, 'id' | 'parentId'>) => void {
  const last = useRef(0);
  return ({ id, parentId }) => {
    if (Date.now() - last.current < EVERY_MS) return;
    last.current = Date.now();
    if (parentId === null) sayTyping(id);
    else sayTyping(parentId, id);
  };
}
