import { z } from 'zod';
import { refusal } from '../core/problem.ts';

/** `draft`: only hosts see it. `cancelled`: everyone who could see it still does, and nobody can register. */
export const EventStatus = z.enum(['draft', 'published', 'cancelled']);

export type EventStatus = z.infer<typeof EventStatus>;

/** An external event has its page elsewhere: address, times and picture only. */
export const EventType = z.enum(['internal', 'external']);

export type EventType = z.infer<typeof EventType>;

/** A person's role at an event. `check_in` is for the door and nothing else. */
export const ParticipationRole = z.enum(['host', 'featured_guest', 'guest', 'check_in']);

export type ParticipationRole = z.infer<typeof ParticipationRole>;

export const ParticipationStatus = z.enum([
  'invited',
  'requested',
  'waitlisted',
  'offered',
  'payment_pending',
  'going',
  'not_going',
]);

export type ParticipationStatus = z.infer<typeof ParticipationStatus>;

export const refusals = {
  full: refusal('events.full', 409, 'Every spot is taken.'),
  ticketFull: refusal('events.ticket-full', 409, 'Every spot for this ticket is taken.', 'ticketId'),
};

/** Who can see it: everyone; members of its community; people who were invited, know the passcode or got access. */
export const EventVisibility = z.enum(['public', 'community', 'private']);

export type EventVisibility = z.infer<typeof EventVisibility>;
