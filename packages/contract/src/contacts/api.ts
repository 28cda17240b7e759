import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Done } from '../core/page.ts';
import { ConnectionView, ContactSearch, ContactsQuery, ContactView, LIMITS, refusals } from './schema.ts';

export const getContactsConnection = endpoint('GET /api/v1/contacts/connection', {
  who: 'signedIn',
  summary: 'Whether your Google contacts can be connected here, and whether they are.',
  returns: ConnectionView,
});

export const connectContacts = endpoint('POST /api/v1/contacts/connect', {
  who: 'signedIn',
  perMinute: 10,
  summary:
    'The address at which Google asks you for permission to read your contacts. It works once, within ten minutes, in the browser in which you are signed in.',
  returns: z.object({ url: z.string() }),
  refuses: [refusals.absent],
});

export const disconnectContacts = endpoint('DELETE /api/v1/contacts/connection', {
  who: 'signedIn',
  perMinute: 30,
  summary: 'Forgets the permission to read your Google contacts, and revokes it at Google. Idempotent.',
  returns: Done,
});

export const listContacts = endpoint('GET /api/v1/contacts', {
  who: 'signedIn',
  perMinute: 60,
  summary: `Your Google contacts who have an address, by first name: ${LIMITS.page} a page, or up to ${LIMITS.all} at once. None of them is kept here.`,
  query: ContactsQuery,
  returns: z.object({ data: z.array(ContactView), nextPageToken: z.string().nullable() }),
  refuses: [refusals.absent, refusals.notConnected, refusals.lost, refusals.unanswered, refusals.stale],
});

export const searchContacts = endpoint('GET /api/v1/contacts/search', {
  who: 'signedIn',
  perMinute: 60,
  summary: `Those of your Google contacts with a name or an address that has a word beginning like this, ${LIMITS.found} at most.`,
  query: ContactSearch,
  returns: z.object({
    data: z.array(ContactView),
    /** Whether as many were found as a search finds: there may be others. */
    full: z.boolean(),
  }),
  refuses: [refusals.absent, refusals.notConnected, refusals.lost, refusals.unanswered],
});
