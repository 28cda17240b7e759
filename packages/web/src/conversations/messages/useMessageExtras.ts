import type { ConversationFacts, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { type ComponentType, createContext, use } from 'react';

/** What later slices add to a message's menu. The shell connects them. */
export type MessageExtras = {
  /** `serverId` is the community whose moderators answer; of a message between people it is the owner of the installation. */
  onReport?: (message: MessageView, serverId: string | null) => void;
  /** What a moderator can do about the author, in a community. */
  onModerate?: (authorId: string, serverId: string) => void;
  /** Which messages the reader has saved, and how to save one more or to remove one. */
  saving?: { ids: ReadonlySet<string>; set: (message: MessageView, saved: boolean) => void };
  /** What the links of this installation in a text lead to, as cards; and the text without these cards. */
  LinkCards?: ComponentType<{ text: string; onChange?: ((text: string) => void) | undefined }>;
  bareText?: (text: string) => Promise<string>;
  /** Above the composer: an offer to be notified, when it would help. */
  Offer?: ComponentType<{ facts: ConversationFacts; messages: readonly MessageView[] }> | undefined;
};

export const MessageExtrasContext = createContext<MessageExtras>({});

export function useMessageExtras(): MessageExtras {
  return use(MessageExtrasContext);
}
