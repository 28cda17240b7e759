import { z } from 'zod';
import { PersonView } from '../accounts/schema.ts';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { Epoch } from '../core/time.ts';

/** Seconds in which a mailing can be taken back whole: no letter leaves before. */
export const GRACE = 30;

/** What a mailing is for. */
export const MailingKind = z.enum(['event_invitation', 'event_reminder', 'guest_message', 'community_invitation']);
export type MailingKind = z.infer<typeof MailingKind>;

/**
 * `waiting`: it can be taken back without a trace. `sending`: the rest can be stopped. `paused`: see its reason. `done`:
 * every letter has left or failed. `withdrawn`: it was taken back or stopped.
 */
export const MailingState = z.enum(['waiting', 'sending', 'paused', 'done', 'withdrawn']);
export type MailingState = z.infer<typeof MailingState>;

/**
 * Why a mailing is paused. `bounces`: too many letters were refused. `complaints`: too many people called it spam.
 * `unpublished`: its event is a draft again. `sender`: its sender may not send it any more. `restored`: the installation was
 * restored from a backup, and may have sent it already. `allowance`: it goes to more people who have not answered than its
 * sender may write to today.
 */
export const PauseReason = z.enum(['bounces', 'complaints', 'unpublished', 'sender', 'restored', 'allowance']);
export type PauseReason = z.infer<typeof PauseReason>;

/** A mailing as those see it who may send one about the same thing. */
export const MailingView = z.object({
  id: Id,
  kind: MailingKind,
  by: PersonView.nullable(),
  subject: z.string(),
  state: MailingState,
  reason: PauseReason.nullable(),
  /** When the first letter leaves, or left. */
  starts_epoc: Epoch,
  counts: z.object({ queued: z.int(), sent: z.int(), failed: z.int() }),
});
export type MailingView = z.infer<typeof MailingView>;

/** How a mailing ended that was taken back: letters that had left, and that had not. */
export const Withdrawn = z.object({ message: z.string(), sent: z.int(), withdrawn: z.int() });

export const refusals = {
  ended: refusal('mailings.ended', 409, 'Every letter has already left.'),
  notPaused: refusal('mailings.not-paused', 409, 'This mailing isn’t paused.'),
} as const;
