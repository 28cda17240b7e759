import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Done } from '../core/page.ts';
import { AttentionView, InvitationAnswer, InvitationView, refusals } from './invitations-schema.ts';
import { refusals as events } from './schema.ts';

export const getInvitation = endpoint('GET /api/v1/events/:eventId/invitation', {
  who: 'signedIn',
  perMinute: 120,
  summary: 'What one is asked to be at an event, and by whom; also at a draft, of which nothing else is told.',
  returns: z.object({ data: InvitationView }),
  refuses: [refusals.notInvited],
});

export const answerInvitation = endpoint('POST /api/v1/events/:eventId/invitation', {
  who: 'signedIn',
  perMinute: 30,
  summary: 'Accept or decline to host an event, to be featured at it, or to come. Only a yes makes it so.',
  body: z.object({ accept: z.boolean() }),
  returns: InvitationAnswer,
  refuses: [refusals.notInvited, events.cancelled, events.full, events.ticketFull, events.personBanned],
});

export const listAttention = endpoint('GET /api/v1/events/attention', {
  who: 'signedIn',
  perMinute: 300,
  summary: 'What waits for one at the events one hosts, and how many invitations wait for an answer.',
  returns: z.object({ data: z.array(AttentionView), invitations: z.int() }),
});

export const getPasscodeTries = endpoint('GET /api/v1/events/:eventId/passcode-tries', {
  who: 'signedIn',
  summary: 'How many wrong passcodes were tried in the last 24 hours, for hosts.',
  returns: z.object({ data: z.object({ wrong: z.int() }) }),
  refuses: [events.notManaged],
});

export const stopEventMails = endpoint('POST /api/v1/events/:eventId/mail-stop', {
  who: 'public',
  perMinute: 30,
  summary:
    'No more mail about an event to the address whose mail carried this link; and, if wanted, a report of the event.',
  body: z.object({ token: z.string().max(500), report: z.boolean().default(false) }),
  returns: Done,
  refuses: [refusals.notInvited],
});
