import { z } from 'zod';
import { ImageUrl, PersonView } from '../accounts/schema.ts';
import { Visibility as CommunityVisibility, Slug } from '../communities/schema.ts';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { oneLine } from '../core/text.ts';
import { text } from '../core/text-schema.ts';
import { Epoch, TimeZone } from '../core/time.ts';
import { TINTS } from '../core/tint.ts';
import {
  EventStatus,
  EventType,
  EventVisibility,
  ParticipationRole,
  ParticipationStatus,
} from '../participations/schema.ts';
import { EventLocation } from '../places/schema.ts';
import { LOCKED } from './facts-rules.ts';

export const LIMITS = {
  name: 120,
  summary: 200,
  /** HTML characters, tags included. */
  description: 20_000,
  address: 250,
  passcode: 60,
  passcodeLeast: 6,
  capacity: 1_000_000,
  message: 1000,
  credit: 200,
} as const;

/** Events a page, as the specification says. */
export const EVENT_PAGE = 10;

/** Drafts per person, and address changes of a published event: limited, because each reserves addresses. */
export const DRAFTS = 200;
export const ADDRESS_CHANGES = { most: 5, days: 30 } as const;

/** Hosts and featured guests one event shows at most. */
export const HOSTS = 50;

/** The tints in which an event's page can be drawn. */
export const Tint = z.enum(TINTS);
export const AttendType = z.enum(['in_person', 'virtual', 'both']);
export type AttendType = z.infer<typeof AttendType>;

export const EventName = text({
  required: 'Name is required',
  max: [LIMITS.name, `Name cannot exceed ${LIMITS.name} characters.`],
})
  .transform(oneLine)
  .pipe(z.string().min(1, 'Name is required'));

/** A web address; one without a scheme gets https. */
export const WebAddress = z
  .string()
  .max(2000, 'It must be a valid URL')
  .transform((raw) => withScheme(raw))
  .refine(isWebAddress, 'It must be a valid URL');

function withScheme(raw: string): string {
  const trimmed = raw.trim();
  return trimmed === '' || /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
}

const WEB = z.url({ protocol: /^https?$/, hostname: /^(localhost|[^.]+(\.[^.]+)+|\[.+\])$/ });

/** True for http and https addresses with a host that has a dot, is `localhost`, or is an address in numbers. */
export function isWebAddress(address: string): boolean {
  return WEB.safeParse(address).success && !/^https?:\/\/[^/?#]*@/i.test(address);
}

/** A passcode as people type it. */
export const Passcode = z
  .string()
  .transform((raw) => raw.trim())
  .pipe(
    z
      .string()
      .min(1, 'Enter the passcode.')
      .max(LIMITS.passcode, `Passcode cannot exceed ${LIMITS.passcode} characters.`),
  );

/** A passcode as hosts choose it: long enough that nobody guesses it by trying. */
export const NewPasscode = Passcode.refine(
  (passcode) => [...passcode].length >= LIMITS.passcodeLeast,
  `Passcode needs at least ${LIMITS.passcodeLeast} characters.`,
);

/** The author to credit for a picture that somebody else made. */
export const CoverCredit = z.object({
  text: text({ required: 'Say who made it.', max: [LIMITS.credit, 'This credit is too long.'] }).transform(oneLine),
  url: WebAddress,
});
export type CoverCredit = z.infer<typeof CoverCredit>;

/** The fields of an event. No defaults here: a change carries only what was sent. */
export const EventFields = z.object({
  name: EventName,
  summary: text({ max: [LIMITS.summary, `Summary cannot exceed ${LIMITS.summary} characters.`] }).transform(oneLine),
  /** HTML, cleaned by the server. */
  description: z.string().max(LIMITS.description, 'This description is too long.'),
  type: EventType,
  event_url: z.union([z.literal(''), WebAddress]),
  serverId: Id.nullable(),
  visibility: EventVisibility,
  start_epoc: Epoch.nullable(),
  end_epoc: Epoch.nullable(),
  time_zone: TimeZone,
  is_all_day: z.boolean(),
  tbdDate: z.boolean(),
  tbdLocation: z.boolean(),
  attend_type: AttendType,
  attend_type_details: z.object({
    /** Shown to people who are going. */
    virtual_address: z.union([z.literal(''), WebAddress]),
    in_person_address: text({ max: [LIMITS.address, `Address cannot exceed ${LIMITS.address} characters.`] }).transform(
      oneLine,
    ),
  }),
  location: EventLocation.nullable(),
  cover: ImageUrl.nullable(),
  /** The credit of this cover: a new cover that is sent without one removes it. */
  coverCredit: CoverCredit.nullable(),
  /** Null: picked from the cover. */
  tint: Tint.nullable(),
  /** Total seats; null for no limit. */
  capacity: z
    .int('Enter a whole number.')
    .min(1, 'At least one spot.')
    .max(LIMITS.capacity, 'That is more than a million spots.')
    .nullable(),
  require_approval: z.boolean(),
  /** Whether people can join a waitlist once it is full. */
  waitlist: z.boolean(),
  /** Whether the page shows who is going. */
  showGuests: z.boolean(),
  registration_opens_epoc: Epoch.nullable(),
  registration_closes_epoc: Epoch.nullable(),
  alias: Slug,
  /** Null removes it. Never returned. */
  passcode: NewPasscode.nullable(),
});
export type EventFields = z.infer<typeof EventFields>;

/** A draft needs a name and nothing else. */
export const NewEvent = EventFields.partial().required({ name: true }).extend({
  /** The client's own id for it, so that a retry creates no second draft. The event's own id is in the answer. */
  id: Id.optional(),
});
export type NewEvent = z.infer<typeof NewEvent>;

/** The community an event is part of, as its page shows it. */
export const EventServer = z.object({
  id: Id,
  slug: z.string(),
  name: z.string(),
  logo: z.string().nullable(),
  visibility: CommunityVisibility,
});

/** A host or featured guest on the page. */
export const HostView = PersonView.extend({
  participationId: Id,
  role: z.enum(['host', 'featured_guest']),
  isCreator: z.boolean(),
});
export type HostView = z.infer<typeof HostView>;

/** The viewer's relation to the event. */
export const EventViewer = z.object({
  participationId: Id.nullable(),
  role: ParticipationRole.nullable(),
  status: ParticipationStatus.nullable(),
  ticketId: Id.nullable(),
  ticketName: z.string().nullable(),
  /** Position on the waitlist, from 1; null for anyone not waiting. */
  waitlistPosition: z.int().nullable(),
  /** Until when an offered seat is held, Unix seconds. */
  offer_expires_epoc: Epoch.nullable(),
  /** Until when a seat is held that the viewer pays for, Unix seconds; null if none is. */
  hold_expires_epoc: Epoch.nullable(),
  checkedIn: z.boolean(),
  /** Needs no approval of the hosts: they have given it, or invited the viewer. */
  approved: z.boolean(),
  /** May do what hosts do: a host, or a holder of MANAGE_EVENTS in its community. */
  manages: z.boolean(),
  /** The role that the hosts ask the viewer to take, until they answer. */
  askedRole: ParticipationRole.nullable(),
  /** What goes back of what the viewer paid for a place that they no longer have; null if nothing does. */
  refund: z.object({ amount: z.int(), currency: z.string(), state: z.enum(['underway', 'back', 'failed']) }).nullable(),
});
export type EventViewer = z.infer<typeof EventViewer>;

/** What anyone who sees an event sees. Addresses are relative to the product. */
export const EventView = z.object({
  id: Id,
  /** The same id, by the specification's name. */
  event_id: Id,
  alias: z.string(),
  name: z.string(),
  summary: z.string(),
  description: z.string(),
  status: EventStatus,
  type: EventType,
  event_url: z.string(),
  visibility: EventVisibility,
  privateEvent: z.boolean(),
  server: EventServer.nullable(),
  hosts: z.array(HostView),
  start_epoc: Epoch.nullable(),
  end_epoc: Epoch.nullable(),
  time_zone: z.string(),
  is_all_day: z.boolean(),
  tbdDate: z.boolean(),
  tbdLocation: z.boolean(),
  attend_type: AttendType,
  /** The online address is empty for anyone who is not going. */
  attend_type_details: z.object({ virtual_address: z.string(), in_person_address: z.string() }),
  location: EventLocation.nullable(),
  cover: z.string().nullable(),
  /** Must be shown wherever the cover is shown large. */
  coverCredit: CoverCredit.nullable(),
  /** Addresses of the cover by size: `500*250`. */
  image_map: z.record(z.string(), z.string()),
  tint: Tint,
  /** Whether the tint was chosen by hand. */
  tintChosen: z.boolean(),
  capacity: z.int().nullable(),
  /** Seats that are neither taken nor held; null if there is no limit. */
  seatsLeft: z.int().nullable(),
  goingCount: z.int(),
  waitingCount: z.int(),
  totalInvited: z.int(),
  require_approval: z.boolean(),
  waitlist: z.boolean(),
  showGuests: z.boolean(),
  /** A few of the people who are going; empty if the hosts do not show it. */
  faces: z.array(PersonView),
  registration_opens_epoc: Epoch.nullable(),
  registration_closes_epoc: Epoch.nullable(),
  hasQuestions: z.boolean(),
  hasPasscode: z.boolean(),
  published_epoc: Epoch.nullable(),
  cancelled_epoc: Epoch.nullable(),
  /** What the hosts said when they cancelled it. */
  cancelMessage: z.string(),
  /** The first two are for payments. */
  stripe_account_id: z.string().nullable(),
  monetary_type_details: z.null(),
  calendar_id: Id.nullable(),
  /** The calendar that it was made in, if the viewer may see it. */
  calendar: z.object({ alias: z.string(), name: z.string() }).nullable(),
  viewer: EventViewer,
});
export type EventView = z.infer<typeof EventView>;

/** An event in a list. */
export const EventCard = z.object({
  id: Id,
  alias: z.string(),
  name: z.string(),
  status: EventStatus,
  type: EventType,
  event_url: z.string(),
  visibility: EventVisibility,
  server: EventServer.nullable(),
  start_epoc: Epoch.nullable(),
  end_epoc: Epoch.nullable(),
  time_zone: z.string(),
  is_all_day: z.boolean(),
  tbdDate: z.boolean(),
  tbdLocation: z.boolean(),
  attend_type: AttendType,
  /** Where, on one line: the address, or the locality. */
  where: z.string(),
  cover: z.string().nullable(),
  image_map: z.record(z.string(), z.string()),
  tint: Tint,
  goingCount: z.int(),
  capacity: z.int().nullable(),
  seatsLeft: z.int().nullable(),
  faces: z.array(PersonView),
  /** Miles from where the person searched; null if they gave no point, or its location is unknown. */
  miles: z.number().nullable(),
  viewer: z.object({
    role: ParticipationRole.nullable(),
    status: ParticipationStatus.nullable(),
    /** The role that the hosts ask the viewer to take, until they answer. */
    askedRole: ParticipationRole.nullable(),
  }),
});
export type EventCard = z.infer<typeof EventCard>;

/** Pages of ten, and how many there are in all. */
export function counted<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), count: z.int() });
}

export const PageQuery = z.object({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  limit: z.coerce.number().int().min(1).max(50).default(EVENT_PAGE),
  search: z.string().max(100).default(''),
});

/** `happening`: everything that the person may see. */
export const EventListView = z.enum(['going', 'hosting', 'requested', 'invitations', 'past', 'drafts']);
export type EventListView = z.infer<typeof EventListView>;

export const refusals = {
  tooShort: refusal('events.too-short', 422, 'The end must be at least 60 minutes after the start.', 'end_epoc'),
  startRequired: refusal('events.start-required', 422, 'Choose when it starts.', 'start_epoc'),
  endRequired: refusal('events.end-required', 422, 'Choose when it ends.', 'end_epoc'),
  urlRequired: refusal('events.url-required', 422, 'URL is required', 'event_url'),
  imageRequired: refusal('events.image-required', 422, 'Choose a picture.', 'cover'),
  communityRequired: refusal(
    'events.community-required',
    422,
    'Choose the community whose members can see it.',
    'serverId',
  ),
  locationRequired: refusal(
    'events.location-required',
    422,
    'Say where it is, or that the location is to be announced.',
    'attend_type_details.in_person_address',
  ),
  closesBeforeOpens: refusal(
    'events.closes-before-opens',
    422,
    'Registration must close after it opens.',
    'registration_closes_epoc',
  ),
  mayNotCreateHere: refusal(
    'events.may-not-create-here',
    403,
    'Your role does not allow you to create events in this community.',
    'serverId',
  ),
  notManaged: refusal('events.not-managed', 403, 'Only hosts can do that.'),
  creatorOnly: refusal('events.creator-only', 403, 'Only the person who created this event can delete it.'),
  creatorStays: refusal('events.creator-stays', 403, 'The person who created the event is always a host.'),
  notTheCreator: refusal('events.not-the-creator', 403, 'Only the person who created this event can hand it over.'),
  takerHostsNot: refusal('events.taker-hosts-not', 422, 'Choose someone who has agreed to host this event.', 'userId'),
  notADraft: refusal('events.not-a-draft', 409, 'Only a draft can be deleted. Cancel the event instead.'),
  alreadyPublished: refusal('events.already-published', 409, 'This event is already published.'),
  notPublished: refusal('events.not-published', 409, 'This event is not published.'),
  cancelled: refusal('events.cancelled', 409, 'This event was cancelled.'),
  over: refusal('events.over', 409, 'This event is over.'),
  hasGuests: refusal(
    'events.has-guests',
    409,
    'People have already registered. Cancel the event instead, so that they are told.',
  ),
  hasOrders: refusal(
    'events.has-orders',
    409,
    'Tickets have been sold. Cancel the event instead, so that buyers get their money back.',
  ),
  cannotSell: refusal(
    'events.cannot-sell',
    409,
    'There are paid tickets, and no Stripe account that can take payments. Set up payments beside the tickets, or make them free.',
  ),
  capacityBelowTaken: refusal(
    'events.capacity-below-taken',
    409,
    'More spots than that are already taken.',
    'capacity',
  ),
  typeFixed: refusal('events.type-fixed', 409, 'The type of a published event cannot change.', 'type'),
  changedMeanwhile: refusal(
    'events.changed-meanwhile',
    409,
    'Someone else has changed this event. Reload to see the changes.',
  ),
  wrongPasscode: refusal('events.wrong-passcode', 403, 'That passcode is not correct.', 'passcode'),
  locked: refusal(LOCKED, 403, 'This event is private.'),
  alreadyAsked: refusal('events.already-asked', 403, 'You have already asked for access.'),
  noSuchPerson: refusal('events.no-such-person', 422, 'No account uses that address yet.', 'email'),
  ownEvent: refusal('events.own-event', 409, 'You are a host of this event.'),
  personBanned: refusal('events.person-banned', 409, 'This person is banned from the event’s community.'),
  tooManyHosts: refusal('events.too-many-hosts', 409, `An event can have at most ${HOSTS} hosts and featured guests.`),
  draftTaken: refusal('events.draft-taken', 409, 'This draft already exists. Reload to see it.'),
  tooManyDrafts: refusal('events.too-many-drafts', 409, `You have ${DRAFTS} drafts. Delete one first.`),
  aliasTooOften: refusal(
    'events.alias-too-often',
    422,
    `This address has changed ${ADDRESS_CHANGES.most} times in ${ADDRESS_CHANGES.days} days. Keep it for now, and change it again later.`,
    'alias',
  ),
  descriptionTooLong: refusal('events.description-too-long', 422, 'This description is too long.', 'description'),
  aliasTaken: refusal('events.alias-taken', 409, 'That address is taken.', 'alias'),
  aliasReserved: refusal('events.alias-reserved', 409, 'That address is reserved. Choose another.', 'alias'),
} as const;
