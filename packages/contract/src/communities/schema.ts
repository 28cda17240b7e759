import { z } from 'zod';
import { ImageUrl, PersonView } from '../accounts/schema.ts';
import { DeclineReason } from '../core/decline.ts';
import { Id } from '../core/ids.ts';
import { Permission, RoleType } from '../core/permissions.ts';
import { refusal } from '../core/problem.ts';
import { oneLine } from '../core/text.ts';
import { text } from '../core/text-schema.ts';
import { Instant } from '../core/time.ts';

export const LIMITS = {
  name: 60,
  slug: [3, 40],
  description: 1000,
  inviteUses: 1000,
  inviteDays: 365,
  note: 250,
  reason: 250,
} as const;

/** Days after a refusal in which the person cannot ask again. */
export const ASK_AGAIN_DAYS = 7;

/** How often a community may change its address, since each old one redirects for ever. */
export const ADDRESS_CHANGES = { most: 5, days: 30 } as const;

export const Visibility = z.enum(['public', 'private', 'secret']);
export type Visibility = z.infer<typeof Visibility>;

export const CommunityName = text({
  required: 'Community name is required.',
  max: [LIMITS.name, 'Community name cannot exceed 60 characters.'],
})
  .transform(oneLine)
  .pipe(z.string().min(1, 'Community name is required.'));

/** The shape of a public address; whether it is available or reserved is up to the server. */
export const Slug = z
  .string('Address is required.')
  .transform((raw) => raw.trim().toLowerCase())
  .pipe(
    z
      .string()
      .min(1, 'Address is required.')
      .regex(
        /^[a-z0-9](?:[a-z0-9-]{1,38})[a-z0-9]$/,
        'Use 3 to 40 letters, digits and hyphens, with a letter or digit at each end.',
      ),
  );

export const CommunityFields = z.object({
  name: CommunityName,
  slug: Slug,
  description: text({ max: [LIMITS.description, 'Description cannot exceed 1000 characters.'] }).transform((raw) =>
    raw.trim(),
  ),
  logo: ImageUrl.nullable(),
  /** On creation, leaving it out means none. */
  cover: ImageUrl.nullable().optional(),
  visibility: Visibility,
  /** Whether the channel that newcomers land in says who has joined. On creation, leaving it out means yes. */
  tellsJoins: z.boolean().optional(),
});

export const NewCommunity = CommunityFields.extend({
  /** Whether it begins with #general, a public channel that everybody who joins is in. */
  general: z.boolean().default(true),
});

/** The viewer's own role in a community, once for a whole answer. */
export const ViewerView = z.object({ memberId: Id, roleType: RoleType, permissions: z.array(Permission) });
export type ViewerView = z.infer<typeof ViewerView>;

/** The caller's own request to join, as long as it is pending or was the last answer. */
export const OwnRequestView = z.object({
  id: Id,
  status: z.enum(['pending', 'rejected']),
  note: z.string(),
  askedAt: Instant,
  answeredAt: Instant.nullable(),
  /** What the moderator wrote; null while the request is pending. */
  reason: z.string().nullable(),
  /** When the caller may ask again; null while the request is pending. */
  askAgainAt: Instant.nullable(),
});
export type OwnRequestView = z.infer<typeof OwnRequestView>;

export const CommunityView = z.object({
  id: Id,
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  logo: z.string().nullable(),
  cover: z.string().nullable(),
  visibility: Visibility,
  /** Whether the channel that newcomers land in says who has joined. */
  tellsJoins: z.boolean(),
  memberCount: z.int(),
  /** A few members, for members and, if the community is public, for everyone. */
  faces: z.array(PersonView),
  createdAt: Instant,
  /** Null to anyone who is not a member. */
  viewer: ViewerView.nullable(),
  /** The viewer's own request to join, to signed-in people who are not members. */
  request: OwnRequestView.nullable(),
  /** True where the viewer was banned. */
  banned: z.boolean(),
});
export type CommunityView = z.infer<typeof CommunityView>;

/** How far back joins are told, and how many at most. */
export const JOINS = { days: 14, lines: 50, named: 3, counted: 1000 } as const;

/** Everybody who joined a community within one hour and is still a member, as one line. */
export const JoinLine = z.object({
  /** When the last of them joined. */
  at: Instant,
  /** How many; a thousand or more count as a thousand. */
  count: z.int().min(1),
  /** The last of them, the newest first. */
  people: z.array(PersonView).min(1).max(JOINS.named),
});
export type JoinLine = z.infer<typeof JoinLine>;

/** One square on the rail. `unread` counts channels with something new, `mentions` messages that mention the reader. */
export const RailView = z.object({
  id: Id,
  slug: z.string(),
  name: z.string(),
  logo: z.string().nullable(),
  cover: z.string().nullable(),
  visibility: Visibility,
  unread: z.int(),
  mentions: z.int(),
  /** The channel that opens first, of those the reader is in: a default one, where everybody may write, the oldest. */
  firstChannelId: Id.nullable(),
  /** Requests to join, and open reports of messages and events, that the reader may answer. */
  requests: z.int(),
  reports: z.int(),
  viewer: ViewerView,
});
export type RailView = z.infer<typeof RailView>;

/** What people outside see of a community on the discover page or behind an invitation. */
export const CommunityCard = z.object({
  id: Id,
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  logo: z.string().nullable(),
  cover: z.string().nullable(),
  visibility: Visibility,
  memberCount: z.int(),
  joined: z.boolean(),
  faces: z.array(PersonView),
});
export type CommunityCard = z.infer<typeof CommunityCard>;

export const MemberView = PersonView.extend({
  memberId: Id,
  roleType: RoleType,
  roleName: z.string(),
  joinedAt: Instant,
  /** Until when they may not write; told only to people who look after the community. */
  timedOutUntil: Instant.nullable(),
});
export type MemberView = z.infer<typeof MemberView>;

export const InviteCodeView = z.object({
  id: Id,
  inviteCode: z.string(),
  createdAt: Instant,
  createdBy: PersonView.nullable(),
  uses: z.int(),
  maxUses: z.int().nullable(),
  expiresAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
});
export type InviteCodeView = z.infer<typeof InviteCodeView>;

/** The typed name, so that a community is never deleted by one click too many. */
export const Deletion = z.object({ name: z.string().max(200) });

export const InviteFields = z.object({
  expiresInDays: z
    .int()
    .min(1, 'Enter at least one day.')
    .max(LIMITS.inviteDays, 'Enter at most 365 days.')
    .nullable()
    .default(null),
  maxUses: z
    .int()
    .min(1, 'Enter at least one use.')
    .max(LIMITS.inviteUses, 'Enter at most 1000 uses.')
    .nullable()
    .default(null),
});

export const JoinRequestFields = z.object({
  note: text({ max: [LIMITS.note, 'A note cannot exceed 250 characters.'] }).transform((raw) => raw.trim()),
});

/** A person who is waiting for an answer. */
export const JoinRequestView = z.object({ id: Id, person: PersonView, note: z.string(), askedAt: Instant });
export type JoinRequestView = z.infer<typeof JoinRequestView>;

export type RejectReason = DeclineReason;

/** What each reason writes into the text. Custom starts with an empty text, and so does Other. */
export const REJECT_TEXTS: Record<DeclineReason, string> = {
  'General Decline': 'Thank you for asking to join. We cannot accept your request at this time.',
  'Criteria Not Met':
    'Thank you for your interest. This community is meant for the people described on its page, and your request suggests that it is not the right one for you.',
  'Capacity Limitation':
    'Thank you for asking. We have as many members as we can support at the moment. Please try again later.',
  'Insufficient Information':
    'Thank you for asking. Your request did not tell us enough. You are welcome to ask again, with a few words about yourself.',
  Custom: '',
  Other: '',
};

export const RejectFields = z
  .object({
    /** The request's id, which becomes the member's id when it is approved. */
    memberId: Id,
    selectedReason: DeclineReason,
    reason: text({ max: [LIMITS.reason, 'A reason cannot exceed 250 characters.'] }).transform((raw) => raw.trim()),
  })
  .refine(({ selectedReason, reason }) => selectedReason !== 'Other' || reason !== '', {
    message: 'Write a reason.',
    path: ['reason'],
  });

const Reason = text({ max: [LIMITS.reason, 'A reason cannot exceed 250 characters.'] })
  .transform((raw) => raw.trim())
  .default('');

/** How far back the messages of a banned person are deleted. */
export const Deleted = z.enum(['none', 'hour', 'day', 'week']);
export type Deleted = z.infer<typeof Deleted>;

export const BanFields = z.object({ reason: Reason, deleted: Deleted.default('none') });

/** How many messages somebody wrote in each stretch; counting stops at `WRITTEN_COUNTED`. */
export const WrittenView = z.object({ hour: z.int(), day: z.int(), week: z.int() });
export const WRITTEN_COUNTED = 1000;

/** How long a time-out can last, in minutes. */
export const TIMEOUTS = [15, 60, 24 * 60, 7 * 24 * 60] as const;
export const TimeoutFields = z.object({ minutes: z.literal(TIMEOUTS), reason: Reason });

/** A banned person, and the reason. */
export const BanView = z.object({
  person: PersonView,
  reason: z.string(),
  bannedAt: Instant,
  bannedBy: PersonView.nullable(),
});
export type BanView = z.infer<typeof BanView>;

/** The few people whom a search most likely means; `complete` if nobody else fits. */
export const Suggested = z.object({ data: z.array(PersonView), complete: z.boolean() });
export type Suggested = z.infer<typeof Suggested>;

/** How many people a search suggests. */
export const SUGGESTED = 8;

export const refusals = {
  slugTaken: refusal('communities.slug-taken', 409, 'That address is taken. Try another.', 'slug'),
  slugReserved: refusal('communities.slug-reserved', 422, 'That address is reserved. Try another.', 'slug'),
  creatorCannotLeave: refusal(
    'communities.creator-cannot-leave',
    422,
    'This community is yours, so you cannot leave it. You can hand it over or delete it in its settings.',
  ),
  onlyCreatorHandsOver: refusal(
    'communities.only-creator-hands-over',
    403,
    'Only a community’s creator can hand it over.',
  ),
  addressTooOften: refusal(
    'communities.address-too-often',
    422,
    'This address has already changed 5 times in 30 days. You can change it again later.',
    'slug',
  ),
  banned: refusal('communities.banned', 403, 'You have been banned from this community, so you cannot join it.'),
  alreadyMember: refusal('communities.already-member', 409, 'You are already in this community.'),
  joinFreely: refusal(
    'communities.join-freely',
    422,
    'This community is open to everyone. You can join it without asking.',
  ),
  alreadyAsked: refusal(
    'communities.already-asked',
    409,
    'You have already asked to join. We’ll email you the answer.',
  ),
  askedRecently: refusal(
    'communities.asked-recently',
    422,
    'You can ask again 7 days after the answer to your last request.',
  ),
  requestAnswered: refusal(
    'communities.request-answered',
    409,
    'This request has already been answered or withdrawn. Reload the list.',
  ),
  onlyCreatorDeletes: refusal('communities.only-creator-deletes', 403, 'Only a community’s creator can delete it.'),
  nameDiffers: refusal('communities.name-differs', 422, 'Type the name exactly as it is shown.', 'name'),
  byInvitation: refusal('communities.by-invitation', 403, 'You need an invitation to join this community.'),
  outranked: refusal('communities.outranked', 403, 'You can only manage people whose role is below your own.'),
  roleTooHigh: refusal('communities.role-too-high', 403, 'You can only assign roles below your own.'),
  yourself: refusal('communities.yourself', 422, 'You cannot do that to yourself.'),
  inviteWrong: refusal(
    'communities.invite-wrong',
    404,
    'This invitation is not valid. Check the link, or ask for a new one.',
  ),
  inviteExpired: refusal('communities.invite-expired', 410, 'This invitation has expired. Ask for a new one.'),
  inviteUsedUp: refusal('communities.invite-used-up', 410, 'This invitation has been used up. Ask for a new one.'),
  inviteRevoked: refusal('communities.invite-revoked', 410, 'This invitation has been revoked. Ask for a new one.'),
} as const;
