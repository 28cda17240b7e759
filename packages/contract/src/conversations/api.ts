import { z } from 'zod';
import { Suggested } from '../communities/schema.ts';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { liveEvent } from '../core/live.ts';
import { Done, doneWith } from '../core/page.ts';
import { Instant } from '../core/time.ts';
import {
  AuthorView,
  Changes,
  CountView,
  EditView,
  Emoji,
  Level,
  MembershipView,
  MessagePage,
  MessageText,
  MessageView,
  NewMessage,
  ReactionUser,
  refusals,
  ThreadView,
} from './schema.ts';

const Seq = z.coerce.number().int().min(0);

export const listMessages = endpoint('GET /api/v1/conversations/:conversationId/messages', {
  who: 'signedIn',
  perMinute: 600,
  summary: 'Fifty messages, oldest first: the newest, or those before, after or around a `seq`.',
  query: z.object({ before: Seq.optional(), after: Seq.optional(), around: Seq.optional() }),
  returns: MessagePage,
});

export const sendMessage = endpoint('POST /api/v1/conversations/:conversationId/messages', {
  who: 'signedIn',
  perMinute: 120,
  // More than anybody types, and less than a flood.
  pace: {
    param: 'conversationId',
    most: [
      { calls: 10, seconds: 10 },
      { calls: 30, seconds: 60 },
    ],
    refusal: refusals.tooFast,
  },
  summary: 'Send a message. The client makes the `clientId`, so that a retry cannot post twice.',
  body: NewMessage,
  returns: MessageView,
  refuses: [
    refusals.archived,
    refusals.joinFirst,
    refusals.mayNotSend,
    refusals.announcements,
    refusals.blocked,
    refusals.notTaking,
    refusals.timedOut,
    refusals.tooFast,
    refusals.noSuchMessage,
  ],
});

export const suggestMentions = endpoint('GET /api/v1/conversations/:conversationId/mentions', {
  who: 'signedIn',
  perMinute: 600,
  summary: 'The few people whom a name after `@` most likely means here, who wrote last first where names fit equally.',
  query: z.object({ search: z.string().max(100).default('') }),
  returns: Suggested,
});

export const editMessage = endpoint('PATCH /api/v1/conversations/:conversationId/messages/:messageId', {
  who: 'signedIn',
  perMinute: 120,
  summary: 'Change the text of your own message.',
  body: z.object({ text: MessageText }),
  returns: MessageView,
  refuses: [refusals.notYours, refusals.deleted, refusals.archived],
});

export const deleteMessage = endpoint('DELETE /api/v1/conversations/:conversationId/messages/:messageId', {
  who: 'signedIn',
  perMinute: 120,
  summary: 'Delete a message: your own, or any with MANAGE_MESSAGES. A tombstone stays.',
  returns: MessageView,
  refuses: [refusals.notYours, refusals.archived],
});

export const addReaction = endpoint('PUT /api/v1/conversations/:conversationId/messages/:messageId/reactions/:emoji', {
  who: 'signedIn',
  perMinute: 240,
  summary: 'React to a message. Idempotent.',
  params: { emoji: Emoji },
  returns: MessageView,
  refuses: [refusals.tooManyReactions, refusals.deleted, refusals.archived, refusals.joinFirst],
});

export const removeReaction = endpoint(
  'DELETE /api/v1/conversations/:conversationId/messages/:messageId/reactions/:emoji',
  {
    who: 'signedIn',
    perMinute: 240,
    summary: 'Remove your own reaction. Idempotent.',
    params: { emoji: Emoji },
    returns: MessageView,
  },
);

export const listChanges = endpoint('GET /api/v1/conversations/:conversationId/changes', {
  who: 'signedIn',
  perMinute: 600,
  summary: 'Every message sent, edited, deleted or reacted to since a version, in order of change.',
  query: z.object({ since: Seq }),
  returns: Changes,
});

export const markRead = endpoint('PUT /api/v1/conversations/:conversationId/read', {
  who: 'signedIn',
  perMinute: 600,
  summary: 'Set your read mark to a `seq`; 0 is before the first message.',
  body: z.object({ seq: z.int().min(0) }),
  returns: MembershipView,
});

export const listCounts = endpoint('GET /api/v1/conversations/counts', {
  who: 'signedIn',
  perMinute: 300,
  summary:
    'Unread counts of every conversation you are in, for the badges; of threads, those with something new and the hundred that you began to follow last.',
  returns: z.object({ data: z.array(CountView) }),
});

export const setLevel = endpoint('PUT /api/v1/conversations/:conversationId/level', {
  who: 'signedIn',
  summary: 'What counts as unread here, and until when it is muted; a distant date mutes for good, null unmutes.',
  body: z.object({ level: Level.optional(), mutedUntil: Instant.nullable().optional() }),
  returns: MembershipView,
});

export const getThread = endpoint('GET /api/v1/conversations/:conversationId/messages/:messageId/thread', {
  who: 'signedIn',
  perMinute: 600,
  summary: "A message's thread. Its conversation has the message's id, and exists from the first reply on.",
  returns: ThreadView,
});

export const followThread = endpoint('PUT /api/v1/conversations/:conversationId/follow', {
  who: 'signedIn',
  summary:
    'Follow a thread, so that it counts as unread. Idempotent. People who reply or are mentioned follow automatically.',
  returns: MembershipView,
  refuses: [refusals.notFollowable],
});

export const unfollowThread = endpoint('DELETE /api/v1/conversations/:conversationId/follow', {
  who: 'signedIn',
  summary: 'Stop following a thread. Idempotent.',
  returns: Done,
  refuses: [refusals.notFollowable],
});

export const listPins = endpoint('GET /api/v1/conversations/:conversationId/pins', {
  who: 'signedIn',
  summary: 'The pinned messages of a conversation, newest pin first.',
  returns: z.object({ data: z.array(MessageView), people: z.array(AuthorView) }),
});

export const pinMessage = endpoint('PUT /api/v1/conversations/:conversationId/messages/:messageId/pin', {
  who: 'signedIn',
  summary: 'Pin a message. Idempotent.',
  returns: MessageView,
  refuses: [refusals.mayNotPin, refusals.tooManyPins, refusals.deleted, refusals.archived, refusals.blocked],
});

export const unpinMessage = endpoint('DELETE /api/v1/conversations/:conversationId/messages/:messageId/pin', {
  who: 'signedIn',
  summary: 'Unpin a message. Idempotent.',
  returns: MessageView,
  refuses: [refusals.mayNotPin, refusals.archived, refusals.blocked],
});

export const listEdits = endpoint('GET /api/v1/conversations/:conversationId/messages/:messageId/edits', {
  who: 'signedIn',
  summary: 'Earlier texts of a message, newest first; for its author and for holders of MANAGE_MESSAGES.',
  returns: z.object({ data: z.array(EditView) }),
  refuses: [refusals.notYours],
});

export const generateConversationKey = endpoint('POST /api/v1/common/generate-conversation-key', {
  who: 'signedIn',
  perMinute: 600,
  summary: 'The key that a member needs to follow a closed conversation live; it changes each time somebody leaves.',
  body: z.object({ conversationId: Id }),
  returns: z.object({ data: z.object({ key: z.string() }) }),
});

export const addMembers = endpoint('POST /api/v1/conversations/add-members', {
  who: 'signedIn',
  perMinute: 30,
  summary: 'Add people to a conversation you are in.',
  query: z.object({ serverId: Id.optional() }),
  body: z.object({ conversationId: Id, users: z.array(Id).min(1, refusals.nobodySelected.message).max(200) }),
  returns: doneWith(z.object({ added: z.int() })),
  refuses: [
    refusals.nobodySelected,
    refusals.notMembers,
    refusals.unknownPerson,
    refusals.comesByEvent,
    refusals.hasLeft,
    refusals.tooManyPeople,
    refusals.mayNotAdd,
    refusals.archived,
  ],
});

const ReactionTarget = z.enum(['message', 'thread']);
const PageNumber = z.coerce.number().int().min(1).max(10_000).default(1);

export const listDistinctReactions = endpoint('GET /api/v1/reactions/distinct', {
  who: 'signedIn',
  summary: 'The different emoji under a message, with counts; ten per page.',
  query: z.object({ page: PageNumber, type: ReactionTarget.default('message'), id: Id }),
  returns: z.object({ data: z.array(z.object({ emoji: z.string(), count: z.int() })), count: z.int() }),
});

export const listReactionUsers = endpoint('GET /api/v1/reactions/users', {
  who: 'signedIn',
  summary: 'Who reacted to a message, with any emoji or with one; ten per page.',
  query: z.object({ page: PageNumber, type: ReactionTarget.default('message'), id: Id, emoji: Emoji.optional() }),
  returns: z.object({ data: z.array(z.object({ emoji: z.string(), userDetails: ReactionUser })), count: z.int() }),
});

/* Live, to everyone who may read the conversation. `author` comes along so that a newcomer's name shows at once. */
const Changed = z.object({ message: MessageView, author: AuthorView.nullable() });
export const messageSent = liveEvent('message.sent', Changed);
export const messageEdited = liveEvent('message.edited', Changed);
export const messageDeleted = liveEvent('message.deleted', Changed);
/** `mine` is always false in this one: it goes to everyone. `by` and `emoji` say whose it was. */
export const reactionChanged = liveEvent(
  'reaction.changed',
  z.object({
    conversationId: Id,
    messageId: Id,
    version: z.int(),
    by: Id,
    emoji: z.string(),
    added: z.boolean(),
    reactions: z.array(z.object({ emoji: z.string(), count: z.int() })),
  }),
);
/** To the person's own sockets: the read mark or the level changed, here or on another device. */
export const readMoved = liveEvent('read', MembershipView.extend({ conversationId: Id }));
/**
 * To everyone inside a closed conversation and to a thread's followers: there is a new message. Its text only goes to
 * people who follow the conversation with its key.
 */
export const conversationActive = liveEvent(
  'conversation.activity',
  z.object({
    conversationId: Id,
    parentId: Id.nullable(),
    serverId: Id.nullable(),
    version: z.int(),
    authorId: Id.nullable(),
    mentions: z.array(Id),
    mentionsAll: z.boolean(),
  }),
);
/** A person is typing in a conversation; repeated every few seconds while they do. */
export const typing = liveEvent('typing', z.object({ conversationId: Id, userId: Id }));
