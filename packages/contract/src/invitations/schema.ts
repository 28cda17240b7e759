import { z } from 'zod';
import { PersonView } from '../accounts/schema.ts';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { Epoch } from '../core/time.ts';

/**
 * The longest subject and body, how many people may be named in one call, since longer lists are uploaded, and how many
 * lists and people in them one invitation takes.
 */
export const LIMITS = {
  subject: 255,
  body: 20_000,
  named: 2_000,
  sources: 100,
  skipped: 1_000,
  lists: 20,
  listed: 100_000,
} as const;

/** Invited people a page. */
export const INVITED_PAGE = 15;

/** Bytes of a call that names people. */
export const INVITE_BODY = 1024 * 1024;

/** What invited people are asked to be. */
export const InviteRole = z.enum(['guest', 'host', 'featured_guest']);
export type InviteRole = z.infer<typeof InviteRole>;

/** Where people are chosen from. */
export const ResourceType = z.enum(['Group', 'Event', 'Email', 'Contact']);
export type ResourceType = z.infer<typeof ResourceType>;

/** A person by address, with the name that came with it, or by the id of a participation. */
const Chosen = z.union([
  z.string().max(400),
  z.object({
    email: z.string().max(400),
    firstName: z.string().max(200).default(''),
    lastName: z.string().max(200).default(''),
  }),
]);

/**
 * People of one source: all of them but those `deselected`, or those `selected`. `resourceId` is the id of the group or of
 * the past event, or `Email` or `Contact`. For a long list of addresses it is the id of an upload with the purpose `list`,
 * whose people are named by their addresses.
 */
const Resource = z.object({
  resourceId: z.string().max(100),
  selectAll: z.boolean().default(false),
  selected: z.array(Chosen).max(LIMITS.named, `Choose at most ${LIMITS.named} people, or upload a list.`).default([]),
  deselected: z.array(z.string().max(400)).max(LIMITS.named).default([]),
  count: z.int().min(0).optional(),
});

/** The selection as the specification has it. */
export const Selection = z
  .array(z.object({ resourceType: ResourceType, resourceData: z.array(Resource).max(LIMITS.sources) }))
  .max(10);
export type Selection = z.output<typeof Selection>;

/** Subject and body of a letter. The body is HTML in UTF-8 and Base64; the subject is cut. */
export const EmailContent = z.object({
  subject: z
    .string()
    .transform((subject) => [...subject.replace(/\s+/g, ' ').trim()].slice(0, LIMITS.subject).join(''))
    .pipe(z.string().min(1, 'Subject is required.')),
  body: z.base64('The body is not Base64.').max(LIMITS.body * 4),
});

/** Why somebody is not invited: never which of two people blocked the other. */
export const SkipReason = z.enum(['doubled', 'going', 'invited', 'declined', 'invalid', 'unreachable']);
export type SkipReason = z.infer<typeof SkipReason>;

/** What sending would do: whom it reaches, whom not and why, and from which source they come. */
export const InvitePreview = z.object({
  count: z.int(),
  skipped: z.record(SkipReason, z.int()),
  sources: z.array(z.object({ resourceType: ResourceType, resourceId: z.string(), count: z.int() })),
  /** Seats that are free; null if there is no limit. */
  places: z.int().nullable(),
  /** Names this answer: a call that sends it is refused if anything has changed. */
  digest: z.string(),
});
export type InvitePreview = z.infer<typeof InvitePreview>;

/** One person of a selection. */
export const InvitedUser = z.object({
  /** What `selected` and `deselected` name them by: the id of a participation, or the key of an address. */
  id: z.string(),
  name: z.string(),
  /** Null for people who have not given it to the caller. */
  email: z.string().nullable(),
  skipped: SkipReason.nullable(),
});

/** What has become of an invitation. `opened`: its letter was opened at least once, where the installation counts that. */
export const InvitationState = z.enum(['queued', 'sent', 'opened', 'failed', 'accepted', 'declined', 'revoked']);
export type InvitationState = z.infer<typeof InvitationState>;

/** An invitation as hosts see it. */
export const InvitationRow = z.object({
  id: Id,
  name: z.string(),
  /** Null for people who have not given it to the hosts. */
  email: z.string().nullable(),
  role: InviteRole,
  state: InvitationState,
  /** What the mail server said, if it did not take the letter. */
  smtp: z.string().nullable(),
  sent_epoc: Epoch.nullable(),
  answered_epoc: Epoch.nullable(),
  by: PersonView.nullable(),
  /** With which account it was accepted, if that is another than the invited address's. */
  acceptedAs: PersonView.nullable(),
  mailingId: Id.nullable(),
});
export type InvitationRow = z.infer<typeof InvitationRow>;

/** The invitation behind a link from an email, as the page says it to everybody who has the link. */
export const LetterInvitation = z.object({
  by: PersonView.nullable(),
  /** The masked address that it was sent to. */
  sentTo: z.string(),
  role: InviteRole,
  /** Whether that address is the caller's own. */
  isYours: z.boolean(),
  /** Whether somebody else has accepted it with another account: it gives nothing any more. */
  isUsed: z.boolean(),
  /** Whether the invited person has said that they can’t come, which they may change. */
  isDeclined: z.boolean(),
});
export type LetterInvitation = z.infer<typeof LetterInvitation>;

/** Whom a reminder would reach, and why others are left out who have not answered. */
export const ReminderPreview = z.object({
  count: z.int(),
  skipped: z.object({
    /** Invited less than a day ago. */
    recent: z.int(),
    /** People are reminded once. */
    reminded: z.int(),
    unreachable: z.int(),
  }),
  digest: z.string(),
});
export type ReminderPreview = z.infer<typeof ReminderPreview>;

/** Invitations that one call names, at most. */
export const NAMED = 500;

/** Days after which an invitation can be sent again. */
export const RESEND_DAYS = 1;

export const refusals = {
  nobody: refusal('invitations.nobody', 400, 'Please enter valid email addresses for the invitation.', 'data'),
  listGone: refusal('invitations.list-gone', 422, 'A list is no longer there. Remove it and add it again.', 'data'),
  tooManyListed: refusal(
    'invitations.too-many-listed',
    422,
    `One invitation takes at most ${LIMITS.lists} long lists with ${LIMITS.listed.toLocaleString('en')} people in all.`,
    'data',
  ),
  bodyBlank: refusal('invitations.body-blank', 422, 'Write a message.', 'emailContent.body'),
  changed: refusal(
    'invitations.changed',
    409,
    'The list has changed since you looked at it. Check the numbers and send again.',
  ),
  notPublished: refusal('invitations.not-published', 409, 'Publish the event before you invite people.'),
  tooMany: refusal('invitations.too-many', 429, 'You have reached today’s limit for invitations. Try again tomorrow.'),
  nobodySilent: refusal(
    'invitations.nobody-silent',
    409,
    'There is nobody to remind: people are reminded once, a day after their invitation at the earliest.',
  ),
  answered: refusal('invitations.answered', 409, 'This invitation has already been answered.'),
} as const;
