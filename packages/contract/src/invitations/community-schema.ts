import { z } from 'zod';
import { PersonView } from '../accounts/schema.ts';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { Epoch } from '../core/time.ts';
import { LIMITS } from './schema.ts';

/**
 * People a day whom one person may invite to communities and events by email: without MANAGE_MEMBERS, and in the first week of
 * an account. Operators set how many others may invite.
 */
export const COMMUNITY_INVITES = { member: 50, new: 20 } as const;

/** Channels that an invitation names, at most. */
export const MOST_CHANNELS = 50;

/** What has become of an invitation to a community. `joined`: its link has been used. */
export const EmailInvitationState = z.enum(['queued', 'sent', 'failed', 'joined', 'revoked']);
export type EmailInvitationState = z.infer<typeof EmailInvitationState>;

/** An invitation by email as its sender sees it, and everybody who manages members. */
export const EmailInvitationRow = z.object({
  id: Id,
  email: z.string(),
  state: EmailInvitationState,
  /** What the mail server said, if it did not take the letter. */
  smtp: z.string().nullable(),
  sent_epoc: Epoch.nullable(),
  joined_epoc: Epoch.nullable(),
  /** Who has joined with it: perhaps with an account that has another address. */
  joinedAs: PersonView.nullable(),
  /** How many channels it leads into besides the default ones. */
  channels: z.int(),
  by: PersonView.nullable(),
  mailingId: Id.nullable(),
});
export type EmailInvitationRow = z.infer<typeof EmailInvitationRow>;

/** Somebody who was invited before, as the specification has it, with when and by whom. */
export const InvitedTo = z.object({
  id: Id,
  invitedTo: z.string(),
  invitedAt: Epoch,
  by: PersonView.nullable(),
});
export type InvitedTo = z.infer<typeof InvitedTo>;

/** The words of an invitation: `body_html` is kept; without it, `body` is, in paragraphs. */
export const CommunityLetter = z.object({
  subject: z
    .string()
    .transform((subject) => [...subject.replace(/\s+/g, ' ').trim()].slice(0, LIMITS.subject).join(''))
    .pipe(z.string().min(1, 'Subject is required.')),
  body: z.string().max(LIMITS.body, 'This message is too long.').default(''),
  body_html: z
    .string()
    .max(LIMITS.body * 3, 'This message is too long.')
    .default(''),
});
export type CommunityLetter = z.output<typeof CommunityLetter>;

export const refusals = {
  letterBlank: refusal('invitations.letter-blank', 422, 'Write a message.', 'body_html'),
  nobodyValid: refusal(
    'invitations.nobody-valid',
    400,
    'Please enter valid email addresses for the invitation.',
    'emails',
  ),
  channelUnknown: refusal(
    'invitations.channel-unknown',
    422,
    'One of these channels doesn’t exist any more. Choose again.',
    'channelIds',
  ),
} as const;
