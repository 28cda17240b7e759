import { z } from 'zod';
import { AuthorView, MembershipView, MessageView } from '../conversations/schema.ts';
import { Instant } from '../core/time.ts';
import { OriginView } from '../inbox/schema.ts';

/** How many threads a page has, and how many of the newest replies it shows of each. */
export const LIMITS = { page: 20, newest: 2 } as const;

/** A thread that the caller follows. */
export const FollowedThread = z.object({
  origin: OriginView,
  /** The message that it belongs to; a deleted or hidden one has no text. */
  root: MessageView,
  membership: MembershipView,
  /** The newest replies, oldest first. */
  messages: z.array(MessageView),
  lastAt: Instant,
});
export type FollowedThread = z.infer<typeof FollowedThread>;

export const People = z.array(AuthorView);
