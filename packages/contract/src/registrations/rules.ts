import { allowed, type Decision, type Refusal, refused } from '../core/problem.ts';
import { hasStarted } from '../events/facts-rules.ts';
import {
  freeSeats,
  holdUntil,
  isOver,
  type OnSale,
  type RegistrationFacts,
  type Seats,
  type Timed,
} from '../participations/rules.ts';
import {
  type ParticipationRole,
  type ParticipationStatus,
  refusals as participations,
} from '../participations/schema.ts';
import { type CancelRegistration, refusals } from './schema.ts';

export type Outcome = 'going' | 'payment_pending' | 'requested' | 'waitlisted';

/** `keeps`: nothing about the seat changes, only the answers. */
export type Registered = { ok: true; outcome: Outcome; keeps: boolean } | { ok: false; refusal: Refusal };

/** Whether an event takes registrations at `now` (Unix seconds) at all, for anyone. */
export function canRegister(event: RegistrationFacts['event'], now: number): Decision {
  if (event.status !== 'published') return refused(refusals.notPublished);
  if (event.type === 'external') return refused(refusals.elsewhere);
  if (isOver(event, now)) return refused(refusals.over);
  if (event.registration_opens_epoc !== null && now < event.registration_opens_epoc) return refused(refusals.notOpen);
  if (event.registration_closes_epoc !== null && now >= event.registration_closes_epoc) return refused(refusals.closed);
  return allowed;
}

/**
 * The outcome of a registration. One decision, used on both sides: by the page, to name its button, and by the server
 * under the event's lock. Order: open? invited or approved? a seat, and nobody waiting for it? Questions are checked
 * separately.
 *
 * @param now Unix seconds.
 */
export function decideRegistration({ event, ticket, own }: RegistrationFacts, now: number): Registered {
  const held = own !== null && own.status !== 'not_going' && own.status !== 'invited';
  const open = canRegister(event, now);
  // People who have a seat or are on the waitlist do not lose it when registration closes.
  if (!open.ok && !(held && open.refusal === refusals.closed)) return open;
  if (own?.status === 'going') return { ok: true, outcome: 'going', keeps: true };
  if (own?.status === 'requested') return { ok: true, outcome: 'requested', keeps: true };
  const seat = ticket !== null && ticket.price > 0 ? 'payment_pending' : 'going';
  if (own?.status === 'offered') {
    if (own.offer_expires_epoc !== null && own.offer_expires_epoc <= now) return no(refusals.offerExpired);
    const sold = own.otherTicket && ticket ? canSell(ticket, now) : allowed;
    return sold.ok ? { ok: true, outcome: seat, keeps: false } : sold;
  }
  if (event.tickets > 0 && ticket === null) return no(refusals.ticketRequired);
  // While it is held, what was shown is charged.
  const isHeld = own?.status === 'payment_pending' && (own.hold_expires_epoc ?? 0) > now;
  const holdsThis = isHeld && !own.otherTicket;
  if (holdsThis && seat === 'payment_pending' && !own.otherPrice)
    return { ok: true, outcome: 'payment_pending', keeps: true };
  // Sales that end take nothing from those who hold a seat or wait for one.
  const isTheirs = holdsThis || (own?.status === 'waitlisted' && !own.otherTicket);
  const sold = ticket === null || isTheirs ? allowed : canSell(ticket, now);
  if (!sold.ok) return sold;
  const invited = own?.status === 'invited' || (own !== null && own.role !== 'guest');
  if ((event.require_approval || ticket?.require_approval) && !invited && own?.approved !== true)
    return { ok: true, outcome: 'requested', keeps: false };
  // Another ticket: the seat that is held for them is given up for it.
  const without = isHeld ? { ...event, taken: event.taken - 1 } : event;
  const theirs = holdsThis && ticket ? { ...ticket, taken: ticket.taken - 1 } : ticket;
  const decided = seatOrWaitlist(without, theirs, own?.status === 'waitlisted', now);
  return decided.ok && decided.outcome === 'going' ? { ...decided, outcome: seat } : decided;
}

/** Whether a ticket is given out at `now` (Unix seconds). */
export function canSell(ticket: OnSale, now: number): Decision {
  if (ticket.withheld) return refused(refusals.noSuchTicket);
  if ((ticket.sale_starts_epoc ?? now) > now) return refused(refusals.saleNotOpen);
  return (ticket.sale_ends_epoc ?? Number.POSITIVE_INFINITY) <= now ? refused(refusals.saleEnded) : allowed;
}

/** A seat if there is one that nobody is waiting for, else the waitlist if there is one; whatever it costs. */
export function seatOrWaitlist(
  event: RegistrationFacts['event'],
  ticket: RegistrationFacts['ticket'],
  waits: boolean,
  now: number,
): Registered {
  const fits = freeSeats(event) > 0 && (ticket === null || freeSeats(ticket) > 0);
  // Close to the start no seat is held any more: first come, first served.
  const queued = event.waitlist && holdUntil(event, now) !== null && event.waiting > 0 && blocks(event, ticket);
  if (fits && !queued) return { ok: true, outcome: 'going', keeps: false };
  if (waits) return { ok: true, outcome: 'waitlisted', keeps: true };
  if (event.waitlist) return { ok: true, outcome: 'waitlisted', keeps: false };
  return no(ticket !== null && freeSeats(event) > 0 ? participations.ticketFull : participations.full);
}

/**
 * Whether people are waiting for the seat that this registration would take. A free seat of the event is offered at
 * once, so people who wait while one is free are waiting for a ticket that is full: they block that ticket, and no
 * other.
 */
function blocks(event: RegistrationFacts['event'], ticket: Seats | null): boolean {
  return ticket === null ? event.tickets === 0 && event.capacity !== null : ticket.waiting > 0;
}

/** Answers can be changed until the event starts. */
export function canEditAnswers(event: Timed, now: number): Decision {
  return hasStarted(event, now) ? refused(refusals.started) : allowed;
}

/** Hosts approve and decline registrations; they can also decline anyone who has a seat or waits for one. */
export function canApprove(guest: { status: ParticipationStatus }): Decision {
  return guest.status === 'requested' ? allowed : refused(refusals.notWaiting);
}

export function canDecline(guest: { status: ParticipationStatus; role: ParticipationRole }): Decision {
  if (guest.role === 'host') return refused(refusals.hostStays);
  return guest.status === 'not_going' ? refused(refusals.notWaiting) : allowed;
}

/** What prevents the wizard's email from being sent. Without an email nothing has to be written. */
export function canSendCancellation(
  mail: Pick<CancelRegistration, 'notifyUser' | 'cancel_subject' | 'cancel_body'>,
): Decision {
  if (!mail.notifyUser) return allowed;
  if (mail.cancel_subject.trim() === '') return refused(refusals.subjectBlank);
  return mail.cancel_body.trim() === '' ? refused(refusals.bodyBlank) : allowed;
}

function no(refusal: Refusal): Registered {
  return { ok: false, refusal };
}
