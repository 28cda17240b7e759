import { z } from 'zod';
import { ImageUrl, PersonView } from '../accounts/schema.ts';
import { Slug } from '../communities/schema.ts';
import { DeclineReason } from '../core/decline.ts';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { oneLine } from '../core/text.ts';
import { text } from '../core/text-schema.ts';
import { Epoch, TimeZone } from '../core/time.ts';
import { EventCard, EventName, EventServer, Tint, WebAddress } from '../events/schema.ts';
import { EventStatus, EventType } from '../participations/schema.ts';

export const LIMITS = {
  name: 80,
  description: 250,
  reason: 250,
  /** Calendars of one person, and of one community. */
  each: 50,
  admins: 50,
  /** Submissions of one person that wait on one calendar. */
  pending: 20,
  /** How often one event may be submitted to one calendar. */
  tries: 3,
  /** Days that one answer about a month covers. */
  monthDays: 62,
  /** Rows of it. */
  monthRows: 1_000,
  feeds: 100,
} as const;

/** Submissions, and people, a page. */
export const SUBMISSION_PAGE = 20;

/** Who sees a calendar: everybody, or the members of its community. */
export const CalendarVisibility = z.enum(['public', 'community']);
export type CalendarVisibility = z.infer<typeof CalendarVisibility>;

/** What the viewer may do with a calendar; null for readers. */
export const CalendarRole = z.enum(['owner', 'calendar_admin']);
export type CalendarRole = z.infer<typeof CalendarRole>;

export const CalendarFields = z.object({
  name: text({
    required: 'Name is required',
    max: [LIMITS.name, `Name cannot exceed ${LIMITS.name} characters.`],
  })
    .transform(oneLine)
    .pipe(z.string().min(1, 'Name is required')),
  description: text({
    max: [LIMITS.description, `Description cannot exceed ${LIMITS.description} characters.`],
  }).transform((raw) => raw.trim()),
  alias: Slug,
  cover: ImageUrl.nullable(),
  /** Null: picked from the cover. */
  tint: Tint.nullable(),
  time_zone: TimeZone,
  visibility: CalendarVisibility,
});
export type CalendarFields = z.infer<typeof CalendarFields>;

/** A new calendar: your own, or a community's. */
export const NewCalendar = CalendarFields.partial()
  .required({ name: true })
  .extend({ serverId: Id.nullable().optional() });
export type NewCalendar = z.infer<typeof NewCalendar>;

export const CalendarView = z.object({
  id: Id,
  alias: z.string(),
  name: z.string(),
  description: z.string(),
  cover: z.string().nullable(),
  image_map: z.record(z.string(), z.string()),
  tint: Tint,
  tintChosen: z.boolean(),
  time_zone: z.string(),
  visibility: CalendarVisibility,
  /** Whether it holds the published events of its community. */
  isMain: z.boolean(),
  server: EventServer.nullable(),
  /** Whose it is, if it is no community's. */
  owner: PersonView.nullable(),
  subscriberCount: z.int(),
  role: z.object({ role: CalendarRole.nullable() }),
  subscribed: z.boolean(),
  /** Whether the viewer gets new events by email, once a day at most. */
  mail: z.boolean(),
  /** Submissions that wait for an answer; null for readers. */
  pendingCount: z.int().nullable(),
});
export type CalendarView = z.infer<typeof CalendarView>;

/** An event of ours in a month: what a cell shows. */
export const OwnRow = z.object({
  id: Id,
  alias: z.string(),
  name: z.string(),
  status: EventStatus,
  type: EventType,
  event_url: z.string(),
  start_epoc: Epoch,
  /** Exclusive; a day after the start if it has no end. */
  end_epoc: Epoch,
  time_zone: z.string(),
  is_all_day: z.boolean(),
  tint: Tint,
});

/** Where the events on a calendar are from. */
export const EventOrigin = z.enum(['all', 'here', 'outside']);
export type EventOrigin = z.infer<typeof EventOrigin>;

export const SubmissionStatus = z.enum(['pending', 'accepted', 'refused', 'removed']);
export type SubmissionStatus = z.infer<typeof SubmissionStatus>;

/** An event that was submitted, with what became of it. */
export const SubmissionView = z.object({
  event: EventCard,
  status: SubmissionStatus,
  submittedBy: PersonView.nullable(),
  submitted_epoc: Epoch,
  decidedBy: PersonView.nullable(),
  selectedReason: z.string(),
  reason: z.string(),
});
export type SubmissionView = z.infer<typeof SubmissionView>;

/** An event elsewhere: what a calendar shows of it, and where it leads. */
export const ExternalEvent = z.object({
  type: z.literal('external'),
  event_url: z
    .string('URL is required')
    .refine((raw) => raw.trim() !== '', 'URL is required')
    .pipe(WebAddress),
  name: EventName,
  start_epoc: Epoch,
  end_epoc: Epoch,
  time_zone: TimeZone,
  cover: ImageUrl,
});

export const NewEntry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('internal'), event_id: Id }),
  ExternalEvent,
]);
export type NewEntry = z.infer<typeof NewEntry>;

const SourceName = text({
  max: [LIMITS.name, `Name cannot exceed ${LIMITS.name} characters.`],
}).transform(oneLine);

/** The address of an outside feed. One that begins with `webcal:` is read by https. */
export const FeedAddress = z
  .string('URL is required')
  .refine((raw) => raw.trim() !== '', 'URL is required')
  .transform((raw) => raw.trim().replace(/^webcals?:/i, 'https:'))
  .pipe(WebAddress);

export const NewSource = z.object({
  url: FeedAddress,
  /** What the feed calls itself when left out. */
  name: SourceName.default(''),
});

export const SourceChange = z.object({
  name: SourceName.pipe(z.string().min(1, 'Name is required')).optional(),
  /** Reads it now; one that was paused goes on. */
  fetch: z.literal(true).optional(),
});

/** The words that each reason begins with; `Other` needs some of its own. */
export const REFUSE_TEXTS: Record<DeclineReason, string> = {
  'General Decline': 'Thank you for submitting your event. We cannot add it to this calendar at this time.',
  'Criteria Not Met': 'Thank you for submitting your event. It does not fit what this calendar is for.',
  'Capacity Limitation': 'Thank you for submitting your event. There is already a lot going on around that date.',
  'Insufficient Information':
    'Thank you for submitting your event. We could not tell enough about it from its page. Add more and submit it again.',
  Custom: '',
  Other: '',
};

export const Decision = z
  .object({
    accept: z.boolean(),
    selectedReason: DeclineReason.optional(),
    reason: text({ max: [LIMITS.reason, `A reason cannot exceed ${LIMITS.reason} characters.`] })
      .transform((raw) => raw.trim())
      .default(''),
  })
  .refine(({ accept, selectedReason }) => accept || selectedReason !== undefined, {
    message: 'Choose a reason.',
    path: ['selectedReason'],
  })
  .refine(({ accept, selectedReason, reason }) => accept || selectedReason !== 'Other' || reason !== '', {
    message: 'Write a reason.',
    path: ['reason'],
  });

export const FeedKind = z.enum(['calendar', 'community', 'own']);
export type FeedKind = z.infer<typeof FeedKind>;

/** A secret address at which calendar programs read. */
export const FeedView = z.object({
  id: Id,
  kind: FeedKind,
  /** The calendar or the community; null for your own events. */
  of: z.object({ id: Id, name: z.string() }).nullable(),
  /** Complete, with `https:`. */
  url: z.string(),
  /** When a program last read it, and what it called itself. */
  fetched_epoc: Epoch.nullable(),
  fetchedBy: z.string(),
});
export type FeedView = z.infer<typeof FeedView>;

export const refusals = {
  mayNotCreateHere: refusal(
    'calendars.may-not-create-here',
    403,
    'Your role does not allow you to manage calendars in this community.',
    'serverId',
  ),
  notKept: refusal('calendars.not-kept', 403, 'Only people who manage this calendar can do that.'),
  ownerOnly: refusal('calendars.owner-only', 403, 'Only the owner of this calendar can do that.'),
  tooMany: refusal('calendars.too-many', 409, `There can be at most ${LIMITS.each} calendars.`),
  mainStays: refusal(
    'calendars.main-stays',
    409,
    'This calendar holds the events of its community. It is deleted with the community.',
  ),
  personalIsPublic: refusal(
    'calendars.personal-is-public',
    422,
    'A calendar of your own is public. Only a community can have one for its members.',
    'visibility',
  ),
  aliasTaken: refusal('calendars.alias-taken', 409, 'This address is taken.', 'alias'),
  aliasReserved: refusal('calendars.alias-reserved', 422, 'This address is reserved.', 'alias'),
  eventNotPublished: refusal('calendars.not-published', 409, 'Publish the event first.', 'event_id'),
  eventIsPrivate: refusal(
    'calendars.event-is-private',
    409,
    'This event is private, and calendars show no private events.',
    'event_id',
  ),
  alreadyOn: refusal('calendars.already-on', 409, 'This event is on the calendar already.', 'event_id'),
  alreadySubmitted: refusal(
    'calendars.already-submitted',
    409,
    'This event has been submitted already and is waiting for an answer.',
    'event_id',
  ),
  tooManyPending: refusal(
    'calendars.too-many-pending',
    429,
    `You have ${LIMITS.pending} events here that are waiting for an answer. Submit more once they have one.`,
  ),
  triedOften: refusal(
    'calendars.tried-often',
    409,
    `This event was submitted ${LIMITS.tries} times. Ask the people who manage this calendar.`,
    'event_id',
  ),
  decided: refusal('calendars.decided', 409, 'Somebody else has answered this submission already.'),
  tooManyAdmins: refusal('calendars.too-many-admins', 409, `A calendar can have at most ${LIMITS.admins} admins.`),
  nobodyThere: refusal('calendars.nobody-there', 422, 'This person cannot be added.', 'userId'),
  notAMember: refusal(
    'calendars.not-a-member',
    422,
    'Only members of the community can manage its calendars.',
    'userId',
  ),
  monthTooLong: refusal('calendars.month-too-long', 422, `Ask for at most ${LIMITS.monthDays} days.`, 'to'),
  tooManyFeeds: refusal('calendars.too-many-feeds', 409, `You can have at most ${LIMITS.feeds} iCal links.`),
} as const;
