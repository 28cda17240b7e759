import { z } from 'zod';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { MailingView } from '../mailings/schema.ts';

/** The guests that a message can go to, by their status. */
export const MessageStatus = z.enum(['going', 'waitlisted', 'requested', 'offered', 'invited', 'not_going']);
export type MessageStatus = z.infer<typeof MessageStatus>;

/** Whom a message goes to: guests who fit all of it. */
export const Audience = z.object({
  status: z.array(MessageStatus).min(1, 'Choose who gets it.').max(MessageStatus.options.length),
  ticketId: Id.nullish(),
  /** Whether they were checked in at the door. */
  attendance: z.enum(['came', 'absent']).nullish(),
  /** Those who answered this question: with this choice, if one is named. */
  question: Id.nullish(),
  option: Id.nullish(),
});
export type Audience = z.output<typeof Audience>;

/** How many a message would reach, and why others who fit are left out. */
export const MessagePreview = z.object({
  count: z.int(),
  skipped: z.object({
    /** A host had put them on the list or invited them, they have never answered, and they are not on it any more. */
    unanswered: z.int(),
    /** They have unsubscribed, say, or their mailbox returns our emails. */
    unreachable: z.int(),
  }),
  /** The first of those who are left out, by name. */
  leftOut: z.array(z.object({ name: z.string(), reason: z.enum(['unanswered', 'unreachable']) })),
  /** Whether anybody has been checked in, so that attendance says something. */
  checkedIn: z.boolean(),
  /** Names this answer: a call that sends it is refused if anything has changed. */
  digest: z.string(),
});
export type MessagePreview = z.infer<typeof MessagePreview>;

/** A message as hosts see it, scheduled or sent. */
export const MessageView = MailingView.extend({
  to: Audience,
  /** What it says, as text. */
  body: z.string(),
  /** Its readers are chosen when it leaves. */
  scheduled: z.boolean(),
});
export type MessageView = z.infer<typeof MessageView>;

/** How many of those who are left out are named. */
export const NAMED = 20;

/** Days ahead for which a message can be scheduled, and messages about one event in a day. */
export const MESSAGES = { ahead: 365, day: 20 } as const;

export const refusals = {
  noReaders: refusal('invitations.no-readers', 409, 'Nobody would get this message. Choose other guests.'),
  readersChanged: refusal(
    'invitations.readers-changed',
    409,
    'The guest list has changed since you looked at it. Check the numbers and send again.',
  ),
  past: refusal('invitations.past', 422, 'Choose a time in the future.', 'send_at'),
  far: refusal('invitations.far', 422, 'Choose a time within a year.', 'send_at'),
  draft: refusal('invitations.draft', 409, 'Publish the event before you write to guests.'),
  manyUnconfirmed: refusal(
    'invitations.many-unconfirmed',
    429,
    'This goes to more people who haven’t confirmed their registration than you can write to in a day. Choose fewer guests, or try again tomorrow.',
  ),
  manyMessages: refusal(
    'invitations.many-messages',
    429,
    `An event can have ${MESSAGES.day} messages a day. Try again tomorrow.`,
  ),
} as const;
