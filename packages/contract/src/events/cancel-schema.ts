import { z } from 'zod';
import { LIMITS } from './schema.ts';

/** What else the notice of a cancellation tells everybody. */
export const Cancellation = z.object({
  message: z
    .string()
    .max(LIMITS.message, `Message cannot exceed ${LIMITS.message} characters.`)
    .transform((raw) => raw.trim())
    .default(''),
  /** Whether everybody who has paid gets it back. */
  refund: z.boolean().default(true),
});

/** The reason that hosts give with a new time or place. */
export const ChangeReason = z
  .string()
  .max(LIMITS.message, `Message cannot exceed ${LIMITS.message} characters.`)
  .transform((raw) => raw.trim());

/** How many of those who are left out of a notice are named. */
export const NAMED = 20;

/** What hosts are about to tell their guests: a new time or place, another online address only, or that it is cancelled. */
export const NoticeKind = z.enum(['changed', 'online', 'cancelled']);
export type NoticeKind = z.infer<typeof NoticeKind>;

/** Whom a notice would reach, by what they are at the event, and whom it would not. */
export const NoticePreview = z.object({
  going: z.int(),
  /** On the waiting list, waiting for an answer or for a payment. */
  waiting: z.int(),
  /** Invited, without an answer, and with an email about the event. */
  invited: z.int(),
  /** Other hosts, and people who help at the door. */
  team: z.int(),
  skipped: z.object({
    /** They have stopped all emails about the event. */
    stopped: z.int(),
    /** They are invited and were never emailed about the event. */
    unmailed: z.int(),
  }),
  /** The first of those who are left out, by name. */
  leftOut: z.array(z.object({ name: z.string(), reason: z.enum(['stopped', 'unmailed']) })),
});
export type NoticePreview = z.infer<typeof NoticePreview>;

/** How many people a notice reaches. */
export const toldBy = ({ going, waiting, invited, team }: NoticePreview): number => going + waiting + invited + team;
