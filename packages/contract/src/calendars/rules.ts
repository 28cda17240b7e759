import { allowed, type Decision, type Refusal, refused } from '../core/problem.ts';
import type { EventStatus, EventVisibility } from '../participations/schema.ts';
import { type CalendarRole, LIMITS, refusals, type SubmissionStatus } from './schema.ts';

/** People who keep a calendar add events at once, answer submissions, and change what it says of itself. */
export function canKeep(role: CalendarRole | null): Decision {
  return role === null ? refused(refusals.notKept) : allowed;
}

/** The owner, or in a community the holders of MANAGE_CALENDARS: they choose admins and may delete the calendar. */
export function canOwn(role: CalendarRole | null): Decision {
  if (role === null) return refused(refusals.notKept);
  return role === 'owner' ? allowed : refused(refusals.ownerOnly);
}

/** What stands between an event and a calendar, if it was there before. */
export type Entry = { status: SubmissionStatus; tries: number } | null;

/** Whether an event may be put on a calendar, by its admins at once and by others as a submission. */
export function canAdd(
  event: { status: EventStatus; visibility: EventVisibility },
  before: Entry,
  { keeps, pending }: { keeps: boolean; pending: number },
): Decision {
  if (event.status !== 'published') return refused(refusals.eventNotPublished);
  if (event.visibility === 'private') return refused(refusals.eventIsPrivate);
  if (before?.status === 'accepted') return refused(refusals.alreadyOn);
  if (keeps) return allowed;
  if (before?.status === 'pending') return refused(refusals.alreadySubmitted);
  if (before && before.tries >= LIMITS.tries) return refused(refusals.triedOften);
  return pending >= LIMITS.pending ? refused(refusals.tooManyPending) : allowed;
}

/** What an admin is told who answers a submission that is no longer waiting: what became of it, and by whom. */
export function decidedAs({ status, decidedBy }: { status: SubmissionStatus; decidedBy: string | null }): Refusal {
  const who = decidedBy ?? 'Somebody else';
  const message =
    status === 'accepted'
      ? `${who} has accepted this event already.`
      : status === 'refused'
        ? `${who} has declined this event already.`
        : `${who} has taken this event off the calendar.`;
  return { ...refusals.decided, message };
}

/** The label of the button that puts events on a calendar, as the specification has it. */
export function addLabel(role: CalendarRole | null): 'Add event' | 'Submit event' {
  return role === null ? 'Submit event' : 'Add event';
}
