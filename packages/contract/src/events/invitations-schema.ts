import { z } from 'zod';
import { PersonView } from '../accounts/schema.ts';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { Epoch } from '../core/time.ts';
import { EventStatus, ParticipationRole, ParticipationStatus } from '../participations/schema.ts';
import { HostView, Tint } from './schema.ts';

/**
 * Emails per day that the product sends for one person to people who did not ask for them: while the account is new,
 * and later; and how many one address gets, from all events and people together.
 */
export const OUTREACH = { newDays: 7, new: 50, later: 200, address: 5 } as const;

/**
 * Emails per day that signed-out registrations send to one address, which come later beyond that, and registrations from
 * one network: a hall is behind one address, so beyond the daily number they go
 * on, so many a minute.
 */
export const VISITOR_MAILS = { address: 20, network: { most: 1000, hours: 24, perMinute: 5 } } as const;

/**
 * For people who have not confirmed their registration: emails per day about one event to one of them, beyond which they
 * come later; and messages per day that a host writes to them, while the host's account is new and after that.
 */
export const UNCONFIRMED = { event: 20, new: 500, later: 5000 } as const;

/** An event that a person is invited to, as far as they see it before they have answered. */
export const InvitationView = z.object({
  eventId: Id,
  alias: z.string(),
  name: z.string(),
  status: EventStatus,
  start_epoc: Epoch.nullable(),
  end_epoc: Epoch.nullable(),
  time_zone: z.string(),
  is_all_day: z.boolean(),
  tbdDate: z.boolean(),
  tint: Tint,
  role: ParticipationRole,
  /** Who sent the invitation; null if their account is gone, or either has blocked the other. */
  by: PersonView.nullable(),
  asked_epoc: Epoch,
});
export type InvitationView = z.infer<typeof InvitationView>;

export const InvitationAnswer = z.object({
  message: z.string(),
  data: z.object({ role: ParticipationRole, status: ParticipationStatus }),
});

/**
 * Hosts and featured guests as hosts see them, including people who have not answered yet. For a person whose address a
 * host typed, and who has not answered, `id` is the participation's and the names are what was typed.
 */
export const HostRow = HostView.extend({
  /** Invited, without an answer: they may do nothing yet, and the page does not show them. */
  pending: z.boolean(),
  /** The viewer's own, or given to the hosts by the person themselves; else null. */
  email: z.string().nullable(),
});
export type HostRow = z.infer<typeof HostRow>;

/** The role that a person is asked to take, in words. */
export const ASKED: Record<ParticipationRole, string> = {
  host: 'host this event',
  featured_guest: 'be a featured guest of this event',
  guest: 'come to this event',
  check_in: 'help with check-in at this event',
};

/** What is waiting for a host at one of their events. */
export const AttentionView = z.object({
  eventId: Id,
  alias: z.string(),
  name: z.string(),
  /** Refunds that failed and were not tried again. */
  refunds: z.int(),
  /** Payments that a bank has refused, of places that are still held. */
  debits: z.int(),
  /** Registrations that wait for approval. */
  requests: z.int(),
  /** People who ask for access to a private event. */
  access: z.int(),
  /** Questions that are not shown before a host has looked at them. */
  questions: z.int(),
  /** People who have registered since the host last looked at the guest list. */
  registered: z.int(),
  /** When the oldest of each came; null if there is none. */
  since: z.object({
    refunds: Epoch.nullable(),
    debits: Epoch.nullable(),
    requests: Epoch.nullable(),
    access: Epoch.nullable(),
    questions: Epoch.nullable(),
  }),
});
export type AttentionView = z.infer<typeof AttentionView>;

/** Events that were submitted to a calendar, and are on it once somebody who manages it agrees. */
export const SubmittedView = z.object({
  calendarId: Id,
  alias: z.string(),
  name: z.string(),
  submissions: z.int(),
  /** Of the first ones. */
  events: z.array(z.string()),
  since_epoc: Epoch,
});
export type SubmittedView = z.infer<typeof SubmittedView>;

/** What waits for a person at the events they host and on the calendars they manage, and how many invitations do. */
export const Attention = z.object({
  data: z.array(AttentionView),
  calendars: z.array(SubmittedView),
  invitations: z.int(),
  /** The names of the first events that these are to. */
  invitedTo: z.array(z.string()),
  /** Reported messages between people, for the owner of the installation; 0 for everybody else. */
  reportedMessages: z.int(),
});
export type Attention = z.infer<typeof Attention>;

export const refusals = {
  notInvited: refusal('events.not-invited', 404, 'This invitation or link is no longer valid.'),
  registerInstead: refusal('events.register-instead', 409, 'Register on the event’s page to say you are coming.'),
  tooManyMails: refusal('events.too-many-mails', 429, 'You have reached today’s limit for emails. Try again tomorrow.'),
} as const;
