import { z } from 'zod';
import { PersonView } from '../accounts/schema.ts';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { liveEvent } from '../core/live.ts';
import { Done, doneWith } from '../core/page.ts';
import { Epoch } from '../core/time.ts';
import { counted, refusals as events, PageQuery } from '../events/schema.ts';
import {
  CalendarFields,
  CalendarView,
  Decision,
  EventOrigin,
  FeedKind,
  FeedView,
  NewCalendar,
  NewEntry,
  refusals,
  SUBMISSION_PAGE,
  SubmissionStatus,
  SubmissionView,
} from './schema.ts';
import { CalendarItem, MonthRow } from './sources-schema.ts';

export const listCalendars = endpoint('GET /api/v1/calendars', {
  who: 'signedIn',
  perMinute: 120,
  summary: 'Calendars that you keep, and those that you subscribe to.',
  returns: z.object({ mine: z.array(CalendarView), subscribed: z.array(CalendarView) }),
});

export const createCalendar = endpoint('POST /api/v1/calendars', {
  who: 'signedIn',
  perMinute: 10,
  summary: 'Create a calendar of your own, or of a community if you have MANAGE_CALENDARS there.',
  body: NewCalendar,
  returns: doneWith(CalendarView),
  refuses: [
    refusals.mayNotCreateHere,
    refusals.tooMany,
    refusals.personalIsPublic,
    refusals.aliasTaken,
    refusals.aliasReserved,
  ],
});

export const getCalendar = endpoint('GET /api/v1/calendars/:calendarId', {
  who: 'public',
  perMinute: 300,
  summary: 'A calendar. One for the members of a community is 404 for everyone else.',
  returns: CalendarView,
});

export const getPublicCalendar = endpoint('GET /api/v1/public/calendars/:calendarId', {
  who: 'public',
  perMinute: 300,
  summary: 'A calendar, as visitors see it.',
  returns: CalendarView,
});

export const getMainCalendar = endpoint('GET /api/v1/servers/:serverId/calendar', {
  who: 'public',
  perMinute: 300,
  summary: 'The main calendar of a community, which holds its published events.',
  returns: CalendarView,
});

export const updateCalendar = endpoint('PATCH /api/v1/calendars/:calendarId', {
  who: 'signedIn',
  summary: 'Change the name, address, description, cover, time zone or visibility. The old address redirects.',
  body: CalendarFields.partial(),
  returns: doneWith(CalendarView),
  refuses: [refusals.notKept, refusals.personalIsPublic, refusals.aliasTaken, refusals.aliasReserved],
});

export const deleteCalendar = endpoint('DELETE /api/v1/calendars/:calendarId', {
  who: 'signedIn',
  summary: 'Delete a calendar. Its events stay.',
  returns: Done,
  refuses: [refusals.notKept, refusals.ownerOnly, refusals.mainStays],
});

const EventsQuery = PageQuery.extend({
  /** Unix seconds; the present moment when left out. */
  currentEpoch: z.coerce.number().int().min(0).max(8_640_000_000_000).optional(),
  /** Running ones are upcoming. */
  type: z.enum(['upcoming', 'past']).default('upcoming'),
  /** Those that have a page here, those of outside feeds, or both. */
  origin: EventOrigin.default('all'),
});

export const listCalendarEvents = endpoint('GET /api/v1/calendars/:calendarId/events', {
  who: 'public',
  perMinute: 300,
  summary:
    'Events on a calendar that you may see, also of outside feeds: the next one first, or the latest past one first.',
  query: EventsQuery,
  returns: counted(CalendarItem),
});

export const listPublicCalendarEvents = endpoint('GET /api/v1/public/calendars/:calendarId/events', {
  who: 'public',
  perMinute: 300,
  summary: 'Events on a calendar, as visitors see it.',
  query: EventsQuery,
  returns: counted(CalendarItem),
});

const Days = z.object({ from: z.coerce.number().pipe(Epoch), to: z.coerce.number().pipe(Epoch) });
const Month = z.object({ data: z.array(MonthRow), more: z.boolean() });

export const getMonth = endpoint('GET /api/v1/calendars/:calendarId/month', {
  who: 'public',
  perMinute: 300,
  summary: 'Events on a calendar that touch these days, in few words; at most 62 days and 1,000 events.',
  query: Days,
  returns: Month,
  refuses: [refusals.monthTooLong],
});

export const getPublicMonth = endpoint('GET /api/v1/public/calendars/:calendarId/month', {
  who: 'public',
  perMinute: 300,
  summary: 'Events on a calendar that touch these days, as visitors see it.',
  query: Days,
  returns: Month,
  refuses: [refusals.monthTooLong],
});

export const addToCalendar = endpoint('POST /api/v1/calendars/:calendarId/events', {
  who: 'signedIn',
  perMinute: 30,
  summary:
    'Put an event on a calendar: one of this installation, or one elsewhere. It appears at once if you keep the calendar; otherwise it waits for an answer.',
  body: NewEntry,
  returns: z.object({ message: z.string(), data: z.object({ status: SubmissionStatus, eventId: Id }) }),
  refuses: [
    refusals.eventNotPublished,
    refusals.eventIsPrivate,
    refusals.alreadyOn,
    refusals.alreadySubmitted,
    refusals.tooManyPending,
    refusals.triedOften,
    events.tooShort,
    events.tooManyDrafts,
  ],
});

export const removeFromCalendar = endpoint('DELETE /api/v1/calendars/:calendarId/events/:eventId', {
  who: 'signedIn',
  summary:
    'Take an event off a calendar: people who keep the calendar, and hosts of the event. A submission that waits also by the person who submitted it. Idempotent.',
  returns: Done,
  refuses: [refusals.notKept],
});

export const subscribeToCalendar = endpoint('PUT /api/v1/calendars/:calendarId/subscription', {
  who: 'signedIn',
  perMinute: 60,
  summary: 'Subscribe to a calendar, with or without a daily email about new events. Idempotent.',
  body: z.object({ mail: z.boolean().default(false) }),
  returns: doneWith(CalendarView),
});

export const unsubscribeFromCalendar = endpoint('DELETE /api/v1/calendars/:calendarId/subscription', {
  who: 'signedIn',
  perMinute: 60,
  summary: 'End your subscription. Idempotent.',
  returns: Done,
});

export const listSubmissions = endpoint('GET /api/v1/calendars/:calendarId/submissions', {
  who: 'signedIn',
  perMinute: 120,
  summary: 'Events that were submitted to a calendar that you keep, the longest waiting first.',
  query: z.object({
    status: SubmissionStatus.default('pending'),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    limit: z.coerce.number().int().min(1).max(50).default(SUBMISSION_PAGE),
  }),
  returns: counted(SubmissionView),
  refuses: [refusals.notKept],
});

export const answerSubmission = endpoint('PUT /api/v1/calendars/:calendarId/submissions/:eventId', {
  who: 'signedIn',
  perMinute: 120,
  summary: 'Accept a submitted event, or refuse it with a reason. The person who submitted it gets an email.',
  body: Decision,
  returns: Done,
  refuses: [refusals.notKept, refusals.decided, refusals.eventNotPublished],
});

export const listCalendarAdmins = endpoint('GET /api/v1/calendars/:calendarId/admins', {
  who: 'signedIn',
  summary: 'People who keep a calendar beside its owner.',
  returns: z.object({ data: z.array(PersonView) }),
  refuses: [refusals.notKept],
});

export const addCalendarAdmin = endpoint('PUT /api/v1/calendars/:calendarId/admins/:userId', {
  who: 'signedIn',
  summary: 'Let a person keep the calendar too. Idempotent.',
  returns: Done,
  refuses: [refusals.notKept, refusals.ownerOnly, refusals.tooManyAdmins, refusals.notAMember, refusals.nobodyThere],
});

export const removeCalendarAdmin = endpoint('DELETE /api/v1/calendars/:calendarId/admins/:userId', {
  who: 'signedIn',
  summary: 'A person no longer keeps the calendar. Admins may give it up themselves. Idempotent.',
  returns: Done,
  refuses: [refusals.notKept, refusals.ownerOnly],
});

export const listFeeds = endpoint('GET /api/v1/feeds', {
  who: 'signedIn',
  perMinute: 120,
  summary: 'Your iCal links, and when a program last read each.',
  returns: z.object({ data: z.array(FeedView) }),
});

export const createFeed = endpoint('POST /api/v1/feeds', {
  who: 'signedIn',
  perMinute: 30,
  summary: 'Make an iCal link of your own, or renew it: asked again, the earlier address ends.',
  body: z.object({ kind: FeedKind, id: Id.optional() }),
  returns: doneWith(FeedView),
  refuses: [refusals.tooManyFeeds],
});

export const deleteFeed = endpoint('DELETE /api/v1/feeds/:feedId', {
  who: 'signedIn',
  summary: 'End one of your iCal links. Idempotent.',
  returns: Done,
});

/** Something on a calendar is different: ask again, once a second at most. */
export const calendarChanged = liveEvent('calendar.changed', z.object({ calendarId: Id }));
