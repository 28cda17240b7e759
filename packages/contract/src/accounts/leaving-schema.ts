import { z } from 'zod';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { lengthOf } from '../core/text.ts';

/** Seconds between two codes, how many a day, how long a code and what follows from it are valid, and how often it may be mistyped. */
export const LEAVING = { wait: 60, aDay: 5, minutes: 10, tries: 5, ownReason: 250 } as const;

const REQUIRED = 'This field is required.';
const INVALID_CODE = 'Please enter valid OTP.';

/** Why people delete their account. */
export const DeletionReason = z.enum(
  ['No longer using the platform', 'Privacy concerns', 'Security Concerns', 'Duplicate Accounts', 'Other'],
  REQUIRED,
);
export type DeletionReason = z.infer<typeof DeletionReason>;

/** The reason, and for "Other" in the person's own words. */
export const Deletion = z
  .object({
    token: z.string(REQUIRED).min(1, REQUIRED).max(100, REQUIRED),
    deletionReason: DeletionReason,
    ownReason: z
      .string()
      .trim()
      .refine((text) => lengthOf(text) <= LEAVING.ownReason, 'The reason cannot exceed 250 characters.')
      .optional(),
  })
  .refine(({ deletionReason, ownReason = '' }) => deletionReason !== 'Other' || ownReason !== '', {
    path: ['ownReason'],
    message: REQUIRED,
  });

/** The first step: the reason, before a code is asked for. */
export const Reason = z
  .object({ deletionReason: DeletionReason, ownReason: z.string() })
  .superRefine(({ deletionReason, ownReason }, { addIssue }) => {
    const issue = (message: string) => addIssue({ code: 'custom', path: ['ownReason'], message });
    if (deletionReason !== 'Other') return;
    if (ownReason.trim() === '') issue(REQUIRED);
    else if (lengthOf(ownReason.trim()) > LEAVING.ownReason) issue('The reason cannot exceed 250 characters.');
  });

export const DeletionCode = z.object({
  token: z.string(REQUIRED).min(1, REQUIRED).max(100, REQUIRED),
  otp: z
    .string(REQUIRED)
    .min(1, REQUIRED)
    .regex(/^\d{6}$/, INVALID_CODE),
});

/** What a token is given with: the code that was emailed belongs to it, or the deletion that the code allows. */
export const TokenAnswer = z.object({ message: z.string(), data: z.object({ token: z.string() }) });

/** What has to be settled before an account can be deleted. */
export const Blocker = z.object({
  kind: z.enum(['installation', 'community', 'event', 'calendar', 'sales', 'payment']),
  /** What it is; null for the installation and for money. */
  id: Id.nullable(),
  name: z.string(),
  /** The last part of its address, where it has one. */
  alias: z.string().nullable(),
  /** How many other people it concerns. */
  people: z.int(),
});
export type Blocker = z.infer<typeof Blocker>;

/** What goes with an account, and what stays without its name, in numbers. */
export const LeavingCounts = z.object({
  /** Memberships that end, and communities that nobody else is in, which are deleted. */
  communities: z.int(),
  ownCommunities: z.int(),
  /** Places at coming events that are given up. */
  places: z.int(),
  /** Drafts and coming events that nobody else is part of, which are deleted. */
  events: z.int(),
  /** Calendars of their own, and groups of guests. */
  calendars: z.int(),
  groups: z.int(),
  /** What stays: messages, past events that they made, past places, and payments. */
  messages: z.int(),
  pastEvents: z.int(),
  pastPlaces: z.int(),
  payments: z.int(),
});
export type LeavingCounts = z.infer<typeof LeavingCounts>;

export const leavingRefusals = {
  codeTooSoon: refusal('accounts.code-too-soon', 429, 'Wait a minute before asking for another code.'),
  tooManyDeletionCodes: refusal(
    'accounts.too-many-deletion-codes',
    429,
    'You’ve already asked for five codes today. Try again tomorrow.',
  ),
  invalidOtp: refusal('accounts.invalid-otp', 422, INVALID_CODE, 'otp'),
  deletionExpired: refusal(
    'accounts.deletion-expired',
    410,
    'That took too long. Ask for a new code to delete your account.',
  ),
  unsettled: refusal('accounts.unsettled', 409, 'Some things need your attention before you can delete your account.'),
  noSuchOwner: refusal('accounts.no-such-owner', 422, 'Choose someone with an account here.', 'userId'),
  ownsAlready: refusal('accounts.owns-already', 409, 'You already own this installation.'),
  notTheOwner: refusal('accounts.not-the-owner', 403, 'Only the owner of this installation can hand it over.'),
} as const;
