import { allowed, type Decision, refused } from '../core/problem.ts';
import { isOver, type Timed } from '../participations/rules.ts';
import type { EventStatus, EventType } from '../participations/schema.ts';
import { refusals as registrations } from '../registrations/schema.ts';
import { type InvitationState, refusals } from './schema.ts';

/** Whether people can be invited to an event at `now` (Unix seconds). */
export function canInvite(event: Timed & { status: EventStatus; type: EventType }, now: number): Decision {
  if (event.status === 'draft') return refused(refusals.notPublished);
  if (event.status === 'cancelled') return refused(registrations.notPublished);
  if (event.type === 'external') return refused(registrations.elsewhere);
  return isOver(event, now) ? refused(registrations.over) : allowed;
}

/** Invitations that can be revoked or sent again: those that nobody has answered. */
export function isOpen(state: InvitationState): boolean {
  return state === 'queued' || state === 'sent' || state === 'opened' || state === 'failed';
}
