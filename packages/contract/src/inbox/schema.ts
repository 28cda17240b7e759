import { z } from 'zod';
import { AuthorView, ConversationType, MembershipView, MessageView } from '../conversations/schema.ts';
import { Id } from '../core/ids.ts';

/** Newest unread messages shown of each conversation. */
export const LIMITS = { newest: 3, page: 20 } as const;

/** Where something in the inbox was said, with all that a link and a title need. */
export const SpotView = z.object({
  conversationId: Id,
  type: ConversationType,
  serverId: Id.nullable(),
  serverName: z.string().nullable(),
  serverLogo: z.string().nullable(),
  /** The channel, or of a thread the channel around it. */
  channelId: Id.nullable(),
  channelName: z.string().nullable(),
  channelAvatar: z.string().nullable(),
  /** Of a thread: the conversation around it, its first message there, and how that begins. */
  parentId: Id.nullable(),
  rootSeq: z.int().nullable(),
  rootText: z.string().nullable(),
  /** What a private conversation or group is called for the reader. */
  title: z.string().nullable(),
  coverUrl: z.string().nullable(),
});
export type SpotView = z.infer<typeof SpotView>;

/** A conversation with something new. */
export const UnreadView = z.object({
  spot: SpotView,
  place: MembershipView,
  /** The newest unread messages, oldest first. */
  messages: z.array(MessageView),
  lastSeq: z.int(),
  lastAt: z.string(),
});
export type UnreadView = z.infer<typeof UnreadView>;

/** A message that names one. */
export const MentionView = z.object({ spot: SpotView, message: MessageView, unread: z.boolean() });
export type MentionView = z.infer<typeof MentionView>;

export const People = z.array(AuthorView);
