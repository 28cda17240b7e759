import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { Cursor, cursorPage, Done } from '../core/page.ts';
import { MailHealth, MailStop, refusals, StopScope } from './health-schema.ts';
import { refusals as mailings } from './schema.ts';

export const getMailHealth = endpoint('GET /api/v1/mail-health', {
  who: 'signedIn',
  summary: 'How letters to many go: for the owner of the installation.',
  returns: MailHealth,
  refuses: [refusals.ownerOnly],
});

export const resumePaused = endpoint('POST /api/v1/mail-health/mailings/:mailingId/resume', {
  who: 'signedIn',
  summary: 'Lets any mailing go on that has paused itself: for the owner of the installation.',
  returns: Done,
  refuses: [refusals.ownerOnly, mailings.notPaused],
});

export const listMailStops = endpoint('GET /api/v1/mail-stops', {
  who: 'signedIn',
  perMinute: 120,
  summary: 'Addresses that get no letters, in their order: for the owner of the installation.',
  query: z.object({ search: z.string().max(100).default(''), cursor: Cursor.optional() }),
  returns: cursorPage(MailStop),
  refuses: [refusals.ownerOnly],
});

export const removeMailStop = endpoint('POST /api/v1/mail-stops/remove', {
  who: 'signedIn',
  summary: 'Lets letters go to an address again. Kept in a record: for the owner of the installation.',
  body: z.object({ address: z.string().max(400), scope: StopScope, scopeId: Id }),
  returns: Done,
  refuses: [refusals.ownerOnly, refusals.notStopped],
});
