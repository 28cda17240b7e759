import { z } from 'zod';
import { PersonView } from '../accounts/schema.ts';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { isEmoji, lengthOf } from '../core/text.ts';
import { Instant } from '../core/time.ts';

export const LIMITS = { text: 4000, page: 50, reactions: 20, changes: 200, unreadShown: 99 } as const;

/** Messages of one person within this many minutes stand under one name. */
export const GROUP_MINUTES = 5;

export const Emoji = z.string().max(64).refine(isEmoji, 'Choose one emoji.');

export const MessageText = z
  .string('Write something first.')
  .refine((raw) => raw.trim() !== '', 'Write something first.')
  .refine((raw) => lengthOf(raw) <= LIMITS.text, 'A message cannot exceed 4000 characters.')
  .refine((raw) => !raw.includes('\u0000'), 'A message cannot hold that character.');

/** One emoji under a message: how many people, and whether the viewer is one of them. */
export const ReactionView = z.object({ emoji: z.string(), count: z.int(), mine: z.boolean() });
export type ReactionView = z.infer<typeof ReactionView>;

/**
 * A message. `seq` orders the conversation; `version` is the counter's value at its last change.
 * A deleted message keeps its place with an empty text.
 */
export const MessageView = z.object({
  id: Id,
  conversationId: Id,
  seq: z.int(),
  version: z.int(),
  authorId: Id.nullable(),
  text: z.string(),
  /** People named in the text, for chips and for the tint of one's own mentions. */
  mentions: z.array(Id),
  reactions: z.array(ReactionView),
  createdAt: Instant,
  editedAt: Instant.nullable(),
  deletedAt: Instant.nullable(),
});
export type MessageView = z.infer<typeof MessageView>;

/** A person in a conversation, with the role's name where it is more than plain member. */
export const AuthorView = PersonView.extend({ roleName: z.string().nullable() });
export type AuthorView = z.infer<typeof AuthorView>;

/** Facts about a conversation, and the viewer's own place in it. Rules decide on these, on both sides. */
export const ConversationFacts = z.object({
  id: Id,
  serverId: Id.nullable(),
  type: z.enum(['channel', 'one-to-one', 'group', 'event-group']),
  /** `community`: every member of the community may read and join; `members`: only those inside. */
  openTo: z.enum(['community', 'members']),
  /** `editors`: only holders of EDIT_CHANNEL post (announcement channels). */
  posting: z.enum(['everyone', 'editors']),
  archived: z.boolean(),
  joined: z.boolean(),
  version: z.int(),
  readSeq: z.int(),
  permissions: z.array(z.string()),
  /** Whether the viewer is a member of the community at all. */
  inCommunity: z.boolean(),
});
export type ConversationFacts = z.infer<typeof ConversationFacts>;

/** A stretch of history, oldest first. */
export const MessagePage = z.object({
  data: z.array(MessageView),
  people: z.array(AuthorView),
  hasBefore: z.boolean(),
  hasAfter: z.boolean(),
  /** The conversation's counter when this was read: ask for changes since here. */
  version: z.int(),
  readSeq: z.int(),
});
export type MessagePage = z.infer<typeof MessagePage>;

export const Changes = z.object({
  data: z.array(MessageView),
  people: z.array(AuthorView),
  version: z.int(),
  /** True where there is more: ask again since the last item's version. */
  hasMore: z.boolean(),
});

export const refusals = {
  archived: refusal('conversations.archived', 409, 'This channel is archived. Restore it to write in it.'),
  joinFirst: refusal('conversations.join-first', 403, 'Join this channel to write in it.'),
  announcements: refusal('conversations.announcements', 403, 'Only people who can edit this channel post here.'),
  mayNotSend: refusal('conversations.may-not-send', 403, 'Your role cannot write here.'),
  notYours: refusal('conversations.not-yours', 403, 'You can only change what you wrote yourself.'),
  deleted: refusal('conversations.deleted', 409, 'That message has been deleted.'),
  tooManyReactions: refusal('conversations.too-many-reactions', 422, 'A message can carry 20 different reactions.'),
  nobodySelected: refusal('conversations.nobody-selected', 422, 'Please select members.', 'users'),
  notMembers: refusal('conversations.not-members', 422, 'Everyone you add must be a member of the community.', 'users'),
  mayNotAdd: refusal('conversations.may-not-add', 403, 'Join this channel to add others to it.'),
} as const;
