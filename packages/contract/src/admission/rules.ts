import { formatMoney } from '../core/money/money.ts';
import { allowed, type Decision, refused } from '../core/problem.ts';
import { hasStarted } from '../events/facts-rules.ts';
import { hasTicket, isOver, type Timed } from '../participations/rules.ts';
import type { EventStatus, EventVisibility, ParticipationRole, ParticipationStatus } from '../participations/schema.ts';
import { type Paid, refusals, type TicketState } from './schema.ts';

/** What the QR code of a ticket says once its signature has been checked: which event, whose place, and which issue of it. */
export type TicketClaims = { eventId: string; participationId: string; issue: number };

/** The claims as they travel: short names, and ids in 22 characters, so that the QR code stays easy to scan. */
type ShortClaims = { e: string; p: string; n: number };

/** The content of a JWS. */
export function packClaims({ eventId, participationId, issue }: TicketClaims): string {
  return JSON.stringify({ e: shortId(eventId), p: shortId(participationId), n: issue } satisfies ShortClaims);
}

/** The claims in the content of a JWS whose signature is right. Undefined if it is something else that we signed. */
export function unpackClaims(content: string): TicketClaims | undefined {
  try {
    const { e, p, n } = JSON.parse(content) as Partial<ShortClaims>;
    if (typeof e !== 'string' || typeof p !== 'string' || !Number.isSafeInteger(n)) return undefined;
    const [eventId, participationId] = [longId(e), longId(p)];
    if (eventId === undefined || participationId === undefined) return undefined;
    return { eventId, participationId, issue: n as number };
  } catch {
    return undefined;
  }
}

/** The alphabet of base64url (RFC 4648). */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const SHORT = 22;

/** The 16 bytes of an id in base64url. */
function shortId(id: string): string {
  const bits = BigInt(`0x${id.replaceAll('-', '')}`) << 4n;
  return Array.from({ length: SHORT }, (_, at) => DIGITS[Number((bits >> BigInt(6 * (SHORT - 1 - at))) & 63n)]).join(
    '',
  );
}

function longId(short: string): string | undefined {
  if (!/^[\w-]{21}[AQgw]$/.test(short)) return undefined;
  const bits = [...short].reduce((sum, digit) => (sum << 6n) | BigInt(DIGITS.indexOf(digit)), 0n) >> 4n;
  const hex = bits.toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** What somebody's place is, as the list of a door has it; `issue` is the one that counts now. */
export type Place = { role: ParticipationRole; status: ParticipationStatus; issue: number };

/**
 * Whether a ticket lets its holder in. Its signature has been checked; everything else is in the list, so a door can decide
 * without a network.
 *
 * @param claims what was signed; undefined if the signature is not ours.
 * @param eventId the event at whose door it is shown.
 * @param place the place on that event's list; undefined if there is none.
 */
export function canEnter(claims: TicketClaims | undefined, eventId: string, place: Place | undefined): Decision {
  if (claims === undefined) return refused(refusals.forged);
  if (claims.eventId !== eventId) return refused(refusals.otherEvent);
  if (place === undefined || !hasTicket(place)) return refused(refusals.notGoing);
  return claims.issue === place.issue ? allowed : refused(refusals.oldIssue);
}

/** What has become of a ticket at `now` (Unix seconds). */
export function ticketState(event: Timed & { status: EventStatus }, now: number): TicketState {
  if (event.status !== 'published') return 'cancelled';
  return isOver(event, now) ? 'over' : 'valid';
}

export type PassOnFacts = {
  own: {
    role: ParticipationRole;
    status: ParticipationStatus;
    checked_in_at: number | null;
    /** They are signed in, or have followed the link that went to their address. */
    proved: boolean;
  };
  event: Timed & { status: EventStatus; visibility: EventVisibility; require_approval: boolean };
};

/**
 * Whether a guest can pass their place on to somebody else: until the start, and only where anybody may register. Where hosts
 * choose who comes (by approval, by invitation, or members only), they also choose who comes instead.
 *
 * @param now Unix seconds.
 */
export function canPassOn({ own, event }: PassOnFacts, now: number): Decision {
  if (own.status !== 'going') return refused(refusals.noTicket);
  if (!own.proved) return refused(refusals.confirmFirst);
  if (own.role !== 'guest') return refused(refusals.notToPassOn);
  if (event.status !== 'published') return refused(refusals.noTicket);
  if (hasStarted(event, now)) return refused(refusals.started);
  if (own.checked_in_at !== null) return refused(refusals.used);
  if (event.visibility !== 'public' || event.require_approval) return refused(refusals.hostsChoose);
  return allowed;
}

/** The kind of a ticket with what was paid for it, such as `Workshop pass, £18.90 paid`. Empty where there are no kinds. */
export function ticketLine({ ticketName, paid }: { ticketName: string | null; paid: Paid | null }): string {
  if (ticketName === null) return '';
  return paid === null ? ticketName : `${ticketName}, ${formatMoney(paid.amount, paid.currency)} paid`;
}
