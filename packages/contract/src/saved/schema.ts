import { z } from 'zod';
import { AuthorView, MessageView } from '../conversations/schema.ts';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { Instant } from '../core/time.ts';
import { OriginView } from '../inbox/schema.ts';

/** How many messages a page has, and how many a person can save. */
export const LIMITS = { page: 20, saved: 500 } as const;

/** A message that the caller has saved. */
export const SavedView = z.object({
  messageId: Id,
  conversationId: Id,
  savedAt: Instant,
  /** Null if it was deleted, or if the caller may not read it any more. */
  shown: z.object({ origin: OriginView, message: MessageView }).nullable(),
});
export type SavedView = z.infer<typeof SavedView>;

export const People = z.array(AuthorView);

export const refusals = {
  tooMany: refusal('saved.too-many', 422, `You have saved ${LIMITS.saved} messages. Remove one of them first.`),
} as const;
