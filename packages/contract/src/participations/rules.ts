import { allowed, type Decision, refused } from '../core/problem.ts';
import {
  type EventStatus,
  type EventType,
  type EventVisibility,
  type ParticipationRole,
  type ParticipationStatus,
  refusals,
} from './schema.ts';

/** How long a freed seat is held for the next person: a day, but never until less than two hours before the start. */
export const OFFER = { seconds: 24 * 3600, beforeStart: 2 * 3600 } as const;

/** How long before the start people are reminded, in seconds. */
export const REMINDERS = { day: 24 * 3600, hour: 3600 } as const;

export type Timed = { start_epoc: number | null; end_epoc: number | null; tbdDate: boolean };

/** Seats: `taken` counts people who are going, were offered one or are paying. Null capacity is no limit. */
export type Seats = { capacity: number | null; taken: number; waiting: number };

export type RegistrationFacts = {
  event: Timed &
    Seats & {
      status: EventStatus;
      type: EventType;
      registration_opens_epoc: number | null;
      registration_closes_epoc: number | null;
      require_approval: boolean;
      waitlist: boolean;
      /** How many tickets there are to choose from. */
      tickets: number;
    };
  ticket: (Seats & OnSale & { price: number }) | null;
  /** What the person is already, if anything. */
  own: {
    status: ParticipationStatus;
    role: ParticipationRole;
    approved: boolean;
    offer_expires_epoc: number | null;
    /** Until when a seat is held that they are paying for. */
    hold_expires_epoc?: number | null;
    /** They choose another ticket than they have. */
    otherTicket?: boolean;
    /** They hold a seat of this ticket, and want it at another price: that of a code. */
    otherPrice?: boolean;
  } | null;
};

/** When and to whom a ticket is given out. What is left out restricts nothing. */
export type OnSale = {
  /** Hidden from this person, or archived. */
  withheld?: boolean;
  require_approval?: boolean;
  /** Unix seconds. */
  sale_starts_epoc?: number | null;
  sale_ends_epoc?: number | null;
};

/** How long a seat is held for somebody who pays for it, in seconds. */
export const HOLD = 15 * 60;

type Place = { role: ParticipationRole; status: ParticipationStatus; hold_expires_epoc?: number | null };

/**
 * Whether a person has a seat, or one is held for them. Hosts and people at the door need none, and people who did not pay in
 * time have none.
 */
export function holdsSeat({ role, status, hold_expires_epoc: hold = null }: Place): boolean {
  if (role !== 'guest' && role !== 'featured_guest') return false;
  return status === 'going' || status === 'offered' || (status === 'payment_pending' && hold !== null);
}

/**
 * Whether a bank is at work on the payment of a held seat: it is then held for longer than for anybody who has yet to pay.
 *
 * @param hold until when it is held; Unix seconds.
 */
export function isBankAtWork(hold: number, now: number): boolean {
  return hold - now > OFFER.seconds;
}

/** Guests and featured guests who are going have a ticket. Hosts and people at the door need none. */
export function hasTicket({ role, status }: { role: ParticipationRole; status: ParticipationStatus }): boolean {
  return status === 'going' && (role === 'guest' || role === 'featured_guest');
}

/** Seats that nobody has and nobody is waiting for; Infinity if there is no limit. */
export function freeSeats({ capacity, taken }: Pick<Seats, 'capacity' | 'taken'>): number {
  return capacity === null ? Number.POSITIVE_INFINITY : Math.max(0, capacity - taken);
}

/**
 * Until when a seat that is free at `now` is held for the next person: a day, but never until less than two hours
 * before the start. Null if it is too late to hold one.
 */
export function holdUntil(event: Timed, now: number): number | null {
  const day = now + OFFER.seconds;
  if (event.tbdDate || event.start_epoc === null) return day;
  const last = event.start_epoc - OFFER.beforeStart;
  return last <= now ? null : Math.min(day, last);
}

type Room = Pick<Seats, 'capacity' | 'taken'>;

/** Whether there is a seat for a person whom hosts give a role that needs one. */
export function canTakeSeat(event: Room, ticket: Room | null): Decision {
  if (freeSeats(event) === 0) return refused(refusals.full);
  return ticket === null ? allowed : canSwitchTo(ticket);
}

/** Whether a seat can become one of this other ticket. */
export function canSwitchTo(ticket: Room): Decision {
  return freeSeats(ticket) === 0 ? refused(refusals.ticketFull) : allowed;
}

/** Seconds of the day until whose end an event without a known end is taken to last. */
const UNKNOWN_LENGTH = 24 * 3600;

/** True once it is over: past is never stored. An event whose date is to be announced is not. */
export function isOver(
  event: { start_epoc: number | null; end_epoc: number | null; tbdDate: boolean },
  now: number,
): boolean {
  if (event.tbdDate || event.start_epoc === null) return false;
  return (event.end_epoc ?? event.start_epoc + UNKNOWN_LENGTH) <= now;
}

/** What decides whether an event exists for a person. */
export type Seeing = {
  status: EventStatus;
  visibility: EventVisibility;
  /** Whether the viewer is a member of its community. */
  member: boolean;
  manages: boolean;
  /** The viewer's own participation, in whatever state. */
  participation: ParticipationStatus | null;
  /** Whether they ended it themselves: they may come back. */
  gaveUp: boolean;
  /** Given access by the hosts, or by the passcode. */
  admitted: boolean;
};
