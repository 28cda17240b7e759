import { z } from 'zod';
import { Emoji } from '../conversations/schema.ts';
import { Id } from '../core/ids.ts';
import { isSeen } from '../core/text.ts';
import { text } from '../core/text-schema.ts';
import { Epoch } from '../core/time.ts';
import { AskerView, LIMITS } from './schema.ts';

export const CommentText = text({
  required: 'Write a comment.',
  max: [LIMITS.comment, `A comment cannot exceed 1,000 characters.`],
})
  .refine((raw) => raw.trim() === '' || isSeen(raw), 'Write a comment.')
  .transform((raw) => raw.normalize('NFC').trim());

export const NewComment = z.object({ content: CommentText });

/** One emoji under a comment: how many people, and whether the viewer is one of them; then `reactionId` is theirs. */
export const ReactionCount = z.object({ emoji: z.string(), count: z.int(), reactionId: Id.nullable() });
export type ReactionCount = z.infer<typeof ReactionCount>;

export const CommentView = z.object({
  _id: Id,
  questionId: Id,
  content: z.string(),
  /** Null if the account is gone. */
  author: AskerView.nullable(),
  isMine: z.boolean(),
  created_epoc: Epoch,
  edited_epoc: Epoch.nullable(),
  /** Most used first. */
  reactions: z.array(ReactionCount),
});
export type CommentView = z.infer<typeof CommentView>;

export const NewReaction = z.object({ emoji: Emoji });

export const ReactionView = z.object({
  _id: Id,
  commentId: Id,
  emoji: z.string(),
  person: AskerView.nullable(),
  isMine: z.boolean(),
  created_epoc: Epoch,
});
export type ReactionView = z.infer<typeof ReactionView>;
