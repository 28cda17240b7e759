import { z } from 'zod';
import { LIMITS as ACCOUNT, Email, FirstName, PersonView } from '../accounts/schema.ts';
import type { DeclineReason } from '../core/decline.ts';
import { emailAddress } from '../core/email.ts';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { oneLine } from '../core/text.ts';
import { text } from '../core/text-schema.ts';
import { Epoch } from '../core/time.ts';
import { ParticipationRole, ParticipationStatus } from '../participations/schema.ts';
import { AnsweredQuestion, QuestionResponse } from '../questionnaires/schema.ts';

export const LIMITS = { reason: 250, subject: 90, body: 20_000, bulk: 500 } as const;

/** Guests a page of the list that hosts see. */
export const GUEST_PAGE = 50;

/** The caller's own registration. */
export const ParticipationView = z.object({
  participationId: Id,
  eventId: Id,
  role: ParticipationRole,
  status: ParticipationStatus,
  ticketId: Id.nullable(),
  paymentIntentId: z.string().nullable(),
  waitlistPosition: z.int().nullable(),
  offer_expires_epoc: Epoch.nullable(),
  /** Until when a seat is held that is being paid for; null if none is. */
  hold_expires_epoc: Epoch.nullable(),
  registered_epoc: Epoch.nullable(),
  checked_in_at: Epoch.nullable(),
  name: z.string(),
  email: z.string(),
  /** Without an account: whether the link that went to their address has been followed. */
  confirmed: z.boolean(),
});
export type ParticipationView = z.infer<typeof ParticipationView>;

/** Many people have one name. */
export const OtherName = text({ max: [ACCOUNT.name, 'Last name cannot exceed 60 characters.'] })
  .transform(oneLine)
  .default('');

/** What people without an account say about themselves. */
export const Visitor = z.object({ firstName: FirstName, lastName: OtherName, email: Email });
export type Visitor = z.infer<typeof Visitor>;

/** How often in a day the email that confirms a typed address is sent again, and how often the address is corrected. */
export const CONFIRMING = { again: 5, corrected: 3, hours: 24 } as const;

export const CorrectedAddress = z.object({ email: Email });

export const RegisterBody = z.object({
  status: z.literal('going').default('going'),
  ticketId: Id.nullish(),
  paymentIntentId: z.string().max(255).nullish(),
  /** What they entered as a code; an empty one takes back an earlier code. */
  code: z.string().max(100).optional(),
  responses: z.array(QuestionResponse).max(100).default([]),
  visitor: Visitor.optional(),
  /** What the browser of a person without an account calls this place: if it is sent twice, it is one. */
  clientId: Id.optional(),
});

/** A person on the guest list as hosts see them. The address is empty if neither they nor a host has given it. */
export const GuestView = z.object({
  participationId: Id,
  userId: Id.nullable(),
  name: z.string(),
  email: z.string(),
  profile_photo: z.string().nullable(),
  username: z.string().nullable(),
  role: ParticipationRole,
  /** The role that they are asked to take, until they answer. */
  askedRole: ParticipationRole.nullable(),
  status: ParticipationStatus,
  isCreator: z.boolean(),
  ticketId: Id.nullable(),
  ticketName: z.string().nullable(),
  /** What was paid for their ticket and not given back, or is still due, in minor units; null if it costs nothing, or they were let in without paying. */
  money: z
    .object({
      amount: z.int(),
      currency: z.string(),
      due: z.boolean(),
      /** A bank has taken it back for now. */
      disputed: z.boolean(),
    })
    .nullable(),
  registered_epoc: Epoch,
  checked_in_at: Epoch.nullable(),
  waitlistPosition: z.int().nullable(),
  offer_expires_epoc: Epoch.nullable(),
  /** Whether they got an email about this registration without having an account. */
  hasAccount: z.boolean(),
});
export type GuestView = z.infer<typeof GuestView>;

/** One guest with their answers and the history of their registration, newest change first. */
export const GuestDetail = GuestView.extend({
  /** The short code of their ticket; null if they have none. */
  ticketCode: z.string().nullable(),
  answers: z.array(AnsweredQuestion),
  history: z.array(
    z.object({
      at: Epoch,
      from: ParticipationStatus.nullable(),
      to: ParticipationStatus,
      by: PersonView.nullable(),
      reason: z.string(),
    }),
  ),
});
export type GuestDetail = z.infer<typeof GuestDetail>;

/** How many people are in each state; `all` leaves out people who were only invited. */
export const StatusCounts = z.object({
  all: z.int(),
  going: z.int(),
  requested: z.int(),
  waitlisted: z.int(),
  offered: z.int(),
  payment_pending: z.int(),
  not_going: z.int(),
  invited: z.int(),
});
export type StatusCounts = z.infer<typeof StatusCounts>;

/**
 * When the list is narrowed by a search, a role or a ticket, `count` stops at this number. The list of who is going, which
 * everybody may read, ends there as well.
 */
export const GUEST_COUNT = 1000;

/** Somebody who is going, as others see them. */
export const GoingPerson = PersonView.extend({
  role: ParticipationRole,
  /** For hosts alone: what a selection of guests names this person by. */
  participationId: Id.optional(),
  /** For hosts alone: whether they were checked in, or were going if nobody was; null until the event is over. */
  came: z.boolean().nullable().optional(),
});
export type GoingPerson = z.infer<typeof GoingPerson>;
/** The last position on a waitlist that the guest list gives. */
export const LAST_POSITION = 1000;

export const GuestQuery = z.object({
  /** Where the previous page ended. */
  cursor: z.string().max(2000).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(GUEST_PAGE),
  /** In names, addresses and answers; or the code of a ticket. */
  search: z.string().max(100).default(''),
  status: z.enum(['all', ...ParticipationStatus.options]).default('all'),
  role: z.enum(['all', ...ParticipationRole.options]).default('all'),
  ticketId: Id.optional(),
  sort: z.enum(['newest', 'oldest', 'name']).default('newest'),
});
export type GuestQuery = z.infer<typeof GuestQuery>;

/** What an email says for each reason, until it is changed. */
export const DECLINE_TEXTS: Record<DeclineReason, string> = {
  'General Decline': 'Thank you for your interest. We are sorry that we cannot welcome you this time.',
  'Criteria Not Met':
    'Thank you for your interest. This event is meant for the people described on its page, and your answers suggest that it is not the right one for you.',
  'Capacity Limitation': 'Thank you for your interest. We have more requests than spots, and cannot offer you one.',
  'Insufficient Information':
    'Thank you for your interest. Your answers did not tell us enough to offer you a spot. You are welcome to register again, with a little more detail.',
  Custom: '',
  Other: '',
};

const Reason = z
  .string()
  .transform((raw) => raw.trim())
  .pipe(z.string().max(LIMITS.reason, `Reason cannot exceed ${LIMITS.reason} characters.`));

/** Whether a guest whose place ends gets back what they have paid for it. */
const Refund = z.boolean().default(true);

/** The wizard that cancels a guest's registration, as the specification sends it. */
export const CancelRegistration = z.object({
  type: z.literal('cancel_registration'),
  userId: Id.nullish(),
  status: z.literal('not_going'),
  action: z.literal('decline'),
  reason: Reason.pipe(z.string().min(1, 'Choose a reason.')),
  refund: Refund,
  notifyUser: z.boolean(),
  cancel_subject: z.string().max(LIMITS.subject, `Subject cannot exceed ${LIMITS.subject} characters.`).default(''),
  cancel_body: z.string().max(LIMITS.body, 'This email is too long.').default(''),
  /** HTML, as it is or as Base64 of UTF-8. */
  cancel_body_html: z
    .string()
    .max(LIMITS.body * 2, 'This email is too long.')
    .default(''),
});
export type CancelRegistration = z.infer<typeof CancelRegistration>;

/** What hosts do with one registration. */
export const GuestChange = z.discriminatedUnion('type', [
  CancelRegistration,
  z.object({ type: z.literal('approve') }),
  z.object({ type: z.literal('decline'), reason: Reason.default(''), refund: Refund }),
  z.object({ type: z.literal('role'), role: ParticipationRole }),
  z.object({ type: z.literal('ticket'), ticketId: Id.nullable() }),
]);
export type GuestChange = z.infer<typeof GuestChange>;

export const BulkChange = z.object({
  action: z.enum(['approve', 'decline']),
  participationIds: z.array(Id).min(1, 'Choose at least one guest.').max(LIMITS.bulk),
  reason: Reason.default(''),
  /** For those who are declined. */
  refund: Refund,
});

export const NewGuest = z.object({
  email: emailAddress('Email is not valid'),
  firstName: z.string().max(60, 'First name cannot exceed 60 characters.').default(''),
  lastName: z.string().max(60, 'Last name cannot exceed 60 characters.').default(''),
  role: ParticipationRole.default('guest'),
  ticketId: Id.nullish(),
  notifyUser: z.boolean().default(true),
});

/** How many texts of a question its hosts read among the figures; all of them are in the guest list. */
export const INSIGHT_TEXTS = 50;

/** Figures of an event: by day, by state, by answer, by ticket. */
export const InsightsView = z.object({
  /** On the event's own calendar days; `total` is who was going at the end of the day. */
  days: z.array(z.object({ date: z.string(), registered: z.int(), left: z.int(), total: z.int() })),
  counts: StatusCounts,
  capacity: z.int().nullable(),
  checkedIn: z.int(),
  tickets: z.array(z.object({ id: Id, name: z.string(), taken: z.int(), capacity: z.int().nullable() })),
  questions: z.array(
    z.object({
      question_id: Id,
      question: z.string(),
      type: z.string(),
      answered: z.int(),
      /** Choices and how often each was chosen, most first; for texts and links empty. */
      choices: z.array(z.object({ text: z.string(), count: z.int() })),
      /** What people wrote, newest first, `INSIGHT_TEXTS` at most; for questions with choices empty. */
      texts: z.array(z.string()),
    }),
  ),
  /** What each kind of ticket came to, in minor units, by the figures of the orders; empty if nothing was paid. */
  revenue: z.array(
    z.object({
      ticketId: Id,
      name: z.string(),
      currency: z.string(),
      /** How many were paid for. */
      orders: z.int(),
      sold: z.int(),
      refunded: z.int(),
    }),
  ),
});
export type InsightsView = z.infer<typeof InsightsView>;

/** The specification's toasts. */
export const TOASTS = {
  accepted: 'Event registration accepted',
  declined: 'Event registration declined',
  userDeclined: 'User declined successfully',
  declineFailed: 'Something went wrong while declining user',
  guestAdded: 'Guest added successfully',
} as const;

/** The outcome of a registration, as told to the person who registered. The first is the specification's. */
export const REGISTERED: Record<'going' | 'payment_pending' | 'requested' | 'waitlisted', string> = {
  going: TOASTS.accepted,
  requested: 'Request sent. We’ll email you when a host answers.',
  waitlisted: 'You are on the waiting list.',
  payment_pending: 'Your place is held. Pay to confirm it.',
};

/** What a payment has come to that was looked at and has not led to the place yet, or to none. */
export const PAYING = {
  processing: 'Your bank is processing the payment. Your place is held for you.',
  late: 'Your payment came too late for the place, so all of it goes back to you.',
  lapsed: 'Your place is no longer held. You have not been charged.',
} as const;

export const refusals = {
  notOpen: refusal('registrations.not-open', 409, 'Registration has not opened yet.'),
  closed: refusal('registrations.closed', 409, 'Registration has closed.'),
  over: refusal('registrations.over', 409, 'This event is over.'),
  notPublished: refusal('registrations.not-published', 409, 'This event does not take registrations.'),
  elsewhere: refusal('registrations.elsewhere', 409, 'Register for this event on its own site.'),
  ticketRequired: refusal('registrations.ticket-required', 422, 'Choose a ticket.', 'ticketId'),
  noSuchTicket: refusal('registrations.no-such-ticket', 422, 'This ticket is no longer available.', 'ticketId'),
  saleNotOpen: refusal('registrations.sale-not-open', 409, 'This ticket is not on sale yet.', 'ticketId'),
  saleEnded: refusal('registrations.sale-ended', 409, 'This ticket is no longer on sale.', 'ticketId'),
  manyFromHere: refusal(
    'registrations.many-from-here',
    429,
    'Very many people have registered from your network today, so registering is slow here now. Sign in to register, or try again in a few minutes.',
  ),
  confirmed: refusal('registrations.confirmed', 409, 'This address is confirmed already.'),
  nothingSent: refusal('registrations.nothing-sent', 409, 'There is no email about this place to send again.'),
  sentOften: refusal(
    'registrations.sent-often',
    429,
    `This email has been sent ${CONFIRMING.again} times today. Look among your spam, or correct the address.`,
  ),
  sameAddress: refusal('registrations.same-address', 422, 'This is the address that you gave.', 'email'),
  correctedOften: refusal(
    'registrations.corrected-often',
    429,
    'The address has been corrected several times today. Try again tomorrow.',
  ),
  mustPay: refusal(
    'registrations.must-pay',
    409,
    'This ticket is not free. Pay for it, or choose another.',
    'ticketId',
  ),
  visitorRequired: refusal(
    'registrations.visitor-required',
    422,
    'Enter your name and email address, or sign in.',
    'visitor',
  ),
  offerExpired: refusal(
    'registrations.offer-expired',
    409,
    'The spot is no longer held for you. It has gone to the next person.',
  ),
  started: refusal('registrations.started', 409, 'The event has begun, so answers can no longer be changed.'),
  linkOld: refusal('registrations.link-old', 410, 'This link no longer works. Register again, or ask the hosts.'),
  invitationUsed: refusal('registrations.invitation-used', 409, 'This invitation has already been used.'),
  addressOnly: refusal(
    'registrations.address-only',
    409,
    'This invitation can only be accepted with the email address it was sent to. Sign in with that address.',
  ),
  notWaiting: refusal('registrations.not-waiting', 409, 'This registration is not waiting for an answer.'),
  hostStays: refusal('registrations.host-stays', 409, 'A host cannot be declined. Make them a guest first.'),
  alreadyThere: refusal('registrations.already-there', 409, 'This person is already on the list.', 'email'),
  subjectBlank: refusal('registrations.subject-blank', 422, 'Subject is required', 'cancel_subject'),
  bodyNotText: refusal('registrations.body-not-text', 422, 'This message cannot be read as text.', 'cancel_body_html'),
  bodyBlank: refusal('registrations.body-blank', 422, 'Write the email.', 'cancel_body'),
} as const;
