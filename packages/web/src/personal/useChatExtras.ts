import { type ComponentType, createContext, use } from 'react';

/** What later slices add to private conversations. The shell connects them. */
export type ChatExtras = {
  /** The event that a chat belongs to, in its panel and in its bar. */
  ChatEvent?: ComponentType<{ eventId: string }>;
  ChatEventLink?: ComponentType<{ eventId: string }>;
};

export const ChatExtrasContext = createContext<ChatExtras>({});

export function useChatExtras(): ChatExtras {
  return use(ChatExtrasContext);
}
