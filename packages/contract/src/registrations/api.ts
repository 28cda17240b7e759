import { z } from 'zod';
import { refusals as codes } from '../codes/schema.ts';
import { endpoint } from '../core/endpoint.ts';
import { Done, doneWith } from '../core/page.ts';
import { TokenQuery } from '../events/api.ts';
import { refusals as invitations } from '../events/invitations-schema.ts';
import { counted, EventCard, refusals as events, PageQuery } from '../events/schema.ts';
import { ParticipationRole, ParticipationStatus, refusals as participations } from '../participations/schema.ts';
import { refusals as payments } from '../payments/schema.ts';
import { QuestionResponse, refusals as questionnaires } from '../questionnaires/schema.ts';
import {
  BulkChange,
  CONFIRMING,
  CorrectedAddress,
  GoingPerson,
  GuestChange,
  GuestDetail,
  GuestQuery,
  GuestView,
  InsightsView,
  NewGuest,
  ParticipationView,
  RegisterBody,
  refusals,
  StatusCounts,
} from './schema.ts';

export const register = endpoint('PUT /api/v1/events/:eventId/register', {
  who: 'public',
  // A hall is behind one address; what one network can register is counted apart.
  perMinute: 600,
  summary:
    'Register for an event, or change your answers. People without an account give their name and address, have a place at once, and get an email whose link proves that the address is theirs.',
  query: TokenQuery,
  body: RegisterBody,
  returns: z.object({
    message: z.string(),
    status: ParticipationStatus,
    data: ParticipationView,
    /** For a person without an account: the token of their place. It is not the one of their email, and proves nothing. */
    token: z.string().optional(),
  }),
  refuses: [
    events.locked,
    refusals.notPublished,
    refusals.elsewhere,
    refusals.over,
    refusals.notOpen,
    refusals.closed,
    participations.full,
    participations.ticketFull,
    refusals.ticketRequired,
    refusals.noSuchTicket,
    refusals.manyFromHere,
    refusals.mustPay,
    refusals.visitorRequired,
    refusals.offerExpired,
    refusals.started,
    refusals.linkOld,
    refusals.invitationUsed,
    refusals.addressOnly,
    questionnaires.requiredMissing,
    questionnaires.wrongAnswers,
    payments.salesPaused,
    payments.tooManyHolds,
    refusals.saleNotOpen,
    refusals.saleEnded,
    ...[codes.unknown, codes.notYet, codes.ended, codes.usedUp, codes.otherTicket, payments.leavesTooLittle],
  ],
});

export const declineParticipation = endpoint('DELETE /api/v1/events/:eventId/participations/:participationId', {
  who: 'public',
  perMinute: 30,
  summary: "Say that you won't come: gives up your seat, your position on the waitlist or your invitation. Idempotent.",
  query: TokenQuery,
  returns: z.object({
    message: z.string(),
    /** What goes back of what you paid, in minor units; null if you paid nothing. */
    refund: z.object({ amount: z.int(), currency: z.string() }).nullable(),
  }),
  refuses: [events.creatorStays, refusals.linkOld],
});

export const getOwnParticipation = endpoint('GET /api/v1/events/:eventId/participations/me', {
  who: 'public',
  perMinute: 300,
  summary: 'Your own registration; null if you have none.',
  query: TokenQuery,
  returns: z.object({
    role: ParticipationRole.nullable(),
    data: ParticipationView.nullable(),
    responses: z.array(QuestionResponse),
    /** Whether asking with this link has just confirmed an address that was typed. */
    proved: z.boolean().optional(),
  }),
  refuses: [refusals.linkOld],
});

export const sendConfirmation = endpoint('POST /api/v1/events/:eventId/participations/me/confirmation', {
  who: 'public',
  perMinute: 10,
  summary: `Send the email that confirms the address of a person without an account again, until it is confirmed: ${CONFIRMING.again} times a day.`,
  query: TokenQuery,
  returns: Done,
  refuses: [
    refusals.linkOld,
    refusals.confirmed,
    refusals.nothingSent,
    refusals.sentOften,
    refusals.manyFromHere,
    events.locked,
  ],
});

export const correctAddress = endpoint('PUT /api/v1/events/:eventId/participations/me/address', {
  who: 'public',
  perMinute: 10,
  summary: `Correct the address of a place that was taken without an account, until it is confirmed: ${CONFIRMING.corrected} times a day. Links and the ticket that went to the earlier address end.`,
  query: TokenQuery,
  body: CorrectedAddress,
  returns: doneWith(ParticipationView),
  refuses: [
    refusals.linkOld,
    refusals.confirmed,
    refusals.sameAddress,
    refusals.correctedOften,
    refusals.manyFromHere,
    events.locked,
  ],
});

export const listPastEvents = endpoint('GET /api/v1/events/participations', {
  who: 'signedIn',
  summary: 'Past events whose guest list you manage, latest first.',
  query: PageQuery,
  returns: counted(EventCard),
});

export const listGoing = endpoint('GET /api/v1/events/:eventId/participations/info', {
  who: 'public',
  perMinute: 120,
  summary:
    'Who is going, if the hosts show it: the first thousand, or the first thousand that a search finds. Hosts get the ids by which they invite these people to another event, and who came.',
  query: PageQuery.extend(TokenQuery.shape),
  returns: counted(GoingPerson),
  refuses: [events.locked],
});

export const listGuests = endpoint('GET /api/v1/events/:eventId/participations', {
  who: 'signedIn',
  perMinute: 300,
  summary:
    'A page of the guest list, for hosts, with the number in each state. `count` is how many fit the query: with a search, a role or a ticket up to 1000.',
  query: GuestQuery,
  returns: z.object({
    data: z.array(GuestView),
    nextCursor: z.string().nullable(),
    count: z.int(),
    counts: StatusCounts,
  }),
  refuses: [events.notManaged],
});

export const getGuest = endpoint('GET /api/v1/events/:eventId/participations/:participationId', {
  who: 'signedIn',
  summary: 'One guest, with answers and history, for hosts.',
  returns: GuestDetail,
  refuses: [events.notManaged],
});

export const changeGuest = endpoint('PUT /api/v1/events/:eventId/participations/:participationId', {
  who: 'signedIn',
  summary: 'Approve or decline a guest, cancel their registration with an email, or give them another role or ticket.',
  body: GuestChange,
  returns: doneWith(GuestView),
  refuses: [
    events.notManaged,
    events.creatorStays,
    events.cancelled,
    refusals.notWaiting,
    refusals.hostStays,
    participations.full,
    participations.ticketFull,
    events.tooManyHosts,
    events.personBanned,
    events.noSuchPerson,
    invitations.tooManyMails,
    refusals.noSuchTicket,
    refusals.subjectBlank,
    refusals.bodyBlank,
    refusals.bodyNotText,
  ],
});

export const changeGuests = endpoint('POST /api/v1/events/:eventId/participations/bulk', {
  who: 'signedIn',
  perMinute: 60,
  summary: "Approve or decline several guests. Those that can't be changed are counted; the others are done.",
  body: BulkChange,
  returns: z.object({ message: z.string(), data: z.object({ done: z.int(), left: z.int() }) }),
  refuses: [events.notManaged, events.cancelled],
});

export const addGuest = endpoint('POST /api/v1/events/:eventId/participations', {
  who: 'signedIn',
  perMinute: 60,
  summary:
    'Add a guest. An address without an account gets a seat at once if there is one; a person with an account is invited and answers.',
  body: NewGuest,
  returns: doneWith(GuestView),
  refuses: [
    events.notManaged,
    events.cancelled,
    participations.full,
    participations.ticketFull,
    events.tooManyHosts,
    events.personBanned,
    events.noSuchPerson,
    invitations.tooManyMails,
    refusals.alreadyThere,
    refusals.noSuchTicket,
  ],
});

export const getInsights = endpoint('GET /api/v1/events/:eventId/insights', {
  who: 'signedIn',
  summary: 'Registrations over time, by state and by answer, and what tickets came to, for hosts.',
  returns: InsightsView,
  refuses: [events.notManaged],
});
