import { z } from 'zod';
import { PersonView } from '../accounts/schema.ts';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { isEmoji } from '../core/text.ts';
import { Instant } from '../core/time.ts';
import { ATTACHMENTS, AttachmentView, refusals as media } from '../media/schema.ts';
import { EMPTY_MESSAGE, MESSAGE_LENGTH, problemBesideEmpty, problemOfText } from './text-rules.ts';

export const LIMITS = {
  text: MESSAGE_LENGTH,
  page: 50,
  reactions: 20,
  changes: 200,
  unreadShown: 99,
  pins: 50,
  /** In a group; channels have no such limit. */
  people: 100,
  /** How many avatars a thread's summary shows beside its count. */
  repliers: 3,
  /** Code points of a quoted message that a reply shows. */
  quote: 200,
} as const;

/** Messages that a person sends within this many minutes are grouped under one name. */
export const GROUP_MINUTES = 5;

export const Emoji = z.string().max(64).refine(isEmoji, 'Choose one emoji.');

/** A string by one of the rules for texts, with its sentence. */
const ruled = (problemOf: (raw: string) => string | undefined) =>
  z.string(EMPTY_MESSAGE).superRefine((raw, context) => {
    const message = problemOf(raw);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
/** May be empty if something is attached. */
const AnyText = ruled(problemBesideEmpty);
export const MessageText = ruled(problemOfText);

/** What is sent: a text, files, or both. `clientId` is made by the client, so that a retry cannot post twice. */
export const NewMessage = z
  .object({
    clientId: Id,
    text: AnyText,
    /** Uploads that are complete, in the order in which they are shown. */
    attachments: z.array(Id).max(ATTACHMENTS, media.tooManyAttachments.message).default([]),
    /** The message that this one replies to, in the same conversation. */
    replyTo: Id.nullable().default(null),
    /** In a thread: shows the reply in the parent conversation as well. */
    alsoToChannel: z.boolean().default(false),
  })
  .refine((message) => message.text.trim() !== '' || message.attachments.length > 0, {
    message: EMPTY_MESSAGE,
    path: ['text'],
  });

/** Who reacted. An uploaded avatar is there as WebP; avatars from our own set are drawings, and have none. */
export const ReactionUser = PersonView.extend({ optimized_image: z.object({ webp: z.string().nullable() }) });
export type ReactionUser = z.infer<typeof ReactionUser>;

/** One emoji under a message: how many people, and whether the viewer is one of them. */
export const ReactionView = z.object({ emoji: z.string(), count: z.int(), mine: z.boolean() });
export type ReactionView = z.infer<typeof ReactionView>;

/** The message that a reply quotes, as far as the quote shows it. Null texts have been deleted or are hidden. */
export const QuoteView = z.object({
  id: Id,
  seq: z.int(),
  authorId: Id.nullable(),
  text: z.string().nullable(),
  attachments: z.int(),
});
export type QuoteView = z.infer<typeof QuoteView>;

/** What a message shows of the thread below it. A thread's conversation has its first message's id. */
export const ThreadSummary = z.object({ count: z.int(), lastAt: Instant, people: z.array(Id) });
export type ThreadSummary = z.infer<typeof ThreadSummary>;

/**
 * A message. `seq` orders the conversation; `version` is the counter's value at its last change.
 * A deleted message keeps its position, with an empty text.
 */
export const MessageView = z.object({
  id: Id,
  conversationId: Id,
  seq: z.int(),
  version: z.int(),
  authorId: Id.nullable(),
  text: z.string(),
  /** People mentioned in the text, for chips and for the tint of messages that mention the reader. */
  mentions: z.array(Id),
  /** It mentions everyone, with `@channel`. */
  mentionsAll: z.boolean(),
  reactions: z.array(ReactionView),
  attachments: z.array(AttachmentView),
  replyTo: QuoteView.nullable(),
  thread: ThreadSummary.nullable(),
  /** In a channel: the thread reply that is shown here as well. */
  copyOf: z.object({ threadId: Id, messageId: Id }).nullable(),
  pinnedAt: Instant.nullable(),
  /** The viewer and its author have blocked each other: nothing of it is sent. */
  hidden: z.boolean(),
  createdAt: Instant,
  editedAt: Instant.nullable(),
  deletedAt: Instant.nullable(),
});
export type MessageView = z.infer<typeof MessageView>;

/** A person in a conversation, with the role's name if it is more than member. */
export const AuthorView = PersonView.extend({ roleName: z.string().nullable() });
export type AuthorView = z.infer<typeof AuthorView>;

export const ConversationType = z.enum(['channel', 'one-to-one', 'group', 'event-group', 'thread']);
export type ConversationType = z.infer<typeof ConversationType>;

/** What counts as unread in a conversation: everything, only mentions of the person, or nothing at all. */
export const Level = z.enum(['all', 'mentions', 'nothing']);
export type Level = z.infer<typeof Level>;

/** Facts about a conversation, and the viewer's own membership. Rules use these on both sides. */
export const ConversationFacts = z.object({
  id: Id,
  serverId: Id.nullable(),
  type: ConversationType,
  /** Of a thread: its parent conversation, and the `seq` there of the message it belongs to. */
  parentId: Id.nullable(),
  rootSeq: z.int().nullable(),
  /** `community`: every member of the community may read and join; `members`: only those inside. */
  openTo: z.enum(['community', 'members']),
  /** `editors`: only holders of EDIT_CHANNEL post (announcement channels). */
  posting: z.enum(['everyone', 'editors']),
  archived: z.boolean(),
  /** Inside the conversation; in a thread, inside its parent. */
  joined: z.boolean(),
  /** In a thread: whether the person follows it. Elsewhere the same as `joined`. */
  following: z.boolean(),
  /** One-to-one: the viewer has blocked the other, or the other takes no messages from them. */
  blocked: z.boolean(),
  closed: z.boolean(),
  /** In a community: until when the viewer may neither write nor react there. May have passed. */
  timedOutUntil: Instant.nullable(),
  /** Why, in the words of whoever decided it. */
  timedOutFor: z.string(),
  level: Level,
  mutedUntil: Instant.nullable(),
  version: z.int(),
  readSeq: z.int(),
  permissions: z.array(z.string()),
  /** Whether the viewer is a member of the community at all. */
  inCommunity: z.boolean(),
});
export type ConversationFacts = z.infer<typeof ConversationFacts>;

/** The caller's own membership of a conversation: what is unread there, and which notifications they want. */
export const MembershipView = z.object({
  readSeq: z.int(),
  unread: z.int(),
  mentions: z.int(),
  level: Level,
  mutedUntil: Instant.nullable(),
  /** The conversation's counter when this was counted. */
  version: z.int(),
});
export type MembershipView = z.infer<typeof MembershipView>;

/** The caller's membership of one of all their conversations, for the badges. Live events are counted on top of it. */
export const CountView = MembershipView.extend({
  conversationId: Id,
  parentId: Id.nullable(),
  serverId: Id.nullable(),
  type: ConversationType,
});
export type CountView = z.infer<typeof CountView>;

/** A thread: the message it belongs to, and its conversation, whether or not there are replies yet. */
export const ThreadView = z.object({ root: MessageView, people: z.array(AuthorView), facts: ConversationFacts });
export type ThreadView = z.infer<typeof ThreadView>;

/** A text that a message had before it was edited or deleted. */
export const EditView = z.object({ text: z.string(), replacedAt: Instant });
export type EditView = z.infer<typeof EditView>;

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
  /** True if there is more: ask again since the last item's version. */
  hasMore: z.boolean(),
});

export const refusals = {
  archived: refusal('conversations.archived', 409, 'This channel is archived. Restore it to write in it.'),
  joinFirst: refusal('conversations.join-first', 403, 'Join this channel to write in it.'),
  announcements: refusal('conversations.announcements', 403, 'Only people who can edit this channel can post here.'),
  mayNotSend: refusal('conversations.may-not-send', 403, 'Your role does not allow you to write here.'),
  tooFast: refusal(
    'conversations.too-fast',
    429,
    'That is a lot of messages in a short time. Wait a moment before the next one.',
  ),
  timedOut: refusal(
    'conversations.timed-out',
    403,
    'You are timed out: for now you can read and come to events here, but neither write nor react.',
  ),
  notYours: refusal('conversations.not-yours', 403, 'You can only change your own messages.'),
  deleted: refusal('conversations.deleted', 409, 'That message has been deleted.'),
  tooManyReactions: refusal(
    'conversations.too-many-reactions',
    422,
    'A message can have at most 20 different reactions.',
  ),
  nobodySelected: refusal('conversations.nobody-selected', 422, 'Please select members.', 'users'),
  notMembers: refusal('conversations.not-members', 422, 'Everyone you add must be a member of the community.', 'users'),
  blocked: refusal('conversations.blocked', 403, 'You have blocked this person.'),
  notTaking: refusal('conversations.not-taking', 403, 'This person is not taking messages from you at the moment.'),
  noSuchMessage: refusal(
    'conversations.no-such-message',
    422,
    'The message you are replying to is no longer there.',
    'replyTo',
  ),
  tooManyPins: refusal('conversations.too-many-pins', 422, 'A conversation can have at most 50 pins. Unpin one first.'),
  mayNotPin: refusal('conversations.may-not-pin', 403, 'Your role does not allow you to pin messages here.'),
  notFollowable: refusal('conversations.not-followable', 422, 'Only threads can be followed.'),
  comesByEvent: refusal('conversations.comes-by-event', 403, 'People join this group by registering for the event.'),
  hasLeft: refusal(
    'conversations.has-left',
    403,
    'One of these people left this group after you added them. Someone else can add them again.',
    'users',
  ),
  unknownPerson: refusal('conversations.unknown-person', 422, 'One of these people cannot be added.', 'users'),
  tooManyPeople: refusal('conversations.too-many-people', 422, 'A group can have at most 100 people.', 'users'),
  mayNotAdd: refusal('conversations.may-not-add', 403, 'Join this channel to add others to it.'),
} as const;
