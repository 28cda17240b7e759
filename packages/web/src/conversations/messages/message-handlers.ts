import type { MessageView } from '@folkmoot/contract/conversations/schema.ts';

/** The handlers of a message's buttons, beyond the message itself. An undefined one is not offered. */
export type MessageHandlers = {
  onPerson: (userId: string) => void;
  /** Replies to a message, in the composer below. */
  onReply: ((message: MessageView) => void) | undefined;
  /** The conversation or thread in whose panel the message is. */
  place: string;
  /** Begins to change a message's text, where it stands. */
  onEdit: (message: MessageView) => void;
  /** Opens the thread under a message of this id. */
  onThread: ((messageId: string) => void) | undefined;
  /** Goes to a message of this conversation. */
  onJump: (seq: number) => void;
  /** Moves your read mark to just before a message. */
  onUnread: ((message: MessageView) => void) | undefined;
  /** The address of a message, to be shared. */
  linkTo: (message: MessageView) => string;
};
