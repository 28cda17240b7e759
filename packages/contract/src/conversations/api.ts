import { z } from 'zod';
import { PersonView } from '../accounts/schema.ts';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { liveEvent } from '../core/live.ts';
import { doneWith } from '../core/page.ts';
import { AuthorView, Changes, Emoji, MessagePage, MessageText, MessageView, refusals } from './schema.ts';

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
  summary: 'Send a message. `clientId` is made by the client, so that a retry cannot post twice.',
  body: z.object({ clientId: Id, text: MessageText }),
  returns: MessageView,
  refuses: [refusals.archived, refusals.joinFirst, refusals.mayNotSend, refusals.announcements],
});

export const editMessage = endpoint('PATCH /api/v1/conversations/:conversationId/messages/:messageId', {
  who: 'signedIn',
  perMinute: 120,
  summary: "Change the text of a message of one's own.",
  body: z.object({ text: MessageText }),
  returns: MessageView,
  refuses: [refusals.notYours, refusals.deleted, refusals.archived],
});

export const deleteMessage = endpoint('DELETE /api/v1/conversations/:conversationId/messages/:messageId', {
  who: 'signedIn',
  perMinute: 120,
  summary: "Delete a message: one's own, or any with MANAGE_MESSAGES. A tombstone stays.",
  returns: MessageView,
  refuses: [refusals.notYours, refusals.archived],
});

export const addReaction = endpoint('PUT /api/v1/conversations/:conversationId/messages/:messageId/reactions/:emoji', {
  who: 'signedIn',
  perMinute: 240,
  summary: 'React to a message; again is quiet.',
  params: { emoji: Emoji },
  returns: MessageView,
  refuses: [refusals.tooManyReactions, refusals.deleted, refusals.archived, refusals.joinFirst],
});

export const removeReaction = endpoint(
  'DELETE /api/v1/conversations/:conversationId/messages/:messageId/reactions/:emoji',
  {
    who: 'signedIn',
    perMinute: 240,
    summary: "Take one's own reaction back; again is quiet.",
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
  summary: "Set one's read mark to a `seq`; 0 is before the first message.",
  body: z.object({ seq: z.int().min(0) }),
  returns: z.object({ readSeq: z.int(), unread: z.int(), mentions: z.int() }),
});

export const addMembers = endpoint('POST /api/v1/conversations/add-members', {
  who: 'signedIn',
  perMinute: 30,
  summary: 'Add people to a conversation one is in.',
  query: z.object({ serverId: Id.optional() }),
  body: z.object({ conversationId: Id, users: z.array(Id).min(1, refusals.nobodySelected.message).max(200) }),
  returns: doneWith(z.object({ added: z.int() })),
  refuses: [refusals.nobodySelected, refusals.notMembers, refusals.mayNotAdd, refusals.archived],
});

const ReactionTarget = z.enum(['message', 'thread']);
const PageNumber = z.coerce.number().int().min(1).max(10_000).default(1);

export const listDistinctReactions = endpoint('GET /api/v1/reactions/distinct', {
  who: 'signedIn',
  summary: 'The different emoji under a message, with counts; ten a page.',
  query: z.object({ page: PageNumber, type: ReactionTarget.default('message'), id: Id }),
  returns: z.object({ data: z.array(z.object({ emoji: z.string(), count: z.int() })), count: z.int() }),
});

export const listReactionUsers = endpoint('GET /api/v1/reactions/users', {
  who: 'signedIn',
  summary: 'Who reacted to a message, all or with one emoji; ten a page.',
  query: z.object({ page: PageNumber, type: ReactionTarget.default('message'), id: Id, emoji: Emoji.optional() }),
  returns: z.object({ data: z.array(z.object({ emoji: z.string(), userDetails: PersonView })), count: z.int() }),
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
/** To one's own sockets: the read mark moved on another device. */
export const readMoved = liveEvent(
  'read',
  z.object({ conversationId: Id, readSeq: z.int(), unread: z.int(), mentions: z.int() }),
);
