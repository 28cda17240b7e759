import type { MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { createContext, use } from 'react';

/** What later slices add to a message's menu. The shell connects them. */
export type MessageExtras = { onReport?: (message: MessageView) => void };

export const MessageExtrasContext = createContext<MessageExtras>({});

export function useMessageExtras(): MessageExtras {
  return use(MessageExtrasContext);
}
