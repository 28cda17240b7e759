import { z } from 'zod';
import { FirstName } from '../accounts/schema.ts';
import { emailAddress } from '../core/email.ts';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { EventCard, EventView, PageQuery } from '../events/schema.ts';
import { ParticipationRole } from '../participations/schema.ts';
import { OtherName } from '../registrations/schema.ts';

/** How often one person, or the holder of one emailed link, may try to pass places on. */
export const PASS_ON = { perHour: 5 } as const;

/**
 * `over` once the event is past, `cancelled` if it does not take place: a ticket is then kept as a reminder, without a
 * code that opens a door.
 */
export const TicketState = z.enum(['valid', 'cancelled', 'over']);
export type TicketState = z.infer<typeof TicketState>;

/** What was paid for a ticket, without what has gone back. */
export const Paid = z.object({
  /** Minor units. */
  amount: z.int(),
  currency: z.string(),
});
export type Paid = z.infer<typeof Paid>;

/** Somebody's own ticket. */
export const AdmissionView = z.object({
  participationId: Id,
  state: TicketState,
  /** What people can read out at the door, such as `QRTW-4867`. */
  code: z.string(),
  /** What the QR code contains: a compact JWS. Null unless the ticket is valid. */
  jws: z.string().nullable(),
  /** Of its holder. */
  name: z.string(),
  ticketName: z.string().nullable(),
  /** Null if it cost nothing, or all of it has gone back. */
  paid: Paid.nullable(),
  /** The order whose invoice is the caller's own; null if somebody else paid, or nobody. */
  orderId: Id.nullable(),
  role: ParticipationRole,
  /** Whether its holder is inside already. */
  checkedIn: z.boolean(),
  /** Whether its holder can pass the place on. */
  canPassOn: z.boolean(),
  /** As the holder sees it. */
  event: EventView,
});
export type AdmissionView = z.infer<typeof AdmissionView>;

/** A ticket in your list of tickets. */
export const AdmissionCard = z.object({
  participationId: Id,
  code: z.string(),
  ticketName: z.string().nullable(),
  event: EventCard,
});
export type AdmissionCard = z.infer<typeof AdmissionCard>;

export const AdmissionQuery = PageQuery.omit({ search: true }).extend({
  show: z.enum(['upcoming', 'past']).default('upcoming'),
});

/** A key with which tickets can be checked, as RFC 7517 and RFC 8037 write it. */
export const TicketKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.string(),
  alg: z.literal('EdDSA'),
  use: z.literal('sig'),
});
export type TicketKey = z.infer<typeof TicketKey>;

/** Who gets the place. */
export const NewHolder = z.object({
  email: emailAddress('Email is not valid'),
  firstName: FirstName,
  lastName: OtherName,
});
export type NewHolder = z.infer<typeof NewHolder>;

export const refusals = {
  noTicket: refusal('admission.no-ticket', 409, 'There is no ticket, because you do not have a place at this event.'),
  confirmFirst: refusal(
    'admission.confirm-first',
    409,
    'Confirm your address first: the link is in the email that we sent you.',
  ),
  notToPassOn: refusal(
    'admission.not-to-pass-on',
    409,
    'Hosts and featured guests cannot pass on their place. A host can change who is on the list.',
  ),
  hostsChoose: refusal(
    'admission.hosts-choose',
    409,
    'The hosts choose who comes to this event, so places cannot be passed on. Ask a host.',
  ),
  started: refusal('admission.started', 409, 'The event has begun, so places can no longer be passed on.'),
  used: refusal('admission.used', 409, 'This ticket has been used at the door.'),
  ownAddress: refusal('admission.own-address', 422, 'This is your own address.', 'email'),
  cannotReceive: refusal(
    'admission.cannot-receive',
    409,
    'This place cannot be passed on to this address. Try another one, or ask a host.',
    'email',
  ),
  tooOften: refusal('admission.too-often', 429, 'You have tried this too often. Try again in an hour.'),
  // What a door sees of a code that does not let anybody in.
  forged: refusal('admission.forged', 422, 'This is not one of our tickets.'),
  otherEvent: refusal('admission.other-event', 409, 'This ticket is for another event.'),
  oldIssue: refusal('admission.old-issue', 409, 'This ticket was replaced by a newer one.'),
  notGoing: refusal('admission.not-going', 409, 'The place this ticket is for was given up.'),
} as const;
