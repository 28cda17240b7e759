import type { ConversationFacts, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import type { MessageHandlers } from '../src/conversations/messages/message-handlers.ts';

/** A public channel that the reader has joined as a plain member. */
export function conversationFacts(fields: Partial<ConversationFacts> = {}): ConversationFacts {
  return {
    id: crypto.randomUUID(),
    serverId: '0190a3b4-0000-7000-8000-0000000000c0',
    type: 'channel',
    parentId: null,
    rootSeq: null,
    openTo: 'community',
    posting: 'everyone',
    archived: false,
    joined: true,
    following: true,
    blocked: false,
    closed: false,
    timedOutUntil: null,
    timedOutFor: '',
    level: 'all',
    mutedUntil: null,
    version: 1,
    readSeq: 1,
    permissions: ['VIEW_CHANNEL', 'SEND_MESSAGE'],
    inCommunity: true,
    ...fields,
  };
}

/** A message of somebody else's, as it was sent. */
export function messageView(fields: Partial<MessageView> = {}): MessageView {
  return {
    id: crypto.randomUUID(),
    conversationId: crypto.randomUUID(),
    seq: 1,
    version: 1,
    authorId: '0190a3b4-0000-7000-8000-0000000000a0',
    text: 'Who has the shed key?',
    mentions: [],
    mentionsAll: false,
    reactions: [],
    attachments: [],
    replyTo: null,
    thread: null,
    copyOf: null,
    pinnedAt: null,
    hidden: false,
    createdAt: '2026-01-05T10:00:00.000Z',
    editedAt: null,
    deletedAt: null,
    ...fields,
  };
}

/** What a message may ask of its list: everything, and none of it does anything. */
export function messageHandlers(more: Partial<MessageHandlers> = {}): MessageHandlers {
  return {
    onPerson: () => undefined,
    onReply: () => undefined,
    place: '0190a3b4-0000-7000-8000-0000000000e0',
    onEdit: () => undefined,
    onThread: () => undefined,
    onJump: () => undefined,
    onUnread: () => undefined,
    linkTo: () => 'https://moot.example/channel/1?message=1',
    ...more,
  };
}
