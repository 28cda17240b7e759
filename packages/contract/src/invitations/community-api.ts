import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { refusals as lists } from '../core/list.ts';
import { ENCODINGS } from '../core/list-file.ts';
import { Cursor, cursorPage, Done } from '../core/page.ts';
import { MailingView, refusals as mailings, Withdrawn } from '../mailings/schema.ts';
import {
  CommunityLetter,
  EmailInvitationRow,
  EmailInvitationState,
  InvitedTo,
  MOST_CHANNELS,
  refusals,
} from './community-schema.ts';
import { refusals as events, INVITE_BODY, LIMITS, NAMED } from './schema.ts';

const Channels = z.array(Id).max(MOST_CHANNELS, `Choose at most ${MOST_CHANNELS} channels.`).default([]);

const InvitedByEmail = z.object({
  message: z.string(),
  data: z.array(InvitedTo),
  skipped: z.array(z.string()),
  /** Members, people who want no emails, and addresses that do not work: which is not said. */
  unreachable: z.int(),
  mailingId: Id.nullable(),
  count: z.int(),
  startsAt: z.int().nullable(),
});

export const inviteByEmail = endpoint('POST /api/v1/:serverId/invite-code/by-email', {
  who: 'member',
  needs: ['INVITE_MEMBERS'],
  perMinute: 30,
  bodyLimit: INVITE_BODY,
  summary:
    'Invites people to a community by email. Nothing is sent for half a minute, in which it can be taken back. Idempotent by `id`. `data` lists those who were invited before and are not invited again, `skipped` what was no address.',
  body: CommunityLetter.extend({
    id: Id,
    emails: z
      .array(z.string().max(400))
      .min(1, refusals.nobodyValid.message)
      .max(LIMITS.named, `Invite at most ${LIMITS.named.toLocaleString('en')} people at once.`),
    /** Channels that people who accept join, besides the default ones. */
    channelIds: Channels,
  }),
  returns: InvitedByEmail,
  refuses: [refusals.nobodyValid, refusals.letterBlank, refusals.channelUnknown, events.tooMany],
});

export const inviteByList = endpoint('POST /api/v1/:serverId/invite-code/bulk', {
  who: 'member',
  needs: ['INVITE_MEMBERS', 'MANAGE_MEMBERS'],
  perMinute: 10,
  summary:
    'Invites the people of a list to a community by email. The list is uploaded first, with the purpose `list`; its first header cell contains “email”. Otherwise as invitations by address.',
  body: CommunityLetter.extend({
    id: Id,
    /** The id of the upload. */
    file: z.string(lists.missing.message).pipe(z.uuid(lists.missing.message)),
    /** How the list is to be read if it does not say so itself. */
    encoding: z.enum(ENCODINGS.map(({ value }) => value)).optional(),
    column: z.int().min(0).max(1_000).optional(),
    channelIds: Channels,
  }),
  returns: InvitedByEmail,
  refuses: [
    lists.missing,
    lists.noEmailColumn,
    lists.empty,
    refusals.nobodyValid,
    refusals.letterBlank,
    refusals.channelUnknown,
    events.tooMany,
  ],
});

export const testCommunityInvite = endpoint('POST /api/v1/:serverId/email-invitations/test', {
  who: 'member',
  needs: ['INVITE_MEMBERS'],
  perMinute: 6,
  summary: 'Emails an invitation to the caller alone, as others would get it.',
  body: CommunityLetter,
  returns: Done,
  refuses: [refusals.letterBlank],
});

export const listEmailInvitations = endpoint('GET /api/v1/:serverId/email-invitations', {
  who: 'member',
  needs: ['INVITE_MEMBERS'],
  perMinute: 120,
  summary: 'People who were invited by email, newest first: those you invited, or all with MANAGE_MEMBERS.',
  query: z.object({
    state: EmailInvitationState.optional(),
    search: z.string().max(100).default(''),
    cursor: Cursor.optional(),
  }),
  returns: cursorPage(EmailInvitationRow).extend({ counts: z.record(EmailInvitationState, z.int()) }),
});

const Ids = z.array(Id).min(1).max(NAMED);

export const resendEmailInvitations = endpoint('POST /api/v1/:serverId/email-invitations/resend', {
  who: 'member',
  needs: ['INVITE_MEMBERS'],
  perMinute: 30,
  summary: 'Sends invitations again that nobody has used, each at most once a day, under the same link.',
  body: z.object({ id: Id, ids: Ids }),
  returns: z.object({ message: z.string(), data: z.object({ mailingId: Id.nullable(), count: z.int() }) }),
  refuses: [events.tooMany],
});

export const revokeEmailInvitations = endpoint('POST /api/v1/:serverId/email-invitations/revoke', {
  who: 'member',
  needs: ['INVITE_MEMBERS'],
  perMinute: 60,
  summary: 'Takes back invitations that nobody has used. Their links stop working.',
  body: z.object({ ids: Ids }),
  returns: z.object({ message: z.string(), data: z.object({ count: z.int() }) }),
  refuses: [events.answered],
});

export const listCommunityMailings = endpoint('GET /api/v1/:serverId/email-invitations/mailings', {
  who: 'member',
  needs: ['INVITE_MEMBERS'],
  perMinute: 120,
  summary: 'Invitations that were sent to many, newest first: your own, or all with MANAGE_MEMBERS.',
  returns: z.object({ data: z.array(MailingView) }),
});

export const withdrawCommunityMailing = endpoint('DELETE /api/v1/:serverId/email-invitations/mailings/:mailingId', {
  who: 'member',
  needs: ['INVITE_MEMBERS'],
  summary: 'Takes back a mailing: whole before its first letter has left, later the letters that have not. Idempotent.',
  returns: Withdrawn,
  refuses: [mailings.ended],
});

export const resumeCommunityMailing = endpoint('POST /api/v1/:serverId/email-invitations/mailings/:mailingId/resume', {
  who: 'member',
  needs: ['INVITE_MEMBERS'],
  summary: 'Lets a mailing go on that has paused itself.',
  returns: Done,
  refuses: [mailings.notPaused],
});
