import { z } from 'zod';
import { refusal } from '../core/problem.ts';

/** Contacts a page, all of them at most, and how many a search finds. */
export const LIMITS = { page: 50, all: 2_000, found: 30 } as const;

/** Characters of a search, and of the position in a list. */
const LONGEST = { query: 100, pageToken: 2_000 } as const;

/** Whether this person's Google contacts can be read. */
export const ConnectionView = z.object({
  /** False where the operator has not set it up: nothing about contacts is shown then. */
  available: z.boolean(),
  connected: z.boolean(),
});
export type ConnectionView = z.infer<typeof ConnectionView>;

/** A contact at one of their addresses: people with several come once for each, their first one first. */
export const ContactView = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Whether it is the first address of this person. */
  first: z.boolean(),
});
export type ContactView = z.infer<typeof ContactView>;

export const ContactsQuery = z.object({
  /** The `nextPageToken` of the page before. Google refuses it with another `limit`. */
  pageToken: z.string().max(LONGEST.pageToken).optional(),
  limit: z.coerce
    .number()
    .refine((limit) => limit === LIMITS.page || limit === LIMITS.all, `Ask for ${LIMITS.page} or ${LIMITS.all}.`)
    .default(LIMITS.page),
});

export const ContactSearch = z.object({
  query: z.string().trim().min(1, 'Type what to search for.').max(LONGEST.query),
});

/** What came of asking a person for permission. */
export const ConsentOutcome = z.enum(['connected', 'denied', 'unticked', 'expired', 'failed']);
export type ConsentOutcome = z.infer<typeof ConsentOutcome>;

/** The outcome in words, for the person who was asked. */
export const OUTCOMES: Readonly<Record<ConsentOutcome, string>> = {
  connected: 'Your Google contacts are connected.',
  denied: 'You did not allow access, so your contacts are not connected.',
  unticked: 'The permission to see your contacts was not ticked. Connect again, and leave it ticked.',
  expired: 'That took too long, or somebody else is signed in here now. Connect again.',
  failed: 'Google did not answer as expected. Connect again in a moment.',
};

/** The channel between the pages of one browser on which the outcome is told. */
export const CONSENT_CHANNEL = 'folkmoot.contacts';

export const refusals = {
  absent: refusal('contacts.absent', 503, 'This server is not set up to read Google contacts.'),
  notConnected: refusal('contacts.not-connected', 409, 'Connect your Google contacts first.'),
  lost: refusal(
    'contacts.lost',
    409,
    'Google does not let us read your contacts any more. Connect them again to go on.',
  ),
  unanswered: refusal(
    'contacts.unanswered',
    409,
    'Google did not answer, so your contacts were disconnected. Connect them again in a moment.',
  ),
  stale: refusal('contacts.stale', 409, 'This list is out of date. Load it again.'),
} as const;
