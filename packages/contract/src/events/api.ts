import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { Done, doneWith } from '../core/page.ts';
import { Epoch, TimeZone } from '../core/time.ts';
import { refusals as participations } from '../participations/schema.ts';
import { AccessRequestView } from './access-schema.ts';
import { Cancellation, ChangeReason, NoticeKind, NoticePreview } from './cancel-schema.ts';
import { NewHost } from './hosts-schema.ts';
import { Attention, HostRow, InvitationAnswer, InvitationView, refusals as invitations } from './invitations-schema.ts';
import { NewEventReport } from './reports-schema.ts';
import {
  counted,
  EventCard,
  EventFields,
  EventListView,
  EventView,
  NewEvent,
  PageQuery,
  Passcode,
  refusals,
} from './schema.ts';

/** A signed link from an email, or what a passcode returned. With it the caller needs no account. */
export const TokenQuery = z.object({ token: z.string().max(500).optional() });

const ListQuery = PageQuery.extend({ view: EventListView.default('going') });

export const listEvents = endpoint('GET /api/v1/events', {
  who: 'signedIn',
  perMinute: 300,
  summary: 'Your own events: going to, hosting, asked for, past, drafts.',
  query: ListQuery,
  returns: counted(EventCard),
});

export const discoverEvents = endpoint('GET /api/v1/public/events', {
  who: 'public',
  perMinute: 120,
  summary: 'Published upcoming events that you may see, next one first; optionally within some miles of a location.',
  query: PageQuery.extend({
    lat: z.coerce.number().min(-90).max(90).optional(),
    lng: z.coerce.number().min(-180).max(180).optional(),
    miles: z.coerce.number().positive().max(12_500).optional(),
    serverId: Id.optional(),
  }),
  returns: counted(EventCard),
});

export const findEvents = endpoint('GET /api/v1/events/search', {
  who: 'signedIn',
  perMinute: 120,
  summary:
    'Up to six events by a part of their name: upcoming ones that you may see, and those that you take part in, past ones and drafts too. Upcoming ones come first.',
  query: z.object({
    search: z.string().max(100),
    /** Only of this community. */
    serverId: Id.optional(),
  }),
  returns: z.object({ data: z.array(EventCard) }),
});

export const getEvent = endpoint('GET /api/v1/events/:eventId', {
  who: 'public',
  perMinute: 300,
  summary: 'An event as its page shows it. 403 for a private event that is locked.',
  query: TokenQuery,
  returns: EventView,
  refuses: [refusals.locked],
});

export const createEvent = endpoint('POST /api/v1/events', {
  who: 'signedIn',
  perMinute: 30,
  summary:
    'Create an event: a draft that only its hosts can see. Sent again with the same `id`, it updates the same draft.',
  body: NewEvent,
  returns: doneWith(EventView),
  refuses: [
    refusals.mayNotCreateHere,
    refusals.aliasTaken,
    refusals.aliasReserved,
    refusals.draftTaken,
    refusals.tooManyDrafts,
  ],
});

export const updateEvent = endpoint('PATCH /api/v1/events/:eventId', {
  who: 'signedIn',
  perMinute: 120,
  summary:
    'Change an event. With `notify`, people on its list get a notice if its time or location changed; invited ones if they have had an email about it.',
  body: EventFields.partial().extend({
    /** Email everybody on the list about a new time or location. */
    notify: z.boolean().optional(),
    /** Told with it. */
    reason: ChangeReason.optional(),
  }),
  returns: doneWith(EventView),
  refuses: [
    refusals.notManaged,
    refusals.mayNotCreateHere,
    refusals.cancelled,
    refusals.typeFixed,
    refusals.capacityBelowTaken,
    refusals.aliasTaken,
    refusals.aliasReserved,
    refusals.aliasTooOften,
    refusals.tooShort,
    refusals.startRequired,
    refusals.endRequired,
    refusals.communityRequired,
    refusals.closesBeforeOpens,
    refusals.urlRequired,
    refusals.imageRequired,
  ],
});

export const publishEvent = endpoint('POST /api/v1/events/:eventId/publish', {
  who: 'signedIn',
  summary: 'Publish a draft. Each missing field is named.',
  returns: doneWith(EventView),
  refuses: [
    refusals.notManaged,
    refusals.alreadyPublished,
    refusals.cancelled,
    refusals.tooShort,
    refusals.startRequired,
    refusals.endRequired,
    refusals.urlRequired,
    refusals.imageRequired,
    refusals.communityRequired,
    refusals.cannotSell,
    refusals.closesBeforeOpens,
  ],
});

export const unpublishEvent = endpoint('POST /api/v1/events/:eventId/unpublish', {
  who: 'signedIn',
  summary: 'Unpublish an event, as long as nobody has registered.',
  returns: doneWith(EventView),
  refuses: [refusals.notManaged, refusals.notPublished, refusals.cancelled, refusals.hasGuests, refusals.hasOrders],
});

export const previewNotice = endpoint('GET /api/v1/events/:eventId/notice', {
  who: 'signedIn',
  summary: 'Whom a notice about a change or a cancellation would reach, and who would be left out. Sends nothing.',
  query: z.object({ of: NoticeKind }),
  returns: NoticePreview,
  refuses: [refusals.notManaged],
});

export const cancelEvent = endpoint('POST /api/v1/events/:eventId/cancel', {
  who: 'signedIn',
  summary: 'Cancel an event for good. Everyone involved gets an email.',
  body: Cancellation,
  returns: doneWith(EventView),
  refuses: [refusals.notManaged, refusals.notPublished, refusals.cancelled, refusals.over],
});

export const deleteEvent = endpoint('DELETE /api/v1/events/:eventId', {
  who: 'signedIn',
  summary: 'Delete your own draft.',
  returns: Done,
  refuses: [refusals.notManaged, refusals.notADraft, refusals.creatorOnly, refusals.hasOrders],
});

export const duplicateEvent = endpoint('POST /api/v1/events/:eventId/duplicate', {
  who: 'signedIn',
  perMinute: 20,
  summary: 'Make a copy at another time and publish it.',
  body: z.object({
    time_zone: TimeZone,
    start_epoc: Epoch,
    end_epoc: Epoch,
    options: z.object({
      duplicateParticipants: z.boolean().default(false),
      duplicateQuestions: z.boolean().default(true),
      duplicateTickets: z.boolean().default(false),
      /** Whether copied participants get an email. */
      notifyParticipants: z.boolean().default(false),
    }),
  }),
  returns: z.object({
    status: z.literal('success'),
    message: z.string(),
    data: z.object({ id: Id, alias: z.string() }),
  }),
  refuses: [
    refusals.notManaged,
    refusals.tooShort,
    refusals.mayNotCreateHere,
    refusals.cannotSell,
    refusals.aliasTaken,
    refusals.urlRequired,
    refusals.imageRequired,
    refusals.communityRequired,
  ],
});

export const listHosts = endpoint('GET /api/v1/events/:eventId/hosts', {
  who: 'signedIn',
  summary: 'Hosts and featured guests; hosts also see the people they invited.',
  returns: z.object({ data: z.array(HostRow) }),
  refuses: [refusals.notManaged],
});

export const addHost = endpoint('POST /api/v1/events/:eventId/hosts', {
  who: 'signedIn',
  perMinute: 30,
  summary:
    'Invite somebody to be a host or a featured guest, by id or by an email address, with an account or without one. They get an email and answer it.',
  body: NewHost,
  returns: doneWith(z.array(HostRow)),
  refuses: [
    refusals.notManaged,
    refusals.noSuchPerson,
    refusals.creatorStays,
    refusals.tooManyHosts,
    refusals.personBanned,
    invitations.tooManyMails,
    participations.full,
    participations.ticketFull,
    refusals.cancelled,
  ],
});

export const removeHost = endpoint('DELETE /api/v1/events/:eventId/hosts/:userId', {
  who: 'signedIn',
  summary: 'Turn a host or featured guest back into a guest, or take back the invitation.',
  returns: doneWith(z.array(HostRow)),
  refuses: [refusals.notManaged, refusals.creatorStays],
});

export const openWithPasscode = endpoint('POST /api/v1/events/:eventId/passcode', {
  who: 'public',
  perMinute: 5,
  summary:
    'Unlock a private event with its passcode. The answer unlocks it without an account; a signed-in person keeps access.',
  body: z.object({ passcode: Passcode }),
  returns: doneWith(z.object({ token: z.string() })),
  refuses: [refusals.wrongPasscode],
});

/** From the specification: 403 means that the caller has already asked. */
export const checkAccess = endpoint('GET /api/v2/users/:userId/request-access', {
  who: 'signedIn',
  summary: 'The state of your request for access to a private event. 403: it is pending.',
  query: z.object({ eventId: Id }),
  returns: z.object({ data: z.object({ status: z.enum(['none', 'granted', 'refused']) }) }),
  refuses: [refusals.alreadyAsked],
});

/** From the specification: 401 sends the visitor to sign in, and back to the event. */
export const requestAccess = endpoint('POST /api/v2/users/:userId/request-access', {
  who: 'signedIn',
  perMinute: 10,
  summary: 'Ask the hosts of a private event for access, once.',
  body: z.object({
    eventId: Id,
    user_name: z.string().max(200).default(''),
    user_email: z.string().max(254).default(''),
  }),
  returns: z.object({ status: z.literal('success'), message: z.string() }),
  refuses: [refusals.alreadyAsked],
});

export const listAccessRequests = endpoint('GET /api/v1/events/:eventId/access-requests', {
  who: 'signedIn',
  summary: 'Pending requests for access, oldest first.',
  returns: z.object({ data: z.array(AccessRequestView) }),
  refuses: [refusals.notManaged],
});

export const answerAccessRequest = endpoint('PUT /api/v1/events/:eventId/access-requests/:userId', {
  who: 'signedIn',
  summary: 'Approve or decline a request for access. The person gets an email.',
  body: z.object({ grant: z.boolean() }),
  returns: Done,
  refuses: [refusals.notManaged],
});

export const reportEvent = endpoint('POST /api/v1/events/:eventId/report', {
  who: 'signedIn',
  perMinute: 10,
  summary: 'Report an event to its moderators.',
  query: TokenQuery,
  body: NewEventReport,
  returns: Done,
  refuses: [refusals.locked, refusals.ownEvent],
});

export const getInvitation = endpoint('GET /api/v1/events/:eventId/invitation', {
  who: 'signedIn',
  perMinute: 120,
  summary:
    'Your invitation to an event: which role, and from whom. This also works for drafts, of which nothing else is shown.',
  returns: z.object({ data: InvitationView }),
  refuses: [invitations.notInvited],
});

export const answerInvitation = endpoint('POST /api/v1/events/:eventId/invitation', {
  who: 'signedIn',
  perMinute: 30,
  summary:
    'Accept or decline an invitation to host an event or to be a featured guest. People invited as guests register instead, or decline.',
  body: z.object({ accept: z.boolean() }),
  returns: InvitationAnswer,
  refuses: [
    invitations.notInvited,
    invitations.registerInstead,
    refusals.cancelled,
    participations.full,
    participations.ticketFull,
    refusals.personBanned,
  ],
});

export const listAttention = endpoint('GET /api/v1/events/attention', {
  who: 'signedIn',
  perMinute: 300,
  summary:
    'What needs attention at events that you host and on calendars that you manage, and how many invitations are waiting for your answer.',
  returns: Attention,
});

export const getPasscodeTries = endpoint('GET /api/v1/events/:eventId/passcode-tries', {
  who: 'signedIn',
  summary: 'How many wrong passcodes were entered in the last 24 hours, for hosts.',
  returns: z.object({ data: z.object({ wrong: z.int() }) }),
  refuses: [refusals.notManaged],
});

export const stopEventMails = endpoint('POST /api/v1/events/:eventId/mail-stop', {
  who: 'public',
  perMinute: 30,
  summary: 'Stop emails about an event to the address whose email carried this link; can also report the event.',
  body: z.object({ token: z.string().max(500), report: z.boolean().default(false) }),
  returns: Done,
  refuses: [invitations.notInvited],
});
