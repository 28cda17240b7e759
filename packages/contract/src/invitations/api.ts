import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { refusals as lists } from '../core/list.ts';
import { Cursor, cursorPage, Done } from '../core/page.ts';
import { TokenQuery } from '../events/api.ts';
import { refusals as events } from '../events/schema.ts';
import { MailingView, refusals as mailings, Withdrawn } from '../mailings/schema.ts';
import {
  EmailContent,
  INVITE_BODY,
  INVITED_PAGE,
  InvitationRow,
  InvitationState,
  InvitedUser,
  InvitePreview,
  InviteRole,
  LetterInvitation,
  NAMED,
  ReminderPreview,
  refusals,
  Selection,
} from './schema.ts';

/** What is wrong with the uploaded lists of a selection. */
const unreadable = [
  refusals.listGone,
  refusals.tooManyListed,
  lists.missing,
  lists.noEmailColumn,
  lists.empty,
] as const;

export const previewInvite = endpoint('POST /api/v1/events/:eventId/invite/preview', {
  who: 'signedIn',
  perMinute: 60,
  bodyLimit: INVITE_BODY,
  summary: 'How many people an invitation would reach, and why others would be left out. Sends nothing.',
  body: z.object({ type: InviteRole.default('guest'), data: Selection, again: z.boolean().default(false) }),
  returns: InvitePreview,
  refuses: [events.notManaged, ...unreadable],
});

export const invite = endpoint('POST /api/v1/events/:eventId/invite', {
  who: 'signedIn',
  perMinute: 30,
  bodyLimit: INVITE_BODY,
  summary:
    'Invites people by email. Nothing is sent for half a minute, in which it can be taken back. Idempotent by `id`. `skipped` lists what was no address.',
  body: z.object({
    id: Id,
    emailContent: EmailContent,
    type: InviteRole.default('guest'),
    data: Selection,
    /** Of the preview that the caller has seen. */
    digest: z.string().max(100).optional(),
    /** Also invite people who have declined. */
    again: z.boolean().default(false),
    /** Email the caller what the others get, without the links that are theirs. */
    copyToMe: z.boolean().default(false),
  }),
  returns: z.object({
    message: z.string(),
    data: z.object({ skipped: z.array(z.string()), mailingId: Id, count: z.int(), startsAt: z.int() }),
  }),
  refuses: [
    events.notManaged,
    refusals.nobody,
    refusals.bodyBlank,
    refusals.changed,
    refusals.notPublished,
    refusals.tooMany,
    ...unreadable,
  ],
});

export const testInvite = endpoint('POST /api/v1/events/:eventId/invite/test', {
  who: 'signedIn',
  perMinute: 6,
  bodyLimit: INVITE_BODY,
  summary: 'Emails an invitation to the caller alone, as others would get it.',
  body: z.object({ emailContent: EmailContent, type: InviteRole.default('guest') }),
  returns: Done,
  refuses: [events.notManaged, refusals.bodyBlank],
});

export const listInviteUsers = endpoint('POST /api/v1/events/:eventId/invite/users', {
  who: 'signedIn',
  perMinute: 120,
  bodyLimit: INVITE_BODY,
  summary: 'The people of a selection, each once, and why some would be left out.',
  query: z.object({
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    limit: z.coerce.number().int().min(1).max(50).default(INVITED_PAGE),
    search: z.string().max(100).default(''),
  }),
  body: z.object({ data: Selection }),
  returns: z.object({ data: z.array(InvitedUser), count: z.int() }),
  refuses: [events.notManaged, ...unreadable],
});

export const listMailings = endpoint('GET /api/v1/events/:eventId/mailings', {
  who: 'signedIn',
  summary: 'Letters that were sent to many about an event, newest first.',
  returns: z.object({ data: z.array(MailingView) }),
  refuses: [events.notManaged],
});

export const getMailing = endpoint('GET /api/v1/events/:eventId/mailings/:mailingId', {
  who: 'signedIn',
  summary: 'One of them, with how many letters have left.',
  returns: MailingView,
  refuses: [events.notManaged],
});

export const withdrawMailing = endpoint('DELETE /api/v1/events/:eventId/mailings/:mailingId', {
  who: 'signedIn',
  summary: 'Takes back a mailing: whole before its first letter has left, later the letters that have not. Idempotent.',
  returns: Withdrawn,
  refuses: [events.notManaged, mailings.ended],
});

export const resumeMailing = endpoint('POST /api/v1/events/:eventId/mailings/:mailingId/resume', {
  who: 'signedIn',
  summary: 'Lets a mailing go on that has paused itself.',
  returns: Done,
  refuses: [events.notManaged, mailings.notPaused],
});

export const listInvitations = endpoint('GET /api/v1/events/:eventId/invitations', {
  who: 'signedIn',
  perMinute: 120,
  summary: 'People who were invited by email, newest first, and what became of it.',
  query: z.object({
    state: InvitationState.optional(),
    search: z.string().max(100).default(''),
    cursor: Cursor.optional(),
  }),
  returns: cursorPage(InvitationRow).extend({ counts: z.record(InvitationState, z.int()) }),
  refuses: [events.notManaged],
});

export const getLetterInvitation = endpoint('GET /api/v1/events/:eventId/invitations/letter', {
  who: 'public',
  perMinute: 60,
  summary:
    'Who sent the invitation behind a link from an email, and to which address, masked. Null once it is answered for that address, and of links of other kinds.',
  query: TokenQuery,
  returns: z.object({ data: LetterInvitation.nullable() }),
});

const Ids = z.array(Id).min(1).max(NAMED);

export const resendInvitations = endpoint('POST /api/v1/events/:eventId/invitations/resend', {
  who: 'signedIn',
  perMinute: 30,
  summary: 'Sends invitations again that nobody has answered, each at most once a day, under the same link.',
  body: z.object({ id: Id, ids: Ids }),
  returns: z.object({ message: z.string(), data: z.object({ mailingId: Id.nullable(), count: z.int() }) }),
  refuses: [events.notManaged, refusals.notPublished, refusals.tooMany],
});

export const previewReminder = endpoint('GET /api/v1/events/:eventId/invitations/remind', {
  who: 'signedIn',
  perMinute: 60,
  summary: 'How many invited people have not answered and can be reminded, and why others cannot.',
  returns: ReminderPreview,
  refuses: [events.notManaged],
});

export const remindInvited = endpoint('POST /api/v1/events/:eventId/invitations/remind', {
  who: 'signedIn',
  perMinute: 30,
  summary:
    'Reminds everybody who was invited by email at least a day ago and has not answered, each person once, under the link they have. Nothing is sent for half a minute. Idempotent by `id`.',
  body: z.object({
    id: Id,
    emailContent: EmailContent,
    /** Of the preview that the caller has seen. */
    digest: z.string().max(100).optional(),
  }),
  returns: z.object({ message: z.string(), data: z.object({ mailingId: Id, count: z.int(), startsAt: z.int() }) }),
  refuses: [
    events.notManaged,
    refusals.bodyBlank,
    refusals.changed,
    refusals.notPublished,
    refusals.tooMany,
    refusals.nobodySilent,
  ],
});

export const revokeInvitations = endpoint('POST /api/v1/events/:eventId/invitations/revoke', {
  who: 'signedIn',
  perMinute: 60,
  summary: 'Takes back invitations that nobody has answered. Their links stop working.',
  body: z.object({ ids: Ids }),
  returns: z.object({ message: z.string(), data: z.object({ count: z.int() }) }),
  refuses: [events.notManaged, refusals.answered],
});
