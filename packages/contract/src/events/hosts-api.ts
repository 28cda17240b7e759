import { z } from 'zod';
import { PersonView } from '../accounts/schema.ts';
import { endpoint } from '../core/endpoint.ts';
import { Done } from '../core/page.ts';
import { refusals as contact, HostMessage } from './contact-schema.ts';
import { SUGGESTED_HOSTS } from './hosts-schema.ts';
import { refusals as invitations } from './invitations-schema.ts';
import { refusals } from './schema.ts';

export const suggestHosts = endpoint('GET /api/v1/events/:eventId/host-suggestions', {
  who: 'signedIn',
  summary: `The first ${SUGGESTED_HOSTS} guests who are going and might host: with an account, registered by themselves, and not asked yet.`,
  returns: z.object({ data: z.array(PersonView) }),
  refuses: [refusals.notManaged],
});

export const contactHosts = endpoint('POST /api/v1/events/:eventId/contact', {
  who: 'public',
  perMinute: 10,
  summary:
    "Send the hosts of an event a message. It is emailed to them, and they can reply to your address. Signed in, or by the token of an email's link.",
  query: z.object({ token: z.string().max(500).optional() }),
  body: HostMessage,
  returns: Done,
  refuses: [refusals.locked, refusals.ownEvent, contact.confirmFirst, invitations.notInvited, contact.tooManyMessages],
});
