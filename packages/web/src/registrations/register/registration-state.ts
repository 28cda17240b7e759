import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { isBankAtWork, isOver } from '@folkmoot/contract/participations/rules.ts';
import { decideRegistration, type Outcome } from '@folkmoot/contract/registrations/rules.ts';
import { refusals } from '@folkmoot/contract/registrations/schema.ts';
import type { TicketView } from '@folkmoot/contract/tickets/schema.ts';
import { momentOf } from '../../events/times/event-times.ts';

/** The state of registration for the viewer: what they are already, what they can do, or why they can do nothing. */
export type RegistrationState =
  | { is: 'going' | 'requested' | 'waitlisted' | 'offered' }
  /** A seat is held that has yet to be paid for; or whose payment is with the bank. */
  | { is: 'held' | 'paying'; until: number }
  /** The seat was not paid for in time; one is free. */
  | { is: 'lapsed' }
  | { is: 'open'; outcome: Outcome; verb: string }
  | { is: 'elsewhere'; url: string }
  | { is: 'shut'; sentence: string };

export const VERBS: Record<Outcome, string> = {
  going: 'Register',
  requested: 'Ask to join',
  waitlisted: 'Join the waiting list',
  payment_pending: 'Register',
};

/**
 * The same decision that the server makes, on what the page knows; the server has the last word.
 *
 * @param ticket the chosen one; null where the event has none, or shows none.
 * @param tickets how many are shown, and whether there are any at all.
 * @param now Unix seconds.
 * @param invited by the link of an invitation to another address, which the viewer uses.
 */
export function registrationState(
  event: EventView,
  ticket: TicketView | null,
  tickets: { count: number; needed: boolean },
  now: number,
  invited = false,
): RegistrationState {
  const uses = invited && [null, 'not_going', 'requested'].includes(event.viewer.status);
  const status = uses ? 'invited' : event.viewer.status;
  if (event.status === 'cancelled') return { is: 'shut', sentence: 'This event was cancelled.' };
  if (event.status === 'draft') return { is: 'shut', sentence: 'People can register once the event is published.' };
  if (isOver(event, now)) return { is: 'shut', sentence: refusals.over.message };
  if (status === 'going' || status === 'requested' || status === 'waitlisted') return { is: status };
  if (status === 'offered' && (event.viewer.offer_expires_epoc ?? now + 1) > now) return { is: 'offered' };
  const hold = status === 'payment_pending' ? (event.viewer.hold_expires_epoc ?? 0) : 0;
  if (hold > now) return { is: isBankAtWork(hold, now) ? 'paying' : 'held', until: hold };
  if (event.type === 'external') return { is: 'elsewhere', url: event.event_url };
  const decided = decideRegistration(
    {
      event: {
        ...event,
        taken: event.capacity === null ? 0 : event.capacity - (event.seatsLeft ?? 0),
        waiting: event.waitingCount,
        tickets: tickets.needed ? Math.max(1, tickets.count) : tickets.count,
      },
      ticket: ticket && { ...ticket, taken: takenOf(ticket), waiting: 0 },
      own:
        status === null || (event.viewer.role === null && !uses)
          ? null
          : {
              status,
              role: event.viewer.role ?? 'guest',
              approved: uses || event.viewer.approved,
              offer_expires_epoc: event.viewer.offer_expires_epoc,
            },
    },
    now,
  );
  if (decided.ok && status === 'payment_pending' && decided.outcome === 'payment_pending') return { is: 'lapsed' };
  if (decided.ok) return { is: 'open', outcome: decided.outcome, verb: VERBS[decided.outcome] };
  const { registration_opens_epoc: opens, registration_closes_epoc: closes, time_zone: zone } = event;
  if (decided.refusal === refusals.notOpen && opens !== null)
    return { is: 'shut', sentence: `Registration opens on ${momentOf(opens, zone)}.` };
  if (decided.refusal === refusals.closed && closes !== null)
    return { is: 'shut', sentence: `Registration closed on ${momentOf(closes, zone)}.` };
  if (decided.refusal === refusals.ticketRequired) return { is: 'shut', sentence: 'No tickets are on sale.' };
  return { is: 'shut', sentence: (ticket && saleLine(ticket, event, now)) ?? decided.refusal.message };
}

/** Why a ticket is not on sale at the moment: `On sale from Saturday 20 June at 11:00 BST.`; undefined if it is. */
export function saleLine(
  { sale_starts_epoc: starts, sale_ends_epoc: ends }: TicketView,
  { time_zone: zone }: Pick<EventView, 'time_zone'>,
  now: number,
): string | undefined {
  if (starts !== null && starts > now) return `On sale from ${momentOf(starts, zone)}.`;
  return ends !== null && ends <= now ? 'No longer on sale.' : undefined;
}

function takenOf({ capacity, left, taken }: TicketView): number {
  return capacity === null || left === null ? taken : capacity - left;
}

/** Whether this ticket is sold out at the moment. */
export const isSoldOut = ({ left }: TicketView): boolean => left === 0;
