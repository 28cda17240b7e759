import { z } from 'zod';
import { AuthorView, ConversationType, MembershipView, MessageView } from '../conversations/schema.ts';
import { Id } from '../core/ids.ts';

/** Unread messages shown of each conversation. */
export const LIMITS = { newest: 3, page: 20 } as const;

/** Where a message in the inbox was sent, with all that a link and a title need. */
export const OriginView = z.object({
  conversationId: Id,
  type: ConversationType,
  serverId: Id.nullable(),
  serverName: z.string().nullable(),
  serverLogo: z.string().nullable(),
  /** The channel, or for a thread its parent channel. */
  channelId: Id.nullable(),
  channelName: z.string().nullable(),
  channelAvatar: z.string().nullable(),
  /** Of a thread: its parent conversation, its first message there, and how that begins. */
  parentId: Id.nullable(),
  rootSeq: z.int().nullable(),
  rootText: z.string().nullable(),
  /** The name of a direct message or group for the reader. */
  title: z.string().nullable(),
  coverUrl: z.string().nullable(),
});
export type OriginView = z.infer<typeof OriginView>;

/** A conversation with something new. */
export const UnreadView = z.object({
  origin: OriginView,
  membership: MembershipView,
  /** A few unread messages, oldest first: those that mention the reader, else the newest. */
  messages: z.array(MessageView),
  lastSeq: z.int(),
  lastAt: z.string(),
});
export type UnreadView = z.infer<typeof UnreadView>;

/** A message that mentions the reader. */
export const MentionView = z.object({ origin: OriginView, message: MessageView, unread: z.boolean() });
export type MentionView = z.infer<typeof MentionView>;

export const People = z.array(AuthorView);
